"""The geometries of boards: which directions there are, how they turn, what words mean on them.

A board's squares lie on a lattice of points with whole coordinates. A geometry knows the steps
between neighbours on its lattice and nothing of any board's shape:

* `squares`: files and ranks; eight directions, turning by 45°.
* `upright hexes`: cells in upright files, and `level hexes`: cells in level ranks; twelve
  directions, turning by 30°. Coordinates count half cells along the files (along the ranks), so
  that they are whole.
* `levels`: boards of squares on top of each other; 26 directions.

Everything that words mean comes from here: `forward-left`, `outward`, `diagonal`, `leap (2,1)`.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import permutations, product
from math import prod, sqrt
from operator import add
from typing import Any

from rulec.record import Record

Vector = tuple[int, ...]
"""To the right, away from the first player, and on boards with levels up."""

Frame = tuple[Vector, ...]
"""What becomes of the unit vectors where a board goes on turned or mirrored."""


class Heading(Record):
    """A direction as a rule names it.

    `relative`: `turn` is one of the geometry's turns, on the first leg of a path of the arrow of
    the square where the move starts, on later legs of the direction the path has come in.
    Otherwise `turn` is a direction, seen from the first player's side.
    """

    turn: int
    relative: bool


Words = dict[str, tuple[Heading, ...]]
"""The headings of every word for a direction or a set of directions."""


class Direction(Record):
    """A direction: its long name, its short name, one step as a vector, its kind."""

    name: str
    short: str
    vector: Vector
    kind: str
    """`orthogonal`: across a side of a square; `diagonal`, `triagonal`: across its corner."""

    @property
    def orthogonal(self) -> bool:
        """Whether a step crosses the side of a square, not its corner."""
        return self.kind == "orthogonal"


class Geometry(Record):
    """Directions and all that follows from them; `geometry(name)` makes each one once."""

    name: str
    directions: tuple[Direction, ...]
    """Those of the plane come first, clockwise from the top."""
    turns: tuple[tuple[int | None, ...], ...]
    """`turns[turn][direction]`: the direction after a turn; None where it means nothing."""
    quarter: int
    """The turn by 90° to the right."""
    words: Words
    """What words mean where a move starts."""
    course_words: Words
    """What words mean on a later leg of a path, seen from the way it has come."""
    frames: tuple[tuple[Vector, ...], ...]
    """The axes of a leap and of all its images: (2,1) is two steps of the first, one of the next.
    """
    weights: Vector
    """The square of a step's length is the sum of its squared coordinates times these."""

    def __reduce__(self) -> tuple[Any, ...]:
        return geometry, (self.name,)

    @cached_property
    def direction_of(self) -> dict[Vector, int]:
        """The direction of every vector that is one step."""
        return {direction.vector: i for i, direction in enumerate(self.directions)}

    @cached_property
    def by_word(self) -> dict[str, int]:
        """The directions by their long and short names."""
        names = {direction.name: i for i, direction in enumerate(self.directions)}
        return names | {direction.short: i for i, direction in enumerate(self.directions)}

    @cached_property
    def frame(self) -> Frame:
        """The frame of a board that goes on as it is."""
        axes = range(len(self.weights))
        return tuple(tuple(int(i == axis) for i in axes) for axis in axes)

    def seen_in(self, frame: Frame) -> tuple[int, ...]:
        """Every direction as it is in a frame."""
        return tuple(self.direction_of[combined(one.vector, frame)] for one in self.directions)

    @property
    def flat(self) -> bool:
        """Whether the board lies in one plane."""
        return len(self.weights) == 2

    @property
    def squared(self) -> bool:
        """Whether this is the plane of squares that most chess is played on."""
        return self.name == SQUARES

    @property
    def hexes(self) -> bool:
        """Whether the cells are hexagons."""
        return self.flat and not self.squared

    def turned(self, direction: int, turn: int) -> int | None:
        """A direction after a turn."""
        return self.turns[turn][direction]

    def images(self, leap: Vector) -> tuple[Vector, ...]:
        """A leap's vectors under the turns and mirrors of the lattice, without doubles."""
        return tuple(dict.fromkeys(combined(leap, frame) for frame in self.frames))

    def relative(self, vector: Vector, arrow: int) -> Vector:
        """The vector of a leap (right, forward) seen from an arrow."""
        right = self.turned(arrow, self.quarter)
        assert right is not None
        return combined(vector, (self.directions[right].vector, self.directions[arrow].vector))

    @cached_property
    def _courses(self) -> dict[Vector, int | None]:
        """What `along` has found so far: lowering asks it for every leap from every square."""
        return {}

    def along(self, vector: Vector) -> int | None:
        """The direction nearest to a vector; None where it lies in the middle of two."""
        if vector not in self._courses:
            self._courses[vector] = self._nearest(vector)
        return self._courses[vector]

    def _nearest(self, vector: Vector) -> int | None:
        def nearness(direction: Direction) -> float:
            length = sqrt(self._product(direction.vector, direction.vector))
            return self._product(direction.vector, vector) / length

        ranked = sorted(
            range(len(self.directions)), key=lambda i: nearness(self.directions[i]), reverse=True
        )
        first, second = (nearness(self.directions[i]) for i in ranked[:2])
        return ranked[0] if first - second > _NOTHING else None

    def _product(self, first: Vector, second: Vector) -> int:
        """The scalar product of two vectors."""
        return sum(weight * a * b for weight, a, b in zip(self.weights, first, second, strict=True))

    def leads_back(self, step: int, forward: int) -> bool:
        """Whether a direction has a component against another."""
        return self._product(self.directions[step].vector, self.directions[forward].vector) < 0


