"""Orthodox chess against python-chess: positions, legal moves and FENs."""

import random
from functools import cache

import chess
import pytest

from rulec.play.notation import format_fen, format_move, parse_fen
from rulec.play.perft import perft
from rulec.play.position import Rules
from tests.support.games import ROOT

# The six positions that move generators are tried on, with their numbers of leaves.
PERFT = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197281]),
    "kiwipete": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2039, 97862, 4085603],
    ),
    "rooks": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
    "promotions": (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9467, 422333],
    ),
    "discovered": (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        [44, 1486, 62379, 2103487],
    ),
    "middle game": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2079, 89890, 3894594],
    ),
}
QUICK = 100_000


@cache
def rules() -> Rules:
    return Rules.load(ROOT / "games/classic-chess.rules")


@pytest.mark.parametrize(
    ("fen", "depth", "leaves"),
    [
        pytest.param(
            fen, depth, leaves, id=f"{name}-{depth}",
            marks=[pytest.mark.slow] if leaves > QUICK else [],
        )
        for name, (fen, counts) in PERFT.items()
        for depth, leaves in enumerate(counts, 1)
    ],
)  # fmt: skip
def test_perft(fen: str, depth: int, leaves: int) -> None:
    assert perft(parse_fen(rules(), fen), depth) == leaves


@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed: int) -> None:
    """Moves, checks and FENs agree on every position of a game, and so does reading the FEN."""
    chance = random.Random(seed)
    board = chess.Board()
    position = rules().start()
    for _ in range(150):
        assert format_fen(position) == board.fen(en_passant="legal")
        moves = {format_move(rules(), move): move for move in position.legal_moves()}
        assert set(moves) == {move.uci() for move in board.legal_moves}
        assert position.in_check() == board.is_check()
        again = parse_fen(rules(), board.fen())
        assert set(again.legal_moves()) == set(position.legal_moves())
        if not moves:
            break
        text = chance.choice(sorted(moves))
        board.push_uci(text)
        position = position.play(moves[text])
