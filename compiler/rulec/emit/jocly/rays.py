"""Rays as text: what a type's graph says, rule by rule and square by square.

`a2 a3 | -b1` are two rays. A ray goes on through empty squares. A plain name may be moved to and
captured on; signs before it narrow that (`SIGNS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from rulec.model.board import Board
from rulec.model.tables import Ends, Line
from rulec.syntax.source import Span


class Target(NamedTuple):
    """A square of a ray, and what may happen on it."""

    square: int
    ends: Ends
    leaves: bool = False
    """Whether a move that ends here may be taken en passant on the squares it has passed."""


Ray = tuple[Target, ...]
"""Squares in order."""

SIGNS = {
    Ends.MOVE: "-",
    Ends.CAPTURE: "*",
    Ends.CAPTURE_COMMON: "?",
    Ends.CAPTURE_ROYAL: "!",
    Ends.EN_PASSANT: "~",
}
"""Moved to only; captured on only: anything, anything but a royal piece, only a royal piece; a
piece that has just passed."""
LEAVES = "+"
"""Before another sign: the squares passed may be moved to en passant."""
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
    """All rays of a type."""

    rules: tuple[RuleRays, ...]
    repeats: bool
    """Whether some square can be reached by two of them at once."""
    leaves: bool
    """Whether some moves may be answered en passant."""


def graph(board: Board, squares: Sequence[tuple[Line, ...]]) -> Graph:
    """The rays of the lines from every square, each target once as far as that can be."""
    by_rule: dict[Span, dict[str, list[str]]] = {}
    repeats = leaves = False
    for square, lines in enumerate(squares):
        plain = [line for line in lines if not line.screens]
        left = _trails(lines)
        rays = single([plain_ray(line, left) for line in plain])
        hops = [line for line in lines if line.screens and not is_jump(line)]
        jumps = [line for line in lines if is_jump(line)]
        repeats = repeats or _repeats([*rays, *(plain_ray(line, left) for line in hops + jumps)])
        leaves = leaves or any(target.leaves for ray in rays for target in ray)
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
        leaves,
    )


@dataclass(frozen=True, slots=True)
class Jumps:
    """Rays of one rule that Jocly does not have: over so many pieces, or ending right behind."""

    over: int
    landing_next: bool
    rays: RuleRays


def is_jump(line: Line) -> bool:
    """Whether a line jumps otherwise than a cannon captures: over one piece, at any distance."""
    captures = all(stop.ends in (Ends.NOTHING, Ends.CAPTURE) for stop in line.stops[1:])
    return bool(line.screens) and (line.screens > 1 or line.landing_next or not captures)


def jumps(board: Board, squares: Sequence[tuple[Line, ...]]) -> tuple[Jumps, ...]:
    """The jumps among the lines from every square, by their rules."""
    found: dict[tuple[int, bool, Span], dict[str, list[str]]] = {}
    for square, lines in enumerate(squares):
        for line in filter(is_jump, lines):
            text = _text(board, plain_ray(line, {}))
            if text:
                key = line.screens, line.landing_next, line.rule
                name = board.squares[square].name
                found.setdefault(key, {}).setdefault(name, []).append(text)
    return tuple(
        Jumps(over, near, RuleRays(rule, {name: " | ".join(texts) for name, texts in rays.items()}))
        for (over, near, rule), rays in found.items()
    )


def _trails(lines: Iterable[Line]) -> dict[int, int]:
    """What a move from a square leaves behind it, by target: as the first line there says."""
    left: dict[int, int] = {}
    for line in lines:
        for stop in line.stops:
            if stop.ends:
                left.setdefault(stop.square, stop.trail)
    return left


def plain_ray(line: Line, left: Mapping[int, int]) -> Ray:
    """A line as a ray; `left` is what moves leave behind them, by target."""
    return _trimmed(
        Target(stop.square, _merged(stop.ends), bool(stop.trail and left[stop.square]))
        for stop in line.stops
    )


@cache
def _merged(ends: Ends) -> Ends:
    """Captures of anything in one way only."""
    both_kinds = Ends.CAPTURE_COMMON | Ends.CAPTURE_ROYAL
    if ends & Ends.CAPTURE or ends & both_kinds == both_kinds:
        return ends & ~both_kinds | Ends.CAPTURE
    return ends


def single(rays: Sequence[Ray]) -> list[Ray]:
    """The rays without targets that another ray reaches whenever they do.

    Ray A does so for ray B's target if it may end there in every way in which B may and passes
    over no square that B does not pass over.
    """
    kept = list(rays)
    if not _overlapping(kept):
        return kept
    for i, ray in enumerate(rays):
        others = [other for j, other in enumerate(kept) if j != i]
        kept[i] = _trimmed(
            Target(target.square, Ends.NOTHING) if _covered(ray, at, others) else target
            for at, target in enumerate(ray)
        )
    return kept


def _overlapping(rays: Iterable[Ray]) -> bool:
    """Whether some square is the target of two rays, or twice of one."""
    squares = [target.square for ray in rays for target in ray if target.ends]
    return len(squares) != len(set(squares))


def _covered(ray: Ray, at: int, others: Iterable[Ray]) -> bool:
    target = ray[at]
    passed = {before.square for before in ray[:at]}
    return bool(target.ends) and any(
        stop.square == target.square
        and target.ends & ~stop.ends == Ends.NOTHING
        and target.leaves == stop.leaves
        and {before.square for before in other[:where]} <= passed
        for other in others
        for where, stop in enumerate(other)
    )


def _repeats(rays: Iterable[Ray]) -> bool:
    """Whether two rays may reach a square, both by a move or both by a capture."""
    seen: dict[int, int] = {}
    for ray in rays:
        for square, ends, _ in ray:
            before, ways = seen.get(square, 0), _ways(ends)
            if ways & before:
                return True
            seen[square] = before | ways
    return False


@cache
def _ways(ends: Ends) -> int:
    """The ways to end somewhere, all captures of what stands there alike."""
    others = ends & (Ends.MOVE | Ends.EN_PASSANT)
    return int(others if ends == others else others | Ends.CAPTURE)


def _trimmed(targets: Iterable[Target]) -> Ray:
    """A ray up to its last target."""
    ray = list(targets)
    while ray and not ray[-1].ends:
        ray.pop()
    return tuple(ray)


def _text(board: Board, ray: Ray) -> str:
    squares = board.squares
    return " ".join(
        _signs(target.ends, target.leaves) + squares[target.square].name for target in ray
    )


@cache
def _signs(ends: Ends, leaves: bool) -> str:
    signs = "".join(sign for way, sign in SIGNS.items() if ends & way)
    if leaves:
        return LEAVES + signs
    return "" if ends == Ends.BOTH else signs or PASSED


def _hop_text(board: Board, line: Line) -> str:
    return " ".join(SCREENED + board.squares[stop.square].name for stop in line.stops)