_NOTHING = 1e-9

SQUARES = "squares"
UPRIGHT_HEXES = "upright hexes"
LEVEL_HEXES = "level hexes"
LEVELS = "levels"


@cache
def geometry(name: str) -> Geometry:
    """The geometry of a name."""
    return _MAKERS[name]()


def added(first: Vector, second: Vector) -> Vector:
    """The sum of two vectors."""
    return tuple(map(add, first, second))


def combined(counts: Vector, axes: Frame) -> Vector:
    """The sum of some axes, each as often as its count says: a vector as it is in a frame."""
    return tuple(
        sum(count * axis[i] for count, axis in zip(counts, axes, strict=False))
        for i in range(len(axes[0]))
    )


def _absolute(directions: tuple[Direction, ...]) -> Words:
    """The words that mean the same on every leg: names of directions and of their kinds."""
    kinds = dict.fromkeys(direction.kind for direction in directions)
    words: Words = {
        "any": tuple(Heading(i, False) for i in range(len(directions))),
        **{
            kind: tuple(Heading(i, False) for i, one in enumerate(directions) if one.kind == kind)
            for kind in kinds
        },
    }
    for i, direction in enumerate(directions):
        words[direction.name] = words[direction.short] = (Heading(i, False),)
    return words


def _relative(**turns: int | tuple[int, ...]) -> Words:
    """Words with their turns; an underscore in a name stands for a hyphen."""
    return {
        word.replace("_", "-"): tuple(
            Heading(turn, True) for turn in (found if isinstance(found, tuple) else (found,))
        )
        for word, found in turns.items()
    }


