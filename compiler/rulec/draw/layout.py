"""Where the cells of a board lie on a sheet, whatever its geometry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin, sqrt

from rulec.draw.drawing import Point
from rulec.draw.glyphs import FIELD
from rulec.model.board import Board, Square, file_name
from rulec.model.geometry import UPRIGHT_HEXES, Vector

CELL = FIELD
"""Width of a square."""
_HEX = 1.12 * CELL
"""Width of a hex between two sides."""
_BETWEEN_LEVELS = 0.6 * CELL


@dataclass(frozen=True)
class Layout:
    """A board on a sheet, `edge` away from its sides.

    Levels lie side by side from the left.
    """

    board: Board
    edge: float

    @property
    def _hexes(self) -> bool:
        return self.board.geometry.hexes

    @cached_property
    def _scale(self) -> Point:
        """How far one coordinate leads to the right and up."""
        if not self._hexes:
            return CELL, CELL
        right, up = (sqrt(weight) / 2 * _HEX for weight in self.board.geometry.weights)
        return right, up

    @cached_property
    def _half(self) -> Point:
        """From the middle of a cell to its side and to its top."""
        points = self._shape
        return max(x for x, _ in points), max(y for _, y in points)

    @cached_property
    def _shape(self) -> tuple[Point, ...]:
        """The corners of a cell around its middle."""
        if not self._hexes:
            half = CELL / 2
            return (-half, -half), (half, -half), (half, half), (-half, half)
        first = 0.0 if self.board.geometry.name == UPRIGHT_HEXES else pi / 6
        angles = (first + i * pi / 3 for i in range(6))
        return tuple((_HEX / sqrt(3) * cos(angle), _HEX / sqrt(3) * sin(angle)) for angle in angles)

    @cached_property
    def _lowest(self) -> Vector:
        places = [cell.place for cell in self.board.cells]
        return tuple(min(along) for along in zip(*places, strict=True))

    @cached_property
    def _highest(self) -> Vector:
        places = [cell.place for cell in self.board.cells]
        return tuple(max(along) for along in zip(*places, strict=True))

    @cached_property
    def _level_width(self) -> float:
        return (self._highest[0] - self._lowest[0]) * self._scale[0] + 2 * self._half[0]

    @property
    def size(self) -> Point:
        """Width and height of the sheet."""
        levels = self.board.levels
        width = levels * self._level_width + (levels - 1) * _BETWEEN_LEVELS
        height = (self._highest[1] - self._lowest[1]) * self._scale[1] + 2 * self._half[1]
        return width + 2 * self.edge, height + 2 * self.edge

    def middle(self, cell: Square) -> Point:
        """The middle of a cell."""
        x = (cell.place[0] - self._lowest[0]) * self._scale[0] + self._half[0]
        y = (self._highest[1] - cell.place[1]) * self._scale[1] + self._half[1]
        level = cell.level * (self._level_width + _BETWEEN_LEVELS)
        return self.edge + x + level, self.edge + y

    def corners(self, cell: Square, grown: float = 0.0) -> tuple[Point, ...]:
        """The corners of a cell, made larger on every side by some length."""
        x, y = self.middle(cell)
        factor = 1 + grown / min(self._half)
        return tuple((x + right * factor, y + down * factor) for right, down in self._shape)

    def step(self, direction: int) -> Point:
        """A direction on the sheet, one unit long; up and down are slants."""
        geometry = self.board.geometry
        right, up, *rise = geometry.directions[direction].vector
        x, y = right * self._scale[0], -up * self._scale[1]
        if rise and not (right or up):
            x, y = 0.5 * rise[0], -float(rise[0])
        length = sqrt(x * x + y * y)
        return x / length, y / length

    def shade(self, cell: Square) -> int:
        """Which of the board's colours a cell has: neighbours across a side differ.

        Squares are dark (0) or light (1); hexes have three, a diagonal step keeps the colour.
        """
        if not self._hexes:
            return sum(cell.place) % 2
        across, along = cell.place
        if self.board.geometry.name != UPRIGHT_HEXES:
            across, along = along, across
        return (across - (along - across) // 2) % 3

    def labels(self) -> list[tuple[str, Point]]:
        """Names of files, ranks and levels with their places around the board."""
        if self._hexes:
            return self._hex_labels()
        found: list[tuple[str, Point]] = []
        _, height = self.size
        for rows in self.board.rows:
            for cell in rows[0]:
                name = self.board.file_names[cell.file]
                found.append((name, (self.middle(cell)[0], height - self.edge / 2)))
        for row in self.board.rows[0]:
            found.append((str(row[0].rank + 1), (self.edge / 2, self.middle(row[0])[1])))
        if not self.board.geometry.flat:
            for rows in self.board.rows:
                left, right = self.middle(rows[0][0])[0], self.middle(rows[0][-1])[0]
                name = file_name(rows[0][0].level).upper()
                found.append((name, ((left + right) / 2, self.edge / 2)))
        return found

    def _hex_labels(self) -> list[tuple[str, Point]]:
        """Every file at its lowest cell, every rank at its leftmost one."""
        found: list[tuple[str, Point]] = []
        _, height = self.size
        upright = self.board.geometry.name == UPRIGHT_HEXES
        below = self._half[1] + self.edge / 2
        for file, name in enumerate(self.board.file_names):
            cell = next(cell for cell in self.board.cells if cell.file == file)
            x, y = self.middle(cell)
            if upright:
                found.append((name, (x, min(y + below, height - self.edge / 2))))
            else:
                found.append((name, (x + 0.35 * self._half[0], y + below)))
        for (row,) in zip(*self.board.rows, strict=True):
            x, y = self.middle(row[0])
            shift = self._half[0] + self.edge / 2
            found.append((str(row[0].rank + 1), (x - shift, y - (0.45 * self._half[1] * upright))))
        return found
