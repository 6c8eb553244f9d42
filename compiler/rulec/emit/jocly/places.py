"""Where the squares of a board lie on Jocly's screen, whatever the board's geometry.

Everything is measured in cells from the middle of the board, to the right and up. A cell is as wide
as a square, or as a hex between two sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, ceil, cos, pi, sin, sqrt

from rulec.draw.layout import Layout
from rulec.model.board import Board, Square
from rulec.model.game import Game

Point = tuple[float, float]

_BETWEEN_LEVELS = 0.7
_NARROWEST = 0.75
"""How wide the innermost cells of a ring are."""
_ASIDE = 0.8
"""How far from the board the first piece in a hand lies."""
_FAN = 1.5
"""How far the last piece in a hand lies from the first."""


@dataclass(frozen=True, slots=True)
class Place:
    """A square: its middle, its level, and its colour: dark 0, light 1, middle 2, in holes -1."""

    name: str
    right: float
    up: float
    shade: int
    level: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole board, laid out flat."""

    places: tuple[tuple[Place, ...], ...]
    """The squares, rank by rank."""
    width: float
    height: float
    corners: tuple[Point, ...] | None
    """Of a cell around its middle; None on a ring, where cells are sectors."""
    sectors: int
    """How many cells a ring has; 0 for other boards."""
    levels: tuple[Point, ...]
    """The middle of every level."""
    level_size: Point
    """Width and height of one level."""


def sheet(game: Game) -> Sheet:
    """The layout of a game's board."""
    board = game.board
    if not board.geometry.squared and board.geometry.flat:
        return _hexes(board)
    if _is_ring(board):
        return _ring(game)
    return _squares(board)


def beside(laid_out: Sheet, places: Mapping[tuple[int, int], Sequence[str]]) -> Sheet:
    """The board with squares beside it, by player and piece: the first player's on the right.

    Those of one piece lie over each other like a hand of cards.
    """
    if not places:
        return laid_out
    rows = {piece: i for i, piece in enumerate(dict.fromkeys(piece for _, piece in places))}
    apart = min(1.0, laid_out.height / len(rows))
    added = []
    for (player, piece), names in places.items():
        side = 1 if player == 0 else -1
        up = rows[piece] * apart + 0.5 - laid_out.height / 2
        step = min(0.5, _FAN / max(1, len(names) - 1))
        added.append(
            tuple(
                Place(
                    name,
                    _rounded(side * (laid_out.width / 2 + _ASIDE + step * i)),
                    _rounded(side * up),
                    -1,
                    0,
                )
                for i, name in enumerate(names)
            )
        )
    return replace(
        laid_out,
        places=(*laid_out.places, *added),
        width=laid_out.width + 2 * (_ASIDE + _FAN + 0.5),
    )


def _is_ring(board: Board) -> bool:
    """Whether the files close up to a ring around a middle that stays free."""
    wraps = bool(board.wraps) and bool(board.wraps[0]) and not any(board.wraps[1:])
    return wraps and board.geometry.flat and board.files > pi * board.ranks


def _squares(board: Board) -> Sheet:
    """Levels side by side, the lowest at the bottom left."""
    columns = ceil(sqrt(board.levels))
    rows = ceil(board.levels / columns)
    across, along = board.files + _BETWEEN_LEVELS, board.ranks + _BETWEEN_LEVELS
    middles = tuple(
        (
            (level % columns - (columns - 1) / 2) * across,
            (level // columns - (rows - 1) / 2) * along,
        )
        for level in range(board.levels)
    )

    def middle(cell: Square) -> Point:
        right, up = middles[cell.level]
        return right + cell.file - (board.files - 1) / 2, up + cell.rank - (board.ranks - 1) / 2

    return Sheet(
        places=_places(board, middle),
        width=columns * across - _BETWEEN_LEVELS,
        height=rows * along - _BETWEEN_LEVELS,
        corners=((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
        sectors=0,
        levels=middles,
        level_size=(board.files, board.ranks),
    )


def _hexes(board: Board) -> Sheet:
    layout = Layout(board, 0.0)
    first = board.cells[0]
    x, y = layout.middle(first)
    around = [(right - x, y - down) for right, down in layout.corners(first)]
    # Hexes touch across their sides: a cell is twice as wide as a side is far from its middle.
    cell = 2 * min(
        sqrt(((a + c) / 2) ** 2 + ((b + d) / 2) ** 2)
        for (a, b), (c, d) in zip(around, (*around[1:], around[0]), strict=True)
    )
    width, height = layout.size

    def middle(square: Square) -> Point:
        right, down = layout.middle(square)
        return (right - width / 2) / cell, (height / 2 - down) / cell

    return Sheet(
        places=_places(board, middle),
        width=width / cell,
        height=height / cell,
        corners=tuple((right / cell, up / cell) for right, up in around),
        sectors=0,
        levels=((0.0, 0.0),),
        level_size=(width / cell, height / cell),
    )


def _ring(game: Game) -> Sheet:
    """Files run clockwise, the last rank is innermost, the first player sits at the bottom."""
    board = game.board
    turn = 2 * pi / board.files
    inner = _NARROWEST / turn
    outer = inner + board.ranks - 1
    files = [board.squares[one.square].file for one in game.setup if one.player == 0]
    seat = atan2(sum(sin(file * turn) for file in files), sum(cos(file * turn) for file in files))

    def middle(cell: Square) -> Point:
        angle = cell.file * turn - seat + pi
        radius = outer - cell.rank
        return radius * sin(angle), radius * cos(angle)

    size = 2 * outer + 1
    return Sheet(
        places=_places(board, middle),
        width=size,
        height=size,
        corners=None,
        sectors=board.files,
        levels=((0.0, 0.0),),
        level_size=(size, size),
    )


def _places(board: Board, middle: Callable[[Square], Point]) -> tuple[tuple[Place, ...], ...]:
    layout = Layout(board, 0.0)

    def place(cell: Square) -> Place:
        right, up = middle(cell)
        shade = layout.shade(cell) if cell.name in board.by_name else -1
        return Place(cell.name, _rounded(right), _rounded(up), shade, cell.level)

    return tuple(tuple(map(place, row)) for rows in board.rows for row in rows)


def _rounded(number: float) -> float:
    """To three digits, whole numbers without a point."""
    near = round(number, 3) + 0.0
    return int(near) if near == int(near) else near
