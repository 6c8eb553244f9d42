"""Games that Fairy-Stockfish knows: the same sets of moves in seeded random games, ply by ply."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

import pytest

from rulec.play.notation import format_fen, format_move
from rulec.play.position import Position, Rules
from rulec.play.reach import Move
from tests.conftest import missing
from tests.games.table import GAMES

Text = Callable[[Rules, Move], str]


def plain(rules: Rules, move: Move) -> str:
    return format_move(rules, move)


def promoted_by_sign(rules: Rules, move: Move) -> str:
    """Shogi: a promotion is a `+`, whatever the piece becomes."""
    text = format_move(rules, move)
    return text.split("+")[0] + "+" if "+" in text else text


def without_sign(rules: Rules, move: Move) -> str:
    """Crazyhouse: that a piece was promoted is not part of the move's text."""
    return format_move(rules, move).replace("~", "")


@pytest.fixture(scope="module")
def fairy() -> Any:
    """The Python module of Fairy-Stockfish."""
    try:
        return importlib.import_module("pyffish")
    except ImportError:
        missing("no Fairy-Stockfish found; install pyffish")


@pytest.mark.parametrize(
    ("file", "variant", "name", "text"),
    [
        ("shogi", None, "shogi", promoted_by_sign),
        ("crazyhouse", None, "crazyhouse", without_sign),
        ("horde", None, "horde", plain),
        ("omega-chess", "Omicron", "omicron", plain),
        ("classic-chess", "King of the Hill", "kingofthehill", plain),
        ("classic-chess", "Three-check", "3check", plain),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_moves(
    fairy: Any, file: str, variant: str | None, name: str, text: Text, seed: int
) -> None:
    rules = Rules.load(GAMES / f"{file}.rules", variant)
    chance = random.Random(seed)
    start = fairy.start_fen(name)
    position: Position = rules.start()
    line: list[str] = []
    for _ in range(120):
        over = rules.decided(position.state())
        ours = [] if over else sorted(text(rules, move) for move in position.legal_moves())
        assert ours == sorted(fairy.legal_moves(name, start, line)), format_fen(position)
        if not ours or position.result() is not None:
            break
        move = chance.choice(position.legal_moves())
        line.append(text(rules, move))
        position = position.play(move)
