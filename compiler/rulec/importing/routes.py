"""Moves over squares in no common direction, as courses that a piece steps or slides along."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from rulec.syntax.source import Span

Course = tuple[int, ...]
Courses = tuple[tuple[Course, ...], tuple[Course, ...]]
"""By player, runs of squares."""


@dataclass(frozen=True)
class Run:
    """A move over empty squares: from the first of `squares` to the last, for one player.

    `ends` says what may stand on the last; `kind` is any other words that the move needs.
    """

    player: int
    squares: Course
    ends: int
    kind: str
    span: Span


@dataclass(frozen=True)
class Journey:
    """Runs that are said together: `steps` of them along courses; None for any number."""

    courses: Courses
    steps: int | None
    ends: int
    kind: str
    span: Span


def journeys(
    runs: Iterable[Run], sides: tuple[int, ...], *, single: frozenset[int]
) -> list[Journey] | None:
    """The runs put together; None if a player lacks what another has.

    Runs that end on what `single` names are not put together to slides.
    """
    ends: dict[tuple[int, Course, str], int] = defaultdict(int)
    spans: dict[tuple[int, str], Span] = {}
    for run in runs:
        ends[run.player, run.squares, run.kind] |= run.ends
    for run in runs:
        spans.setdefault((ends[run.player, run.squares, run.kind], run.kind), run.span)
    groups: dict[tuple[int, str], tuple[set[Course], set[Course]]] = {}
    for (player, squares, kind), what in ends.items():
        groups.setdefault((what, kind), (set(), set()))[player].add(squares)
    found: list[Journey] = []
    for (what, kind), members in groups.items():
        parts = _parts(members, slides=what not in single)
        if not _shared(parts, sides):
            parts = _parts(members, slides=False)
        if not _shared(parts, sides):
            return None
        found += (
            Journey(_for_both(courses, sides), steps, what, kind, spans[what, kind])
            for steps, courses in parts.items()
        )
    return found


Parts = dict[int | None, tuple[list[Course], list[Course]]]


def _parts(members: tuple[set[Course], set[Course]], *, slides: bool) -> Parts:
    """By number of steps, the courses of each player."""
    found: Parts = defaultdict(lambda: ([], []))
    for player, runs in enumerate(members):
        left = set(runs)
        if slides:
            for course in _slides(runs):
                found[None][player].append(course)
                left -= set(_inside(course))
        for run in sorted(left):
            found[len(run) - 1][player].append(run)
        if found.get(1, ([], []))[player]:
            found[1][player][:] = _chained(found[1][player])
    return {steps: courses for steps, courses in found.items() if any(courses)}


def _shared(parts: Parts, sides: tuple[int, ...]) -> bool:
    return all(courses[side] for courses in parts.values() for side in sides)


def _for_both(courses: tuple[list[Course], list[Course]], sides: tuple[int, ...]) -> Courses:
    """The courses by player; who cannot have the piece has the other's."""
    first, second = map(tuple, courses)
    return first if 0 in sides else second, second if 1 in sides else first


def _slides(runs: set[Course]) -> list[Course]:
    """The longest runs whose every part is a run too; not those that lie inside another."""
    whole = sorted(
        (run for run in runs if len(run) > 2 and all(part in runs for part in _inside(run))),
        key=lambda run: (-len(run), run),
    )
    found: list[Course] = []
    covered: set[Course] = set()
    for run in whole:
        if run not in covered:
            found.append(run)
            covered.update(_inside(run))
    return found


def _inside(run: Course) -> Iterable[Course]:
    """All runs of two squares and more inside a run, itself included."""
    return (
        run[start:end] for start in range(len(run) - 1) for end in range(start + 2, len(run) + 1)
    )


def _chained(steps: list[Course]) -> list[Course]:
    """Single steps joined to courses, each as long as it gets."""
    onward: dict[int, list[int]] = defaultdict(list)
    for start, end in steps:
        onward[start].append(end)
    found: list[Course] = []
    for start in sorted(onward):
        while onward[start]:
            course = [start]
            while onward.get(course[-1]):
                course.append(onward[course[-1]].pop(0))
            found.append(tuple(course))
    return found
