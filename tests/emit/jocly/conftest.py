"""Games as the Jocly target writes them, and packages to install them into."""

import functools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.emit.jocly import emit
from rulec.play.position import Rules

ROOT = Path(__file__).parents[3]


@functools.cache
def rules_of(file: str, variant: str | None = None) -> Rules:
    return Rules.load(ROOT / file, variant)


@functools.cache
def emitted(file: str, variant: str | None = None) -> dict[str, bytes]:
    rules = rules_of(file, variant)
    return emit(rules.game, rules.tables)


@pytest.fixture
def write_rules(tmp_path: Path) -> Callable[[str], Rules]:
    """A game from the text of a rule file."""

    def write(text: str) -> Rules:
        path = tmp_path / "game.rules"
        path.write_text(text, encoding="utf-8")
        return Rules.load(path)

    return write


@pytest.fixture
def package_copy(jocly_package: Path, tmp_path: Path) -> Path:
    """A jocly package to write into; art and sounds are the original's, by links."""
    package = tmp_path / "jocly"
    left_out = shutil.ignore_patterns("res", "examples", "panorama", "third-party", "images")
    shutil.copytree(jocly_package, package, ignore=left_out)
    for art in (jocly_package / "dist" / "browser").rglob("res"):
        (package / art.relative_to(jocly_package)).symlink_to(art.resolve())
    return package
