"""Games that Fairy-Stockfish knows: the same sets of moves in seeded random games, ply by ply.

From the start, and from the start with many of its pieces taken off, where checks are common.
"""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from rulec.play.notation import format_fen, format_move, parse_fen
from rulec.play.position import Position, Rules
from rulec.play.reach import PASS, Move
from tests.conftest import missing
from tests.games.table import FAIRY, GAMES, Fairy

Text = Callable[[Position, Move], str]


def plain(position: Position, move: Move) -> str:
    return format_move(position.rules, move)


def promoted_by_sign(position: Position, move: Move) -> str:
    """Shogi: a promotion is a `+`, whatever the piece becomes."""
    text = plain(position, move)
    return text.split("+")[0] + "+" if "+" in text else text


def without_sign(position: Position, move: Move) -> str:
    """Crazyhouse: that a piece was promoted is not part of the move's text."""
    return plain(position, move).replace("~", "")


def passed_by_the_king(position: Position, move: Move) -> str:
    """Janggi: who passes moves the general to where it stands."""
    if move is not PASS:
        return plain(position, move)
    royal = position.state().royals(position.side)
    return 2 * position.rules.game.board.names(royal)[0]


def thinned(placement: str, chance: random.Random) -> str:
    """A placement with two thirds of its pieces taken off, but no king and no rook."""
    squares = re.sub(r"[0-9]+", lambda run: "." * int(run.group()), placement)
    squares = re.sub(
        r"[a-jl-qs-z]",
        lambda piece: "." if chance.random() < 2 / 3 else piece.group(),
        squares,
        flags=re.IGNORECASE,
    )
    return re.sub(r"\.+", lambda run: str(len(run.group())), squares)


@pytest.fixture(scope="module")
def fairy() -> Any:
    """The Python module of Fairy-Stockfish."""
    try:
        return importlib.import_module("pyffish")
    except ImportError:
        missing("no Fairy-Stockfish found; install pyffish")


TEXTS: dict[str, Text] = {
    "shogi": promoted_by_sign,
    "crazyhouse": without_sign,
    "janggimodern": passed_by_the_king,
}
"""How Fairy-Stockfish writes moves, where it is not as we do."""


@pytest.mark.parametrize("game", FAIRY, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_moves(fairy: Any, game: Fairy, seed: int) -> None:
    rules = Rules.load(GAMES / f"{game.file}.rules", game.variant)
    name, text = game.name, TEXTS.get(game.name, plain)
    chance = random.Random(seed)
    start: str = fairy.start_fen(name)
    position: Position = rules.start()
    if seed > 2 and not rules.game.hands:
        placement, _, rest = start.partition(" ")
        few = thinned(placement, chance)
        start = f"{few} {rest}"
        position = parse_fen(rules, f"{few} {format_fen(position).partition(' ')[2]}")
    line: list[str] = []
    for _ in range(120):
        over = rules.decided(position.state())
        ours = [] if over else sorted(text(position, move) for move in position.legal_moves())
        assert ours == sorted(fairy.legal_moves(name, start, line)), format_fen(position)
        if not ours or position.result() is not None:
            break
        # A second pass in a row ends the game, which there means that there are no moves.
        again = PASS if position.move is PASS else None
        move = chance.choice([move for move in position.legal_moves() if move is not again])
        line.append(text(position, move))
        position = position.play(move)
