"""Rays as text: what a type's graph says, rule by rule and square by square.

`a2 a3 | -b1` are two rays. A ray goes on through empty squares. A plain name may be moved to and
captured on; signs before it narrow that (`SIGNS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulec.model.board import Board
from rulec.model.tables import Ends, Line
from rulec.syntax.source import Span

Ray = tuple[tuple[int, Ends], ...]
"""Squares in order, with what may happen on each."""

SIGNS = {
    Ends.MOVE: "-",
    Ends.CAPTURE: "*",
    Ends.CAPTURE_COMMON: "?",
    Ends.CAPTURE_ROYAL: "!",
}
"""Moved to only; captured on only: anything, anything but a royal piece, only a royal piece."""
PASSED = "."
"""Passed over only."""
SCREENED = "^"
"""On a ray that jumps its first piece: the next piece is captured."""


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
    by_rule: dict[Span, dict[str, list[str]]] = {}
    repeats = False
    for square, lines in enumerate(squares):
        plain = [line for line in lines if not line.screens]
        rays = single([plain_ray(line) for line in plain])
        hops = [line for line in lines if line.screens]
        repeats = repeats or _repeats([*rays, *map(plain_ray, hops)])
        texts = [(line.rule, _text(board, ray)) for line, ray in zip(plain, rays, strict=True)]
        texts += [(line.rule, _hop_text(board, line)) for line in hops]
        for rule, text in texts:
            if text:
                name = board.squares[square].name
                by_rule.setdefault(rule, {}).setdefault(name, []).append(text)
    return Graph(
        tuple(
            RuleRays(rule, {name: " | ".join(rays) for name, rays in found.items()})
            for rule, found in by_rule.items()
        ),
        repeats,
    )


def plain_ray(line: Line) -> Ray:
    """A line without what Jocly keeps elsewhere: en passant is a property of its types."""
    return _trimmed((stop.square, _without_passing(stop.ends)) for stop in line.stops)


def _without_passing(ends: Ends) -> Ends:
    ends &= ~Ends.EN_PASSANT
    both_kinds = Ends.CAPTURE_COMMON | Ends.CAPTURE_ROYAL
    if ends & Ends.CAPTURE or ends & both_kinds == both_kinds:
        return ends & Ends.MOVE | Ends.CAPTURE
    return ends


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
    """Whether two rays may reach a square, both by a move or both by a capture."""
    seen: dict[int, Ends] = {}
    for ray in rays:
        for square, ends in ray:
            ways = ends & Ends.MOVE | (Ends.CAPTURE if ends & ~Ends.MOVE else Ends.NOTHING)
            if ways & seen.get(square, Ends.NOTHING):
                return True
            seen[square] = seen.get(square, Ends.NOTHING) | ways
    return False


def _trimmed(stops: Iterable[tuple[int, Ends]]) -> Ray:
    """A ray up to its last target."""
    ray = list(stops)
    while ray and not ray[-1][1]:
        ray.pop()
    return tuple(ray)


def _text(board: Board, ray: Ray) -> str:
    return " ".join(_signs(ends) + board.squares[square].name for square, ends in ray)


def _signs(ends: Ends) -> str:
    if ends == Ends.BOTH:
        return ""
    return "".join(sign for way, sign in SIGNS.items() if ends & way) or PASSED


def _hop_text(board: Board, line: Line) -> str:
    return " ".join(SCREENED + board.squares[stop.square].name for stop in line.stops)
