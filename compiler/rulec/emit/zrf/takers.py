"""Where pieces may ever take en passant, whatever is in their way: elsewhere no trail matters."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from rulec.model.board import bits_of
from rulec.model.game import Game
from rulec.model.tables import Ends, Stop, Tables


def takers_of(game: Game, tables: Tables, player: int) -> int:
    """The squares (bits) on which a player may ever take en passant."""
    makers = game.promoting_to(
        number
        for number, piece in enumerate(game.pieces)
        if any(movement.en_passant for movement in piece.movements)
    )
    lines = tables.lines[player]
    return bits_of(
        stop.square
        for piece, square in _standing(game, tables, player, makers)
        for line in lines[piece][square]
        for stop in line.stops
        if stop.ends & Ends.EN_PASSANT
    )


def _standing(
    game: Game, tables: Tables, player: int, types: frozenset[int]
) -> set[tuple[int, int]]:
    """Pieces of some types and the squares where they may ever stand, whatever is in their way."""
    if game.has_hands:
        return set(product(types, range(len(game.board.squares))))
    placed = [*game.setup]
    for turn in game.before:
        placed += (one for i in range(len(turn.arrangements)) for one in turn.placements(i))
    open_ = [(one.piece, one.square) for one in placed if one.player == player]
    for castling in tables.castlings[player]:
        open_ += [
            (castling.piece, castling.target), (castling.partner, castling.partner_target)
        ]  # fmt: skip
    open_ += [(move.piece, move.target) for move in tables.safe_moves[player]]
    found: set[tuple[int, int]] = set()
    while open_:
        piece, square = standing = open_.pop()
        if piece not in types or standing in found:
            continue
        found.add(standing)
        open_ += (
            (result, stop.square)
            for line in tables.lines[player][piece][square]
            for stop in line.stops
            if stop.ends
            for result in results(piece, stop)
        )
    return found


def results(piece: int, stop: Stop) -> Iterable[int]:
    """The types that stand on a stop after a move of a piece to it."""
    stays = not stop.becomes or stop.optional or stop.limit
    return (*stop.becomes, piece) if stays else stop.becomes
