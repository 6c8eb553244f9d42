"""The pieces: our own outlines on a field of 100 by 100, in one style.

A piece type is recognised by its name; any other type is a disc with its letter.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulec.draw.drawing import (
    Circle,
    Colour,
    Curve,
    Drawing,
    Mark,
    Path,
    Point,
    Segment,
    end_of,
    outline,
)
from rulec.draw.letters import text_marks
from rulec.model.game import PieceType

FIELD = 100.0
"""Width and height of the field that a piece is drawn on."""

_LINE = 3.0


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours of one player's pieces: body, outline, and the lines inside."""

    body: Colour
    edge: Colour
    detail: Colour


_TONES = (
    Tone(Colour.of("#fffaf0"), Colour.of("#3a2c25"), Colour.of("#3a2c25")),
    Tone(Colour.of("#40352f"), Colour.of("#1f1814"), Colour.of("#e8dcc8")),
    Tone(Colour.of("#c8483c"), Colour.of("#4a1410"), Colour.of("#ffe6dc")),
    Tone(Colour.of("#3f74b5"), Colour.of("#12294a"), Colour.of("#e3efff")),
)


def tone_of(player: int) -> Tone:
    """The colours of a player, in the order of play."""
    return _TONES[player % len(_TONES)]


@dataclass(frozen=True, slots=True)
class Glyph:
    """A piece's shape: closed outlines, discs, and the lines drawn inside them."""

    bodies: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()
    """Right halves, from the top of the middle line to its foot; the left is their image."""
    discs: tuple[tuple[float, float, float], ...] = ()
    """Centre and radius."""
    lines: tuple[str, ...] = ()
    dots: tuple[tuple[float, float, float], ...] = ()
    """Discs in the colour of the lines."""


_FOOT = "L 76 80 79 83 79 89 50 89"
_WAIST = "L 70 63 70 68 62 68 C 63 73 68 77 76 80"
_FOOT_LINE = "25 80 75 80"

_GLYPHS = {
    "king": Glyph(
        halves=(
            "50 8 L 53.6 8 53.6 13 59 13 59 20 53.6 20 53.6 27"
            f" C 60 28 67 30 74 34 L 65 58 {_WAIST} {_FOOT}",
        ),
        lines=(
            "26 34 C 40 40 60 40 74 34",
            "35 58 L 65 58",
            "38 68 L 62 68",
            _FOOT_LINE,
        ),
    ),
    "queen": Glyph(
        discs=((50, 17, 5.2),),
        halves=(f"50 24 L 56.5 34 64 25 67.5 36 78 29 65.5 58 {_WAIST} {_FOOT}",),
        lines=("35 58 L 65 58", "38 68 L 62 68", _FOOT_LINE),
    ),
    "rook": Glyph(
        halves=(
            "50 20 L 56.5 20 56.5 27.5 64.5 27.5 64.5 20 76 20 76 36 67.5 43"
            " C 67.5 53 69 62 71 70 L 77 75 77 80 80 83 80 89 50 89",
        ),
        lines=("32.5 43 L 67.5 43", "29 70 L 71 70", "23 80 L 77 80"),
    ),
    "bishop": Glyph(
        discs=((50, 15.5, 5.2),),
        halves=(f"50 21 C 60 27 69 39 69 49 C 69 53 67 56.5 63.5 59 {_WAIST} {_FOOT}",),
        lines=(
            "50 33 L 50 49",
            "42.5 40.5 L 57.5 40.5",
            "36.5 59 L 63.5 59",
            "38 68 L 62 68",
            _FOOT_LINE,
        ),
    ),
    "knight": Glyph(
        bodies=(
            "24 89 L 24 83 27 80 C 28 68 46 62 47 51 C 41 56 36 56 32 58"
            " C 29 60 29 64 25 65 C 20 66 16 62 17 57 C 18 52 24 46 27 38"
            " C 28 33 30 29 34 26 L 35 15 C 39 17 42 19 44 21"
            " C 64 21 80 42 75 80 L 79 83 79 89",
        ),
        lines=("52 30 C 65 38 69 56 66 72", "27 80 L 75 80"),
        dots=((37.5, 34.5, 2.6), (22.5, 57, 1.6)),
    ),
    "pawn": Glyph(
        halves=(
            "50 24 C 58.5 24 64.5 30 64.5 38 C 64.5 43 62 47.4 58.5 49.6"
            " L 66 55 66 60 59 60 C 60 69 66 75 72 80 L 75 83 75 89 50 89",
        ),
        lines=("42 49.6 L 58 49.6", "41 60 L 59 60", "28 80 L 72 80"),
    ),
}


def piece_marks(piece: PieceType, player: int) -> tuple[Mark, ...]:
    """A player's piece on a field of 100 by 100."""
    return marks_of(piece.name, piece.letter, player)


def marks_of(name: str, letter: str, player: int) -> tuple[Mark, ...]:
    """A player's piece by its name, or a disc with its letter if its name has no shape."""
    tone = tone_of(player)
    glyph = _GLYPHS.get(name.lower())
    return _lettered(letter, tone) if glyph is None else _shaped(glyph, tone)


def piece_drawing(piece: PieceType, player: int) -> Drawing:
    """A player's piece alone, on a transparent sheet."""
    return Drawing(FIELD, FIELD, piece_marks(piece, player))


def lettered_drawing(letter: str, player: int) -> Drawing:
    """A disc with a letter alone, for a piece that has no shape of its own."""
    return Drawing(FIELD, FIELD, _lettered(letter, tone_of(player)))


def _shaped(glyph: Glyph, tone: Tone) -> tuple[Mark, ...]:
    solids = [outline(body) for body in glyph.bodies] + [_whole(half) for half in glyph.halves]
    return (
        *(Circle((x, y), r, tone.body, tone.edge, _LINE) for x, y, r in glyph.discs),
        *(Path(at, parts, True, tone.body, tone.edge, _LINE) for at, parts in solids),
        *(Path(*outline(line), False, None, tone.detail, _LINE * 0.8) for line in glyph.lines),
        *(Circle((x, y), r, tone.detail) for x, y, r in glyph.dots),
    )


def _lettered(letter: str, tone: Tone) -> tuple[Mark, ...]:
    centre = (50.0, 51.0)
    return (
        Circle(centre, 36, tone.body, tone.edge, _LINE),
        Circle(centre, 30, None, tone.detail, _LINE * 0.6),
        *text_marks(letter, centre, 30, tone.detail, 0.16),
    )


def _whole(half: str) -> tuple[Point, tuple[Segment, ...]]:
    """A symmetric outline from its right half."""
    start, right = outline(half)
    corners = [start, *(end_of(segment) for segment in right)]
    left: list[Segment] = []
    for segment, back in zip(reversed(right), reversed(corners[:-1]), strict=True):
        if isinstance(segment, Curve):
            left.append(Curve(_image(segment.second), _image(segment.first), _image(back)))
        else:
            left.append(_image(back))
    return start, (*right, *left)


def _image(point: Point) -> Point:
    return FIELD - point[0], point[1]
