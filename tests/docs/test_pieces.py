"""The index of names is true: every line is a piece, or a rule, and reaches what it says."""

import re
from functools import cache

import pytest

from rulec.model.game import Placement
from rulec.model.resolve import resolve
from rulec.play.checks import check_start
from rulec.play.position import Rules
from rulec.syntax.parse import parse
from rulec.syntax.source import Source
from tests.support.games import ROOT, game_of

PAGE = (ROOT / "docs" / "pieces.md").read_text(encoding="utf-8")
BOARD = re.findall(r"^```rules\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("|") and "`" in line
]
PIECES = [row for row in ROWS if len(row) == 5]
RULES = [row for row in ROWS if len(row) == 2]


@cache
def rules_of_man(entry: str) -> Rules:
    """A game of men, and of stones that never move."""
    return Rules(
        game_of(f"""
            game "Men" {{}}
            {BOARD}
            piece Man   "M" {{ {entry} }}
            piece Stone "S" {{}}
            setup {{ White Man a1 }}
            goal {{ draw stalemate }}
        """)
    )


def reached(entry: str, close: bool) -> set[str]:
    """What a man reaches from e5, alone or with enemies on all neighbours."""
    rules = rules_of_man(entry)
    squares = rules.game.board.by_name
    around = [step[squares["e5"]] for step in rules.game.board.steps] if close else []
    stones = [Placement(1, 1, square) for square in around if square is not None]
    state = rules.state([Placement(0, 0, squares["e5"]), *stones])
    return {rules.game.board.squares[move.target].name for move in state.legal_moves()}


@pytest.mark.parametrize("row", PIECES, ids=lambda row: row[0])
def test_a_piece_reaches_what_is_said(row: list[str]) -> None:
    _, written, betza, opened, closed = row
    for close, count in ((False, opened), (True, closed)):
        targets = reached(written.strip("`"), close)
        assert len(targets) == int(count)
        if betza:
            assert reached(f'betza "{betza.strip("`")}"', close) == targets


MINIMAL = f"""
game "Rules" {{ players may pass }}
{BOARD}
piece King "K" royal {{ step any }}
piece Rook "R" {{ slide orthogonal }}
piece Pawn "P" {{ step forward }}
setup {{ White King e1, Rook a1 i1, Pawn a2:i2 }}
goal {{ win checkmate draw stalemate }}
"""


@pytest.mark.parametrize("row", RULES, ids=lambda row: row[0])
def test_a_rule_is_part_of_a_game(row: list[str]) -> None:
    """The rule is written into a piece, the goals, or as a section of a variant."""
    written = row[1].strip("`")
    if re.match(r"(win|lose|draw) ", written):
        written = f"goal {{ {written} win checkmate draw stalemate }}"
    elif re.match(r"captures |players ", written):
        written = f'game "Rules" {{ {written} }}'
    elif re.match(r"castle ", written):
        written = f'piece King "K" royal {{ step any {written} }}'
    elif re.match(r"wrap|glue|hole|zone|gate|link|hex|grid", written):
        written = f"board {{ {written} }}"
    elif not re.match(r"(piece|setup) ", written):
        written = f'piece Pawn "P" {{ step forward {written} }}'
    text = f'{MINIMAL} variant "this" {{ {written} }}'
    game, warnings = resolve(parse(Source("test.rules", text)), "this")
    assert [*warnings, *check_start(Rules(game))] == []


def test_names_are_in_order() -> None:
    for rows in (PIECES, RULES):
        names = [row[0].lower() for row in rows]
        assert names == sorted(names)
