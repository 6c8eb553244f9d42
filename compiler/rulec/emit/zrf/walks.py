"""Whether a movement's code, which keeps to one direction a leg, goes where the rules go.

On a grid it does. Round a board and along links a slide may end, or go on, where a loop of code
would not: such a movement is written out instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulec.emit.zrf.view import View
from rulec.emit.zrf.ways import Leg, Way, branches, least_of, ways
from rulec.model.game import Movement
from rulec.model.limits import MOST_PASSED
from rulec.model.paths import Counter
from rulec.model.paths import ways as ruled_ways
from rulec.record import replace

Run = tuple[int, ...]


def goes_straight(view: View, movement: Movement) -> bool:
    """Whether the code's runs from every square are the rules'."""
    return all(
        _code_runs(view, legs, player, square)
        == set(_ruled_runs(view, movement, len(legs), player, square))
        for legs in branches(movement)
        for player in (0, 1)
        for square in range(len(view.board.squares))
        if movement.start is None or movement.start.of(player) >> square & 1
    )


def comes_round(view: View, movement: Movement) -> bool:
    """Whether a run of the code's, unless it is stopped, may come to where it starts."""
    return any(
        walked(view, way, legs[-1], player, square)[1]
        for legs in branches(movement)
        for way in ways(view, legs)
        for player in (0, 1)
        for square in range(len(view.board.squares))
        if way.sets[player] >> square & 1
    )


def _ruled_runs(
    view: View, movement: Movement, legs: int, player: int, square: int
) -> Iterator[Run]:
    """The runs of a movement's first legs; a run ends before the piece itself."""
    further = movement.further[: legs - 1]
    branch = replace(movement, further=tuple(replace(one, stops_between=False) for one in further))
    for way in ruled_ways(view.board, player, square, branch, Counter(MOST_PASSED)):
        squares = way.squares
        if square in squares:
            squares = squares[: squares.index(square)]
        if any(way.ends[: len(squares)]):
            yield squares


def _code_runs(view: View, legs: tuple[Leg, ...], player: int, square: int) -> set[Run]:
    """The runs that a loop along each way's directions makes."""
    return {
        run
        for way in ways(view, legs)
        if way.sets[player] >> square & 1
        and len(run := walked(view, way, legs[-1], player, square)[0])
        >= len(way.vectors) - 1 + least_of(legs[-1])
    }


def walked(view: View, way: Way, last: Leg, player: int, start: int) -> tuple[Run, bool]:
    """The squares of one way, up to where it ends, and whether it ends where it starts.

    A run that comes upon a square of its last leg again ends with it: no rule's run does.
    """
    squares: list[int] = []
    directions = [view.read(player, vector) for vector in way.vectors]
    first = len(directions) - 1
    while last.most is None or len(squares) < first + last.most:
        here = squares[-1] if squares else start
        there = view.target(directions[min(len(squares), first)], here)
        if there is None:
            break
        if there == start:
            return tuple(squares), True
        squares.append(there)
        if there in squares[first:-1]:
            break
    return tuple(squares), False
