"""Which way a movement goes from which squares, and the symmetry that makes both players agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulec.emit.zrf.view import Sets, View
from rulec.model.board import Board
from rulec.model.directions import heading_direction
from rulec.model.game import Game, Leap, Movement, PieceType, Slide, Victims
from rulec.model.geometry import Heading, Vector
from rulec.model.tables import Ends
from rulec.record import replace

Leg = Slide | Leap


@dataclass(frozen=True, slots=True)
class Way:
    """Directions of the code, and the squares where a move that way may start.

    The last direction is that of the last leg; those before it are of single steps. `arrow` is the
    arrow those squares have in common, where the rule goes by arrows that differ.
    """

    vectors: tuple[Vector, ...]
    arrow: int | None
    sets: Sets


def least_of(leg: Leg) -> int:
    """How many steps a leg makes at least."""
    return leg.least if isinstance(leg, Slide) else 1


def branches(movement: Movement) -> tuple[tuple[Leg, ...], ...]:
    """The paths of a movement, none of which ends between its legs."""
    legs = movement.legs
    ends = [i for i, further in enumerate(movement.further, 1) if further.stops_between]
    return tuple(legs[:end] for end in (*ends, len(legs)))


def ways(view: View, legs: tuple[Leg, ...]) -> tuple[Way, ...]:
    """The ways of a path. A way that only one player has starts nowhere for the other."""
    sides = [dict(_ways_of(view, legs, player)) for player in (0, 1)]
    keys = dict.fromkeys([*sides[0], *sides[1]])
    return tuple(
        Way(vectors, arrow, (sides[0].get((vectors, arrow), 0), sides[1].get((vectors, arrow), 0)))
        for vectors, arrow in keys
    )


def _ways_of(
    view: View, legs: tuple[Leg, ...], player: int
) -> Iterator[tuple[tuple[tuple[Vector, ...], int | None], int]]:
    """The ways of one player: vectors and arrow as the code reads them, squares."""
    board, first = view.board, legs[0]
    arrows = board.arrows[player]

    def read(begun: Iterable[Vector]) -> Iterator[tuple[Vector, ...]]:
        for vector in begun:
            for vectors in _repeated(view, legs, (), vector, player):
                yield tuple(view.read(player, one) for one in vectors)

    for arrow in dict.fromkeys(arrows):
        squares = sum(1 << i for i, other in enumerate(arrows) if other == arrow)
        shared = None if arrow is None or len(set(arrows)) == 1 else view.direction(player, arrow)
        for vectors in read(_relative_vectors(board, first, arrow)):
            yield (vectors, shared), squares
    for vectors in read(_absolute_vectors(board, first, player)):
        yield (vectors, None), view.everywhere[player]


def _repeated(
    view: View, legs: tuple[Leg, ...], begun: tuple[Vector, ...], vector: Vector, player: int
) -> Iterator[tuple[Vector, ...]]:
    """All ways to make the first of some legs along a vector, step by step, and then the others."""
    if len(legs) == 1:
        yield (*begun, vector)
        return
    first, most = legs[0], legs[0].most
    for steps in range(least_of(first), (_longest(view, vector) if most is None else most) + 1):
        yield from _continued(view, legs[1:], (*begun, *[vector] * steps), player)


def _continued(
    view: View, legs: tuple[Leg, ...], begun: tuple[Vector, ...], player: int
) -> Iterator[tuple[Vector, ...]]:
    """All ways to go on along some legs; relative ones turn from the way come."""
    board, leg = view.board, legs[0]
    course = board.geometry.along(begun[-1])
    further = (*_relative_vectors(board, leg, course), *_absolute_vectors(board, leg, player))
    for vector in dict.fromkeys(further):
        yield from _repeated(view, legs, begun, vector, player)


def _longest(view: View, vector: Vector) -> int:
    """How many steps can be made along a vector at most."""
    longest = 0
    for start in range(len(view.board.squares)):
        squares = [start]
        while (there := view.target(vector, squares[-1])) is not None and there not in squares:
            squares.append(there)
        longest = max(longest, len(squares) - 1)
    return longest


def _relative_vectors(board: Board, leg: Leg, course: int | None) -> Iterable[Vector]:
    if course is None:
        return ()
    if isinstance(leg, Slide):
        relative = (heading for heading in leg.headings if heading.relative)
        steps = (_step(board, heading, course, None) for heading in relative)
        return [step for step in steps if step is not None]
    straight = board.geometry.directions[course].orthogonal or not board.geometry.squared
    if leg.relative and straight:
        return [board.geometry.relative(vector, course) for vector in leg.vectors]
    return ()


def _step(
    board: Board, heading: Heading, course: int | None, mirror: tuple[int, ...] | None
) -> Vector | None:
    direction = heading_direction(board.geometry, heading, course, mirror)
    return None if direction is None else board.geometry.directions[direction].vector


def _absolute_vectors(board: Board, leg: Leg, player: int) -> Iterable[Vector]:
    if isinstance(leg, Slide):
        mirror = board.mirror_directions if player else None
        absolute = (heading for heading in leg.headings if not heading.relative)
        steps = (_step(board, heading, None, mirror) for heading in absolute)
        return [step for step in steps if step is not None]
    return () if leg.relative else leg.vectors


def best_view(game: Game) -> View:
    """The view in which the fewest ways belong to one player only; without symmetry if it ties."""
    paths = [
        legs for piece in game.pieces for movement in piece.movements for legs in branches(movement)
    ]

    def one_sided(view: View) -> int:
        return sum(0 in way.sets for legs in paths for way in ways(view, legs))

    own = _signs(game.board)
    choices = dict.fromkeys(((1,) * len(own), own, (-1,) * len(own)))
    return min((View(game.board, signs) for signs in choices), key=one_sided)


def _signs(board: Board) -> Vector:
    """Which coordinates run the other way under the board's symmetry."""
    steps = [direction.vector for direction in board.geometry.directions]
    images = [steps[image] for image in board.mirror_directions]
    alike = zip(zip(*steps, strict=True), zip(*images, strict=True), strict=True)
    return tuple(1 if mine == theirs else -1 for mine, theirs in alike)


