"""Every written game against the real Jocly: sets of moves and results, position by position."""

from pathlib import Path

import pytest

from rulec.engines.jocly import JoclyGame
from tests.games.comparison import Comparison
from tests.games.table import COMPARED, Compared

pytestmark = pytest.mark.node

BY_NAME = [pytest.param(game, id=game.name) for game in COMPARED]


@pytest.mark.parametrize("game", BY_NAME)
def test_random_games(game: Compared, jocly_package: Path) -> None:
    with JoclyGame(game.name, jocly_package) as jocly:
        comparison = Comparison(game, jocly)
        comparison.play(0, comparison.plies // 2)
        comparison.play(1, comparison.plies, thinned=game.thinned)
        assert comparison.positions > 10


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_NAME)
def test_long_random_games(game: Compared, jocly_package: Path) -> None:
    with JoclyGame(game.name, jocly_package, timeout=120) as jocly:
        comparison = Comparison(game, jocly)
        comparison.play_many()
