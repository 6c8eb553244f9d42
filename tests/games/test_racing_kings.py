"""Racing kings against python-chess: legal moves, perft and results."""

import random
from functools import cache

import chess.variant
import pytest

from rulec.play.notation import format_fen, format_move, parse_fen
from rulec.play.perft import perft
from rulec.play.position import Position, Rules
from tests.support.games import ROOT

RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}


@cache
def rules() -> Rules:
    return Rules.load(ROOT / "games/racing-kings.rules")


@pytest.mark.parametrize(("depth", "leaves"), [(1, 21), (2, 421), (3, 11264)])
def test_perft(depth: int, leaves: int) -> None:
    assert perft(rules().start(), depth) == leaves


@pytest.mark.parametrize("seed", range(20))
def test_random_games(seed: int) -> None:
    chance = random.Random(seed)
    position, board = rules().start(), chess.variant.RacingKingsBoard()
    for _ in range(120):
        assert agreed_result(position, board) == board.result()
        if position.result():
            return
        moves = {format_move(rules(), move): move for move in position.legal_moves()}
        assert set(moves) == {move.uci() for move in board.legal_moves}
        assert position.state().count_moves() == len(moves)
        ahead = [text for text in moves if is_ahead(position, text)]
        text = chance.choice(ahead if ahead and chance.random() < 0.35 else sorted(moves))
        board.push_uci(text)
        position = position.play(moves[text])


def agreed_result(position: Position, board: chess.Board) -> str:
    """The result as python-chess writes it; it does not end games by repetition by itself."""
    result = position.result()
    if result is None or result.reason == "repetition":
        return board.result()
    return RESULTS[result.winner]


def is_ahead(position: Position, text: str) -> bool:
    """Whether a move brings a king nearer to the last rank."""
    square = rules().game.board.by_name[text[:2]]
    piece = position.piece_at(square)
    return piece is not None and rules().game.pieces[piece[1]].royal and text[3] > text[1]


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("4K3/8/8/8/8/8/k7/8 b - 0 1", "1-0"),
        ("4K3/k7/8/8/8/8/8/8 b - 0 1", None),  # Black may draw level
        ("k3K3/8/8/8/8/8/8/8 w - 0 1", "1/2-1/2"),
        ("k7/4K3/8/8/8/8/8/8 w - 0 1", "0-1"),  # White has had his move
        ("1R2K3/k7/8/8/8/8/8/1R6 b - 0 1", "1-0"),  # nowhere to go but into an attack
    ],
)
def test_a_goal_may_be_answered(fen: str, result: str | None) -> None:
    ending = parse_fen(rules(), fen).result()
    assert (RESULTS[ending.winner] if ending else None) == result
    assert format_fen(parse_fen(rules(), fen)).startswith(fen[:-4])
