"""The work of a comparison as plain data, so that any process can do any part of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from rulec.crosscheck.compare import Pair
from rulec.crosscheck.coverage import Coverage
from rulec.crosscheck.notebook import Notebook
from rulec.crosscheck.policies import policies
from rulec.crosscheck.search import (
    Budget,
    Player,
    Policy,
    Walk,
    at_random,
    descend,
    follow,
    look_at,
    play,
)
from rulec.engines.protocol import Place
from rulec.engines.rules_engine import RulesEngine
from rulec.engines.spec import open_engine


@dataclass(frozen=True, slots=True)
class Look:
    """Compare single positions."""

    name: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Follow:
    """Compare every position along some lines."""

    name: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Descend:
    """Compare everything within some moves of some positions."""

    name: str
    places: tuple[Place, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Games:
    """Play games; each has its start and the number that decides all its chances."""

    name: str
    games: tuple[tuple[Place, int], ...]
    plies: int


Task = Look | Follow | Descend | Games


@dataclass(frozen=True, slots=True)
class Limits:
    """What one task may use: a deadline on the system clock, positions, one difference."""

    deadline: float | None = None
    positions: int | None = None
    first: bool = False

    def budget(self) -> Budget:
        """The limits as a running search keeps them."""
        left = float("inf")
        if self.deadline is not None:
            left = time.monotonic() + self.deadline - time.time()
        return Budget(left, self.positions, self.first)


def tellers(pair: Pair) -> list[RulesEngine]:
    """The engines of a pair that can tell which rule makes a move."""
    return [engine for engine in pair.engines if isinstance(engine, RulesEngine)]


def teller(pair: Pair) -> RulesEngine | None:
    """The engine of a pair that can tell which rule makes a move, if one can."""
    return next(iter(tellers(pair)), None)


def perform(pair: Pair, task: Task, limits: Limits) -> Notebook:
    """Do one task; what was found, up to where it or the limits end. Raises FailedError."""
    notebook = Notebook()
    walk = Walk(pair, notebook, limits.budget())
    engine = teller(pair)
    coverage = None
    if engine is not None:
        coverage = Coverage(engine)
        engine.watch = coverage.watch
    before = list(pair.clock.engines)
    try:
        walk.run(lambda walk: _search(walk, task, engine))
    finally:
        if engine is not None:
            engine.watch = None
    notebook.seconds = [
        after - start for after, start in zip(pair.clock.engines, before, strict=True)
    ]
    if coverage is not None:
        notebook.coverage = coverage.counts
    return notebook


def _search(walk: Walk, task: Task, engine: RulesEngine | None) -> None:
    match task:
        case Look(name=name, places=places):
            look_at(walk, places, search=name)
        case Follow(name=name, places=places):
            follow(walk, places, search=name)
        case Descend(name=name, places=places, depth=depth):
            descend(walk, places, depth, search=name)
        case Games(name=name, games=games, plies=plies):
            ways: tuple[Policy, ...] = (at_random,) if engine is None else policies(engine)
            players = (
                Player(start, ways[seed % len(ways)], plies, Random(seed)) for start, seed in games
            )
            play(walk, players, search=name)


_pairs: dict[tuple[str, str, float], Pair] = {}


def perform_by_name(
    first: str, second: str, timeout: float, task: Task, limits: Limits
) -> Notebook:
    """Do one task with engines of specs, which this process keeps for the next task."""
    key = first, second, timeout
    if key not in _pairs:
        _pairs[key] = Pair(
            open_engine(first, timeout=timeout), open_engine(second, timeout=timeout)
        )
    return perform(_pairs[key], task, limits)
