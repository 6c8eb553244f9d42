"""The example programs of docs/crosscheck.md: one that is right, and its planted mistake."""

import shlex
import sys
from pathlib import Path

import pytest

from rulec.crosscheck.plan import Plan
from rulec.crosscheck.run import Verdict, crosscheck
from rulec.engines.child import EngineError
from rulec.engines.jocly import find_node
from rulec.engines.setting import parse_setting
from tests.conftest import missing

ROOT = Path(__file__).parents[2]
SMALL = f"rules:{ROOT / 'examples' / 'small.rules'}"
SHORT = Plan(depth=2, games=4, plies=60)


@pytest.fixture(scope="module")
def program() -> str:
    try:
        node = find_node()
    except EngineError as error:
        missing(str(error))
        raise
    return f"exec:{shlex.join([node, str(ROOT / 'examples' / 'small.js')])}"


@pytest.mark.node
def test_the_program_is_right(program: str) -> None:
    report = crosscheck(SMALL, program, SHORT)
    assert report.verdict is Verdict.EQUAL
    assert [item.key for item in report.items if not report.notebook.coverage[item.key]] == []


@pytest.mark.node
def test_its_planted_mistake_is_found_as_one_cause(program: str) -> None:
    report = crosscheck(SMALL, f"{program} --bug", SHORT)
    assert report.verdict is Verdict.DIFFERENT
    [finding] = report.findings
    assert (finding.group.cause.piece, finding.group.cause.has) == ("Knight", 1)
    start = finding.witness.place.start
    assert start is not None
    assert len(parse_setting(start).pieces) == 3


def test_the_engine_of_thirty_lines() -> None:
    rules = f"rules:{ROOT / 'games' / 'classic-chess.rules'}"
    example = ROOT / "examples" / "engine.py"
    assert len(example.read_text().splitlines()) <= 35
    engine = f"exec:{shlex.join([sys.executable, str(example)])}"
    report = crosscheck(rules, engine, Plan(depth=2, games=2, plies=40, sparse=False))
    assert report.verdict is Verdict.EQUAL
