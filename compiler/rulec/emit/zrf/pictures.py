"""The pictures that a ZRF shows: the board and every piece of every player, as BMP files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulec.draw.board import margin, position_drawing
from rulec.draw.drawing import Colour
from rulec.draw.glyphs import lettered_drawing, piece_drawing
from rulec.draw.layout import CELL, Layout
from rulec.draw.raster import bmp
from rulec.model.board import Board, Square
from rulec.model.game import Game

SQUARE = 50
"""Width of a square of the board in pixels."""
_SCALE = SQUARE / CELL
_SCALE_OF_HEXES = 1.04 * _SCALE
"""So that pictures on neighbouring hexes, rows of which lie close, do not overlap."""
BOARD_IMAGE = "images/board.bmp"

TRANSPARENT = Colour(0, 255, 0)
"""Zillions shows nothing where a picture is exactly this green."""


@dataclass(frozen=True, slots=True)
class Pictured:
    """A piece that needs a picture: a type of the game, or a token shown by a letter."""

    image: str
    player: int
    piece: int | None
    letter: str


Rectangle = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; all of them are part of it."""


class Places:
    """Where the squares of a board are on its picture."""

    def __init__(self, board: Board) -> None:
        self._layout = Layout(board, margin(labels=True))
        self._scale = _SCALE_OF_HEXES if board.geometry.hexes else _SCALE

    @property
    def width(self) -> int:
        """The width of the picture."""
        return round(self._layout.size[0] * self._scale)

    @property
    def height(self) -> int:
        """The height of the picture."""
        return round(self._layout.size[1] * self._scale)

    def rectangle(self, cell: Square) -> Rectangle:
        """The place for a picture of a piece in the middle of a cell."""
        left, top = (round(part * self._scale - SQUARE / 2) for part in self._layout.middle(cell))
        return left, top, left + SQUARE - 1, top + SQUARE - 1


def hand_places(board: Board, player: int, count: int) -> Iterator[Rectangle]:
    """Places for squares beside the board, the first player's below, the second's above."""
    places = Places(board)
    lines = -(-count // board.files)
    middle = max(places.height // 2, lines * SQUARE)
    for i in range(count):
        line, column = divmod(i, board.files)
        left = places.width + column * SQUARE
        top = middle - (lines - line) * SQUARE if player else middle + line * SQUARE
        yield left, top, left + SQUARE - 1, top + SQUARE - 1


def pictures(game: Game, pieces: Iterable[Pictured], beside: int) -> dict[str, bytes]:
    """All pictures by their path; with room for a number of squares in each hand."""
    board = position_drawing(game, {}, arrows=bool(game.board.tracks))
    places = Places(game.board)
    width, height = places.width, places.height
    for place in (*hand_places(game.board, 0, beside), *hand_places(game.board, 1, beside)):
        width, height = max(width, place[2] + 1), max(height, place[3] + 1)
    scale = places.width / board.width
    board = replace(board, width=width / scale, height=height / scale)
    images = {BOARD_IMAGE: bmp(board, width, transparent=TRANSPARENT)}
    for one in pieces:
        if one.piece is None:
            drawing = lettered_drawing(one.letter, one.player)
        else:
            drawing = piece_drawing(game.pieces[one.piece], one.player)
        images[one.image] = bmp(drawing, SQUARE, transparent=TRANSPARENT)
    return images
