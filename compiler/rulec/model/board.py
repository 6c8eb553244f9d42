"""The board of a game: squares, directions, arrows, zones, gates.

A direction is a partial map from squares to squares. Squares are numbered rank by rank from
the first player's side (a1, b1, ...), holes left out; a set of squares is an int whose bit i
stands for square i.
"""

from __future__ import annotations

from functools import cached_property

from rulec.record import Record
from rulec.syntax.source import Span

Vector = tuple[int, int]
"""Files to the right and ranks away from the first player."""


class Square(Record):
    """A usable square: its name and its file and rank, both counted from 0."""

    name: str
    file: int
    rank: int


class Direction(Record):
    """A direction of the compass: its long name, its short name, one step as a vector."""

    name: str
    short: str
    vector: Vector

    @property
    def orthogonal(self) -> bool:
        """Whether a step crosses the edge of a square, not its corner."""
        return 0 in self.vector


COMPASS = (
    Direction("north", "n", (0, 1)),
    Direction("north-east", "ne", (1, 1)),
    Direction("east", "e", (1, 0)),
    Direction("south-east", "se", (1, -1)),
    Direction("south", "s", (0, -1)),
    Direction("south-west", "sw", (-1, -1)),
    Direction("west", "w", (-1, 0)),
    Direction("north-west", "nw", (-1, 1)),
)
"""The eight directions of a square grid, clockwise: turning by 45° is adding one."""

DIRECTION_OF = {direction.vector: i for i, direction in enumerate(COMPASS)}
"""Index into COMPASS of every unit vector."""


class Zone(Record):
    """A named set of squares, one set a player (as bits)."""

    name: str
    squares: tuple[int, ...]
    span: Span

    def of(self, player: int) -> int:
        """The zone's squares as the player sees them, as bits."""
        return self.squares[player]


class Gate(Record):
    """A directed line: crossed by a move from `before` to `behind` (bits, one set a player)."""

    name: str
    before: tuple[int, ...]
    behind: tuple[int, ...]
    span: Span


class Track(Record):
    """A closed circuit of squares; every square's arrow points to the next."""

    name: str
    squares: tuple[int, ...]
    span: Span


class Board(Record):
    """The squares and everything that is drawn on them."""

    files: int
    ranks: int
    squares: tuple[Square, ...]
    steps: tuple[tuple[int | None, ...], ...]
    """`steps[direction][square]`: the next square, or None off the board and in holes."""
    arrows: tuple[tuple[int | None, ...], ...]
    """`arrows[player][square]`: the direction that is forward there, or None."""
    predecessors: tuple[int | None, ...]
    """The square before each on its track, or None where no track runs."""
    mirror: tuple[int, ...]
    """The board's symmetry: where each square of the first player is for the second."""
    mirror_directions: tuple[int, ...]
    """The same for directions."""
    tracks: tuple[Track, ...]
    zones: tuple[Zone, ...]
    gates: tuple[Gate, ...]
    symmetry: str
    """`rotation`, `reflection` or `none`."""

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Square number of every square name."""
        return {square.name: i for i, square in enumerate(self.squares)}

    @cached_property
    def by_place(self) -> dict[Vector, int]:
        """Square number of every (file, rank)."""
        return {(square.file, square.rank): i for i, square in enumerate(self.squares)}

    def offset(self, square: int, vector: Vector) -> int | None:
        """The square a vector away, or None."""
        here = self.squares[square]
        return self.by_place.get((here.file + vector[0], here.rank + vector[1]))

    def names(self, squares: int) -> list[str]:
        """The names of a set of squares, in square order."""
        return [square.name for i, square in enumerate(self.squares) if squares >> i & 1]


def file_name(file: int) -> str:
    """The letter of a file counted from 0: a to z."""
    return chr(ord("a") + file)


def square_name(file: int, rank: int) -> str:
    """The name of the square on a file and rank counted from 0."""
    return f"{file_name(file)}{rank + 1}"
