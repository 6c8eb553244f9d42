"""The board of a game: squares, directions, arrows, zones, gates.

A direction is a partial map from squares to squares. Squares are numbered rank by rank from
the first player's side (a1, b1, ...), holes left out; a set of squares is an int whose bit i
stands for square i.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import permutations

from rulec.model.geometry import Frame, Geometry, Vector, added, combined, sides_crossed
from rulec.record import Record
from rulec.syntax.source import Span


def squares_of(bits: int) -> list[int]:
    """The squares of a set, in their order."""
    found = []
    while bits:
        bit = bits & -bits
        found.append(bit.bit_length() - 1)
        bits ^= bit
    return found


def bits_of(squares: Iterable[int]) -> int:
    """Squares, or numbers of another kind, as a set."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


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


class Seam(Record):
    """Where the board goes on across an edge: over the side of one cell to another."""

    place: Vector
    out: Vector
    """The step over the edge, one unit vector."""
    there: Vector
    frame: Frame
    """What the unit vectors are behind it."""


class Join(Record):
    """A way out of a square of which the file itself says where it leads."""

    square: int
    direction: int
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
    headings: tuple[tuple[int, ...], ...]
    """`headings[direction][square]`: the direction in which such a step goes on behind itself."""
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
    seams: tuple[Seam, ...] = ()
    """Where the board goes on across its edges; there and back are two."""
    joins: tuple[Join, ...] = ()
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
        found = self.across(square, vector)
        return found[0] if found else None

    def across(self, square: int, vector: Vector) -> tuple[int, Frame] | None:
        """The square a vector away, over all seams that it crosses, and the frame there.

        The vector is followed straight from middle to middle. At a corner where not four cells
        meet as on a plane, so that the ways round it lead to two places, nothing goes on.
        """
        place, frame = self.squares[square].place, self.geometry.frame
        if not self.seams:
            place = added(place, vector)
        else:
            for units in sides_crossed(vector):
                ways = {self._over(place, frame, order) for order in permutations(units)}
                if len(ways) > 1:
                    return None
                ((place, frame),) = ways
        there = self.by_place.get(place)
        return None if there is None else (there, frame)

    def _over(self, place: Vector, frame: Frame, units: tuple[Vector, ...]) -> tuple[Vector, Frame]:
        """The place and the frame behind some steps over sides of cells, one after the other."""
        for unit in units:
            out = combined(unit, frame)
            seam = self._seams.get((place, out))
            if seam is None:
                place = added(place, out)
            else:
                place = seam.there
                frame = tuple(combined(axis, seam.frame) for axis in frame)
        return place, frame

    @cached_property
    def _seams(self) -> dict[tuple[Vector, Vector], Seam]:
        return {(seam.place, seam.out): seam for seam in self.seams}

    def row(self, square: int, direction: int) -> Iterator[int]:
        """The squares that come one after the other in a direction, each once."""
        passed = {square}
        there = self.steps[direction][square]
        while there is not None and there not in passed:
            yield there
            passed.add(there)
            square, direction = there, self.headings[direction][square]
            there = self.steps[direction][square]

    def names(self, squares: int) -> list[str]:
        """The names of a set of squares, in square order."""
        return [self.squares[square].name for square in squares_of(squares)]


def file_name(file: int) -> str:
    """The letter of a file counted from 0: a to z."""
    return chr(ord("a") + file)


def square_name(file: int, rank: int, level: int | None = None) -> str:
    """The name of the square on a file, rank and level counted from 0: `a1`, `Aa1`."""
    letter = "" if level is None else file_name(level).upper()
    return f"{letter}{file_name(file)}{rank + 1}"
