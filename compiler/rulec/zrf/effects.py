"""Carrying out a move: parts all at once, then changes, then captures."""

from __future__ import annotations

from typing import NamedTuple

from rulec.zrf.model import Game
from rulec.zrf.position import OFF, Cells, Effect, EffectKind, Move, Piece, Position


class Outcome(NamedTuple):
    """The board and the stores after a move, and the pieces it removed."""

    cells: Cells
    stores: tuple[int, ...]
    removed: tuple[Piece, ...]


def carry_out(game: Game, position: Position, move: Move) -> Outcome:
    """What a move does to a position."""
    return _Work(game, position).carry_out(move)


def new_piece(game: Game, player: int, piece_type: int) -> Piece:
    """A new piece, with the attributes that its type starts with."""
    attributes = sum(1 << attribute for attribute in game.pieces[piece_type].attributes)
    return Piece(player, piece_type, attributes)


class _Work:
    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._cells = list(position.cells)
        self._stores = position.stores
        self._side = game.turns[position.turn].side
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
                piece = new_piece(self._game, self._side, part.type)
            elif piece is not None and part.type != OFF:
                piece = self._promoted(piece, part.type)
            if piece is not None:
                self._remove(part.end)
                cells[part.end] = piece

    def _promoted(self, piece: Piece, piece_type: int) -> Piece:
        """The piece with another type; it keeps its attributes."""
        if self._game.options.recycle_promotions:
            self._take_from_store(piece_type)
            self._put_in_store(piece)
        return Piece(piece.player, piece_type, piece.attributes)

    def _remove(self, square: int) -> None:
        piece = self._cells[square]
        if piece is None:
            return
        self._cells[square] = None
        self._removed.append(piece)
        if self._game.options.recycle_captures:
            self._put_in_store(piece)

    def _change(self, effect: Effect) -> None:
        cells, square = self._cells, effect.square
        piece = cells[square]
        if effect.kind is EffectKind.CREATE:
            self._remove(square)
            cells[square] = new_piece(self._game, effect.value, effect.subject)
        elif piece is not None:
            match effect.kind:
                case EffectKind.CHANGE_TYPE:
                    cells[square] = Piece(piece.player, effect.subject, piece.attributes)
                case EffectKind.CHANGE_OWNER:
                    cells[square] = Piece(effect.subject, piece.type, piece.attributes)
                case EffectKind.FLIP:
                    owner = _next_owner(self._game, piece.player)
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
        index = player * len(self._game.pieces) + piece_type
        stores = self._stores
        self._stores = (*stores[:index], max(0, stores[index] + change), *stores[index + 1 :])


def _next_owner(game: Game, player: int) -> int:
    """Whose a piece becomes when it is flipped: the next of the players whose pieces move."""
    sides = game.sides
    return sides[(sides.index(player) + 1) % len(sides)] if player in sides else player
