"""The board of a game: squares, directions, arrows, zones, gates.

A direction is a partial map from squares to squares. Squares are numbered rank by rank from
the first player's side (a1, b1, ...), holes left out; a set of squares is an int whose bit i
stands for square i.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rulec.model.geometry import Geometry, Vector
from rulec.record import Record
from rulec.syntax.source import Span


class Square(Record):
    """A square of a board: its name, what that says, and its place on the lattice.

    File, rank and level are counted from 0. On a board of squares they are the place; on hexes
    files and ranks may bend.
    """

    name: str
    file: int
    rank: int
    level: int
    place: Vector


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


class Route(Record):
    """Courses over squares that pieces go along, by player; each is gone from its first square."""

    name: str
    courses: tuple[tuple[tuple[int, ...], ...], ...]
    span: Span

    def onward(self, player: int, square: int) -> Iterator[tuple[int, ...]]:
        """The squares that lie ahead of a square, once for each time a course comes by it.

        A course that ends where it began goes round to the square before.
        """
        for course in self.courses[player]:
            closed = course[0] == course[-1]
            for i, here in enumerate(course[:-1]):
                if here == square:
                    ahead = course[i + 1 :] + (course[1 : i + 1] if closed else ())
                    yield ahead[: ahead.index(square)] if square in ahead else ahead


class Board(Record):
    """The squares and everything that is drawn on them."""

    geometry: Geometry
    cells: tuple[Square, ...]
    """All squares in their order, those in holes too."""
    squares: tuple[Square, ...]
    """The squares that can be used, in their order: their index is their number."""
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
    """`none`, or a key of `rulec.model.resolve_board.SYMMETRIES`."""
    file_names: tuple[str, ...]
    wraps: Vector = ()
    """By coordinate, after how many squares the board begins anew; 0 where it ends."""
    routes: tuple[Route, ...] = ()
    oddities: tuple[Span, ...] = ()
    """Where the rules make it anything but one grid of squares with edges."""

    @property
    def files(self) -> int:
        """The number of files."""
        return len(self.file_names)

    @cached_property
    def ranks(self) -> int:
        """The number of ranks."""
        return max(cell.rank for cell in self.cells) + 1

    @cached_property
    def levels(self) -> int:
        """The number of levels: 1 for a flat board."""
        return self.cells[-1].level + 1

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Square number of every square name."""
        return {square.name: i for i, square in enumerate(self.squares)}

    @cached_property
    def by_place(self) -> dict[Vector, int]:
        """Square number of every place on the lattice; on a grid, of every (file, rank)."""
        return {square.place: i for i, square in enumerate(self.squares)}

    @cached_property
    def cell_of(self) -> dict[str, Square]:
        """The square of every name, those in holes too."""
        return {cell.name: cell for cell in self.cells}

    @cached_property
    def rows(self) -> tuple[tuple[tuple[Square, ...], ...], ...]:
        """By level, the ranks from the first to the last, squares in holes too."""
        return tuple(
            tuple(
                tuple(cell for cell in self.cells if (cell.level, cell.rank) == (level, rank))
                for rank in range(self.ranks)
            )
            for level in range(self.levels)
        )

    @property
    def square_pattern(self) -> str:
        """A regular expression for the names of squares."""
        return "[a-z][0-9]+" if self.geometry.flat else "[A-Z][a-z][0-9]+"

    def offset(self, square: int, vector: Vector) -> int | None:
        """The square a vector away, or None."""
        place = tuple(map(sum, zip(self.squares[square].place, vector, strict=True)))
        return self.at(place)

    def at(self, place: Vector) -> int | None:
        """The square on a place of the lattice, round the board where it wraps; or None."""
        if self.wraps:
            place = tuple(
                part % wrap if wrap else part for part, wrap in zip(place, self.wraps, strict=True)
            )
        return self.by_place.get(place)

    def names(self, squares: int) -> list[str]:
        """The names of a set of squares, in square order."""
        return [square.name for i, square in enumerate(self.squares) if squares >> i & 1]


def file_name(file: int) -> str:
    """The letter of a file counted from 0: a to z."""
    return chr(ord("a") + file)


def square_name(file: int, rank: int, level: int | None = None) -> str:
    """The name of the square on a file, rank and level counted from 0: `a1`, `Aa1`."""
    letter = "" if level is None else file_name(level).upper()
    return f"{letter}{file_name(file)}{rank + 1}"
