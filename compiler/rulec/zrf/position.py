"""The values a game is played with: pieces, moves and positions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

OFF = -1
"""Stands for no square, no player, or no change of type."""

ANY_TYPE = -2
"""As the move type a chain goes on with: whatever the turn allows."""


class Piece(NamedTuple):
    """A piece on a square: its player, type, and the attributes that are true, one bit each."""

    player: int
    type: int
    attributes: int


class Part(NamedTuple):
    """One piece going from a square to a square; a drop starts from OFF and has a type.

    `type` is what it becomes, or OFF. With `copy`, the piece stays where it was as well.
    """

    start: int
    end: int
    type: int
    copy: bool


class EffectKind(IntEnum):
    """What else a move does, besides moving pieces."""

    CAPTURE = 0
    CHANGE_TYPE = 1
    CREATE = 2
    FLIP = 3
    CHANGE_OWNER = 4
    SET_ATTRIBUTE = 5


class Effect(NamedTuple):
    """One effect on a square: a type and a player, or an attribute's number and value."""

    kind: EffectKind
    square: int
    subject: int
    value: int


class Move(NamedTuple):
    """What a player does in one go. Equal moves do the same.

    `then` is None when the turn is over after it; otherwise the same piece goes on with moves of
    that type. The effects stand in the order the rules name them.
    """

    parts: tuple[Part, ...]
    effects: tuple[Effect, ...]
    then: int | None


PASS = Move((), (), None)

Cells = tuple[Piece | None, ...]


class Chain(NamedTuple):
    """A turn in the middle: the square of the piece that goes on, and the move type it may use."""

    square: int
    move_type: int


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """Where a game stands.

    `turn` is a number in the turn order. `stores[player * types + type]` counts pieces off the
    board.
    `last` are the squares of the last move's first part. `removed` are the pieces taken since
    the turn began, and `mover` is who took them. `earlier` is the position before the
    last full turn.
    """

    cells: Cells
    turn: int
    stores: tuple[int, ...]
    last: tuple[int, int] = (OFF, OFF)
    chain: Chain | None = None
    removed: tuple[Piece, ...] = ()
    mover: int = OFF
    earlier: Position | None = None
