"""A chess game in ZRF against python-chess, and how fast it is."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import chess
import pytest

from rulec.zrf.api import load, load_game
from rulec.zrf.ending import Result
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.notation import short
from rulec.zrf.position import Move, Position

FILE = Path(__file__).parent.parent / "golden" / "zrf" / "chess.zrf"
PROMOTIONS = {"Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n"}


@pytest.fixture(scope="module")
def rules() -> Interpreter:
    return load(FILE)


def uci(rules: Interpreter, position: Position, move: Move) -> str:
    squares, _, promotion = short(rules.game, position, move).split(",")[0].partition("=")
    return squares + PROMOTIONS.get(promotion, "")


def outcome(result: Result | None) -> str | None:
    if result is None:
        return None
    return "draw" if result.winner is None else ("white", "black")[result.winner]


def expected_outcome(board: chess.Board) -> str | None:
    if board.is_checkmate():
        return "black" if board.turn else "white"
    return "draw" if board.is_stalemate() or board.is_repetition(3) else None


@pytest.mark.parametrize("seed", range(8))
def test_random_games_agree_with_python_chess(rules: Interpreter, seed: int) -> None:
    chance = Random(seed)
    board = chess.Board()
    position = rules.start()
    for _ in range(120):
        moves = {uci(rules, position, move): move for move in rules.legal_moves(position)}
        assert set(moves) == {move.uci() for move in board.legal_moves}, board.fen()
        assert len(moves) == len(rules.legal_moves(position))
        assert outcome(rules.result(position)) == expected_outcome(board), board.fen()
        if not moves:
            break
        # Captures and king moves more often, so that games come to an end.
        weights = [4 if board.is_capture(chess.Move.from_uci(text)) else 1 for text in moves]
        text = chance.choices(list(moves), weights)[0]
        board.push_uci(text)
        position = rules.play(position, moves[text])


def test_perft(rules: Interpreter) -> None:
    assert [rules.perft(rules.start(), depth) for depth in range(4)] == [1, 20, 400, 8902]


def test_perft_3_takes_far_less_than_a_second(rules: Interpreter) -> None:
    rules.perft(rules.start(), 2)
    before = time.process_time()
    rules.perft(rules.start(), 3)
    assert time.process_time() - before < 0.8


def test_a_long_file_loads_within_a_second(tmp_path: Path) -> None:
    text = FILE.read_text()
    again = text[text.index("(variant") :]
    copies = [again.replace("King and pawns", f"Variant {number}") for number in range(420)]
    path = tmp_path / "long.zrf"
    path.write_text(text + "\n".join(copies))
    assert path.read_text().count("\n") > 3000
    load_game(FILE)
    before = time.process_time()
    load_game(path, "Variant 400")
    assert time.process_time() - before < 1


def test_variant(rules: Interpreter) -> None:
    pawns = load(FILE, "King and pawns")
    assert pawns.perft(pawns.start(), 2) == 18 * 18
