"""Rollerball against the real Jocly: the same moves everywhere, and only its own endings differ."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulec.cli import main
from rulec.crosscheck.causes import Kind
from rulec.crosscheck.plan import Plan
from rulec.crosscheck.run import Report, Verdict, crosscheck
from rulec.engines.jocly_engine import JoclyEngine
from rulec.engines.protocol import Place, Trait
from rulec.engines.setting import parse_setting
from rulec.engines.spec import open_engine

ROOT = Path(__file__).parents[2]
ROLLERBALL = f"rules:{ROOT / 'rollerball.rules'}"

pytestmark = pytest.mark.node


@pytest.fixture
def jocly(jocly_package: Path) -> Iterator[JoclyEngine]:
    engine = JoclyEngine("rollerball-chess", "jocly", timeout=60, package=jocly_package)
    yield engine
    engine.close()


def endings(report: Report) -> set[tuple[str, ...]]:
    """What each side says, and what it rests on."""
    assert {finding.group.cause.kind for finding in report.findings} <= {Kind.ENDING}
    return {
        (*("-" if end is None else str(end) for end in cause.endings or ()), cause.shape)
        for cause in (finding.group.cause for finding in report.findings)
    }


PIECES, COUNT = "by the pieces on the board", "by the count of quiet plies"


def test_only_its_own_endings_differ(jocly: JoclyEngine) -> None:
    report = crosscheck(open_engine(ROLLERBALL), jocly, Plan(depth=2, games=4, plies=60))
    found = endings(report)
    assert {
        ("-", "draw", PIECES),
        ("-", "draw", COUNT),
        ("draw (repetition)", "-", "the start counted"),
        ("draw (repetition)", "-", "like pieces exchanged"),
    } <= found
    wins = {("white wins (reach)", *rest) for rest in (("draw", PIECES), ("draw", COUNT))}
    assert wins <= found
    assert any(one[:2] == ("white wins (reach)", "draw (stalemate)") for one in found)
    for finding in report.findings:
        start = finding.witness.place.start
        assert start is not None
        assert len(parse_setting(start).pieces) <= 5


def test_its_own_variant_does_not_differ(jocly: JoclyEngine) -> None:
    plan = Plan(depth=2, games=4, plies=60)
    report = crosscheck(open_engine(f"{ROLLERBALL}#Jocly"), jocly, plan)
    assert report.verdict is Verdict.EQUAL
    assert [item.key for item in report.items if not report.notebook.coverage[item.key]] == []


@pytest.mark.slow
def test_its_own_variant_does_not_differ_in_100_000_positions(jocly: JoclyEngine) -> None:
    plan = Plan(depth=6, games=400, positions=100_000)
    report = crosscheck(open_engine(f"{ROLLERBALL}#Jocly"), jocly, plan)
    assert report.notebook.positions == 100_000
    assert report.verdict is Verdict.EQUAL


@pytest.mark.parametrize("game", ["chess960", "metamachy-chess"])
def test_set_ups_are_chosen_alike(game: str, jocly_package: Path) -> None:
    rules = f"rules:{ROOT / 'games' / game}.rules"
    with closing(JoclyEngine(game, "jocly", timeout=60, package=jocly_package)) as jocly:
        plan = Plan(depth=2, games=2, plies=30)
        report = crosscheck(open_engine(rules), jocly, plan)
    assert report.verdict is Verdict.EQUAL
    [turn] = [one for one in report.items if one.key.startswith("before play: Black")]
    assert report.notebook.coverage[turn.key]


def test_a_built_folder(jocly_package: Path, tmp_path: Path) -> None:
    rules = str(ROOT / "rollerball.rules")
    built = CliRunner().invoke(main, ["build", rules, "-t", "jocly", "-o", str(tmp_path / "out")])
    assert built.exit_code == 0
    report = crosscheck(ROLLERBALL, f"jocly:{tmp_path / 'out'}", Plan(depth=2, games=2, plies=40))
    assert report.verdict is Verdict.EQUAL


def test_marks_and_positions_go_both_ways(jocly: JoclyEngine) -> None:
    assert Trait.SET in jocly.traits
    fen = "7/4K2/7/1k5/7/7/R5r w Kk 7"
    assert jocly.fen(Place(fen)) == fen
    [view] = jocly.look([Place(fen)])
    assert "e6d6" in view.moves


def test_games_whose_letters_are_not_unique_are_fed_by_moves(jocly_package: Path) -> None:
    engine = JoclyEngine("classic-chess", "jocly", timeout=60, package=jocly_package)
    try:
        assert Trait.SET not in engine.traits
        line = ("e2e4", "a7a6", "g1f3", "b7b6", "f1e2", "c7c6")
        [view] = engine.look([Place(None, line)])
        assert "e1g1" in view.moves
    finally:
        engine.close()
