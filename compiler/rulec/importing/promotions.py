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


Squares = tuple[frozenset[int], frozenset[int]]
"""By player."""


@dataclass(frozen=True)
class Promotion:
    """What a piece becomes when it ends a move on some squares.

    `leaving`: also on moves that start there; `starts`: only on moves from these squares.
    """

    choices: Choices
    squares: Squares
    leaving: bool = False
    starts: Squares | None = None


@dataclass(frozen=True)
class _Zone:
    """The same for one player."""

    squares: frozenset[int]
    leaving: bool = False
    starts: frozenset[int] | None = None

    def takes(self, move: Move) -> bool:
        """Whether a move meets the promotion."""
        start, end = move
        if self.starts is not None:
            return start in self.starts and end in self.squares
        return end in self.squares or (self.leaving and start in self.squares)


def promotions(moves: Iterable[Mapping[Move, Choices]]) -> list[Promotion] | None:
    """The promotions that say what each player's moves make of a piece; None if none do.

    The first that a move meets is to count.
    """
    nothing: Mapping[Choices, _Zone] = {}
    sides: list[Mapping[Choices, _Zone]] = []
    for one in moves:
        side = _one_side(one)
        if side is None:
            return None
        sides.append(side)
    first, second = (*sides, nothing, nothing)[:2]
    found: list[Promotion] = []
    for choices in sorted({**first, **second}, key=lambda one: None in one):
        zones = first.get(choices), second.get(choices)
        alike = {(zone.leaving, zone.starts is None) for zone in zones if zone is not None}
        if len(alike) > 1:
            return None
        ((leaving, anywhere),) = alike
        found.append(
            Promotion(
                choices,
                _both(zone.squares if zone else None for zone in zones),
                leaving,
                None if anywhere else _both(zone.starts if zone else None for zone in zones),
            )
        )
    return found


def _both(sets: Iterable[frozenset[int] | None]) -> Squares:
    first, second = (one or frozenset() for one in sets)
    return first, second


def _one_side(moves: Mapping[Move, Choices]) -> dict[Choices, _Zone] | None:
    """For each choice where it is taken."""
    found: dict[Choices, _Zone] = {}
    wanted = sorted({one for one in moves.values() if one != STAYS}, key=lambda one: None in one)
    left = dict(moves)
    for choices in wanted:
        zone = _zone(left, choices, moves)
        if zone is None:
            return None
        found[choices] = zone
        left = {move: made for move, made in left.items() if not zone.takes(move)}
    return found if all(made == STAYS for made in left.values()) else None


def _zone(
    left: Mapping[Move, Choices], choices: Choices, moves: Mapping[Move, Choices]
) -> _Zone | None:
    """Where one promotion is taken, among the moves that no earlier one takes."""
    by_end: dict[int, set[Choices]] = defaultdict(set)
    by_start: dict[int, set[Choices]] = defaultdict(set)
    for (start, end), made in left.items():
        by_end[end].add(made)
        by_start[start].add(made)
    ends = frozenset(end for end, made in by_end.items() if made == {choices})
    starts = frozenset(
        start for start, made in by_start.items() if made == {choices} and start not in by_end
    )
    earlier = frozenset(end for _, end in moves) - by_end.keys()
    promoting = [move for move, made in left.items() if made == choices]
    for zone in (
        _Zone(ends),
        _Zone(ends | starts, leaving=True),
        _Zone(ends | starts | earlier, leaving=True),
        _Zone(
            frozenset(end for _, end in promoting),
            starts=frozenset(start for start, _ in promoting),
        ),
    ):
        if all(zone.takes(move) == (made == choices) for move, made in left.items()):
            return zone
    return None
