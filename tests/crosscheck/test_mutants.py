"""Every way of getting Rollerball wrong is found, and shown with few pieces."""

import time

import pytest

from rulec.crosscheck.plan import Plan
from rulec.crosscheck.run import Verdict, crosscheck
from rulec.engines.rules_engine import RulesEngine
from rulec.engines.setting import parse_setting
from rulec.model.load import load
from rulec.play.position import Rules
from tests.crosscheck.mutants import ROLLERBALL, mutants

ALL = dict(mutants())
SAMPLE = ("gate reversed", "race behind stalemate", "rook to the letter", "no rebound at b1",
          "arrow of f2 turned by 90°", "bishop c2 takes nothing on d7")  # fmt: skip
MOST_PIECES = 4
MOST_SECONDS = 60


def test_there_are_enough() -> None:
    assert len(ALL) >= 60


def find(name: str) -> None:
    mutant = ALL[name]()
    original = RulesEngine(Rules(load(ROLLERBALL)), "rollerball")
    started = time.monotonic()
    report = crosscheck(original, mutant, Plan(depth=2, games=40, first=True))
    seconds = time.monotonic() - started
    assert report.verdict is Verdict.DIFFERENT, name
    assert seconds < MOST_SECONDS
    for finding in report.findings:
        fen = finding.witness.fen
        assert fen is not None
        assert len(parse_setting(finding.witness.place.start or fen).pieces) <= MOST_PIECES


@pytest.mark.parametrize("name", SAMPLE)
def test_found(name: str) -> None:
    find(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ALL if name not in SAMPLE])
def test_all_found(name: str) -> None:
    find(name)
