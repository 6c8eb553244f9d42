"""Moves to squares where the piece may take en passant by another rule.

There it does take: the rules leave no choice. So a move that may end on such a square is not made
where the piece can take, and the capture is made by its own rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulec.emit.zrf.view import Sets, View
from rulec.emit.zrf.walks import walked
from rulec.emit.zrf.ways import Leg, Way, least_of
from rulec.model.game import Movement
from rulec.model.tables import Ends, Line, Tables
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity

_Move = tuple[int, int, tuple[int, ...]]
"""A player, where a piece starts, and the squares it runs over, its target last."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the moves of a way: from where, how many steps on its last leg."""

    way: Way
    least: int
    most: int | None
    gives_way: bool = False
    """Whether a move is not made where the piece can take en passant."""


@dataclass(frozen=True, slots=True)
class Overlaps:
    """How the moves of a piece meet its captures en passant."""

    tables: Tables
    passed: Sets
    """By the player who takes there, the squares that can have been passed."""
    piece: int

    def parts(self, view: View, movement: Movement, way: Way, last: Leg) -> Iterator[Part]:
        """A way, if need be in parts of which each gives way or does not."""
        whole = Part(way, least_of(last), last.most)
        giving: dict[int, list[int]] = {}
        keeping: set[int] = set()
        for steps, move in _moves_of(view, way, last):
            gives_way = self._gives_way(movement, move)
            if gives_way:
                player, start, _ = move
                giving.setdefault(steps, [0, 0])[player] |= 1 << start
            elif gives_way is not None:
                keeping.add(steps)
        if not giving or not keeping:
            yield replace(whole, gives_way=bool(giving))
            return
        longest = max(giving)
        for steps in range(whole.least, longest + 1):
            first, second = giving.get(steps, (0, 0))
            alone = steps not in keeping
            if first or second:
                sets = way.sets if alone else (first, second)
                yield Part(replace(way, sets=sets), steps, steps, gives_way=True)
            rest = way.sets[0] & ~first, way.sets[1] & ~second
            if not (alone and (first or second)):
                yield Part(replace(way, sets=rest), steps, steps)
        if last.most is None or last.most > longest:
            yield Part(way, longest + 1, last.most)

    def all_give_way(self, movement: Movement) -> bool:
        """Whether the moves of a rule, taken together, give way; an error if only some do."""
        found = {self._gives_way(movement, move) for move in self._moves_of_rule(movement)}
        if found >= {True, False}:
            _refuse(movement)
        return True in found

    def _gives_way(self, movement: Movement, move: _Move) -> bool | None:
        """Whether the piece can take where a move ends; None where it is all the same."""
        player, start, squares = move
        if not self.passed[player] >> squares[-1] & 1:
            return None
        takes = _takes(self.tables.lines[player][self.piece][start], squares[-1])
        if takes and not _is_covered(squares[:-1], takes, movement):
            _refuse(movement)
        return bool(takes)

    def _moves_of_rule(self, movement: Movement) -> Iterator[_Move]:
        for player, side in enumerate(self.tables.lines):
            for start, lines in enumerate(side[self.piece]):
                for line in lines:
                    if line.rule == movement.span:
                        for end, stop in enumerate(line.stops, 1):
                            if stop.ends & Ends.MOVE:
                                yield player, start, line.squares[:end]


def _refuse(movement: Movement) -> None:
    message = (
        "the target `zrf` does not write a move that is sometimes a capture en passant by another"
        " rule"
    )
    raise RulecError([Diagnostic("E604", Severity.ERROR, message, movement.span)])


def _takes(lines: Iterable[Line], target: int) -> list[tuple[Line, tuple[int, ...]]]:
    """The lines that take en passant on a square, and the squares before it on each."""
    return [
        (line, line.squares[:i])
        for line in lines
        for i, stop in enumerate(line.stops)
        if stop.square == target and stop.ends & Ends.EN_PASSANT
    ]


def _is_covered(
    before: tuple[int, ...], takes: Iterable[tuple[Line, tuple[int, ...]]], movement: Movement
) -> bool:
    """Whether one of the captures is free whenever a move over some squares is."""
    return not movement.screens and any(
        not (line.screens or line.needs) and set(others) <= set(before) for line, others in takes
    )


def _moves_of(view: View, way: Way, last: Leg) -> Iterator[tuple[int, _Move]]:
    """The moves that go a way, whose last leg is given; each with its steps on that leg."""
    before = len(way.vectors) - 1
    for player in (0, 1):
        for start in range(len(view.board.squares)):
            if way.sets[player] >> start & 1:
                run, _ = walked(view, way, last, player, start)
                for steps in range(least_of(last), len(run) - before + 1):
                    yield steps, (player, start, run[: before + steps])
