"""The last resort for a movement: its lines written out as links, direction by direction.

Lines are packed into few directions. A direction may carry many lines as long as the way along
it from each of their first squares is exactly the line. A line that jumps nothing may lead on to
where it starts: the piece itself is in its way there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from rulec.emit.zrf.view import Sets

_Guest = TypeVar("_Guest", contravariant=True)
_Home = TypeVar("_Home", bound="Home[Any]")


@dataclass(frozen=True, slots=True)
class Run:
    """A line: whose it is, where it starts, the squares it runs over."""

    player: int
    start: int
    squares: tuple[int, ...]


@dataclass
class LinkedDirection:
    """Links from square to square, and the runs that follow them."""

    jumping: bool = False
    """Whether runs jump pieces, and would jump the one that makes them."""
    links: dict[int, int] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    _taken: set[tuple[int, int]] = field(default_factory=set)
    """Players and the squares where they start."""
    _starts: dict[int, set[int]] = field(default_factory=dict)
    """By the square where runs end, where they start."""

    @property
    def starts(self) -> Sets:
        """The squares where a move along the links may start."""
        first, second = (
            sum(1 << run.start for run in self.runs if run.player == player) for player in (0, 1)
        )
        return first, second

    @property
    def begins_everywhere(self) -> bool:
        """Whether either player's runs start wherever a link does."""
        linked = sum(1 << square for square in self.links)
        return self.starts == (linked, linked)

    def accepts(self, run: Run) -> bool:
        """Whether a run can join without changing itself or any other.

        It must start where no run of its player does, agree with the links that are there, end
        where none leads on, and lead on from no square where another run ends; or to its start.
        """
        links, end = _links(run), run.squares[-1]
        if self.jumping and (end in self.links or not self._starts.keys().isdisjoint(links)):
            return False
        return (
            (run.player, run.start) not in self._taken
            and all(self.links.get(square, target) == target for square, target in links.items())
            and self.links.get(end, run.start) == run.start
            and all(
                self._starts.get(square, {target}) == {target} for square, target in links.items()
            )
        )

    def add(self, run: Run) -> None:
        """Let a run join."""
        self.links |= _links(run)
        self.runs.append(run)
        self._taken.add((run.player, run.start))
        self._starts.setdefault(run.squares[-1], set()).add(run.start)


class Home(Protocol[_Guest]):
    """Links that may carry several things."""

    def accepts(self, guest: _Guest, /) -> bool:
        """Whether it can join without changing anything."""

    def add(self, guest: _Guest, /) -> None:
        """Let it join."""


def first_fit(guests: Iterable[_Guest], new: Callable[[], _Home]) -> list[_Home]:
    """Homes for all guests, in their order: each joins the first that accepts it."""
    homes: list[_Home] = []
    for guest in guests:
        home = next((home for home in homes if home.accepts(guest)), None)
        if home is None:
            home = new()
            homes.append(home)
        home.add(guest)
    return homes


def packed(runs: Sequence[Run], *, jumping: bool = False) -> list[LinkedDirection]:
    """Directions that carry all the runs, the longest placed first."""
    longest_first = sorted(runs, key=lambda run: (-len(run.squares), run.player, run.start))
    return first_fit(longest_first, lambda: LinkedDirection(jumping))


def _links(run: Run) -> dict[int, int]:
    return dict(zip((run.start, *run.squares[:-1]), run.squares, strict=True))
