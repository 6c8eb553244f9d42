"""Boards that are not one plain grid: what is written of them plays as the rules do."""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PIL import Image

from rulec.emit.zrf import emit
from rulec.play.position import Rules
from rulec.zrf.api import load
from rulec.zrf.twins import Twins

from .conftest import lowered
from .structure import problems

GAME = """
game "Test" {{ players White, Black }}
board {{ {board} }}
piece King  "K" royal {{ step any }}
piece Rider "R" {{ slide any }}
piece Man   "M" {{ {rule} }}
setup {{ {setup} }}
goal {{ win checkmate  draw stalemate  draw repetition 3 }}
"""

HEX = (
    "hex files a1:a4, b1:b5, c2:c6, d3:d6  hole b3, c4  orientation White north  symmetry rotation"
)
LEVEL_HEX = "hex ranks a1:d1, a2:e2, a3:f3, b4:f4, c5:f5  orientation White north symmetry rotation"
LEVELS = "grid 4 x 4 x 3  orientation White north  symmetry inversion"
RING = "grid 8 x 3  wrap files  orientation White east  symmetry rotation"
TORUS = "grid 5 x 6  wrap files, ranks  orientation White north  symmetry rotation"
LINKED = """
    grid 6 x 6  orientation White north  symmetry rotation
    link a3 w f5  link f4 e a2  unlink c3 n  unlink d4 s  link a6 n c1  link f1 s d6
"""
GLUED = """
    grid 6 x 6  hole c3:d4  orientation White north  symmetry rotation
    glue a1:a3 west to d1:f1 south  glue f6:f4 east to c6:a6 north
"""
LOOP = "grid 6 x 6  orientation White north  symmetry rotation  link a6 n a3  link f1 s f4"


def beside(text: str) -> Twins:
    """A game beside the ZRF that the target writes of it, which has been found to be sound."""
    game, tables = lowered(text)
    files = emit(game, tables)
    assert problems(files["test.zrf"].decode("ascii"), files) == []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "test.zrf"
        path.write_bytes(files["test.zrf"])
        return Twins(Rules(game), load(path))


RULES = [
    "slide any over 1 landing next",
    "ride (1,0) 3  leap (2,0)",
    "step orthogonal then slide outward",
    "slide orthogonal 2..3 to empty  step diagonal to enemy",
    "step diagonal or then slide same 2",
    "slide orthogonal to empty  slide orthogonal over 1 to enemy",
    "step forward  leap (2,1)",
    "leap 1 forward 1 right",
    "ride (2,1)",
    "leap anywhere to empty  step any to enemy",
]
PATHS = [
    "slide orthogonal 3 over 1  step forward over 1",
    "slide orthogonal then step outward",
    "slide any 2..3 then leap (2,1)",
    "slide diagonal or then slide left, right to enemy",
    "step orthogonal then slide outward then step outward",
    "ride (1,0) 2 or then ride (1,1)",
]
FLAT = "White King a1, Rider b1, Man a2 c2"


@pytest.mark.parametrize(
    ("board", "setup"),
    [
        (HEX, FLAT),
        (LEVEL_HEX, FLAT),
        (LEVELS, "White King Aa1, Rider Ab1, Man Aa2 Ab2"),
        (RING, FLAT),
        (TORUS, "White King a1, Rider c1, Man a2 c2"),
        (LINKED, FLAT),
        (LOOP, FLAT),
        (GLUED, FLAT),
    ],
    ids=["hex", "level-hex", "levels", "ring", "torus", "links", "loop", "glued"],
)
@pytest.mark.parametrize(
    "rule",
    [*RULES[:2], *(pytest.param(rule, marks=pytest.mark.slow) for rule in RULES[2:])],
)
def test_movements_on_every_kind_of_board(board: str, setup: str, rule: str) -> None:
    twins = beside(GAME.format(board=board, rule=rule, setup=setup))
    assert twins.compare(60, seed=5).difference is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "setup"),
    [(HEX, FLAT), (LEVELS, "White King Aa1, Rider Ab1, Man Aa2 Ab2"), (RING, FLAT), (TORUS, FLAT)],
    ids=["hex", "levels", "ring", "torus"],
)
@pytest.mark.parametrize("rule", PATHS)
def test_paths_with_long_legs(board: str, setup: str, rule: str) -> None:
    twins = beside(GAME.format(board=board, rule=rule, setup=setup))
    assert twins.compare(60, seed=5).difference is None


@pytest.mark.parametrize("board", [HEX, LEVEL_HEX, LEVELS, RING])
def test_squares_are_where_the_picture_has_them(board: str) -> None:
    level = "A" if "x 3  o" in board else ""
    setup = f"White King {level}a1, Rider {level}b1, Man {level}a2 {level}b2"
    text = GAME.format(board=board, rule="step forward", setup=setup)
    picture = Image.open(BytesIO(emit(*lowered(text))["images/board.bmp"]))
    written = beside(text).other.game.board
    found = [
        (one.left, one.top, one.right, one.bottom) for one in written.rectangles if one is not None
    ]
    assert len(found) > 15
    for i, (left, top, right, bottom) in enumerate(found):
        assert 0 <= left < right < picture.width
        assert 0 <= top < bottom < picture.height
        centre = (left + right) // 2, (top + bottom) // 2
        assert picture.getpixel(centre) != picture.getpixel((0, 0))
        for other in found[:i]:
            assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
