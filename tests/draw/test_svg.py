"""SVG text: well-formed whatever the title, and free of noise."""

from xml.etree import ElementTree

import pytest

from rulec.draw.drawing import Circle, Colour, Curve, Drawing, Path, outline
from rulec.draw.svg import number, svg

RED = Colour(255, 0, 0)


def test_an_outline_is_read_and_written_alike() -> None:
    start, segments = outline("1 2 L 3 4 5 6 C 1 1 2 2 3 3 L 0 0")
    assert start == (1, 2)
    assert segments == ((3, 4), (5, 6), Curve((1, 1), (2, 2), (3, 3)), (0, 0))
    text = svg(Drawing(9, 9, (Path(start, segments, True, RED),)))
    assert '<path d="M1 2L3 4L5 6C1 1 2 2 3 3L0 0Z" fill="#ff0000"/>' in text


def test_fills_and_strokes_are_stated() -> None:
    text = svg(Drawing(9, 9, (Circle((4.5, 4.5), 2, None, RED, 0.75),), background=RED))
    assert '<rect width="9" height="9" fill="#ff0000"/>' in text
    assert (
        '<circle cx="4.5" cy="4.5" r="2" fill="none" stroke="#ff0000" stroke-width="0.75"/>' in text
    )


@pytest.mark.parametrize("title", ["<script>&\"'", "a\x00\x1b[31m\ufffe", "]]>-->", "Ünïcødé ♔"])
def test_any_title_is_safe(title: str) -> None:
    root = ElementTree.fromstring(svg(Drawing(1, 1, (), title=title)))
    assert [child.tag.rpartition("}")[2] for child in root] == ["title"]
    expected = "".join(char if char.isprintable() else "\ufffd" for char in title)
    assert root[0].text == expected


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (100.0, "100"), (2 / 3, "0.67")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text
