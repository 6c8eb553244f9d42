"""Boards whose squares lie anywhere on a sheet, as rectangles: for a terminal, and as a picture."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rulec.draw.drawing import Colour, Drawing, Mark, map_mark, polygon
from rulec.draw.glyphs import FIELD, marks_of
from rulec.draw.letters import text_marks

_PAPER = Colour.of("#fdfaf4")
_FIELDS = (Colour.of("#cba980"), Colour.of("#f1e6d0"))
"""Of the lower left corner, and of its neighbours."""
_EDGE = Colour.of("#6b4f3a")
_START = Colour.of("#e2b93b")
_TARGET = Colour.of("#8fbf9f")
_LABEL = Colour.of("#7a6250")
_MARGIN = 20.0
_MOST_COLUMNS = 40


class Field(NamedTuple):
    """A square: its name and its rectangle, y running down."""

    name: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the rectangle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Stone(NamedTuple):
    """A piece on a field: whose it is, its name and its letter."""

    player: int
    name: str
    letter: str


def fields_text(
    fields: Sequence[Field], stones: Mapping[str, Stone], marked: Collection[str] = ()
) -> str | None:
    """The board in rows, the first field of each named; None if it does not come in rows.

    Letters are capital for the first player. A marked field is a `*`, or a piece in `[ ]`.
    """
    columns = sorted({field.middle[0] for field in fields})
    rows = sorted({field.middle[1] for field in fields})
    if not 0 < len(columns) <= _MOST_COLUMNS or not 0 < len(rows) <= _MOST_COLUMNS:
        return None
    width = max(len(field.name) for field in fields)
    lines: list[str] = []
    for row in rows:
        there = {field.middle[0]: field for field in fields if field.middle[1] == row}
        first = there[min(there)]
        cells = (_cell(there.get(column), stones, marked) for column in columns)
        lines.append(f"{first.name:>{width}} {''.join(cells)}".rstrip())
    return "\n".join(lines)


def _cell(field: Field | None, stones: Mapping[str, Stone], marked: Collection[str]) -> str:
    if field is None:
        return "   "
    stone = stones.get(field.name)
    letter = _letter(stone) if stone else "."
    if field.name in marked:
        return f"[{letter}]" if stone else " * "
    return f" {letter} "


def _letter(stone: Stone) -> str:
    return stone.letter if stone.player == 0 else stone.letter.lower()


def fields_drawing(
    fields: Sequence[Field],
    stones: Mapping[str, Stone],
    *,
    start: str | None = None,
    targets: Collection[str] = (),
    title: str | None = None,
) -> Drawing:
    """The board as a picture, the start and the targets of a piece's moves coloured."""
    if not fields:
        return Drawing(2 * _MARGIN, 2 * _MARGIN, (), _PAPER, title)
    left, top = min(field.left for field in fields), min(field.top for field in fields)
    sizes = sorted(min(field.right - field.left, field.bottom - field.top) for field in fields)
    scale = FIELD / max(1.0, sizes[len(sizes) // 2])
    columns = {x: i for i, x in enumerate(sorted({field.middle[0] for field in fields}))}
    rows = {y: i for i, y in enumerate(sorted({-field.middle[1] for field in fields}))}
    marks: list[Mark] = []
    for name, *corners in fields:
        x0, y0, x1, y1 = (
            (value - origin) * scale + _MARGIN
            for value, origin in zip(corners, (left, top, left, top), strict=True)
        )
        x, y = (corners[0] + corners[2]) / 2, (corners[1] + corners[3]) / 2
        colour = _FIELDS[(columns[x] + rows[-y]) % 2]
        if name == start:
            colour = _START
        elif name in targets:
            colour = _TARGET
        marks.append(
            polygon((x0, y0), (x1, y0), (x1, y1), (x0, y1), fill=colour, stroke=_EDGE, width=2)
        )
        marks += text_marks(name, (x0 + 5 + 5 * len(name), y1 - 9), 10, _LABEL)
        stone = stones.get(name)
        if stone is not None:
            size = min(x1 - x0, y1 - y0) / FIELD
            corner = (x0 + x1 - size * FIELD) / 2, (y0 + y1 - size * FIELD) / 2
            glyph = marks_of(stone.name, stone.letter, stone.player)
            marks += [map_mark(mark, size, corner) for mark in glyph]
    width = (max(field.right for field in fields) - left) * scale + 2 * _MARGIN
    height = (max(field.bottom for field in fields) - top) * scale + 2 * _MARGIN
    return Drawing(width, height, tuple(marks), _PAPER, title)
