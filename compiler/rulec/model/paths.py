"""The squares of a movement: slides with their bends, leaps, and legs joined to paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from rulec.model.board import COMPASS, DIRECTION_OF, Board, Vector
from rulec.model.directions import (
    components,
    heading_direction,
    is_against,
    turned,
    turned_vector,
)
from rulec.model.game import Bending, Further, Leap, Movement, Slide
from rulec.model.tables import Bend, BendKind


@dataclass(frozen=True, slots=True)
class Way:
    """The squares of one way to move, in order, and on which of them it may end."""

    squares: tuple[int, ...]
    ends: tuple[bool, ...]
    bends: tuple[Bend, ...] = ()


def ways(board: Board, player: int, origin: int, movement: Movement) -> Iterator[Way]:
    """Every way of a movement from a square."""
    arrow = board.arrows[player][origin]
    for squares, bends, course in _leg(board, player, origin, movement.path, arrow):
        least = movement.path.least if isinstance(movement.path, Slide) else 1
        if not movement.further:
            yield Way(squares, tuple(i >= least for i in range(1, len(squares) + 1)), bends)
            continue
        for passed in range(least, len(squares) + 1):
            start = Way(squares[:passed], (False,) * passed, _up_to(bends, passed))
            here = _course(course, bends, passed)
            yield from _go_on(board, player, start, here, movement.further)


def _go_on(
    board: Board, player: int, way: Way, course: int | None, legs: Sequence[Further]
) -> Iterator[Way]:
    """A way continued by the remaining legs of its path."""
    leg = legs[0].leg
    begun = Way(way.squares, (*way.ends[:-1], legs[0].stops_between), way.bends)
    least = leg.least if isinstance(leg, Slide) else 1
    gone_on = False
    for squares, bends, direction in _leg(board, player, way.squares[-1], leg, course):
        shifted = tuple(
            Bend(bend.index + len(way.squares), bend.kind, bend.before, bend.after)
            for bend in bends
        )
        if len(legs) == 1:
            gone_on = True
            ends = tuple(i >= least for i in range(1, len(squares) + 1))
            yield Way(begun.squares + squares, begun.ends + ends, begun.bends + shifted)
            continue
        for passed in range(least, len(squares) + 1):
            gone_on = True
            longer = Way(
                begun.squares + squares[:passed],
                begun.ends + (False,) * passed,
                begun.bends + _up_to(shifted, len(begun.squares) + passed),
            )
            here = _course(direction, bends, passed)
            yield from _go_on(board, player, longer, here, legs[1:])
    if not gone_on and legs[0].stops_between:
        yield begun


def _up_to(bends: tuple[Bend, ...], passed: int) -> tuple[Bend, ...]:
    """The bends made before the last of `passed` squares."""
    return tuple(bend for bend in bends if bend.index < passed - 1)


def _course(start: int | None, bends: tuple[Bend, ...], passed: int) -> int | None:
    """The direction in which the last of `passed` squares was reached."""
    made = _up_to(bends, passed)
    return made[-1].after if made else start


Leg = tuple[tuple[int, ...], tuple[Bend, ...], int | None]
"""The squares of a leg, its bends, and the direction in which it sets out, if it has one."""


def _leg(
    board: Board, player: int, square: int, leg: Slide | Leap, course: int | None
) -> Iterator[Leg]:
    """Every run of a leg; relative headings turn from `course`."""
    if isinstance(leg, Slide):
        mirror = board.mirror_directions if player == 1 else None
        for heading in leg.headings:
            if heading.relative and course is None:
                continue
            direction = heading_direction(heading, course, mirror)
            squares, bends = _slide(board, player, square, direction, leg)
            if squares:
                yield squares, bends, direction
    else:
        for vector in _vectors(leg, course):
            ridden = _ride(board, square, vector, leg.most)
            if ridden:
                yield ridden, (), _direction_of(vector)


def _direction_of(vector: Vector) -> int | None:
    """The compass direction of a leap along a line; None for any other leap."""
    length = gcd(*vector)
    return DIRECTION_OF.get((vector[0] // length, vector[1] // length))


def _vectors(leap: Leap, course: int | None) -> tuple[Vector, ...]:
    if not leap.relative:
        return leap.vectors
    if course is None or not COMPASS[course].orthogonal:
        return ()
    return tuple(turned_vector(vector, course) for vector in leap.vectors)


def _ride(board: Board, square: int, vector: Vector, most: int | None) -> tuple[int, ...]:
    squares: list[int] = []
    there = board.offset(square, vector)
    while there is not None and there != square and (most is None or len(squares) < most):
        squares.append(there)
        there = board.offset(there, vector)
    return tuple(squares)


def between(board: Board, first: int, last: int) -> int:
    """The squares strictly between two squares of a line (bits); none where there is no line."""
    for step in board.steps:
        squares = 0
        here = step[first]
        while here is not None and here not in (first, last):
            squares |= 1 << here
            here = step[here]
        if here == last:
            return squares
    return 0


# -- slides -------------------------------------------------------------------------------


def _slide(
    board: Board, player: int, start: int, direction: int, slide: Slide
) -> tuple[tuple[int, ...], tuple[Bend, ...]]:
    """The squares of one slide: `onward`, `turning at` and `reflecting`.

    A slide that starts against the track makes one step. Otherwise it goes on until the next
    square is missing or its direction is against the square it has reached; then, if it has
    moved and not yet bent, it may bend once.
    """
    squares: list[int] = []
    bends: list[Bend] = []
    here = start
    free = not (slide.onward and is_against(board, player, direction, start, slide.onward))
    while slide.most is None or len(squares) < slide.most:
        there = board.steps[direction][here]
        held = bool(squares) and not (free and _onward(board, player, direction, here, slide))
        if there is None or held:
            bend = None
            if squares and free and not bends:
                bend = _bend(board, player, squares, start, direction, slide, missing=there is None)
            if bend is None:
                break
            bends.append(bend)
            direction = bend.after
            there = board.steps[direction][here]
            if there is None:
                break
        if there == start:
            break
        squares.append(there)
        here = there
    return tuple(squares), tuple(bends)


def _onward(board: Board, player: int, direction: int, here: int, slide: Slide) -> bool:
    return slide.onward is None or not is_against(board, player, direction, here, slide.onward)


def _bend(
    board: Board,
    player: int,
    squares: list[int],
    start: int,
    direction: int,
    slide: Slide,
    *,
    missing: bool,
) -> Bend | None:
    """The one bend a slide may make on the square it has reached, or None."""
    here = squares[-1]
    before = squares[-2] if len(squares) > 1 else start
    kind, after = BendKind.TURN, None
    turns = slide.turning_at is not None and slide.turning_at.of(player) >> here & 1
    if turns and board.predecessors[here] == before:
        after = board.arrows[player][here]
    if after is None and slide.reflecting and missing and not COMPASS[direction].orthogonal:
        kind, after = BendKind.REFLECTION, _reflected(board, player, direction, here, slide)
    if after is None or after == direction or board.steps[after][here] is None:
        return None
    if not _onward(board, player, after, here, slide):
        return None
    return Bend(len(squares) - 1, kind, direction, after)


def _reflected(board: Board, player: int, direction: int, here: int, slide: Slide) -> int | None:
    """The direction of a diagonal slide after it has met a side or a corner.

    The blocked component is mirrored; where neither is blocked (exactly the corner of a hole)
    the component along the arrow is kept and the other mirrored; where both are, it stops.
    """
    across, along = components(direction)
    blocked_file = board.steps[across][here] is None
    blocked_rank = board.steps[along][here] is None
    if blocked_file and blocked_rank:
        return None
    if not blocked_file and not blocked_rank:
        arrow = board.arrows[player][here]
        if slide.reflecting is Bending.SIDES or arrow not in (across, along):
            return None
        blocked_file = arrow == along
    # Mirroring one component of a diagonal turns it by a right angle, one way or the other.
    kept, flipped = (along, across) if blocked_file else (across, along)
    back = turned(flipped, 4)
    return turned(kept, 1) if turned(kept, 2) == back else turned(kept, -1)
