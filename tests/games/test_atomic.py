"""Atomic chess against python-chess: moves, checks and results in games and in made positions."""

import random

import chess
import chess.variant
import pytest

from rulec.play.notation import format_move, parse_fen
from rulec.play.position import Position, Rules
from rulec.syntax.diagnostics import RulecError
from tests.games.table import GAMES

ENDINGS = {"extinction", "checkmate", "stalemate"}
UNLIKE = {"INSUFFICIENT_MATERIAL", "FIVEFOLD_REPETITION", "SEVENTYFIVE_MOVES"}
"""Draws that python-chess counts otherwise."""


@pytest.fixture(scope="module")
def rules() -> Rules:
    return Rules.load(GAMES / "atomic.rules")


def compare(position: Position, board: chess.Board) -> None:
    """The moves and whether it is check, where the game goes on."""
    assert position.in_check() == board.is_check(), board.fen()
    found = [format_move(position.rules, move) for move in position.legal_moves()]
    assert sorted(found) == sorted(move.uci() for move in board.legal_moves), board.fen()
    assert position.state().count_moves() == len(found)


def ended(position: Position, board: chess.Board) -> bool:
    """Whether the game is over; both must say the same of it."""
    result = position.result()
    outcome = board.outcome()
    ours = (result.winner,) if result and result.reason in ENDINGS else None
    theirs = None
    if outcome and outcome.termination.name not in UNLIKE:
        theirs = ({True: 0, False: 1, None: None}[outcome.winner],)
    assert ours == theirs, board.fen()
    return ours is not None or result is not None


@pytest.mark.parametrize("seed", range(8))
def test_random_games(rules: Rules, seed: int) -> None:
    """Captures come seldom enough for games to last."""
    chance = random.Random(seed)
    position = rules.start()
    board = chess.variant.AtomicBoard()
    while not ended(position, board) and board.ply() < 150:
        compare(position, board)
        moves = position.legal_moves()
        quiet = [move for move in moves if position.piece_at(move.target) is None]
        move = chance.choice(quiet if quiet and chance.random() < 0.85 else moves)
        board.push_uci(format_move(rules, move))
        position = position.play(move)


def made(chance: random.Random) -> chess.Board:
    """Two kings, often side by side, or White's ready to castle, and pieces anywhere."""
    board = chess.variant.AtomicBoard(None)
    castling = chance.random() < 0.4
    white = chess.E1 if castling else chance.randrange(64)
    beside = [square for square in chess.SQUARES if chess.square_distance(square, white) == 1]
    black = chance.choice(beside if chance.random() < 0.35 else chess.SQUARES)
    kept = {chess.B1, chess.C1, chess.D1, chess.F1, chess.G1} if castling else set()
    if castling:
        board.set_piece_at(chess.A1, chess.Piece(chess.ROOK, chess.WHITE))
        board.set_piece_at(chess.H1, chess.Piece(chess.ROOK, chess.WHITE))
    for _ in range(chance.randrange(1, 14)):
        square, kind = chance.randrange(64), chance.choice([1, 1, 1, 2, 3, 4, 5])
        edge = kind == chess.PAWN and chess.square_rank(square) in (0, 7)
        if board.piece_at(square) is None and square not in kept and not edge:
            board.set_piece_at(square, chess.Piece(kind, chance.random() < 0.5))
    board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
    board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
    board.turn = castling or chance.random() < 0.5
    board.set_castling_fen("KQ" if castling else "-")
    return board


@pytest.mark.parametrize(
    "count", [pytest.param(100, id="few"), pytest.param(3000, id="many", marks=pytest.mark.slow)]
)
def test_made_positions(rules: Rules, count: int) -> None:
    """Every move is played, too, so that the end of the game is compared behind it."""
    chance = random.Random(count)
    compared = 0
    while compared < count:
        board = made(chance)
        if board.king(chess.WHITE) is None or board.king(chess.BLACK) is None:
            continue
        try:
            position = parse_fen(rules, board.fen())
        except RulecError:
            assert board.was_into_check(), board.fen()
            continue
        assert not board.was_into_check(), board.fen()
        compare(position, board)
        for move in position.legal_moves():
            board.push_uci(format_move(rules, move))
            ended(position.play(move), board)
            board.pop()
        compared += 1