def without_doubles(piece: PieceType) -> tuple[Movement, ...]:
    """The movements of a piece; a slide whose first square another rule gives starts behind it."""
    return tuple(
        replace(movement, path=replace(movement.path, least=2))
        if isinstance(movement.path, Slide) and _first_given(movement, movement.path, piece)
        else movement
        for movement in piece.movements
    )


def _first_given(movement: Movement, slide: Slide, piece: PieceType) -> bool:
    """Whether a plain step of the piece gives the first square of a slide in every direction."""
    straight = slide.onward is None and slide.turning_at is None and slide.reflecting is None
    if not (straight and is_plain(movement) and slide.least == 1 != slide.most):
        return False
    return not movement.en_passant and any(
        isinstance(other.path, Slide)
        and is_plain(other)
        and other.path.least == other.path.most == 1
        and other.start in (None, movement.start)
        and other.first <= movement.first
        and not other.passing_safely
        and set(slide.headings) <= set(other.path.headings)
        and not ends_of(movement) & ~ends_of(other)
        and other.victims in (Victims.ANY, movement.victims)
        and not other.spares & ~movement.spares
        for other in piece.movements
    )


def is_plain(movement: Movement) -> bool:
    """Whether a movement has one leg and no conditions but where it starts."""
    conditions = (movement.further, movement.within, movement.target, movement.screens)
    return not any(conditions)


def ends_of(movement: Movement) -> Ends:
    """What a movement may end on."""
    return (Ends.MOVE if movement.to_empty else Ends.NOTHING) | (
        Ends.CAPTURE if movement.to_enemy else Ends.NOTHING
    )
