"""Comparing rule files with each other: causes, counts, witnesses, budgets, workers."""

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from rulec.crosscheck.plan import Plan
from rulec.crosscheck.run import Report, Verdict, crosscheck
from rulec.engines.protocol import Place
from rulec.engines.setting import parse_setting
from rulec.syntax.diagnostics import RulecError

ROOT = Path(__file__).parents[2]
ROLLERBALL = f"rules:{ROOT / 'rollerball.rules'}"
CHESS = f"rules:{ROOT / 'games' / 'classic-chess.rules'}"
SHORT = Plan(depth=3, games=4, plies=40)


@pytest.fixture(scope="module")
def literal() -> Report:
    return crosscheck(ROLLERBALL, f"{ROLLERBALL}#Literal", SHORT)


def pairs(report: Report) -> set[str]:
    [finding] = report.findings
    return {"".join(pair) for pair in finding.group.squares}


def test_literal_differs_on_four_squares(literal: Report) -> None:
    assert literal.verdict is Verdict.DIFFERENT
    assert pairs(literal) == {"f1f3", "a2c2", "b7b5", "g6e6"}


def test_stop_differs_on_four_squares() -> None:
    report = crosscheck(ROLLERBALL, f"{ROLLERBALL}#Stop", SHORT)
    assert pairs(report) == {"a1a3", "a7c7", "g7g5", "g1e1"}


def test_the_rule_and_the_ray_are_named(literal: Report) -> None:
    [finding] = literal.findings
    cause, ray = finding.group.cause, finding.witness.instance.ray
    assert cause.rule is not None
    assert cause.rule.text == "slide orthogonal onward by arrow turning at corners"
    assert (cause.has, cause.piece, cause.shape) == (1, "Rook", "straight")
    assert ray is not None
    assert len(ray.path) == 3


def test_the_witness_is_small_and_direct(literal: Report) -> None:
    witness = literal.findings[0].witness
    assert witness.place.start is not None
    assert len(parse_setting(witness.place.start).pieces) == 3
    assert witness.place.moves == ()
    [move] = witness.difference.only[1]
    assert move in pairs(literal)


def test_a_game_equals_itself_and_all_its_rules_are_exercised() -> None:
    report = crosscheck(ROLLERBALL, ROLLERBALL, Plan(depth=2, games=20))
    assert report.verdict is Verdict.EQUAL
    assert [item.key for item in report.items if not report.notebook.coverage[item.key]] == []


def test_drops_are_rules_too() -> None:
    crazyhouse = f"rules:{ROOT / 'games' / 'crazyhouse.rules'}"
    report = crosscheck(crazyhouse, crazyhouse, Plan(depth=1, games=1, plies=80, sparse=False))
    assert report.verdict is Verdict.EQUAL
    assert report.notebook.coverage["Pawn is dropped"] > 0


def test_a_side_without_a_royal_piece_is_given_none() -> None:
    horde = f"rules:{ROOT / 'games' / 'horde.rules'}"
    report = crosscheck(horde, horde, Plan(depth=1, games=0, positions=300))
    assert report.verdict is Verdict.EQUAL
    assert report.notebook.coverage["Pawn gives check (straight)"] > 0


def test_jocly_variant_differs_only_in_its_endings() -> None:
    report = crosscheck(ROLLERBALL, f"{ROLLERBALL}#Jocly", Plan(depth=2, games=20))
    ends = {
        (
            *("" if end is None else str(end.reason) for end in finding.group.cause.endings or ()),
            finding.group.cause.shape,
        )
        for finding in report.findings
    }
    assert {
        ("", "material", ""),
        ("", "quiet", ""),
        ("reach", "stalemate", ""),
        ("reach", "quiet", ""),
        ("repetition", "", "the start counted"),
        ("repetition", "", "like pieces exchanged"),
    } <= ends
    assert all("" in end or "reach" in end for end in ends)


def test_from_the_start_alone_the_witness_has_few_moves() -> None:
    report = crosscheck(
        ROLLERBALL, f"{ROLLERBALL}#Literal", Plan(depth=3, games=0, sparse=False, first=True)
    )
    assert report.verdict is Verdict.DIFFERENT
    assert sum(report.notebook.searches.values()) < 600


def test_games_that_no_position_can_be_given_to_are_shown_by_moves() -> None:
    plain = f"rules:{ROOT / 'games' / 'plain-chess.rules'}"
    report = crosscheck(CHESS, plain, Plan(depth=0, games=0, lines=(CASTLES,), sparse=False))
    [finding] = report.findings
    assert finding.group.cause.shape == "castling"
    place = finding.witness.place
    assert place.start is None
    assert len(place.moves) == 6


CASTLES = Place(
    None,
    ("a2a3", "a7a6", "g1f3", "g8f6", "e2e4", "e7e5", "f1c4", "f8c5", "b2b3", "b7b6", "e1g1"),
)


def test_budgets_end_a_search() -> None:
    report = crosscheck(ROLLERBALL, ROLLERBALL, Plan(depth=9, games=0, sparse=False, positions=500))
    assert report.notebook.positions == 500
    assert report.notebook.spent
    report = crosscheck(ROLLERBALL, ROLLERBALL, Plan(depth=20, sparse=False, seconds=0.5))
    assert report.notebook.spent
    assert report.seconds < 10