@cache
def sides_crossed(vector: Vector) -> tuple[tuple[Vector, ...], ...]:
    """The steps over the sides of cells that a straight line crosses, from middle to middle.

    Steps that come at once are one over a corner.
    """
    scale = prod(abs(part) for part in vector if part)
    found: dict[int, list[Vector]] = {}
    for axis, part in enumerate(vector):
        unit = tuple((i == axis) * (1 if part > 0 else -1) for i in range(len(vector)))
        for crossed in range(abs(part)):
            found.setdefault((2 * crossed + 1) * scale // abs(part), []).append(unit)
    return tuple(tuple(found[when]) for when in sorted(found))


# -- squares ------------------------------------------------------------------------------

_EIGHT = (
    ("north", "n", (0, 1)),
    ("north-east", "ne", (1, 1)),
    ("east", "e", (1, 0)),
    ("south-east", "se", (1, -1)),
    ("south", "s", (0, -1)),
    ("south-west", "sw", (-1, -1)),
    ("west", "w", (-1, 0)),
    ("north-west", "nw", (-1, 1)),
)

_EIGHT_TURNS: dict[str, int | tuple[int, ...]] = {
    "forward": 0,
    "forward_right": 1,
    "right": 2,
    "backward_right": 3,
    "backward": 4,
    "backward_left": 5,
    "left": 6,
    "forward_left": 7,
    "sideways": (6, 2),
}

_EIGHT_COURSES: dict[str, int | tuple[int, ...]] = {
    "same": 0,
    "outward": (7, 1),
    "left": 6,
    "right": 2,
    "sideways": (6, 2),
    "back": 4,
}


def _squares() -> Geometry:
    directions = tuple(
        Direction(name, short, vector, "orthogonal" if 0 in vector else "diagonal")
        for name, short, vector in _EIGHT
    )
    absolute = _absolute(directions)
    north, east, south, west = (directions[i].vector for i in (0, 2, 4, 6))
    return Geometry(
        name=SQUARES,
        directions=directions,
        turns=tuple(tuple((i + turn) % 8 for i in range(8)) for turn in range(8)),
        quarter=2,
        words=_relative(**_EIGHT_TURNS) | absolute,
        course_words=_relative(**_EIGHT_COURSES) | absolute,
        frames=(
            (east, north), (north, east), (south, east), (east, south),
            (west, south), (south, west), (north, west), (west, north),
        ),
        weights=(1, 1),
    )  # fmt: skip


# -- hexes --------------------------------------------------------------------------------


def _hexes(name: str, shorts: str, vectors: tuple[Vector, ...], weights: Vector) -> Geometry:
    """Twelve directions in turn orthogonal and diagonal; `vectors` start at the top, clockwise."""
    first = weights[0] < weights[1]  # whether the top is a corner of a cell
    directions = tuple(
        Direction(
            "-".join(_POINTS[letter] for letter in short),
            short,
            vector,
            "diagonal" if i % 2 != first else "orthogonal",
        )
        for i, (short, vector) in enumerate(zip(shorts.split(), vectors, strict=True))
    )
    absolute = _absolute(directions)
    sides = [direction.vector for direction in directions if direction.orthogonal]
    return Geometry(
        name=name,
        directions=directions,
        turns=(
            *(
                tuple(_hex_turn(one, i, turn) for i, one in enumerate(directions))
                for turn in range(12)
            ),
            tuple((i + 1) % 12 for i in range(12)),
            tuple((i - 1) % 12 for i in range(12)),
        ),
        quarter=3,
        words=_relative(
            forward=0,
            forward_right=2,
            right=3,
            backward_right=4,
            backward=6,
            backward_left=8,
            left=9,
            forward_left=10,
            sideways=(9, 3),
            diagonal_forward_right=1,
            diagonal_backward_right=5,
            diagonal_backward_left=7,
            diagonal_forward_left=11,
        )
        | absolute,
        course_words=_relative(same=0, outward=(13, 12), left=9, right=3, sideways=(9, 3), back=6)
        | absolute,
        frames=tuple(
            (side, sides[(i + turn) % 6]) for i, side in enumerate(sides) for turn in (1, -1)
        ),
        weights=weights,
    )


_POINTS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def _hex_turn(direction: Direction, number: int, turn: int) -> int:
    """The direction after a turn, in steps of 30° for a direction across a side.

    A turn that leads it across a side (a corner) does so for a direction across a corner too: the
    nearer of both kinds is 30° off for one and 60° for the other, and words mean the kind.
    """
    if not direction.orthogonal:
        turn += {1: 1, 2: -1}.get(turn % 3, 0)
    return (number + turn) % 12


def _upright_hexes() -> Geometry:
    return _hexes(
        UPRIGHT_HEXES,
        "n nne ne e se sse s ssw sw w nw nnw",
        (
            (0, 2), (1, 3), (1, 1), (2, 0), (1, -1), (1, -3),
            (0, -2), (-1, -3), (-1, -1), (-2, 0), (-1, 1), (-1, 3),
        ),
        weights=(3, 1),
    )  # fmt: skip


def _level_hexes() -> Geometry:
    return _hexes(
        LEVEL_HEXES,
        "n ne ene e ese se s sw wsw w wnw nw",
        (
            (0, 2), (1, 1), (3, 1), (2, 0), (3, -1), (1, -1),
            (0, -2), (-1, -1), (-3, -1), (-2, 0), (-3, 1), (-1, 1),
        ),
        weights=(1, 3),
    )  # fmt: skip


# -- levels -------------------------------------------------------------------------------


def _levels() -> Geometry:
    kinds = ("orthogonal", "diagonal", "triagonal")
    steps: list[tuple[str, str, Vector]] = [
        (name + rise, short + rise[1:2], (*vector, up))
        for up, rise in ((0, ""), (1, "-up"), (-1, "-down"))
        for name, short, vector in _EIGHT
    ]
    steps += [("up", "u", (0, 0, 1)), ("down", "d", (0, 0, -1))]
    directions = tuple(
        Direction(name, short, vector, kinds[2 - vector.count(0)]) for name, short, vector in steps
    )
    absolute = _absolute(directions)
    flat = tuple(Heading(i, False) for i in range(8))
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    vectors = [direction.vector for direction in directions]
    reverse = tuple(vectors.index(tuple(-part for part in vector)) for vector in vectors)
    turns = tuple(
        tuple(i // 8 * 8 + (i + turn) % 8 if i < 24 else None for i in range(26))
        for turn in range(8)
    )
    return Geometry(
        name=LEVELS,
        directions=directions,
        turns=(tuple(range(26)), *turns[1:], reverse),
        quarter=2,
        words=_relative(**_EIGHT_TURNS) | absolute | {"flat": flat},
        course_words=_relative(**{**_EIGHT_COURSES, "back": 8}) | absolute | {"flat": flat},
        frames=tuple(
            tuple(
                tuple(sign * part for part in axis) for axis, sign in zip(order, signs, strict=True)
            )
            for order in permutations(axes)
            for signs in product((1, -1), repeat=3)
        ),
        weights=(1, 1, 1),
    )


_MAKERS = {
    SQUARES: _squares,
    UPRIGHT_HEXES: _upright_hexes,
    LEVEL_HEXES: _level_hexes,
    LEVELS: _levels,
}

COMPASS = geometry(SQUARES).directions
"""The eight directions of a board of squares, clockwise: turning by 45° is adding one."""

DIRECTION_OF = geometry(SQUARES).direction_of
"""Index into COMPASS of every unit vector."""
