"""The words for directions, and how directions turn, mirror and run against a track."""

from __future__ import annotations

from rulec.model.board import COMPASS, DIRECTION_OF, Board, Vector
from rulec.model.game import Against, Heading

_TURNS = (
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
)

_ORTHOGONAL = tuple(Heading(i, False) for i, d in enumerate(COMPASS) if d.orthogonal)
_DIAGONAL = tuple(Heading(i, False) for i, d in enumerate(COMPASS) if not d.orthogonal)

DIRECTION_WORDS: dict[str, tuple[Heading, ...]] = {
    **{word: (Heading(turn, True),) for turn, word in enumerate(_TURNS)},
    "sideways": (Heading(6, True), Heading(2, True)),
    "any": tuple(Heading(i, False) for i in range(len(COMPASS))),
    "orthogonal": _ORTHOGONAL,
    "diagonal": _DIAGONAL,
    **{direction.name: (Heading(i, False),) for i, direction in enumerate(COMPASS)},
    **{direction.short: (Heading(i, False),) for i, direction in enumerate(COMPASS)},
}
"""Every word for a direction or a set of directions."""

COURSE_WORDS: dict[str, tuple[Heading, ...]] = {
    "same": (Heading(0, True),),
    "outward": (Heading(7, True), Heading(1, True)),
    "left": (Heading(6, True),),
    "right": (Heading(2, True),),
    "sideways": (Heading(6, True), Heading(2, True)),
    "back": (Heading(4, True),),
    **{word: found for word, found in DIRECTION_WORDS.items() if not found[0].relative},
}
"""Every word for a direction on a later leg of a path, seen from the way it has come."""

COMPASS_WORDS: dict[str, int] = {
    **{direction.name: i for i, direction in enumerate(COMPASS)},
    **{direction.short: i for i, direction in enumerate(COMPASS)},
}
"""The absolute directions by their long and short names."""

LEAP_WORDS: dict[str, tuple[Vector, ...]] = {
    "forward": ((0, 1),),
    "backward": ((0, -1),),
    "right": ((1, 0),),
    "left": ((-1, 0),),
    "sideways": ((-1, 0), (1, 0)),
}
"""The directions of a relative leap, as (right, forward)."""


def turned(direction: int, eighths: int) -> int:
    """A direction turned clockwise by eighths of a circle."""
    return (direction + eighths) % len(COMPASS)


def turned_vector(vector: Vector, arrow: int) -> Vector:
    """A (right, forward) vector seen from an orthogonal arrow."""
    right, forward = COMPASS[turned(arrow, 2)].vector, COMPASS[arrow].vector
    return (
        vector[0] * right[0] + vector[1] * forward[0],
        vector[0] * right[1] + vector[1] * forward[1],
    )


def images(vector: Vector) -> tuple[Vector, ...]:
    """A leap and its images under the turns and mirrors of the grid, without doubles."""
    m, n = vector
    turns = ((m, n), (n, m), (n, -m), (m, -n), (-m, -n), (-n, -m), (-n, m), (-m, n))
    return tuple(dict.fromkeys(turns))


def heading_direction(heading: Heading, course: int | None, mirror: tuple[int, ...] | None) -> int:
    """The compass direction a heading means.

    `course` is what relative headings turn from; `mirror` maps absolute directions for the second
    player, and is None for the first.
    """
    if heading.relative:
        if course is None:
            raise ValueError("a relative heading needs something to turn from")
        return turned(course, heading.turn)
    return mirror[heading.turn] if mirror else heading.turn


def is_against(board: Board, player: int, direction: int, square: int, kind: Against) -> bool:
    """Whether a direction runs against the track on a square.

    It does where its component along the square's arrow is negative, and, counting the track
    too, where it points to the square before this one.
    """
    arrow = board.arrows[player][square]
    if arrow is None:
        return False
    step, forward = COMPASS[direction].vector, COMPASS[arrow].vector
    if step[0] * forward[0] + step[1] * forward[1] < 0:
        return True
    if kind is Against.ARROW or not COMPASS[direction].orthogonal:
        return False
    before = board.predecessors[square]
    return before is not None and board.steps[direction][square] == before


def components(direction: int) -> tuple[int, int]:
    """The two orthogonal directions that a diagonal is made of: along files, along ranks."""
    right, up = COMPASS[direction].vector
    return DIRECTION_OF[right, 0], DIRECTION_OF[0, up]
