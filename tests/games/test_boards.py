"""Games on hexes, rings, cylinders and levels: Jocly has as many moves, and the same in step."""

import pytest

from rulec.engines.jocly import JoclyGame
from rulec.play.perft import perft
from rulec.play.position import Rules
from tests.games.comparison import Comparison
from tests.games.table import COMPARED, GAMES

LEAVES = {
    "glinski-chess": (51, 2586, 137858),
    "brusky-chess": (61, 3583, 217783),
    "devasa-chess": (55, 2992, 168335),
    "mccooey-chess": (31, 947, 33307),
    "shafran-chess": (42, 1706, 75494),
    "circular-chess": (20, 400, 8584),
    "byzantine-chess": (14, 196, 2912),
    "cylinder-chess": (20, 392, 9162),
    "raumschach": (61, 3615, 237316),
    "3dchess": (49, 2401, 124678),
}
"""Leaves of the first three plies, every move counted once.

They are those of Jocly, but for De Vasa's third: there Jocly lacks 27 steps of pawns to cells that
an enemy pawn has just passed.
"""


@pytest.mark.parametrize("name", LEAVES)
def test_leaves(name: str) -> None:
    start = Rules.load(GAMES / f"{name}.rules").start()
    depth = 3 if LEAVES[name][2] < 50_000 else 2
    assert tuple(perft(start, plies) for plies in range(1, depth + 1)) == LEAVES[name][:depth]


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAVES)
def test_leaves_of_three_plies(name: str) -> None:
    assert perft(Rules.load(GAMES / f"{name}.rules").start(), 3) == LEAVES[name][2]


@pytest.mark.node
@pytest.mark.parametrize("name", LEAVES)
def test_in_step_with_jocly(name: str) -> None:
    game = next(game for game in COMPARED if game.name == name)
    with JoclyGame(name) as jocly:
        comparison = Comparison(game, jocly)
        comparison.play(1, 20)
        comparison.play(2, 60, thinned=True)
    assert comparison.positions > 20
