"""Movements as the words of a rule file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulec.importing.grid import Vector
from rulec.importing.shapes import BOTH, ROYAL, Found, Sets
from rulec.importing.ways import EMPTY, ENEMY
from rulec.syntax.source import Span

_WORDS: dict[Vector, str] = {
    (0, 1): "forward",
    (1, 1): "forward-right",
    (1, 0): "right",
    (1, -1): "backward-right",
    (0, -1): "backward",
    (-1, -1): "backward-left",
    (-1, 0): "left",
    (-1, 1): "forward-left",
}
ENDS = {BOTH: "", EMPTY: " to empty", ENEMY: " to enemy", ROYAL: " to royal"}
_ORTHOGONAL = frozenset({(0, 1), (1, 0), (0, -1), (-1, 0)})
_DIAGONAL = frozenset({(1, 1), (1, -1), (-1, -1), (-1, 1)})
_SETS = (
    ("any", _ORTHOGONAL | _DIAGONAL),
    ("orthogonal", _ORTHOGONAL),
    ("diagonal", _DIAGONAL),
    ("sideways", frozenset({(1, 0), (-1, 0)})),
)


@dataclass(frozen=True)
class Phrase:
    """A movement in words, and the Zillions rule it was read from."""

    text: str
    span: Span


def phrases(
    found: Iterable[Found],
    zone: Callable[[Sets], str],
    *,
    trails: bool,
    longest: int,
    compass: bool = False,
) -> list[Phrase]:
    """The movements of a piece in words.

    `zone` gives the name of a set of squares for each player. With `trails`, double steps may be
    taken en passant. `longest` is the most steps that a line can have on the board. Directions are
    the mover's, or with `compass` those of the board.
    """
    moves = list(found)
    groups: dict[tuple[str, str, Sets | None, bool], list[tuple[Vector, Span]]] = defaultdict(list)

    def add(verb: str, vector: Vector, one: Found, starts: Sets | None) -> None:
        ends = "" if one.shape.kind == "passing" else ENDS[one.ends]
        groups[verb, ends, starts, one.shape.first].append((vector, one.span))

    for vector, lines in _by_vector(moves, "line").items():
        for one, least, most in _lines(lines, longest):
            verb = _verb(least, most)
            if trails and one.ends == EMPTY and (least, most) == (2, 2):
                verb += " leaving en passant"
            add(verb, vector, one, one.starts)
    for vector, hops in _by_vector(moves, "hop").items():
        for one, text in _hops(hops):
            add(text, vector, one, one.starts)
    for one in moves:
        match one.shape.kind:
            case "leap":
                add("leap", one.shape.vector, one, one.starts)
            case "lame":
                add("lame", one.shape.vector, one, one.starts)
            case "passing":
                add("step * en passant", one.shape.vector, one, one.starts)
    lame = {one.shape.vector: one.shape.over for one in moves if one.shape.kind == "lame"}
    result: list[Phrase] = []
    for (verb, ends, starts, first), members in groups.items():
        words = f"{ends}{f' from {zone(starts)}' if starts else ''}{' first' if first else ''}"
        vectors = [vector for vector, _ in members]
        for text in _written(verb, vectors, lame):
            head, _, tail = text.partition(" leaving")
            if compass:
                head = _compass(head)
            text = f"{head}{words}{' leaving' + tail if tail else ''}"
            result.append(Phrase(text, members[0][1]))
    return result


def _compass(text: str) -> str:
    """A path in the words of the compass; raises ValueError where it has none."""
    if " sideways" in text or " then " in text:
        raise ValueError(text)
    for word, name in _COMPASS:
        text = re.sub(rf"\b{word}\b(?!-)", name, text)
    return text


_COMPASS = (
    ("forward-right", "north-east"),
    ("forward-left", "north-west"),
    ("backward-right", "south-east"),
    ("backward-left", "south-west"),
    ("forward", "north"),
    ("backward", "south"),
    ("right", "east"),
    ("left", "west"),
)


def _by_vector(moves: list[Found], kind: str) -> dict[Vector, list[Found]]:
    found: dict[Vector, list[Found]] = defaultdict(list)
    for one in moves:
        if one.shape.kind == kind:
            found[one.shape.vector].append(one)
    return found


def _verb(least: int, most: int | None) -> str:
    if most is None:
        return "slide *"
    if (least, most) == (1, 1):
        return "step *"
    return f"slide * {most}" if least == 1 else f"slide * {least}..{most}"


def _lines(lines: list[Found], longest: int) -> Iterable[tuple[Found, int, int | None]]:
    """Lines in one direction, by their numbers of steps, as slides: which, least and most."""
    groups: dict[tuple[object, ...], list[Found]] = defaultdict(list)
    for one in lines:
        key = one.ends, one.shape.first, one.starts
        groups[key].append(one)
    for group in groups.values():
        numbers = sorted(one.shape.steps for one in group)
        while numbers:
            least = most = numbers.pop(0)
            while numbers and numbers[0] == most + 1:
                most = numbers.pop(0)
            one = next(one for one in group if one.shape.steps == least)
            yield one, least, None if least == 1 and most >= longest else most


def _hops(hops: list[Found]) -> Iterable[tuple[Found, str]]:
    """Hops in one direction: over a piece anywhere on the way, or right behind it."""
    groups: dict[int, list[Found]] = defaultdict(list)
    for one in hops:
        groups[one.ends].append(one)
    for group in groups.values():
        near = all(one.shape.screen == one.shape.steps - 1 for one in group)
        only_two = all(one.shape.steps == 2 for one in group)
        if near and only_two:
            yield group[0], "slide * 2..2 over 1"
        elif near:
            yield group[0], "slide * over 1 landing next"
        else:
            yield group[0], "slide * over 1"


def _written(verb: str, vectors: list[Vector], lame: dict[Vector, Vector]) -> list[str]:
    if verb == "leap":
        return _leaps(vectors)
    if verb == "lame":
        return _lames(vectors, lame)
    return [verb.replace("*", _directions(vectors), 1)]


def _directions(vectors: list[Vector]) -> str:
    left = set(vectors)
    words: list[str] = []
    for word, members in _SETS:
        if members <= left:
            words.append(word)
            left -= members
    words += [word for vector, word in _WORDS.items() if vector in left]
    return ", ".join(words)


def _leaps(vectors: list[Vector]) -> list[str]:
    """Leaps: all images of a vector at once where they are all there."""
    left = set(vectors)
    whole: list[str] = []
    single: list[str] = []
    for vector in vectors:
        if vector not in left:
            continue
        x, y = sorted(map(abs, vector))
        images = {(sx * a, sy * b) for a, b in ((x, y), (y, x)) for sx in (1, -1) for sy in (1, -1)}
        if images <= left:
            whole.append(f"({y},{x})")
            left -= images
    for vector in vectors:
        if vector not in left:
            continue
        x, y = vector
        ahead = f"{abs(y)} {'forward' if y > 0 else 'backward'}" if y else ""
        if x and (-x, y) in left:
            side = f"{abs(x)} sideways"
            left -= {(-x, y), vector}
        else:
            side = f"{abs(x)} {'right' if x > 0 else 'left'}" if x else ""
            left -= {vector}
        single.append(f"leap {' '.join(part for part in (ahead, side) if part)}")
    return ([f"leap {', '.join(whole)}"] if whole else []) + single


def _lames(vectors: list[Vector], over: dict[Vector, Vector]) -> list[str]:
    """Lame leaps: a step and a turn; those with both turns of 45 degrees go together."""
    turns: dict[Vector, set[int]] = defaultdict(set)
    circle = list(_WORDS)
    for vector in vectors:
        first = over[vector]
        rest = vector[0] - first[0], vector[1] - first[1]
        if first not in circle or rest not in circle:
            raise ValueError(vector)
        turns[first].add((circle.index(rest) - circle.index(first)) % 8)
    words: dict[str, list[Vector]] = defaultdict(list)
    for first, found in turns.items():
        for members, word in _TURNS:
            if members <= found:
                words[word].append(first)
                found -= members
        if found:
            raise ValueError(first)
    return [f"step {_directions(firsts)} then step {word}" for word, firsts in words.items()]


_TURNS = (
    ({1, 7}, "outward"),
    ({2, 6}, "sideways"),
    ({2}, "right"),
    ({6}, "left"),
    ({4}, "back"),
)
"""Turns, in eighths of a circle to the right, and their words."""
