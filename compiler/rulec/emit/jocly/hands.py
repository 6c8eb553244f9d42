"""Hands: squares beside the board where captured pieces wait to be dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulec.emit.jocly.types import TypeList
from rulec.model.game import Drop, Game


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's pieces of one type: where they wait, and where they may be dropped."""

    player: int
    kind: int
    """The type's number."""
    letter: str
    places: tuple[str, ...]
    """The names of the squares beside the board."""
    targets: tuple[str, ...] | None
    """Where they may be dropped; None: anywhere."""
    drop: Drop | None
    alike: tuple[int, ...]
    """The types of the same piece, for which a file may be free or not."""


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands, and what every type joins them as: a type for either captor."""

    hands: tuple[Hand, ...]
    joins: dict[int, tuple[int, int]]


def hand_places(game: Game) -> dict[tuple[int, int], tuple[str, ...]]:
    """The names of the squares beside the board, by player and piece; none in most games."""
    if not game.hands:
        return {}
    return {
        (player, piece): tuple(f"hand{player + 1}_{piece}_{i}" for i in range(most))
        for player in (0, 1)
        for piece, most in enumerate(_most_in_hand(game))
        if most
    }


def hands(game: Game, types: TypeList) -> Hands | None:
    """The hands of a game that has any."""
    if not game.hands:
        return None
    found = []
    for (player, piece), places in hand_places(game).items():
        kind = game.pieces[piece]
        found.append(
            Hand(
                player=player,
                kind=types.number(piece, player),
                letter=kind.letter,
                places=places,
                targets=_targets(game, kind.drop, player),
                drop=kind.drop,
                alike=tuple(one.number for one in types.types if one.piece == piece),
            )
        )
    joins = {
        one.number: (
            types.number(game.in_hand_as(one.piece), 0),
            types.number(game.in_hand_as(one.piece), 1),
        )
        for one in types.types
        if not one.royal
    }
    return Hands(tuple(found), joins)


def _targets(game: Game, drop: Drop | None, player: int) -> tuple[str, ...] | None:
    if drop is None:
        return ()
    return None if drop.zone is None else tuple(game.board.names(drop.zone.of(player)))


def _most_in_hand(game: Game) -> Sequence[int]:
    """By piece type, how many can be in one hand: whatever may have become one."""
    most = [0] * len(game.pieces)
    for piece, kind in enumerate(game.pieces):
        count = sum(game.start_counts(player, piece)[1] for player in (0, 1))
        if count and not kind.royal:
            for other in {game.in_hand_as(one) for one in game.may_become(piece)}:
                most[other] += count
    return most
