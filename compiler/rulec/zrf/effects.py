"""Carrying out a move: parts all at once, then changes, then captures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulec.zrf.position import OFF, Cells, Effect, EffectKind, Move, Piece, Position

if TYPE_CHECKING:
    from rulec.zrf.interpreter import Interpreter


class Outcome(NamedTuple):
    """The board and the stores after a move, and the pieces it removed."""

    cells: Cells
    stores: tuple[int, ...]
    removed: tuple[Piece, ...]


def carry_out(rules: Interpreter, position: Position, move: Move) -> Outcome:
    """What a move does to a position."""
    return _Work(rules, position).carry_out(move)


class _Work:
    def __init__(self, rules: Interpreter, position: Position) -> None:
        self._rules = rules
        self._cells = list(position.cells)
        self._stores = position.stores
        self._side = rules.turn(position).side
        self._removed: list[Piece] = []

    def carry_out(self, move: Move) -> Outcome:
        self._move_parts(move)
        if move.effects:
            for effect in move.effects:
                if effect.kind is not EffectKind.CAPTURE:
                    self._change(effect)
            for effect in move.effects:
                if effect.kind is EffectKind.CAPTURE:
                    self._remove(effect.square)
        return Outcome(tuple(self._cells), self._stores, tuple(self._removed))

    def _move_parts(self, move: Move) -> None:
        cells = self._cells
        lifted = [None if part.start < 0 else cells[part.start] for part in move.parts]
        for part in move.parts:
            if part.start >= 0 and not part.copy:
                cells[part.start] = None
        for part, piece in zip(move.parts, lifted, strict=True):
            if part.start < 0:
                self._take_from_store(part.type)
                piece = self._rules.piece(self._side, part.type)
            elif piece is not None and part.type != OFF:
                piece = self._promoted(piece, part.type)
            if piece is not None:
                self._remove(part.end)
                cells[part.end] = piece

    def _promoted(self, piece: Piece, piece_type: int) -> Piece:
        """The piece with another type; it keeps its attributes."""
        if self._rules.game.options.recycle_promotions:
            self._take_from_store(piece_type)
            self._put_in_store(piece)
        return Piece(piece.player, piece_type, piece.attributes)

    def _remove(self, square: int) -> None:
        piece = self._cells[square]
        if piece is None:
            return
        self._cells[square] = None
        self._removed.append(piece)
        if self._rules.game.options.recycle_captures:
            self._put_in_store(piece)

    def _change(self, effect: Effect) -> None:
        cells, square = self._cells, effect.square
        piece = cells[square]
        if effect.kind is EffectKind.CREATE:
            self._remove(square)
            cells[square] = self._rules.piece(effect.value, effect.subject)
        elif piece is not None:
            match effect.kind:
                case EffectKind.CHANGE_TYPE:
                    cells[square] = Piece(piece.player, effect.subject, piece.attributes)
                case EffectKind.CHANGE_OWNER:
                    cells[square] = Piece(effect.subject, piece.type, piece.attributes)
                case EffectKind.FLIP:
                    owner = self._rules.next_owner(piece.player)
                    cells[square] = Piece(owner, piece.type, piece.attributes)
                case EffectKind.SET_ATTRIBUTE:
                    bit = 1 << effect.subject
                    attributes = piece.attributes | bit if effect.value else piece.attributes & ~bit
                    cells[square] = Piece(piece.player, piece.type, attributes)
                case _:
                    raise AssertionError(effect)

    def _put_in_store(self, piece: Piece) -> None:
        self._count(piece.player, piece.type, 1)

    def _take_from_store(self, piece_type: int) -> None:
        self._count(self._side, piece_type, -1)

    def _count(self, player: int, piece_type: int, change: int) -> None:
        index = player * len(self._rules.game.pieces) + piece_type
        stores = self._stores
        self._stores = (*stores[:index], max(0, stores[index] + change), *stores[index + 1 :])