def test_seeds_decide_everything() -> None:
    reports = [
        crosscheck(
            ROLLERBALL,
            f"{ROLLERBALL}#Literal",
            Plan(depth=2, games=6, plies=40, sparse=False, seed=seed),
        )
        for seed in (3, 3, 4)
    ]
    counts = [report.notebook.moves for report in reports]
    assert counts[0] == counts[1] != counts[2]
    assert reports[0].findings[0].witness.place == reports[1].findings[0].witness.place


class Here(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_an_executor_does_the_same_work(literal: Report) -> None:
    report = crosscheck(ROLLERBALL, f"{ROLLERBALL}#Literal", SHORT, executor=Here())
    assert report.notebook.positions == literal.notebook.positions
    assert report.notebook.searches == literal.notebook.searches
    assert pairs(report) == pairs(literal)


@pytest.mark.slow
def test_several_processes(literal: Report) -> None:
    report = crosscheck(ROLLERBALL, f"{ROLLERBALL}#Literal", SHORT, jobs=2)
    assert report.notebook.searches == literal.notebook.searches
    assert pairs(report) == pairs(literal)


@pytest.fixture
def dask() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


@pytest.mark.slow
def test_a_dask_cluster(literal: Report, dask: Executor) -> None:
    report = crosscheck(ROLLERBALL, f"{ROLLERBALL}#Literal", SHORT, executor=dask)
    assert report.notebook.searches == literal.notebook.searches
    assert pairs(report) == pairs(literal)


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("rollerball.rules", "E701"),
        ("rule:rollerball.rules", "E701"),
        ("rules:nowhere.rules", "E702"),
        ("rules:rollerball.rules#Nonesuch", "E"),
        ("zrf:nowhere.zrf", "E702"),
        ("exec:", "E702"),
        ("exec:'", "E702"),
        ("uci:", "E702"),
        ("jocly:", "E702"),
        ("chess:nonesuch", "E703"),
        ("fairy:", "E702"),
        ("fairy:chess@nowhere.ini", "E702"),
    ],
)
def test_bad_specs(spec: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(RulecError) as raised:
        crosscheck(spec, ROLLERBALL)
    assert raised.value.diagnostics[0].code.startswith(code)


HANDS = """
game "Hands" { players White, Black captures join the hand checks are illegal }
board { grid 4 x 4 orientation White north symmetry rotation }
piece King "K" royal { step any }
piece Gold "G" { step orthogonal drop DROP }
setup { White King a1, Gold b1 c1 }
goal { win King on rank 4  win checkmate  draw stalemate  draw repetition 3 }
"""
SET_UP = """
game "Set up" { players White, Black }
board { grid 5 x 5 orientation White north symmetry reflection }
piece King "K" royal {
    step any
    step any then step same to empty first passing safely
    castle from rank 1 -> d1 with Rook east -> c1
}
piece Rook "R" { slide orthogonal }
setup { White Rook a2 }
before play { White passes  Black places TURN }
goal { win check 9 times  win checkmate  draw stalemate  draw repetition 3 }
"""


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return f"rules:{folder / name}"


def test_drops_and_turns_before_play_are_seen(tmp_path: Path) -> None:
    hands = written(tmp_path, "hands.rules", HANDS.replace("DROP", ""))
    plan = Plan(depth=3, games=24, plies=60)
    report = crosscheck(hands, hands, plan)
    assert report.verdict is Verdict.EQUAL
    assert report.notebook.coverage["Gold is dropped"]
    turn = "King, Rook on c1:e1 with King on c1:d1"
    set_up = written(tmp_path, "set-up.rules", SET_UP.replace("TURN", turn))
    report = crosscheck(set_up, set_up, plan)
    assert report.verdict is Verdict.EQUAL
    missing = {item.key for item in report.items if not report.notebook.coverage[item.key]}
    assert not {key for key in missing if key.startswith(("before play", "King: "))}


def test_other_drops_are_a_cause_with_a_small_witness(tmp_path: Path) -> None:
    anywhere = written(tmp_path, "anywhere.rules", HANDS.replace("DROP", ""))
    near = written(tmp_path, "near.rules", HANDS.replace("DROP", "on rank 1:2"))
    report = crosscheck(anywhere, near, Plan(depth=2, games=8, plies=40))
    [finding] = [one for one in report.findings if one.group.cause.shape == "drop"]
    cause, witness = finding.group.cause, finding.witness
    assert (cause.has, cause.piece) == (0, "Gold")
    assert cause.rule is not None
    assert cause.rule.text == "drop"
    assert witness.fen is not None
    assert "[" in witness.fen
    assert len(parse_setting(witness.fen).pieces) <= 4


def test_other_ways_to_set_up_are_a_cause(tmp_path: Path) -> None:
    turns = ("King, Rook on c1:e1", "King, Rook on c1:e1 with King on c1:d1")
    ours, theirs = (
        written(tmp_path, f"{number}.rules", SET_UP.replace("TURN", turn))
        for number, turn in enumerate(turns)
    )
    report = crosscheck(ours, theirs, Plan(depth=1, games=2, plies=6))
    [finding] = report.findings
    assert finding.group.cause.shape == "before play"
    assert finding.witness.difference.only[0] == {"#-RK", "#R-K"}
