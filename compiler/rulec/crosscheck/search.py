"""Ways through a game: level by level from a position, whole games, given lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from rulec.crosscheck.compare import Pair, Sight
from rulec.crosscheck.notebook import Notebook
from rulec.engines.protocol import Place

_BATCH = 128
"""Places asked about at once."""

Policy = Callable[[Sight, Random], str]
"""Chooses the next move of a game among those on which both engines agree."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop: a time on the monotonic clock, a number of positions, the first difference."""

    deadline: float = float("inf")
    positions: int | None = None
    first: bool = False


class _SpentError(Exception):
    """The budget is used up."""


class Walk:
    """A pair of engines, a notebook to write into, and a budget to keep."""

    def __init__(self, pair: Pair, notebook: Notebook, budget: Budget) -> None:
        self.pair = pair
        self.notebook = notebook
        self._budget = budget

    def look(self, places: Sequence[Place], search: str) -> list[Sight]:
        """Look at some places and note what is found."""
        left = self._budget.positions
        if left is not None:
            left -= self.notebook.positions
            places = places[: max(0, left)]
        if not places or time.monotonic() > self._budget.deadline:
            raise _SpentError
        sights = self.pair.look(places)
        if self.notebook.note(self.pair, sights, search) and self._budget.first:
            raise _SpentError
        return sights

    def run(self, search: Callable[[Walk], None]) -> None:
        """Run a search to its end or to the budget's."""
        try:
            search(self)
        except _SpentError:
            self.notebook.spent = True


def batches(places: Iterable[Place], size: int = _BATCH) -> Iterator[list[Place]]:
    """The places in lists of some length."""
    source = iter(places)
    while batch := list(islice(source, size)):
        yield batch


def descend(walk: Walk, starts: Sequence[Place], depth: int, *, search: str = "descent") -> None:
    """Compare everything within `depth` moves, level by level, so that short lines come first.

    Positions that both engines take for the same are looked at wherever they occur, but
    followed only once.
    """
    seen: set[object] = set()
    level: Iterable[Place] = starts
    for distance in range(depth + 1):
        open_ends: list[tuple[Place, list[str]]] = []
        for batch in batches(level):
            for sight in walk.look(batch, search):
                if distance == depth or sight.over:
                    continue
                keys = sight.first.key, sight.second.key
                if keys != (None, None):
                    if keys in seen:
                        continue
                    seen.add(keys)
                open_ends.append((sight.place, sorted(sight.common)))
        level = (place.after(move) for place, moves in open_ends for move in moves)
        if not open_ends:
            return


def at_random(sight: Sight, chance: Random) -> str:
    """Any move."""
    return chance.choice(sorted(sight.common))


@dataclass(frozen=True, slots=True)
class Player:
    """One game to play: where it starts, how moves are chosen, how long it may be."""

    start: Place
    policy: Policy
    plies: int
    chance: Random


def play(walk: Walk, games: Iterable[Player], *, abreast: int = 32, search: str = "games") -> None:
    """Play games, some of them abreast, comparing every position."""
    waiting = iter(games)
    running = [(player, player.start) for player in islice(waiting, abreast)]
    while running:
        going = []
        sights = walk.look([place for _, place in running], search)
        for (player, _), sight in zip(running, sights, strict=True):
            length = len(sight.place.moves) - len(player.start.moves)
            if sight.over or not sight.common or length >= player.plies:
                continue
            move = player.policy(sight, player.chance)
            going.append((player, sight.place.after(move)))
        more = ((player, player.start) for player in islice(waiting, abreast - len(going)))
        running = [*going, *more]


def follow(walk: Walk, lines: Iterable[Place], *, search: str = "lines") -> None:
    """Compare every position along given lines, each up to where the engines part."""
    for line in lines:
        place = Place(line.start)
        for move in (*line.moves, None):
            [sight] = walk.look([place], search)
            if move is None or move not in sight.common or sight.over:
                break
            place = place.after(move)


def look_at(walk: Walk, places: Iterable[Place], *, search: str = "positions") -> None:
    """Compare single positions."""
    for batch in batches(places):
        walk.look(batch, search)
