"""`zrf:FILE[#VARIANT]`: the game of a Zillions rule file, run by this package's interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulec.engines.protocol import Ending, EngineError, Place, RefusedError, Trait, View, Winner
from rulec.engines.recent import Recent
from rulec.syntax.diagnostics import RulecError
from rulec.zrf.api import load
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.position import OFF, Move, Position

_REASONS = frozenset({"stalemate", "repetition"})
"""The endings that Zillions names as other engines do."""


class ZrfEngine:
    """A Zillions game of two players as an engine.

    A move is written by its first part; a promotion by the new type's `notation`, or the first
    letter of its name, in small. Where that letter is the old one's the change is no promotion.
    """

    traits = frozenset({Trait.ENDINGS})

    def __init__(self, rules: Interpreter, name: str) -> None:
        self.name = name
        self._rules = rules
        self._recent: Recent[Position] = Recent()
        game = rules.game
        self._letters = [(kind.notation or kind.name)[:1].lower() for kind in game.pieces]
        sides = list(dict.fromkeys(turn.player for turn in game.turns))
        if len(sides) != 2:
            raise EngineError(f"{name} is a game for {len(sides)} players, not two")
        self._winners = dict(zip(sides, (Winner.WHITE, Winner.BLACK), strict=True))

    @classmethod
    def load(cls, path: Path, variant: str | None, name: str) -> ZrfEngine:
        """The engine of a rule file; raises RulecError."""
        return cls(load(path, variant), name)

    def close(self) -> None:
        """Forget the positions it keeps."""
        self._recent.clear()

    def look(self, places: Sequence[Place]) -> list[View]:
        """What the rules say about each place."""
        try:
            return [self._view(self._at(place)) for place in places]
        except RulecError as error:
            raise EngineError(f"{self.name}: {error.diagnostics[0].message}") from error

    def fen(self, place: Place) -> str | None:
        """Zillions positions have no FEN."""
        del place
        return None

    def _at(self, place: Place) -> Position:
        return self._recent.reach(place, self._first, self._played)

    def _first(self, start: str | None) -> Position:
        if start is not None:
            raise RefusedError(f"{self.name}: a Zillions game cannot be set to a FEN")
        return self._rules.start()

    def _played(self, position: Position, text: str) -> Position:
        for move in self._rules.legal_moves(position):
            if self._text(position, move) == text:
                return self._rules.play(position, move)
        raise RefusedError(f"{self.name}: {text} is not legal here")

    def _view(self, position: Position) -> View:
        result = self._rules.result(position)
        ending = None
        if result is not None:
            winner = Winner.DRAW if result.winner is None else self._winners[result.winner]
            ending = Ending(winner, result.reason if result.reason in _REASONS else None)
        moves = frozenset(self._text(position, one) for one in self._rules.legal_moves(position))
        return View(moves, ending, (position.cells, position.turn, position.stores))

    def _text(self, position: Position, move: Move) -> str:
        names = self._rules.game.board.positions
        for part in move.parts:
            piece = None if part.start == OFF else position.cells[part.start]
            if piece is not None and part.start != part.end:
                text = f"{names[part.start]}{names[part.end]}"
                if part.type != OFF and self._letters[part.type] != self._letters[piece.type]:
                    text += self._letters[part.type]
                return text
        return "pass"
