"""What a picture is made of: filled and stroked outlines and circles on a plain sheet.

Coordinates run right and down from the upper left corner. Later marks cover earlier ones, and
every colour is opaque, so that all writers give the same picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Colour:
    """An opaque colour; each part runs from 0 to 255."""

    red: int
    green: int
    blue: int

    @classmethod
    def of(cls, code: str) -> Colour:
        """The colour written `#rrggbb`."""
        return cls(int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))

    @property
    def code(self) -> str:
        """`#rrggbb`."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    def blend(self, other: Colour, share: float) -> Colour:
        """This colour with a share of another one painted over it."""

        def part(mine: int, theirs: int) -> int:
            return round(mine + (theirs - mine) * share)

        return Colour(
            part(self.red, other.red),
            part(self.green, other.green),
            part(self.blue, other.blue),
        )


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic Bézier segment: two control points and the end."""

    first: Point
    second: Point
    end: Point


Segment = Point | Curve
"""One piece of an outline: a straight line to a point, or a curve."""


@dataclass(frozen=True, slots=True)
class Path:
    """An outline; a fill closes it, `closed` also closes its stroke."""

    start: Point
    segments: tuple[Segment, ...]
    closed: bool = False
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc or a ring."""

    centre: Point
    radius: float
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 1.0


Mark = Path | Circle


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet of a size with marks on it; without a background it is transparent."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    background: Colour | None = None
    title: str | None = None


def polygon(
    *points: Point,
    fill: Colour | None = None,
    stroke: Colour | None = None,
    width: float = 1.0,
) -> Path:
    """A closed outline of straight lines."""
    return Path(points[0], points[1:], True, fill, stroke, width)


def polyline(points: tuple[Point, ...], stroke: Colour, width: float) -> Path:
    """An open line through points."""
    return Path(points[0], points[1:], False, None, stroke, width)


def rectangle(corner: Point, size: Point, fill: Colour) -> Path:
    """A filled rectangle from its upper left corner."""
    (x, y), (width, height) = corner, size
    return polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height), fill=fill)


def outline(text: str) -> tuple[Point, tuple[Segment, ...]]:
    """Start and segments of an outline written as `x y`, then `L x y` and `C x y x y x y`.

    A letter holds until the next one; the first segment without a letter is a line.
    """
    words = iter(text.split())
    start = (float(next(words)), float(next(words)))
    return start, tuple(_segments(words))


def _segments(words: Iterator[str]) -> Iterator[Segment]:
    def point(x: str) -> Point:
        return float(x), float(next(words))

    curved = False
    for word in words:
        if word in ("L", "C"):
            curved = word == "C"
            word = next(words)
        if curved:
            yield Curve(point(word), point(next(words)), point(next(words)))
        else:
            yield point(word)


def end_of(segment: Segment) -> Point:
    """The last point of a segment."""
    return segment.end if isinstance(segment, Curve) else segment


def map_mark(mark: Mark, scale: float, shift: Point) -> Mark:
    """A mark made larger by a factor and then moved."""

    def at(point: Point) -> Point:
        return point[0] * scale + shift[0], point[1] * scale + shift[1]

    if isinstance(mark, Circle):
        return Circle(
            at(mark.centre), mark.radius * scale, mark.fill, mark.stroke, mark.width * scale
        )
    segments = tuple(
        Curve(at(piece.first), at(piece.second), at(piece.end))
        if isinstance(piece, Curve)
        else at(piece)
        for piece in mark.segments
    )
    return Path(at(mark.start), segments, mark.closed, mark.fill, mark.stroke, mark.width * scale)
