"""What a type turns into where a move ends: promotions, and marks set or cleared by a gate."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from rulec.emit.jocly.types import JoclyType, TypeList
from rulec.model.game import Game
from rulec.model.tables import Stop, Tables, mark_bit


@dataclass(frozen=True, slots=True)
class Arrival:
    """A player's type turns into one of `choices` on `places`: squares, or `from-to` pairs."""

    player: int
    places: tuple[str, ...]
    choices: tuple[int, ...]


def arrivals(game: Game, tables: Tables, types: TypeList, kind: JoclyType) -> tuple[Arrival, ...]:
    """All that a type may turn into."""
    return tuple(
        arrival
        for player in (0, 1)
        if kind.player in (None, player)
        for arrival in _of_player(game, tables, types, kind, player)
    )


def _of_player(
    game: Game, tables: Tables, types: TypeList, kind: JoclyType, player: int
) -> list[Arrival]:
    by_target: dict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for origin, lines in enumerate(tables.lines[player][kind.piece]):
        for line in lines:
            for stop in line.stops:
                if stop.ends:
                    by_target[stop.square].setdefault(
                        origin, _choices(game, types, kind, player, stop)
                    )
    names = [square.name for square in game.board.squares]
    places: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for target, origins in sorted(by_target.items()):
        if len(set(origins.values())) == 1:
            places[next(iter(origins.values()))].append(names[target])
        else:
            for origin, choices in sorted(origins.items()):
                places[choices].append(f"{names[origin]}-{names[target]}")
    return [Arrival(player, tuple(where), choices) for choices, where in places.items() if choices]


def _choices(
    game: Game, types: TypeList, kind: JoclyType, player: int, stop: Stop
) -> tuple[int, ...]:
    """The types to choose from; none: it stays what it is."""
    if stop.becomes:
        return tuple(types.number(piece, player) for piece in stop.becomes)
    mark = kind.mark
    for i, known in enumerate(game.marks):
        if known.piece == kind.piece:
            bit = mark_bit(i, player)
            if stop.sets & bit:
                mark = i
            elif stop.clears & bit:
                mark = None
    return () if mark == kind.mark else (types.number(kind.piece, player, mark),)
