"""How directions are found from words, and how they run against a track."""

from __future__ import annotations

from rulec.model.board import Board
from rulec.model.game import Against
from rulec.model.geometry import COMPASS, DIRECTION_OF, Geometry, Heading, Vector

LEAP_WORDS: dict[str, tuple[Vector, ...]] = {
    "forward": ((0, 1),),
    "backward": ((0, -1),),
    "right": ((1, 0),),
    "left": ((-1, 0),),
    "sideways": ((-1, 0), (1, 0)),
}
"""The directions of a relative leap, as (right, forward)."""


def heading_direction(
    geometry: Geometry, heading: Heading, course: int | None, mirror: tuple[int, ...] | None
) -> int | None:
    """The direction a heading means; None where it means nothing.

    `course` is what relative headings turn from; `mirror` maps absolute directions for the second
    player, and is None for the first.
    """
    if heading.relative:
        return None if course is None else geometry.turned(course, heading.turn)
    return mirror[heading.turn] if mirror else heading.turn


def is_against(board: Board, player: int, direction: int, square: int, kind: Against) -> bool:
    """Whether a direction runs against the track on a square.

    It does where its component along the square's arrow is negative, and, counting the track
    too, where it points to the square before this one.
    """
    arrow = board.arrows[player][square]
    if arrow is None:
        return False
    if board.geometry.leads_back(direction, arrow):
        return True
    if kind is Against.ARROW or not board.geometry.directions[direction].orthogonal:
        return False
    before = board.predecessors[square]
    return before is not None and board.steps[direction][square] == before


def components(direction: int) -> tuple[int, int]:
    """The two orthogonals that a diagonal of a board of squares is made of: files, ranks."""
    right, up = COMPASS[direction].vector
    return DIRECTION_OF[right, 0], DIRECTION_OF[0, up]
