"""The board of a Zillions game as a grid: as its squares are named, or as the screen shows them."""

from __future__ import annotations

import re

from rulec.zrf.model import Board

Vector = tuple[int, int]

_NAME = re.compile(r"([A-Za-z])-?(0|[1-9][0-9]?)")


class Grid:
    """Squares by their places: `place` has file and rank, from 0."""

    mirrored = False
    """Whether the second player sees the board mirrored, not turned."""

    def __init__(self, place: dict[int, Vector], *, regular: bool = True) -> None:
        self.place = place
        self.regular = regular
        """Whether directions are the same way on the whole board."""
        self.at = {where: square for square, where in place.items()}
        self.files = max(file for file, _ in place.values()) + 1
        self.ranks = max(rank for _, rank in place.values()) + 1

    @classmethod
    def of(cls, board: Board, aside: frozenset[int] = frozenset()) -> Grid | None:
        """The grid of a board, without what is aside; None if it has no squares to be seen."""
        squares = [
            square
            for square, rectangle in enumerate(board.rectangles)
            if rectangle is not None and square not in aside
        ]
        if not squares:
            return None
        place = _named(board, squares) or _seen(board, squares)
        left, low = min(x for x, _ in place.values()), min(y for _, y in place.values())
        if aside or low < 0:  # what is left may begin at another file, or at rank 0
            place = {square: (x - left, y - low) for square, (x, y) in place.items()}
        return cls(place, regular=_is_regular(board, place))

    def mirror(self) -> Grid:
        """The same grid, which the second player sees mirrored."""
        grid = Grid(self.place, regular=self.regular)
        grid.mirrored = True
        return grid

    def irregular(self) -> Grid:
        """The same grid, on which directions are of no help."""
        return Grid(self.place, regular=False)

    @property
    def squares(self) -> tuple[int, ...]:
        """All squares."""
        return tuple(self.place)

    def name(self, square: int) -> str:
        """A square's name in the rules."""
        file, rank = self.place[square]
        return f"{chr(ord('a') + file)}{rank + 1}"

    def holes(self) -> list[str]:
        """The names of the places without a square."""
        return [
            f"{chr(ord('a') + file)}{rank + 1}"
            for file in range(self.files)
            for rank in range(self.ranks)
            if (file, rank) not in self.at
        ]

    def vector(self, start: int, end: int, player: int) -> Vector:
        """The way from a square to another, as a player sees it."""
        (x, y), (to_x, to_y) = self.place[start], self.place[end]
        across, ahead = self._signs(player)
        return across * (to_x - x), ahead * (to_y - y)

    def _signs(self, player: int) -> Vector:
        if player == 0:
            return 1, 1
        return (1, -1) if self.mirrored else (-1, -1)

    def starts(self, vector: Vector, steps: int, over: Vector, player: int) -> set[int]:
        """The squares from which so many vectors in a row, and a square between, are there."""
        across, ahead = self._signs(player)
        needed = [(vector[0] * i, vector[1] * i) for i in range(1, steps + 1)]
        if over != (0, 0):
            needed.append(over)
        return {
            square
            for square, (x, y) in self.place.items()
            if all((x + across * dx, y + ahead * dy) in self.at for dx, dy in needed)
        }

    def image(self, square: int, symmetry: str) -> int | None:
        """The square that a symmetry of the board takes a square to."""
        x, y = self.place[square]
        x = self.files - 1 - x if symmetry == "rotation" else x
        return self.at.get((x, self.ranks - 1 - y))


def _named(board: Board, squares: list[int]) -> dict[int, Vector]:
    """The places that names such as b3 or h-4 say; {} where others are among them."""
    place: dict[int, Vector] = {}
    for square in squares:
        match = _NAME.fullmatch(board.positions[square])
        if match is None:
            return {}
        place[square] = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
    return place if len(set(place.values())) == len(place) else {}


def _seen(board: Board, squares: list[int]) -> dict[int, Vector]:
    """The places as the screen shows them: rows from the bottom, in each from the left."""
    rows: list[list[int]] = []
    bottom = 0
    for square in sorted(squares, key=lambda one: -_top(board, one)):
        top = _top(board, square)
        if not rows or bottom - top > _height(board, square) // 2:
            rows.append([])
            bottom = top
        rows[-1].append(square)
    return {
        square: (file, rank)
        for rank, row in enumerate(rows)
        for file, square in enumerate(sorted(row, key=lambda one: _left(board, one)))
    }


def _left(board: Board, square: int) -> int:
    rectangle = board.rectangles[square]
    return 0 if rectangle is None else rectangle.left


def _top(board: Board, square: int) -> int:
    rectangle = board.rectangles[square]
    return 0 if rectangle is None else rectangle.top


def _height(board: Board, square: int) -> int:
    rectangle = board.rectangles[square]
    return 0 if rectangle is None else rectangle.bottom - rectangle.top


def _is_regular(board: Board, place: dict[int, Vector]) -> bool:
    """Whether most directions go the same way wherever they lead."""
    uniform = several = 0
    for links in board.links:
        ways = {
            (place[end][0] - place[start][0], place[end][1] - place[start][1])
            for start, end in enumerate(links)
            if start in place and end in place
        }
        several += len(ways) > 1
        uniform += len(ways) == 1
    return uniform >= several
