"""The last resort for a movement: its lines written out as links, direction by direction.

Lines are packed into few directions. A direction may carry many lines as long as the way along
it from each of their first squares is exactly the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulec.emit.zrf.view import Sets


@dataclass(frozen=True, slots=True)
class Run:
    """A line: whose it is, where it starts, the squares it runs over."""

    player: int
    start: int
    squares: tuple[int, ...]


@dataclass
class LinkedDirection:
    """Links from square to square, and the runs that follow them."""

    links: dict[int, int] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)

    @property
    def starts(self) -> Sets:
        """The squares where a move along the links may start."""
        first, second = (
            sum(1 << run.start for run in self.runs if run.player == player) for player in (0, 1)
        )
        return first, second

    def accepts(self, run: Run) -> bool:
        """Whether a run can join without changing itself or any other."""
        links = {**self.links, **_links(run)}
        kept = all(links[square] == target for square, target in self.links.items())
        single = all((run.player, run.start) != (one.player, one.start) for one in self.runs)
        return kept and single and all(_follows(links, one) for one in (*self.runs, run))

    def add(self, run: Run) -> None:
        """Let a run join."""
        self.links |= _links(run)
        self.runs.append(run)


def packed(runs: Sequence[Run]) -> list[LinkedDirection]:
    """Directions that carry all the runs, the longest placed first."""
    directions: list[LinkedDirection] = []
    for run in sorted(runs, key=lambda run: (-len(run.squares), run.player, run.start)):
        home = next((direction for direction in directions if direction.accepts(run)), None)
        if home is None:
            home = LinkedDirection()
            directions.append(home)
        home.add(run)
    return directions


def _links(run: Run) -> dict[int, int]:
    return dict(zip((run.start, *run.squares[:-1]), run.squares, strict=True))


def _follows(links: dict[int, int], run: Run) -> bool:
    """Whether the way along the links from the run's start is the run, to its end."""
    here = run.start
    for square in run.squares:
        if links.get(here) != square:
            return False
        here = square
    return here not in links
