"""What a piece becomes, by where its moves start and end, as promotions of a rule file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Choices = frozenset[int | None]
"""What a piece may become on a move; None: it stays what it is."""
Move = tuple[int, int]
"""Where a move starts and ends."""

STAYS: Choices = frozenset({None})


@dataclass(frozen=True)
class Promotion:
    """What a piece becomes on some squares, by player.

    `leaving`: also on moves that start there.
    """

    choices: Choices
    squares: tuple[frozenset[int], frozenset[int]]
    leaving: bool


def promotions(moves: Iterable[Mapping[Move, Choices]]) -> list[Promotion] | None:
    """The promotions that say what each player's moves make of a piece; None if none do.

    The first that a move meets is to count.
    """
    sides = [_one_side(one) for one in moves]
    found: dict[tuple[Choices, bool], list[frozenset[int]]] = {}
    for number, side in enumerate(sides):
        if side is None:
            return None
        for choices, (squares, leaving) in side.items():
            key = choices, leaving
            found.setdefault(key, [frozenset(), frozenset()])[number] = squares
    return [
        Promotion(choices, (first, second), leaving)
        for (choices, leaving), (first, second) in sorted(
            found.items(), key=lambda item: None in item[0][0]
        )
    ]


def _one_side(
    moves: Mapping[Move, Choices],
) -> dict[Choices, tuple[frozenset[int], bool]] | None:
    """For each choice the squares, and whether starting there is enough."""
    found: dict[Choices, tuple[frozenset[int], bool]] = {}
    wanted = sorted({one for one in moves.values() if one != STAYS}, key=lambda one: None in one)
    left = dict(moves)
    for choices in wanted:
        zone = _zone(left, choices, moves)
        if zone is None:
            return None
        found[choices] = zone
        squares, leaving = zone
        left = {
            move: made
            for move, made in left.items()
            if move[1] not in squares and not (leaving and move[0] in squares)
        }
    return found if all(made == STAYS for made in left.values()) else None


def _zone(
    left: Mapping[Move, Choices], choices: Choices, moves: Mapping[Move, Choices]
) -> tuple[frozenset[int], bool] | None:
    """The squares of one promotion, among the moves that no earlier one takes."""
    by_end: dict[int, set[Choices]] = defaultdict(set)
    by_start: dict[int, set[Choices]] = defaultdict(set)
    for (start, end), made in left.items():
        by_end[end].add(made)
        by_start[start].add(made)
    ends = frozenset(end for end, made in by_end.items() if made == {choices})
    if all((end in ends) == (made == choices) for (_, end), made in left.items()):
        return ends, False
    starts = frozenset(
        start for start, made in by_start.items() if made == {choices} and start not in by_end
    )
    earlier = frozenset(end for _, end in moves) - by_end.keys()
    for squares in (ends | starts, ends | starts | earlier):
        if all(
            (start in squares or end in squares) == (made == choices)
            for (start, end), made in left.items()
        ):
            return squares, True
    return None
