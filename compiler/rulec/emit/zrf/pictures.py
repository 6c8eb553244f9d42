"""The pictures that a ZRF shows: the board and every piece of every player, as BMP files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulec.draw.board import margin, position_drawing
from rulec.draw.drawing import Colour
from rulec.draw.glyphs import lettered_drawing, piece_drawing
from rulec.draw.layout import CELL
from rulec.draw.raster import bmp
from rulec.model.game import Game

SQUARE = 50
"""Width of a square of the board in pixels."""
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


def edge() -> int:
    """Distance in pixels of the first square from the edges of the board's picture."""
    return round(margin(labels=True) * SQUARE / CELL)


def pictures(game: Game, pieces: Iterable[Pictured]) -> dict[str, bytes]:
    """All pictures by their path."""
    board = position_drawing(game, {}, arrows=bool(game.board.tracks))
    images = {
        BOARD_IMAGE: bmp(board, SQUARE * game.board.files + 2 * edge(), transparent=TRANSPARENT)
    }
    for one in pieces:
        if one.piece is None:
            drawing = lettered_drawing(one.letter, one.player)
        else:
            drawing = piece_drawing(game.pieces[one.piece], one.player)
        images[one.image] = bmp(drawing, SQUARE, transparent=TRANSPARENT)
    return images
