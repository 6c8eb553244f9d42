"""What the whole suite shares: golden files, and the runtimes that some tests need."""

import os
import shutil
from pathlib import Path

import pytest

from rulec.engines.child import EngineError
from rulec.engines.jocly import find_node, find_package

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the expected outputs under tests/golden from what the code says now",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be rewritten."""
    return bool(request.config.getoption("--update-golden"))


def missing(what: str) -> None:
    """Skip for want of a runtime; fail where runtimes are promised."""
    if os.environ.get("CI") or os.environ.get("RULEC_REQUIRE_RUNTIMES") == "1":
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="session")
def jocly_package() -> Path:
    """The installed jocly package, which tests read and never change."""
    try:
        find_node()
        return find_package()
    except EngineError as error:
        missing(str(error))
        raise


@pytest.fixture(scope="session")
def chromium() -> str:
    """A Chromium executable: `RULEC_CHROMIUM` or the PATH."""
    named = os.environ.get("RULEC_CHROMIUM")
    for name in (named, "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name) if name else None
        if found:
            return found
    missing("no Chromium found; install it, or set RULEC_CHROMIUM to its executable")
    raise AssertionError
