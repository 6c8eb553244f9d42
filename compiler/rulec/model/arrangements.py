"""All ways to place some pieces on a row of squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial, prod

from rulec.record import Record

Arrangement = tuple[int | None, ...]
"""What stands on each square of the row: a piece type, or None."""


class Wanted(Record):
    """What an arrangement must be like, on squares numbered from 0 along the row."""

    kept: tuple[tuple[int, frozenset[int]], ...] = ()
    """Piece types that stand on some of the squares only."""
    between: tuple[tuple[int, int], ...] = ()
    """(inner, outer): piece types of which the inner has the outer on both sides."""
    spread: tuple[tuple[int, frozenset[int]], ...] = ()
    """Piece types of which as many stand on some of the squares as on the others."""


def count_arrangements(pieces: Sequence[int], length: int) -> int:
    """How many ways there are, whatever is wanted of them; `pieces` repeats like pieces."""
    same = [*Counter(pieces).values(), length - len(pieces)]
    return factorial(length) // prod(map(factorial, same))


def arrangements(pieces: Sequence[int], length: int, wanted: Wanted) -> Iterator[Arrangement]:
    """The ways that are as wanted, in the order of the pieces on the first square, the second..."""
    left: dict[int | None, int] = {piece: pieces.count(piece) for piece in pieces}
    left[None] = length - len(pieces)
    kept = dict(wanted.kept)
    row: list[int | None] = []

    def further() -> Iterator[Arrangement]:
        if len(row) == length:
            if _is_wanted(row, wanted):
                yield tuple(row)
            return
        for piece in [piece for piece, count in left.items() if count]:
            if piece is not None and len(row) not in kept.get(piece, range(length)):
                continue
            left[piece] -= 1
            row.append(piece)
            yield from further()
            row.pop()
            left[piece] += 1

    return further()


def _is_wanted(row: Sequence[int | None], wanted: Wanted) -> bool:
    for inner, outer in wanted.between:
        ends = _places(row, outer)
        if not all(min(ends) < place < max(ends) for place in _places(row, inner)):
            return False
    for piece, some in wanted.spread:
        places = _places(row, piece)
        if 2 * sum(place in some for place in places) != len(places):
            return False
    return True


def _places(row: Sequence[int | None], piece: int) -> list[int]:
    return [place for place, other in enumerate(row) if other == piece]
