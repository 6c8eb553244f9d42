"""The board of a Zillions game as a grid, where its squares are named as those of one."""

from __future__ import annotations

import re

from rulec.zrf.model import Board

Vector = tuple[int, int]

_NAME = re.compile(r"([A-Za-z])-?([1-9][0-9]?)")


class Grid:
    """Squares by their places: `place` has file and rank, from 0."""

    mirrored = False
    """Whether the second player sees the board mirrored, not turned."""

    def __init__(self, place: dict[int, Vector]) -> None:
        self.place = place
        self.at = {where: square for square, where in place.items()}
        self.files = max(file for file, _ in place.values()) + 1
        self.ranks = max(rank for _, rank in place.values()) + 1

    @classmethod
    def of(cls, board: Board, aside: frozenset[int] = frozenset()) -> Grid | None:
        """The grid of a board, without what is aside; None if its squares have other names."""
        place: dict[int, Vector] = {}
        for square, name in enumerate(board.positions):
            if board.rectangles[square] is None or square in aside:
                continue
            match = _NAME.fullmatch(name)
            if match is None:
                return None
            place[square] = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
        if not place or len(set(place.values())) < len(place):
            return None
        if aside:  # what is left may begin at another file
            left, low = min(x for x, _ in place.values()), min(y for _, y in place.values())
            place = {square: (x - left, y - low) for square, (x, y) in place.items()}
        return cls(place)

    def mirror(self) -> Grid:
        """The same grid, which the second player sees mirrored."""
        grid = Grid(self.place)
        grid.mirrored = True
        return grid

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
