"""Rays as text: what a type's graph says, rule by rule and square by square.

`a2 a3 | -b1` are two rays. A plain name may be moved to and captured on; `-` before it means
moved to only, `x` captured on only, `.` passed over only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulec.model.board import Board
from rulec.model.tables import Ends, Line
from rulec.syntax.source import Span

Ray = tuple[tuple[int, Ends], ...]
"""Squares in order, with what may happen on each."""

_SIGNS = {Ends.BOTH: "", Ends.MOVE: "-", Ends.CAPTURE: "x", Ends.NOTHING: "."}


@dataclass(frozen=True, slots=True)
class RuleRays:
    """The rays that one rule gives: by square name, as text."""

    rule: Span
    rays: dict[str, str]


@dataclass(frozen=True, slots=True)
class Graph:
    """All rays of a type. `repeats`: some square can be reached by two of them at once."""

    rules: tuple[RuleRays, ...]
    repeats: bool


def graph(board: Board, squares: Sequence[tuple[Line, ...]]) -> Graph:
    """The rays of the lines from every square, each target once as far as that can be."""
    by_rule: dict[Span, dict[str, list[Ray]]] = {}
    repeats = False
    for square, lines in enumerate(squares):
        rays = single([_ray(line) for line in lines])
        repeats = repeats or _repeats(rays)
        for line, ray in zip(lines, rays, strict=True):
            if ray:
                name = board.squares[square].name
                by_rule.setdefault(line.rule, {}).setdefault(name, []).append(ray)
    return Graph(
        tuple(
            RuleRays(rule, {name: _text(board, rays) for name, rays in found.items()})
            for rule, found in by_rule.items()
        ),
        repeats,
    )


def single(rays: Sequence[Ray]) -> list[Ray]:
    """The rays without targets that another ray reaches whenever they do.

    Ray A does so for ray B's target if it may end there in every way in which B may and passes
    over no square that B does not pass over.
    """
    kept = list(rays)
    for i, ray in enumerate(rays):
        others = [other for j, other in enumerate(kept) if j != i]
        kept[i] = _trimmed(
            (square, Ends.NOTHING if _covered(ray, at, others) else ends)
            for at, (square, ends) in enumerate(ray)
        )
    return kept


def _covered(ray: Ray, at: int, others: Iterable[Ray]) -> bool:
    target, ends = ray[at]
    passed = {square for square, _ in ray[:at]}
    return bool(ends) and any(
        square == target
        and ends & ~other_ends == Ends.NOTHING
        and {before for before, _ in other[:where]} <= passed
        for other in others
        for where, (square, other_ends) in enumerate(other)
    )


def _repeats(rays: Iterable[Ray]) -> bool:
    seen: dict[int, Ends] = {}
    for ray in rays:
        for square, ends in ray:
            if ends & seen.get(square, Ends.NOTHING):
                return True
            seen[square] = seen.get(square, Ends.NOTHING) | ends
    return False


def _ray(line: Line) -> Ray:
    return tuple((stop.square, stop.ends) for stop in line.stops)


def _trimmed(stops: Iterable[tuple[int, Ends]]) -> Ray:
    """A ray up to its last target."""
    ray = list(stops)
    while ray and not ray[-1][1]:
        ray.pop()
    return tuple(ray)


def _text(board: Board, rays: Iterable[Ray]) -> str:
    return " | ".join(
        " ".join(_SIGNS[ends] + board.squares[square].name for square, ends in ray) for ray in rays
    )
