"""Boards that a target cannot say are refused by the words that make them so."""

import pytest

from rulec.emit.targets import TARGETS, target
from rulec.syntax.diagnostics import RulecError

from .conftest import lowered

GAME = """
game "Test" {{ players White, Black }}
board {{ {board} symmetry none }}
piece King "K" royal {{ step any }}
piece Rook "R" {{ slide orthogonal }}
setup {{ White King {white} Black King {black} }}
goal {{ win checkmate  draw stalemate  draw repetition 3 }}
"""


def refused(name: str, board: str, white: str, black: str) -> list[str]:
    """The texts that a target marks, [] where it writes the game."""
    game, tables = lowered(GAME.format(board=board, white=white, black=black))
    try:
        target(name).emit(game, tables)
    except RulecError as error:
        return [one.span.text for one in error.diagnostics if one.span and one.hint]
    return []


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize(
    ("board", "white", "black"),
    [
        ("hex files a1:a3, b1:b4, c1:c3", "a1", "c3"),
        ("hex ranks a1:c1, a2:c2", "a1", "c2"),
        ("grid 3 x 3 x 3", "Aa1", "Cc3"),
    ],
)
def test_no_target_writes_hexes_and_levels(name: str, board: str, white: str, black: str) -> None:
    assert refused(name, board, white, black) == [board]


@pytest.mark.parametrize("oddity", ["wrap files", "link a1 n c3", "unlink a1 n"])
def test_wraps_and_links_are_for_targets_that_write_out_lines(oddity: str) -> None:
    board = f"grid 4 x 4 {oddity}"
    assert refused("zrf", board, "a1", "d4") == [oddity]
    assert refused("jocly", board, "a1", "d4") == []
