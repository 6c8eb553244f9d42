"""What a comparison has found so far: counts, and differences grouped by their cause.

A notebook is plain data: workers fill their own, and notebooks add up.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rulec.crosscheck.causes import Cause, Instance, instances
from rulec.crosscheck.compare import Difference, Pair, Sight

Squares = tuple[str, str]

_MOST_OTHERS = 5


@dataclass
class Group:
    """All differences of one cause."""

    cause: Cause
    example: Difference
    """The one with the fewest moves so far."""
    instance: Instance
    count: int = 0
    squares: Counter[Squares] = field(default_factory=Counter)
    """How often it showed, by the squares it is about (origin and target)."""
    others: list[tuple[Difference, Instance]] = field(default_factory=list)
    """A few more examples, on other squares."""

    def add(self, other: Group) -> None:
        """Count another group of the same cause in."""
        self.count += other.count
        if len(self.others) < _MOST_OTHERS and not other.squares.keys() <= self.squares.keys():
            self.others.append((other.example, other.instance))
        self.squares += other.squares
        if other.rank < self.rank:
            self.example, self.instance = other.example, other.instance

    @property
    def rank(self) -> tuple[bool, int, int]:
        """How telling the example is, the best first: its own move, few moves, a short FEN."""
        place = self.example.place
        return not self.instance.direct, len(place.moves), len(place.start or "")


@dataclass
class Notebook:
    """Counts of what was compared, and the groups of differences."""

    positions: int = 0
    moves: int = 0
    different: int = 0
    """Positions with any difference."""
    refused: int = 0
    """Positions that an engine could not be set to."""
    searches: Counter[str] = field(default_factory=Counter)
    """Positions by the search that led to them."""
    coverage: Counter[str] = field(default_factory=Counter)
    """How often each thing that rules can do was seen."""
    endings: Counter[str] = field(default_factory=Counter)
    groups: dict[Cause, Group] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """Time inside each engine."""
    spent: bool = False
    """Whether a budget ended a search before its end."""

    def note(self, pair: Pair, sights: list[Sight], search: str) -> bool:
        """Count some sights; whether any of them shows a difference."""
        self.positions += len(sights)
        self.searches[search] += len(sights)
        found = False
        for sight in sights:
            self.moves += len(sight.first.moves)
            if sight.refusals != (None, None):
                self.refused += 1
            if sight.first.ending is not None:
                self.endings[str(sight.first.ending)] += 1
            difference = pair.difference(sight)
            if difference is not None:
                found = True
                self.different += 1
                self._file(pair, difference)
        return found

    def _file(self, pair: Pair, difference: Difference) -> None:
        for one in instances(pair, difference):
            self.add_group(Group(one.cause, difference, one, 1, Counter([one.squares])))

    def add_group(self, group: Group) -> None:
        """Count a group in."""
        known = self.groups.get(group.cause)
        if known is None:
            self.groups[group.cause] = group
        else:
            known.add(group)

    def add(self, other: Notebook) -> None:
        """Count another notebook in."""
        self.positions += other.positions
        self.moves += other.moves
        self.different += other.different
        self.refused += other.refused
        self.searches += other.searches
        self.coverage += other.coverage
        self.endings += other.endings
        self.seconds = [mine + more for mine, more in zip(self.seconds, other.seconds, strict=True)]
        self.spent = self.spent or other.spent
        for group in other.groups.values():
            self.add_group(group)
