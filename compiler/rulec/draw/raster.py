"""Drawings as pixels: PNG and BMP, by way of Pillow, which is imported only when used.

A drawing is painted several times too large and scaled down, which smooths its edges.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from rulec.draw.drawing import Circle, Colour, Curve, Drawing, Mark, Path, Point, end_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_OVERSAMPLING = 4
_CURVE_STEPS = 24


def png(drawing: Drawing, width: int) -> bytes:
    """The drawing as a PNG file `width` pixels wide."""
    return _encode(_paint(drawing, width), "PNG")


def bmp(drawing: Drawing, width: int, *, transparent: Colour) -> bytes:
    """The drawing as a 24-bit BMP file; `transparent` stands where nothing is drawn.

    The format knows no half transparency: a pixel that is mostly covered takes the full colour of
    what covers it, any other pixel is exactly `transparent`, so that no seam of mixed colour shows.
    """
    from PIL import Image

    painted = _paint(drawing, width)
    covered = painted.getchannel("A").point(lambda alpha: 255 if alpha >= 128 else 0)
    sheet = Image.new("RGB", painted.size, _rgb(transparent))
    sheet.paste(painted.convert("RGB"), mask=covered)
    return _encode(sheet, "BMP")


def _encode(image: Image, kind: str) -> bytes:
    buffer = BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


def _paint(drawing: Drawing, width: int) -> Image:
    """The drawing as RGBA pixels."""
    from PIL import Image, ImageDraw

    height = max(1, round(width * drawing.height / drawing.width))
    scale = width * _OVERSAMPLING / drawing.width
    paper = (*_rgb(drawing.background), 255) if drawing.background else (0, 0, 0, 0)
    image = Image.new("RGBA", (width * _OVERSAMPLING, height * _OVERSAMPLING), paper)
    brush = ImageDraw.Draw(image)
    for mark in drawing.marks:
        _mark(brush, mark, scale)
    # `reduce` averages with the alpha taken into account only if the colours are premultiplied.
    return image.convert("RGBa").reduce(_OVERSAMPLING).convert("RGBA")


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return colour.red, colour.green, colour.blue


def _mark(brush: ImageDraw, mark: Mark, scale: float) -> None:
    if isinstance(mark, Circle):
        _circle(brush, mark, scale)
        return
    points = [(x * scale, y * scale) for x, y in flatten(mark)]
    if mark.fill:
        brush.polygon(points, fill=_rgb(mark.fill))
    if mark.stroke:
        line = [*points, points[0]] if mark.closed else points
        _stroke(brush, line, _rgb(mark.stroke), mark.width * scale)


def _circle(brush: ImageDraw, circle: Circle, scale: float) -> None:
    x, y = circle.centre[0] * scale, circle.centre[1] * scale
    reach = (circle.radius + (circle.width / 2 if circle.stroke else 0)) * scale
    brush.ellipse(
        (x - reach, y - reach, x + reach, y + reach),
        fill=_rgb(circle.fill) if circle.fill else None,
        outline=_rgb(circle.stroke) if circle.stroke else None,
        width=round(circle.width * scale) if circle.stroke else 0,
    )


def _stroke(
    brush: ImageDraw, points: list[Point], colour: tuple[int, int, int], width: float
) -> None:
    """A line with round ends and joins."""
    brush.line(points, fill=colour, width=max(1, round(width)))
    half = width / 2
    for x, y in points:
        brush.ellipse((x - half, y - half, x + half, y + half), fill=colour)


def flatten(path: Path) -> list[Point]:
    """The corners of a path, its curves cut into short straight lines."""
    points = [path.start]
    for segment in path.segments:
        if isinstance(segment, Curve):
            here = points[-1]
            points += [_on(here, segment, i / _CURVE_STEPS) for i in range(1, _CURVE_STEPS)]
        points.append(end_of(segment))
    return points


def _on(start: Point, curve: Curve, t: float) -> Point:
    """The point of a curve at `t`, 0 being its start and 1 its end."""
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    corners = (start, curve.first, curve.second, curve.end)
    return (
        sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True)),
        sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True)),
    )
