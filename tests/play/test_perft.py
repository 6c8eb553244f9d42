"""Counting by first move, on one process and on several."""

import pytest

from rulec.play.notation import parse_fen
from rulec.play.perft import divide, perft
from tests.support.facts import move_texts
from tests.support.games import plain_chess, rollerball, rules_of


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_divide_sums_to_perft(depth: int) -> None:
    start = rollerball().start()
    counts = dict(divide(start, depth))
    assert sorted(counts) == move_texts(start)
    assert sum(counts.values()) == perft(start, depth)


def test_several_processes_count_the_same() -> None:
    start = plain_chess().start()
    assert dict(divide(start, 3, jobs=2)) == dict(divide(start, 3))


def test_processes_take_the_largest_clocks() -> None:
    fen = "2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 b - 999999 999999"
    position = parse_fen(rollerball(), fen)
    assert sum(count for _, count in divide(position, 2, jobs=2)) == 49


def test_depth_nought_is_one() -> None:
    assert perft(rollerball().start(), 0) == 1


def test_a_won_race_has_no_leaves() -> None:
    won = parse_fen(rollerball(), "7/3K3/7/7/7/7/k6 b K")
    assert won.legal_moves()
    assert perft(won, 1) == 0
    assert list(divide(won, 1)) == []


def test_a_race_won_below_counts_as_one_leaf() -> None:
    """White's king reaches d6 by one of its moves, after which there is nothing to count."""
    position = parse_fen(rollerball(), "7/2K4/7/7/5k1/7/7 w K")
    counts = dict(divide(position, 2))
    assert counts["c6d6"] == 0
    assert all(count for move, count in counts.items() if move != "c6d6")
    assert dict(divide(position, 1))["c6d6"] == 1


@pytest.mark.parametrize(
    ("before", "goal"),
    [
        ("", "win check 1 times"),
        ("before play { White places own Rook on a1, b1  Black places own Rook on a1, b1 }", ""),
    ],
)
def test_several_jobs_know_of_checks_and_of_turns_before_play(before: str, goal: str) -> None:
    start = rules_of(f"""
        game "Test" {{}}
        board {{ grid 5 x 6 orientation White north symmetry reflection }}
        piece King "K" royal {{ step any }}
        piece Rook "R" {{ slide orthogonal }}
        setup {{ White King c1, Rook a2  Black King c6, Rook e5 }}
        {before}
        goal {{ {goal} win checkmate draw stalemate }}
    """).start()
    assert dict(divide(start, 3, jobs=2)) == dict(divide(start, 3))
