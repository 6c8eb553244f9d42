"""Castling: the blocks of a rule, one for every player and start that has it."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.emit.zrf.macros import (
    Landing,
    Macro,
    Stays,
    castle_macro,
    conjunction,
    spent_macro,
    unattacked,
)
from rulec.emit.zrf.names import Names
from rulec.model.game import Game
from rulec.model.tables import Castling, Tables
from rulec.syntax.source import Span


class CastleWriter:
    """Writes castlings, and collects the macros they need."""

    def __init__(
        self,
        game: Game,
        tables: Tables,
        names: Names,
        pieces: tuple[str, ...],
        macros: dict[object, Macro],
        asked: str | None,
    ) -> None:
        self._game = game
        self._tables = tables
        self._names = names
        self._pieces = pieces
        self.macros = macros
        self._asked = asked
        """The type of the moves that `attacked?` asks for; None: all."""

    def calls(self, rule: Span, piece: int, landing: Landing) -> Iterator[str]:
        """The blocks of a castling rule, one for every player who has it, each in three parts."""
        board = self._game.board
        for side in self._tables.castlings:
            for one in side:
                if (one.piece, one.rule.start) != (piece, rule.start):
                    continue
                tests = [f"(empty? {name})" for name in board.names(one.empty)]
                rivals = {other.origin for other in side if other.piece == piece} - {one.origin}
                if rivals:
                    tests.insert(0, f"(position? {board.squares[one.origin].name})")
                yield f"((verify {conjunction(tests or ['true'])})"
                if tests := self._unattacked(one.safe):
                    yield f"(verify {conjunction(tests)})"
                several = max(self._game.start_counts(player, piece)[1] for player in (0, 1)) > 1
                spent = self._spent(piece, rivals) if several else ()
                yield f"{' '.join([*spent, self._castling(one, landing)])})"

    def _castling(self, castling: Castling, landing: Landing) -> str:
        """The call that ends a castling."""
        stays = Stays.NEITHER
        if castling.origin == castling.target:
            stays = Stays.ITSELF
        elif castling.partner_origin == castling.partner_target:
            stays = Stays.PARTNER
        key = "castle", castling.partner, stays, landing
        if key not in self.macros:
            wish = "-".join([f"{landing.prefix}castle", *([stays] if stays else [])])
            partner = self._pieces[castling.partner]
            name = self._names.new(wish, "macro")
            self.macros[key] = castle_macro(name, partner, stays, landing)
        squares = (castling.target, castling.partner_origin, castling.partner_target)
        names = " ".join(self._game.board.squares[square].name for square in squares)
        return f"({self.macros[key].name} {names})"

    def _unattacked(self, squares: int) -> list[str]:
        kind = self._asked
        return [unattacked(name, kind) for name in self._game.board.names(squares)]

    def _spent(self, piece: int, squares: set[int]) -> Iterator[str]:
        """What castling does to the pieces of a type on other squares."""
        key = "spent", piece
        if key not in self.macros:
            name = self._names.new(f"{self._pieces[piece].lower()}-spent", "macro")
            self.macros[key] = spent_macro(name, self._pieces[piece])
        for square in sorted(squares):
            yield f"({self.macros[key].name} {self._game.board.squares[square].name})"
