"""Ray tables: for every player, piece type and square, the lines a piece may run along.

Orientation, holes, tracks and rebounds are gone here: a line is a plain list of squares, and
each stop says what may happen there. The interpreter, the emitters and the pictures read nothing
else about movement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntFlag, StrEnum

from rulec.syntax.source import Span


class Ends(IntFlag):
    """How a move may end on a stop."""

    NOTHING = 0
    """Only passed over, and only while empty."""
    MOVE = 1
    """If the square is empty."""
    CAPTURE = 2
    """If an enemy stands there."""
    BOTH = 3


@dataclass(frozen=True, slots=True)
class Stop:
    """A square of a line and what may happen on it.

    A line goes on through an empty stop and ends on an occupied one.
    """

    square: int
    ends: Ends
    becomes: tuple[int, ...] = ()
    """Piece types to choose from on arrival; empty: the piece stays what it is."""
    sets: int = 0
    """Mark bits set on arrival (bit `2 * mark + player`)."""
    clears: int = 0
    """Mark bits cleared on arrival."""


class BendKind(StrEnum):
    """Why a line changes its direction."""

    TURN = "turn"
    REFLECTION = "reflection"


@dataclass(frozen=True, slots=True)
class Bend:
    """A change of direction on `stops[index]`; `before` and `after` index the compass."""

    index: int
    kind: BendKind
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Line:
    """One ordered run of stops from a square, with the rule and the bends it came from."""

    stops: tuple[Stop, ...]
    rule: Span = field(repr=False)
    bends: tuple[Bend, ...] = ()

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of the stops, in order."""
        return tuple(stop.square for stop in self.stops)


@dataclass(frozen=True)
class Tables:
    """All lines of a game: `lines[player][piece][square]`."""

    lines: tuple[tuple[tuple[tuple[Line, ...], ...], ...], ...]

    @property
    def count(self) -> int:
        """The number of lines over all players, pieces and squares."""
        return sum(len(ray) for side in self.lines for piece in side for ray in piece)


def mark_bit(mark: int, player: int) -> int:
    """The bit of a position's marks that belongs to `Game.marks[mark]` of a player."""
    return 1 << (2 * mark + player)
