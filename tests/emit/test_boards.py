"""A board that a target cannot say is refused by the words that make it so."""

import pytest

from rulec.emit.targets import target
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


@pytest.mark.parametrize(
    ("oddity", "board", "white", "black"),
    [
        ("hex files a1:a3, b1:b4, c1:c3", "{}", "a1", "c3"),
        ("hex ranks a1:c1, a2:c2", "{}", "a1", "c2"),
        ("grid 3 x 3 x 3", "{}", "Aa1", "Cc3"),
        ("wrap files", "grid 4 x 4 {}", "a1", "d4"),
        ("glue a1:a4 w to d4:d1 e", "grid 4 x 4 {}", "a1", "c4"),
        ("link a1 n c3", "grid 4 x 4 {}", "a1", "d4"),
        ("unlink a1 n", "grid 4 x 4 {}", "a1", "d4"),
    ],
)
def test_jocly_writes_every_board_and_zillions_plain_grids(
    oddity: str, board: str, white: str, black: str
) -> None:
    assert refused("zrf", board.format(oddity), white, black) == [oddity]
    assert refused("jocly", board.format(oddity), white, black) == []
