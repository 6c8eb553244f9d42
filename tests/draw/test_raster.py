"""Pixels: sizes, colours, and the transparency of BMP pictures."""

from io import BytesIO

import pytest
from PIL import Image

from rulec.draw.board import position_drawing, start_placements
from rulec.draw.drawing import Circle, Colour, Curve, Drawing, Path, rectangle
from rulec.draw.glyphs import piece_drawing
from rulec.draw.raster import bmp, flatten, png
from rulec.model.game import Game

GREEN = Colour(0, 255, 0)
RED = Colour(200, 10, 20)


def pixels(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def test_png_has_the_asked_width_and_the_drawings_proportion() -> None:
    image = pixels(png(Drawing(200, 100, (), background=RED), 60))
    assert (image.format, image.size) == ("PNG", (60, 30))
    assert image.convert("RGB").getpixel((30, 15)) == (200, 10, 20)


def test_png_is_transparent_where_nothing_is_drawn_and_smooth_at_edges() -> None:
    image = pixels(png(Drawing(10, 10, (Circle((5, 5), 4, RED),)), 40)).convert("RGBA")
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert image.getpixel((20, 20)) == (200, 10, 20, 255)
    edges = [image.getpixel((x, y)) for x in range(40) for y in range(40)]
    half = [pixel for pixel in edges if isinstance(pixel, tuple) and 0 < pixel[3] < 255]
    assert half
    assert all(abs(pixel[0] - 200) <= 12 for pixel in half if pixel[3] > 64)


@pytest.mark.parametrize("player", [0, 1])
def test_bmp_pieces_have_pure_green_around_and_no_greenish_seam(game: Game, player: int) -> None:
    for piece in game.pieces:
        data = bmp(piece_drawing(piece, player), 48, transparent=GREEN)
        image = pixels(data)
        assert (image.format, image.size, image.mode) == ("BMP", (48, 48), "RGB")
        found = {image.getpixel((x, y)) for x in range(48) for y in range(48)}
        greenish = {
            pixel
            for pixel in found
            if isinstance(pixel, tuple) and pixel[1] > pixel[0] + 8 and pixel[1] > pixel[2] + 8
        }
        assert greenish == {(0, 255, 0)}
        assert image.getpixel((0, 0)) == (0, 255, 0)


def test_painting_twice_gives_the_same_bytes(game: Game) -> None:
    drawing = position_drawing(game, start_placements(game))
    assert png(drawing, 120) == png(drawing, 120)
    assert bmp(drawing, 120, transparent=GREEN) == bmp(drawing, 120, transparent=GREEN)


def test_curves_are_flattened_from_end_to_end() -> None:
    points = flatten(Path((0, 0), (Curve((0, 10), (10, 10), (10, 0)), (20, 0))))
    assert points[0] == (0, 0)
    assert points[-2:] == [(10, 0), (20, 0)]
    assert max(y for _, y in points) == pytest.approx(7.5)


def test_a_rectangle_fills_exactly_its_pixels() -> None:
    image = pixels(png(Drawing(4, 4, (rectangle((0, 0), (2, 4), RED),)), 4)).convert("RGBA")
    assert [image.getpixel((x, 2)) for x in range(4)][1::2] == [(200, 10, 20, 255), (0, 0, 0, 0)]
