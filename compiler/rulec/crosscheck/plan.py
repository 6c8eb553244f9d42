"""What a comparison is to do, laid out as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from rulec.crosscheck import sparse
from rulec.crosscheck.compare import Pair
from rulec.crosscheck.search import batches
from rulec.crosscheck.tasks import Descend, Follow, Games, Look, Task, tellers
from rulec.engines.protocol import Place
from rulec.engines.rules_engine import RulesEngine

_POSITIONS_A_TASK = 1024
_LINES_A_TASK = 128
_GAMES_A_TASK = 32
_SPARSE_PLIES = 120


@dataclass(frozen=True, slots=True)
class Plan:
    """How far to search. The same plan and seed give the same comparison."""

    depth: int = 4
    """Moves from the start (or each given position) within which everything is compared."""
    games: int = 100
    """Games from the start; as many again from positions with few pieces."""
    plies: int = 300
    """Longest game."""
    seed: int = 1
    lines: tuple[Place, ...] = ()
    """Given positions and games."""
    sparse: bool = True
    """Whether positions are made to exercise each rule, where engines can be set to them."""
    seconds: float | None = None
    """Stop after so many seconds."""
    positions: int | None = None
    """Stop after so many positions."""
    first: bool = False
    """Stop at the first difference."""


def tasks(pair: Pair, plan: Plan) -> Iterator[Task]:
    """The tasks of a plan: what is given, what is made on purpose, then ever wider searches."""
    chance = Random(plan.seed)
    yield from _split(plan.lines, _LINES_A_TASK, "given lines", Follow)
    starts: list[Place] = []
    if pair.settable and plan.sparse:
        known: RulesEngine | None = None
        for engine in tellers(pair):
            starts += sparse.few_pieces(engine, chance)
            yield from _made(engine, known, chance)
            known = engine
        yield from _split(starts, _POSITIONS_A_TASK, "few pieces", Look)
    if plan.depth:
        yield Descend("from the start", (Place(),), plan.depth)
    seeds = range(plan.seed, plan.seed + plan.games)
    full = [(Place(), seed) for seed in seeds]
    yield from _games(full, "games", plan.plies)
    if starts:
        few = [(chance.choice(starts), seed) for seed in seeds]
        yield from _games(few, "games of few pieces", min(plan.plies, _SPARSE_PLIES))


def _made(engine: RulesEngine, known: RulesEngine | None, chance: Random) -> Iterator[Task]:
    """Positions made to exercise each rule of an engine, but not those of one known already."""
    alone = sparse.rays(engine, chance, known=known)
    yield from _split(alone, _POSITIONS_A_TASK, "single rays", Look)
    if known is None or not sparse.same_goals(engine, known):
        yield from _split(sparse.promotions(engine, chance), _LINES_A_TASK, "promotions", Follow)
        yield from _split(sparse.passings(engine, chance), _LINES_A_TASK, "en passant", Follow)
        yield from _split(sparse.races(engine, chance), _LINES_A_TASK, "races", Follow)
        yield from _split(sparse.endings(engine, chance), _LINES_A_TASK, "endings", Follow)
        yield from _split(sparse.recurrences(engine), _LINES_A_TASK, "recurrences", Follow)
        yield from _split(sparse.exchanges(engine, chance), _LINES_A_TASK, "exchanges", Follow)


def _split(
    places: Iterable[Place], size: int, name: str, kind: type[Look] | type[Follow]
) -> Iterator[Task]:
    for batch in batches(places, size):
        yield kind(name, tuple(batch))


def _games(games: list[tuple[Place, int]], name: str, plies: int) -> Iterator[Task]:
    for i in range(0, len(games), _GAMES_A_TASK):
        yield Games(name, tuple(games[i : i + _GAMES_A_TASK]), plies)
