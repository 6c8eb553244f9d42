"""The squares of a movement: slides with their bends, leaps, and legs joined to paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulec.model.board import Board, bits_of
from rulec.model.directions import components, heading_direction, is_against
from rulec.model.game import Bending, Leap, Movement, Slide
from rulec.model.geometry import Vector, combined
from rulec.model.tables import Bend, BendKind
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity
from rulec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Way:
    """The squares of one way to move, in order, and on which of them it may end."""

    squares: tuple[int, ...]
    ends: tuple[bool, ...]
    bends: tuple[Bend, ...] = ()


class Counter:
    """Counts the squares that the lines of a game pass, and stops lowering it at `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0

    def add(self, squares: int, span: Span) -> None:
        """Count a run of the rule at `span`; raises RulecError beyond the most."""
        self.count += squares
        if self.count > self.most:
            message = f"with this rule the game has lines over more than {self.most} squares"
            raise RulecError([Diagnostic("E403", Severity.ERROR, message, span)])


def ways(
    board: Board, player: int, origin: int, movement: Movement, passed_squares: Counter
) -> Iterator[Way]:
    """Every way of a movement from a square."""
    arrow = board.arrows[player][origin]
    for squares, bends, courses in _leg(board, player, origin, movement.path, arrow):
        passed_squares.add(len(squares), movement.span)
        least = movement.path.least if isinstance(movement.path, Slide) else 1
        if not movement.further:
            yield Way(squares, tuple(i >= least for i in range(1, len(squares) + 1)), bends)
            continue
        for passed in range(least, len(squares) + 1):
            start = Way(squares[:passed], (False,) * passed, _up_to(bends, passed))
            course = courses[passed - 1]
            yield from _go_on(board, player, start, course, movement, passed_squares)


def _go_on(
    board: Board,
    player: int,
    way: Way,
    course: int | None,
    movement: Movement,
    passed_squares: Counter,
    gone: int = 0,
) -> Iterator[Way]:
    """A way continued by the legs of its path behind those that are `gone`."""
    legs = movement.further[gone:]
    leg = legs[0].leg
    begun = Way(way.squares, (*way.ends[:-1], legs[0].stops_between), way.bends)
    least = leg.least if isinstance(leg, Slide) else 1
    gone_on = False
    for squares, bends, courses in _leg(board, player, way.squares[-1], leg, course):
        passed_squares.add(len(way.squares) + len(squares), movement.span)
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
            longer = Way(
                begun.squares + squares[:passed],
                begun.ends + (False,) * passed,
                begun.bends + _up_to(shifted, len(begun.squares) + passed),
            )
            here = courses[passed - 1]
            for further in _go_on(board, player, longer, here, movement, passed_squares, gone + 1):
                gone_on = True
                yield further
    if not gone_on and legs[0].stops_between:
        yield begun


def _up_to(bends: tuple[Bend, ...], passed: int) -> tuple[Bend, ...]:
    """The bends made before the last of `passed` squares."""
    return tuple(bend for bend in bends if bend.index < passed - 1)


Leg = tuple[tuple[int, ...], tuple[Bend, ...], tuple[int | None, ...]]
"""The squares of a leg, its bends, and the direction in which each square was reached, if any."""


def _leg(
    board: Board, player: int, square: int, leg: Slide | Leap, course: int | None
) -> Iterator[Leg]:
    """Every run of a leg; relative headings turn from `course`."""
    if isinstance(leg, Slide) and leg.route is not None:
        for ahead in leg.route.onward(player, square):
            squares = ahead[: leg.most]
            yield squares, (), (None,) * len(squares)
    elif isinstance(leg, Slide):
        mirror = board.mirror_directions if player == 1 else None
        for heading in leg.headings:
            direction = heading_direction(board.geometry, heading, course, mirror)
            if direction is None:
                continue
            slid = _slide(board, player, square, direction, leg)
            if slid[0]:
                yield slid
    elif leg.anywhere:
        for there in range(len(board.squares)):
            if there != square:
                yield (there,), (), (None,)
    else:
        for vector in _vectors(board, leg, course):
            ridden = _ride(board, square, vector, leg.most)
            if ridden[0]:
                yield ridden


def reached(board: Board, player: int, square: int, leg: Slide | Leap) -> int:
    """All squares, as bits, that an absolute leg passes or ends on."""
    return bits_of(one for run, _, _ in _leg(board, player, square, leg, None) for one in run)


def _vectors(board: Board, leap: Leap, course: int | None) -> tuple[Vector, ...]:
    if not leap.relative:
        return leap.vectors
    geometry = board.geometry
    if course is None or (geometry.squared and not geometry.directions[course].orthogonal):
        return ()
    return tuple(geometry.relative(vector, course) for vector in leap.vectors)


def _ride(board: Board, start: int, vector: Vector, most: int | None) -> Leg:
    squares: list[int] = []
    courses: list[int | None] = []
    found = board.across(start, vector)
    while found is not None and (most is None or len(squares) < most):
        there, frame = found
        if there == start or there in squares:
            break
        vector = combined(vector, frame)
        squares.append(there)
        courses.append(board.geometry.along(vector))
        found = board.across(there, vector)
    return tuple(squares), (), tuple(courses)


def straight(board: Board, first: int, last: int) -> list[list[int]]:
    """The shortest straight ways from one square to another, without their ends; [] if none."""
    found: list[list[int]] = []
    for direction in range(len(board.steps)):
        squares: list[int] = []
        for here in board.row(first, direction):
            if here == last:
                found.append(squares)
                break
            squares.append(here)
    least = min(map(len, found), default=0)
    return [way for way in found if len(way) == least]


# -- slides -------------------------------------------------------------------------------


def _slide(board: Board, player: int, start: int, direction: int, slide: Slide) -> Leg:
    """The squares of one slide: `onward`, `turning at` and `reflecting`.

    A slide that starts against the track makes one step. Otherwise it goes on until the next
    square is missing or its direction is against the square it has reached; then, if it has
    moved and not yet bent, it may bend once. It ends where it would come round to its start.
    """
    squares: list[int] = []
    courses: list[int | None] = []
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
        if there == start or there in squares[bends[-1].index + 1 if bends else 0 :]:
            break
        direction = board.headings[direction][here]
        squares.append(there)
        courses.append(direction)
        here = there
    return tuple(squares), tuple(bends), tuple(courses)


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
    if (
        after is None
        and slide.reflecting
        and missing
        and not board.geometry.directions[direction].orthogonal
    ):
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
    right = (kept + 2) % 8 == (flipped + 4) % 8
    return (kept + (1 if right else -1)) % 8
