"""Which way a movement goes from which squares, and the symmetry that makes both players agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulec.emit.zrf.view import HALF_TURN, PLAIN, Sets, View
from rulec.model.board import COMPASS, DIRECTION_OF, Board, Vector
from rulec.model.directions import heading_direction, turned_vector
from rulec.model.game import Game, Leap, Movement, PieceType, Slide
from rulec.model.tables import Ends
from rulec.record import replace


@dataclass(frozen=True, slots=True)
class Way:
    """A direction of the code and the squares where a move that way may start.

    `arrow` is the arrow those squares have in common, where the rule goes by arrows that differ.
    """

    vector: Vector
    arrow: int | None
    sets: Sets


def ways(view: View, movement: Movement) -> tuple[Way, ...]:
    """The ways of a movement. A way that only one player has starts nowhere for the other."""
    sides = [dict(_ways_of(view, movement, player)) for player in (0, 1)]
    keys = dict.fromkeys([*sides[0], *sides[1]])
    return tuple(
        Way(vector, arrow, (sides[0].get((vector, arrow), 0), sides[1].get((vector, arrow), 0)))
        for vector, arrow in keys
    )


def _ways_of(
    view: View, movement: Movement, player: int
) -> Iterator[tuple[tuple[Vector, int | None], int]]:
    """The ways of one player: vector and arrow as the code reads them, squares."""
    board, path = view.board, movement.path
    arrows = board.arrows[player]
    for arrow in dict.fromkeys(arrows):
        squares = sum(1 << i for i, other in enumerate(arrows) if other == arrow)
        shared = None if arrow is None or len(set(arrows)) == 1 else view.direction(player, arrow)
        for vector in _relative_vectors(path, arrow):
            yield (view.read(player, vector), shared), squares
    for vector in _absolute_vectors(board, path, player):
        yield (view.read(player, vector), None), view.everywhere[player]


def _relative_vectors(path: Slide | Leap, arrow: int | None) -> Iterable[Vector]:
    if arrow is None:
        return ()
    if isinstance(path, Slide):
        relative = (heading for heading in path.headings if heading.relative)
        return [COMPASS[heading_direction(heading, arrow, None)].vector for heading in relative]
    if path.relative and COMPASS[arrow].orthogonal:
        return [turned_vector(vector, arrow) for vector in path.vectors]
    return ()


def _absolute_vectors(board: Board, path: Slide | Leap, player: int) -> Iterable[Vector]:
    if isinstance(path, Slide):
        mirror = board.mirror_directions if player else None
        absolute = (heading for heading in path.headings if not heading.relative)
        return [COMPASS[heading_direction(heading, None, mirror)].vector for heading in absolute]
    return () if path.relative else path.vectors


def best_view(game: Game) -> View:
    """The view in which the fewest ways belong to one player only; without symmetry if it ties."""
    movements = [movement for piece in game.pieces for movement in piece.movements]

    def one_sided(view: View) -> int:
        return sum(0 in way.sets for movement in movements for way in ways(view, movement))

    images = dict.fromkeys((PLAIN, game.board.mirror_directions, HALF_TURN))
    return min((View(game.board, image) for image in images), key=one_sided)


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
    return (
        straight
        and slide.least == 1 != slide.most
        and any(
            isinstance(other.path, Slide)
            and other.path.least == other.path.most == 1
            and other.start in (None, movement.start)
            and set(slide.headings) <= set(other.path.headings)
            and not ends_of(movement) & ~ends_of(other)
            for other in piece.movements
        )
    )


def ends_of(movement: Movement) -> Ends:
    """What a movement may end on."""
    return (Ends.MOVE if movement.to_empty else Ends.NOTHING) | (
        Ends.CAPTURE if movement.to_enemy else Ends.NOTHING
    )


def direction_of(vector: Vector) -> int | None:
    """The compass direction of a vector, if it is one step."""
    return DIRECTION_OF.get(vector)
