"""Every target writes every board."""

import pytest

from rulec.emit.targets import target

from .conftest import lowered

GAME = """
game "Test" {{ players White, Black }}
board {{ {board} symmetry none }}
piece King "K" royal {{ step any }}
piece Rook "R" {{ slide orthogonal }}
setup {{ White King {white} Black King {black} }}
goal {{ win checkmate  draw stalemate  draw repetition 3 }}
"""


@pytest.mark.parametrize("name", ["zrf", "jocly"])
@pytest.mark.parametrize(
    ("board", "white", "black"),
    [
        ("hex files a1:a3, b1:b4, c1:c3", "a1", "c3"),
        ("hex ranks a1:c1, a2:c2", "a1", "c2"),
        ("grid 3 x 3 x 3", "Aa1", "Cc3"),
        ("grid 4 x 4  wrap files", "a1", "d4"),
        ("grid 4 x 4  glue a1:a4 w to d4:d1 e", "a1", "c4"),
        ("grid 4 x 4  link a1 n c3", "a1", "d4"),
        ("grid 4 x 4  unlink a1 n", "a1", "d4"),
    ],
)
def test_a_target_writes_a_board(name: str, board: str, white: str, black: str) -> None:
    assert target(name).emit(*lowered(GAME.format(board=board, white=white, black=black)))
