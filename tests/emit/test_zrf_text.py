"""Foreign text and names in a ZRF."""

import pytest

from rulec.emit.zrf.names import KEYWORDS, Names
from rulec.emit.zrf.text import ascii_text, slug, zrf_string


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Glinski's Chess", "Glinski's Chess"),
        ("Éclair  à\tla\n crème", "Eclair a la creme"),
        ("Straße – “Łódź”", 'Strasse - "Lodz"'),
        ("将棋", "??"),
        ("a\x00b\x1b[0m", "a b [0m"),
    ],
)
def test_text_becomes_ascii(text: str, plain: str) -> None:
    assert ascii_text(text) == plain


def test_a_string_ends_where_it_should() -> None:
    assert zrf_string('a "b" \\ `c`') == "\"a `b` / 'c'\""


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Rollerball (Literal)", "rollerball-literal"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "game-con"),
        ("lpt1.zrf", "game-lpt1-zrf"),
        ("Console", "console"),
        ("将棋", "game"),
        ("x" * 200, "x" * 48),
    ],
)
def test_slugs_are_safe_file_names(title: str, stem: str) -> None:
    assert slug(title) == stem


def test_names_differ_whatever_is_wished() -> None:
    names = Names()
    wishes = ["King", "king", "KING", "add", "Stalemated", "a b", "a-b", "7th", "-", "", "é"]
    given = [names.new(wish, "piece") for wish in wishes]
    assert given == [
        "King", "king-piece", "KING-piece-2", "add-piece", "Stalemated-piece", "a-b", "a-b-piece",
        "piece-7th", "piece-piece", "piece-piece-2", "e",
    ]  # fmt: skip
    assert len({name.lower() for name in given}) == len(given)


def test_long_names_are_cut_and_still_differ() -> None:
    names = Names()
    first, second = (names.new("z" * 60 + end, "zone") for end in "ab")
    assert first != second
    assert len(first) == 40


def test_keywords_are_all_reserved() -> None:
    assert {"add", "empty?", "not-empty?", "stalemated", "zone", "else"} <= KEYWORDS
