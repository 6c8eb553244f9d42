"""What a type turns into where a move ends: promotions, and marks set or cleared by a gate."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from rulec.emit.jocly.types import JoclyType, TypeList
from rulec.model.game import Game
from rulec.model.tables import Limit, Stop, Tables, mark_bit


@dataclass(frozen=True, slots=True)
class Change:
    """A choice of types; none: it stays what it is."""

    choices: tuple[int, ...] = ()
    limit: Limit | None = None


@dataclass(frozen=True, slots=True)
class Arrival:
    """A player's type changes on `places`: squares, or `from-to` pairs."""

    player: int
    places: tuple[str, ...]
    change: Change


def arrivals(game: Game, tables: Tables, types: TypeList, kind: JoclyType) -> tuple[Arrival, ...]:
    """All that a type may turn into, but for being fresh no more."""
    return tuple(
        arrival
        for player in (0, 1)
        if kind.player in (None, player)
        for arrival in _of_player(game, tables, types, kind, player)
    )


def _of_player(
    game: Game, tables: Tables, types: TypeList, kind: JoclyType, player: int
) -> list[Arrival]:
    by_target: dict[int, dict[int, Change]] = defaultdict(dict)
    for origin, lines in enumerate(tables.lines[player][kind.piece]):
        for line in lines:
            for stop in line.stops:
                if stop.ends:
                    change = _change(game, types, kind, player, stop)
                    by_target[stop.square].setdefault(origin, change)
    names = [square.name for square in game.board.squares]
    places: dict[Change, list[str]] = defaultdict(list)
    for target, origins in sorted(by_target.items()):
        if len(set(origins.values())) == 1:
            places[next(iter(origins.values()))].append(names[target])
        else:
            for origin, change in sorted(origins.items()):
                places[change].append(f"{names[origin]}-{names[target]}")
    return [
        Arrival(player, tuple(where), change) for change, where in places.items() if change.choices
    ]


def _change(game: Game, types: TypeList, kind: JoclyType, player: int, stop: Stop) -> Change:
    if stop.becomes:
        choices = [types.number(piece, player) for piece in stop.becomes]
        if stop.optional:
            choices.insert(0, types.number(kind.piece, player, kind.mark))
        return Change(tuple(choices), stop.limit)
    mark = kind.mark
    for i, known in enumerate(game.marks):
        if known.piece == kind.piece:
            bit = mark_bit(i, player)
            if stop.sets & bit:
                mark = i
            elif stop.clears & bit:
                mark = None
    return Change() if mark == kind.mark else Change((types.number(kind.piece, player, mark),))
