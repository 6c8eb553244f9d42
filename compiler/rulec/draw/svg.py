"""Drawings as SVG text."""

from __future__ import annotations

from html import escape

from rulec.draw.drawing import Circle, Colour, Curve, Drawing, Mark, Path, Point


def svg(drawing: Drawing) -> str:
    """The drawing as a stand-alone SVG document, the same bytes for the same drawing."""
    size = f"{number(drawing.width)} {number(drawing.height)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img"'
        ' stroke-linecap="round" stroke-linejoin="round">'
    ]
    if drawing.title is not None:
        lines.append(f"<title>{xml_text(drawing.title)}</title>")
    if drawing.background is not None:
        lines.append(
            f'<rect width="{number(drawing.width)}" height="{number(drawing.height)}"'
            f' fill="{drawing.background.code}"/>'
        )
    lines += [_element(mark) for mark in drawing.marks]
    return "\n".join([*lines, "</svg>", ""])


def xml_text(text: str) -> str:
    """Text for use in XML: markup escaped, characters that XML forbids replaced."""
    allowed = (char if _is_xml(ord(char)) else "\ufffd" for char in text)
    return escape("".join(allowed))


def _is_xml(code: int) -> bool:
    return (
        code in (0x9, 0xA, 0xD)
        or 0x20 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or code >= 0x10000
    )


def number(value: float) -> str:
    """A coordinate with at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _element(mark: Mark) -> str:
    paint = _paint(mark.fill, mark.stroke, mark.width)
    if isinstance(mark, Circle):
        x, y = mark.centre
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(mark.radius)}"{paint}/>'
    return f'<path d="{_data(mark)}"{paint}/>'


def _paint(fill: Colour | None, stroke: Colour | None, width: float) -> str:
    text = f' fill="{fill.code if fill else "none"}"'
    if stroke:
        text += f' stroke="{stroke.code}" stroke-width="{number(width)}"'
    return text


def _data(path: Path) -> str:
    def at(point: Point) -> str:
        return f"{number(point[0])} {number(point[1])}"

    parts = [f"M{at(path.start)}"]
    for segment in path.segments:
        if isinstance(segment, Curve):
            parts.append(f"C{at(segment.first)} {at(segment.second)} {at(segment.end)}")
        else:
            parts.append(f"L{at(segment)}")
    return "".join(parts) + ("Z" if path.closed else "")
