"""Public rule files and recorded games; RULEC_ZRF_CORPUS names the folder they are in."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.corpus

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "zrf_corpus.py"


@pytest.fixture(scope="module")
def folder() -> Path:
    name = os.environ.get("RULEC_ZRF_CORPUS")
    if not name:
        pytest.skip("RULEC_ZRF_CORPUS is not set")
    return Path(name)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("zrf_corpus", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["zrf_corpus"] = module
    spec.loader.exec_module(module)
    return module


def test_rule_files(folder: Path, script: ModuleType) -> None:
    report = script.Report()
    script.measure_files(folder, report)
    assert report.unexplained == []
    assert report.resolved >= 0.98 * report.files


def test_recorded_games(folder: Path, script: ModuleType) -> None:
    report = script.Report()
    script.measure_records(folder, report)
    assert report.unexplained == []
    assert report.replayed >= 71


@pytest.mark.parametrize(
    ("word", "imported"), [("zrflib", 18), ("LittleShogiPack", 5), ("TurtleShell", 8)]
)
def test_imports(folder: Path, script: ModuleType, word: str, imported: int) -> None:
    """Games with a checkmate are imported and have the same moves; docs/zrf.md has all numbers."""
    report = script.Report()
    script.measure_imports(folder, report, word)
    assert report.imported["with a checkmate"] >= imported
