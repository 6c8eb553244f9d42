"""Chess960 against python-chess: every set-up, then legal moves and FENs of random games."""

import random
from functools import cache

import chess
import pytest

from rulec.play.notation import format_fen, format_move, natural_move, parse_fen, parse_move
from rulec.play.position import Position, Rules
from rulec.play.reach import Move
from tests.support.games import ROOT


@cache
def set_up() -> Position:
    """The position in which Black chooses the set-up."""
    start = Rules.load(ROOT / "games/chess960.rules").start()
    return start.play(parse_move(start, "--"))


def uci(rules: Rules, move: Move) -> str:
    """A move as UCI has it: castling goes to the rook's square, whatever else is possible."""
    if move.castling is None:
        return format_move(rules, move)
    squares = rules.game.board.squares
    return squares[move.origin].name + squares[move.castling.partner_origin].name


def test_all_set_ups() -> None:
    rules = set_up().rules
    numbers = set()
    state = set_up().state()
    for move in set_up().legal_moves():
        undo = state.push(move)
        position = Position(rules, state.copy())
        board = chess.Board(format_fen(position), chess960=True)
        number = board.chess960_pos()
        assert number is not None
        assert board.fen() == chess.Board.from_chess960_pos(number).fen()
        numbers.add(number)
        state.pop(undo)
    assert len(numbers) == 960
    assert format_fen(Position(rules, state)) == format_fen(set_up())


@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed: int) -> None:
    chance = random.Random(seed)
    rules = set_up().rules
    position = set_up().play(chance.choice(set_up().legal_moves()))
    board = chess.Board(format_fen(position), chess960=True)
    for _ in range(140):
        assert format_fen(position) == board.fen(en_passant="legal")
        moves = {uci(rules, move): move for move in position.legal_moves()}
        assert set(moves) == {move.uci() for move in board.legal_moves}
        assert len({format_move(rules, move) for move in moves.values()}) == len(moves)
        assert position.in_check() == board.is_check()
        again = parse_fen(rules, board.shredder_fen())
        assert set(again.legal_moves()) == set(position.legal_moves())
        castlings = [text for text, move in moves.items() if move.castling]
        for text in castlings:
            written = {text, format_move(rules, moves[text]), natural_move(position, moves[text])}
            assert {parse_move(position, one) for one in written} == {moves[text]}
        if not moves:
            break
        text = chance.choice(castlings or sorted(moves))
        board.push_uci(text)
        position = position.play(moves[text])


@pytest.mark.parametrize(
    ("fen", "castling"),
    [
        ("4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", {"c1b1", "c1g1"}),  # c1 is where the king ends
        ("4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1", {"f1g1", "f1c1"}),  # the king alone may go to g1
        ("4k3/8/8/8/8/8/8/RK3R1R w HF - 0 1", {"b1g1"}),  # h1 is blocked by f1
    ],
)
def test_castling_is_written_unambiguously(fen: str, castling: set[str]) -> None:
    position = parse_fen(set_up().rules, fen)
    found = {move for move in position.legal_moves() if move.castling}
    assert {format_move(position.rules, move) for move in found} == castling
    assert format_fen(parse_fen(position.rules, format_fen(position))) == format_fen(position)
