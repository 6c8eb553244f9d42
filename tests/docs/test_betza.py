"""The page about Betza notation is true: its examples are games, its tables hold line by line."""

import re

import pytest

from rulec.play.perft import perft
from tests.docs.test_pieces import RULES
from tests.model.test_betza import BOARDS, lines
from tests.support.games import ROOT, rules_of

LANGUAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "betza.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^```rules\n(.*?)^```", re.DOTALL | re.MULTILINE)
ROWS = [
    (betza, long)
    for row in re.findall(r"^\| (`.*`) \| `(.*)` \|$", PAGE, re.MULTILINE)
    for betza in re.findall("`([^`]+)`", row[0])
    for long in [row[1]]
]


@pytest.mark.parametrize("example", EXAMPLE.findall(PAGE), ids=lambda text: text[:30])
def test_an_example_is_a_game(example: str) -> None:
    text = EXAMPLE.findall(LANGUAGE)[0] + f'variant "this" {{ {example} }}'
    assert perft(rules_of(text, "this").start(), 2) > 0


@pytest.mark.parametrize(("betza", "long"), ROWS)
def test_a_line_of_a_table_is_true(betza: str, long: str) -> None:
    board = BOARDS["plain"]
    assert lines(board, f'betza "{betza}"') == lines(board, long)


def test_tables_are_read() -> None:
    assert len(ROWS) > 60
    assert len(RULES) > 20
