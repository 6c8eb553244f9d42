"""Chess without castling and en passant, against python-chess."""

import random

import chess
import pytest

from rulec.play.notation import format_fen, format_move, parse_fen, parse_move
from rulec.play.perft import perft
from rulec.play.position import Position
from tests.support.games import plain_chess


def test_perft() -> None:
    start = plain_chess().start()
    assert [perft(start, depth) for depth in range(1, 5)] == [20, 400, 8902, 197281]


@pytest.mark.slow
def test_perft_5() -> None:
    """4865609 in chess; 258 of these capture en passant."""
    assert perft(plain_chess().start(), 5) == 4865351


def board_of(position: Position) -> chess.Board:
    """The same position for python-chess, without castling and en passant."""
    placement, side, *_ = format_fen(position).split()
    return chess.Board(f"{placement} {side} - - 0 1")


def agree(position: Position) -> None:
    """The same moves, check, mate and stalemate as python-chess says."""
    board = board_of(position)
    ours = {format_move(position.rules, move) for move in position.legal_moves()}
    assert ours == {move.uci() for move in board.legal_moves}, board.fen()
    assert position.in_check() == board.is_check(), board.fen()
    result = position.result()
    reason = result.reason if result else None
    assert (reason == "checkmate") == board.is_checkmate(), board.fen()
    assert (reason == "stalemate") == board.is_stalemate(), board.fen()


@pytest.mark.parametrize("seed", range(12))
def test_random_games_agree_with_python_chess(seed: int) -> None:
    chance = random.Random(seed)
    position = plain_chess().start()
    for _ in range(80):
        agree(position)
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))


@pytest.mark.parametrize("seed", range(6))
def test_random_endgames_agree_with_python_chess(seed: int) -> None:
    """Few pieces anywhere: pins, promotions, mates and stalemates are frequent here."""
    chance = random.Random(seed)
    played = 0
    while played < 60:
        board = chess.Board.empty()
        squares = chance.sample(range(64), 7)
        for square, symbol in zip(squares, "KkQrPpb", strict=True):
            if symbol in "Pp" and chess.square_rank(square) in (0, 7):
                break
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        else:
            board.turn = chance.random() < 0.5
            if board.is_valid():
                placement = f"{board.board_fen()} {'w' if board.turn else 'b'}"
                agree(parse_fen(plain_chess(), placement))
                played += 1


def test_fools_mate() -> None:
    position = plain_chess().start()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        position = position.play(parse_move(position, move))
    result = position.result()
    assert result is not None
    assert (result.winner, result.reason) == (1, "checkmate")


def test_stalemate_is_a_draw() -> None:
    result = parse_fen(plain_chess(), "7k/5Q2/6K1/8/8/8/8/8 b").result()
    assert result is not None
    assert (result.winner, result.reason) == (None, "stalemate")
