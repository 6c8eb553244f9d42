"""`chess:` and `chess:VARIANT`: python-chess, where it is installed."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import chess.variant

from rulec.engines.protocol import Ending, EngineError, Place, RefusedError, Trait, View, Winner
from rulec.engines.recent import Recent
from rulec.engines.setting import parse_board

_QUIET_PLIES = 100


class ChessEngine:
    """A python-chess board as an engine.

    Castling is the king's move, promotions end in the small letter, as here. A threefold
    repetition and a hundred quiet plies end the game, without anybody claiming it.
    """

    traits = frozenset({Trait.SET, Trait.ENDINGS})

    def __init__(self, variant: str, name: str) -> None:
        self.name = name
        try:
            self._board = chess.variant.find_variant(variant) if variant else chess.Board
        except ValueError as error:
            raise EngineError(f"{name}: python-chess has {error}") from None
        self._recent: Recent[chess.Board] = Recent()

    def close(self) -> None:
        """Forget the boards it keeps."""
        self._recent.clear()

    def look(self, places: Sequence[Place]) -> list[View]:
        """What python-chess says about each place."""
        return [_view(self._at(place)) for place in places]

    def fen(self, place: Place) -> str:
        """The position at a place."""
        placement, side, castling, passed, quiet, _ = self._at(place).fen().split()
        return f"{placement} {side} {castling} {passed} {quiet}"

    def _at(self, place: Place) -> chess.Board:
        return self._recent.reach(place, self._first, self._played)

    def _first(self, start: str | None) -> chess.Board:
        if start is None:
            return self._board()
        setting = parse_board(start)
        fen = f"{start.split()[0]} {setting.side} {setting.marks} {setting.passed or '-'}"
        try:
            board = self._board(f"{fen} {setting.quiet} 1")
        except ValueError as error:
            raise RefusedError(f"{self.name}: {error}") from None
        if board.status() & (
            chess.STATUS_OPPOSITE_CHECK | chess.STATUS_BAD_CASTLING_RIGHTS
            | chess.STATUS_INVALID_EP_SQUARE
        ):  # fmt: skip
            raise RefusedError(f"{self.name}: {start} is no position of this game")
        return board

    def _played(self, board: chess.Board, text: str) -> chess.Board:
        try:
            move = chess.Move.from_uci(text)
        except ValueError:
            move = chess.Move.null()
        if not move or not board.is_legal(move):
            raise RefusedError(f"{self.name}: {text} is not legal in {board.fen()}")
        after = board.copy()
        after.push(move)
        return after


def _view(board: chess.Board) -> View:
    moves = frozenset(map(board.uci, board.legal_moves))
    return View(moves, _ending(board, bool(moves)), " ".join(board.fen().split()[:4]))


def _ending(board: chess.Board, can_move: bool) -> Ending | None:
    outcome = board.outcome()
    if outcome is not None and outcome.winner is not None:
        winner = Winner.WHITE if outcome.winner else Winner.BLACK
        return Ending(winner, "checkmate" if board.is_checkmate() else None)
    if not can_move:
        return Ending(Winner.DRAW, "stalemate")
    if board.is_repetition(3):
        return Ending(Winner.DRAW, "repetition")
    if board.halfmove_clock >= _QUIET_PLIES:
        return Ending(Winner.DRAW, "quiet")
    if board.is_insufficient_material():
        return Ending(Winner.DRAW, "material")
    return None if outcome is None else Ending(Winner.DRAW)
