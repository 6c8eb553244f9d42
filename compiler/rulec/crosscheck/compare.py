"""Asking two engines the same and telling whether their answers agree."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from rulec.engines.protocol import (
    Ending,
    Engine,
    EngineError,
    Place,
    RefusedError,
    Trait,
    View,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two engines disagree: on the ending of a game, or on the moves of a position."""

    place: Place
    only: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """The moves that only the first engine has, and those that only the second has."""
    endings: tuple[Ending | None, Ending | None] | None = None
    """What each says of the game's end, if that is the difference."""
    refusals: tuple[str | None, str | None] | None = None
    """The words of the engine that does not accept a place to which both agreed to move."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A place and what both engines say about it."""

    place: Place
    first: View
    second: View

    @property
    def over(self) -> bool:
        """Whether nobody moves on: an engine takes the game for over or refuses the place."""
        return any(
            view.ending is not None or view.refused is not None
            for view in (self.first, self.second)
        )

    @property
    def refusals(self) -> tuple[str | None, str | None]:
        """Why each engine refuses the place."""
        return self.first.refused, self.second.refused

    @property
    def common(self) -> frozenset[str]:
        """The moves on which both agree."""
        return self.first.moves & self.second.moves


@dataclass
class Clock:
    """Seconds spent inside each engine, and in all."""

    engines: list[float] = field(default_factory=lambda: [0.0, 0.0])
    positions: int = 0


class Pair:
    """Two engines, asked together."""

    def __init__(self, first: Engine, second: Engine, *, together: bool = True) -> None:
        """With `together`, an engine outside this process works while the other is asked."""
        self.engines = first, second
        self.clock = Clock()
        self.endings = all(Trait.ENDINGS in engine.traits for engine in self.engines)
        self.settable = all(Trait.SET in engine.traits for engine in self.engines)
        self._helper: ThreadPoolExecutor | None = None
        self._together = together and any(Trait.REMOTE in one.traits for one in self.engines)

    def close(self) -> None:
        """End both engines and the helping thread."""
        if self._helper is not None:
            self._helper.shutdown()
            self._helper = None
        for engine in self.engines:
            engine.close()

    def look(self, places: Sequence[Place]) -> list[Sight]:
        """What both say about each place; raises EngineError."""
        if not places:
            return []
        if self._together:
            if self._helper is None:
                self._helper = ThreadPoolExecutor(1, "rulec-crosscheck")
            remote = 0 if Trait.REMOTE in self.engines[0].traits else 1
            waiting = self._helper.submit(self._ask, remote, places)
            here = self._ask(1 - remote, places)
            there = waiting.result()
            views = (there, here) if remote == 0 else (here, there)
        else:
            views = self._ask(0, places), self._ask(1, places)
        self.clock.positions += len(places)
        return [Sight(*one) for one in zip(places, *views, strict=True)]

    def _ask(self, which: int, places: Sequence[Place]) -> list[View]:
        started = time.perf_counter()
        try:
            return answers(self.engines[which], places)
        finally:
            self.clock.engines[which] += time.perf_counter() - started

    def difference(self, sight: Sight) -> Difference | None:
        """How two views differ, as far as both engines tell; None if they don't.

        Where the game is over, nobody moves on, and the moves are not compared. But an engine
        that says the side to move has no move, where the other has some, differs in moves.
        """
        first, second = sight.first, sight.second
        if sight.refusals != (None, None):
            refused = sight.place.moves and None in sight.refusals
            return Difference(sight.place, refusals=sight.refusals) if refused else None
        if self.endings and not _stuck(first, second) and not _stuck(second, first):
            ends = first.ending, second.ending
            if (ends[0] is None) != (ends[1] is None) or (
                ends[0] is not None and ends[1] is not None and not ends[0].agrees(ends[1])
            ):
                return Difference(sight.place, endings=ends)
        stuck = _stuck(first, second) or _stuck(second, first)
        if (sight.over and not stuck) or first.moves == second.moves:
            return None
        return Difference(sight.place, (first.moves - second.moves, second.moves - first.moves))

    def probe(self, place: Place) -> Difference | None:
        """The difference at one place."""
        return self.difference(self.look([place])[0])


def _stuck(view: View, other: View) -> bool:
    """Whether a view has the game over for want of moves, and the other one has moves."""
    return (
        view.ending is not None
        and view.ending.reason in ("checkmate", "stalemate")
        and not view.moves
        and other.ending is None
        and bool(other.moves)
    )


class FailedError(EngineError):
    """An engine failed while it was asked about a place."""

    def __init__(self, engine: str, place: Place | None, error: str) -> None:
        self.engine = engine
        self.place = place
        self.error = error
        super().__init__(engine, place, error)

    def __str__(self) -> str:
        return self.error


def answers(engine: Engine, places: Sequence[Place]) -> list[View]:
    """What an engine says of some places: together, or one by one if it refuses or fails.

    Raises FailedError naming the place that makes the engine fail.
    """
    try:
        return engine.look(places)
    except RefusedError:
        pass
    except EngineError as error:
        if len(places) == 1:
            raise FailedError(engine.name, places[0], str(error)) from error
        for place in places:
            try:
                engine.look([place])
            except RefusedError:
                continue
            except EngineError as again:
                raise FailedError(engine.name, place, str(again)) from again
        raise FailedError(engine.name, None, str(error)) from error
    views = []
    for place in places:
        try:
            views += engine.look([place])
        except RefusedError as error:
            views.append(View(frozenset(), refused=str(error)))
        except EngineError as error:
            raise FailedError(engine.name, place, str(error)) from error
    return views
