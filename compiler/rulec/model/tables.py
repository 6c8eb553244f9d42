"""Ray tables: for every player, piece type and square, the lines a piece may run along.

Orientation, holes, tracks and rebounds are gone here: a line is a plain list of squares, and
each stop says what may happen there. The interpreter, the emitters and the pictures read nothing
else about movement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntFlag, StrEnum

from rulec.model.game import Game
from rulec.record import Record
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
    CAPTURE_COMMON = 4
    """If an enemy stands there that is not royal."""
    CAPTURE_ROYAL = 8
    """If a royal enemy stands there."""
    EN_PASSANT = 16
    """If an enemy has just passed it, leaving it empty; that enemy is captured."""


class Limit(StrEnum):
    """What happens where a limited promotion has nothing to choose from."""

    STAYS = "stays"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Stop:
    """A square of a line and what may happen on it."""

    square: int
    ends: Ends
    becomes: tuple[int, ...] = ()
    """Piece types to choose from on arrival; empty: the piece stays what it is."""
    sets: int = 0
    """Mark bits set on arrival (bit `2 * mark + player`)."""
    clears: int = 0
    """Mark bits cleared on arrival."""
    optional: bool = False
    """Whether the piece may also stay what it is."""
    limit: Limit | None = None
    """Whether `becomes` is limited to types of which the player has lost a piece."""
    trail: int = 0
    """Squares (bits) where the piece may be taken en passant in the next move."""


class BendKind(StrEnum):
    """Why a line changes its direction."""

    TURN = "turn"
    REFLECTION = "reflection"


class Bend(Record):
    """A change of direction on `stops[index]`; `before` and `after` index the compass."""

    index: int
    kind: BendKind
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Line:
    """One ordered run of stops from a square, with the rule and the bends it came from.

    Without screens a line goes on through empty stops and ends on the first occupied one. With
    screens it jumps the first occupied ones, and may end only behind the last screen.
    """

    stops: tuple[Stop, ...]
    rule: Span = field(repr=False)
    bends: tuple[Bend, ...] = ()
    screens: int = 0
    """How many pieces the line jumps before it may end."""
    landing_next: bool = False
    """Whether it may end only on the stop right behind the last screen."""
    needs: int = 0
    """Mark bits that must be set for the line to be there."""
    spares: int = 0
    """Piece types (bits) that it does not capture; none of them is royal."""
    barred: int = 0
    """Piece types (bits) that it does not jump: the first of them ends it."""

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of the stops, in order."""
        return tuple(stop.square for stop in self.stops)


class Castling(Record):
    """A castling move of one player, on squares and bits."""

    piece: int
    origin: int
    target: int
    partner: int
    """The partner's piece type."""
    partner_origin: int
    partner_target: int
    empty: int
    """Squares that must be empty."""
    safe: int
    """Squares that must not be attacked; none for a piece that is not royal."""
    needs: int
    """The right, as a mark bit."""
    clears: int
    """The rights that are spent with it: a type of piece castles once."""
    rule: Span


class SafeMove(Record):
    """A move of an unmoved piece to an empty square, over squares that are not attacked."""

    piece: int
    origin: int
    target: int
    safe: int
    """Squares that must not be attacked, start and end included."""
    needs: int
    """The right, as a mark bit."""
    rule: Span


class Tables(Record):
    """All lines of a game: `lines[player][piece][square]`, and what each player does else."""

    lines: tuple[tuple[tuple[tuple[Line, ...], ...], ...], ...]
    castlings: tuple[tuple[Castling, ...], ...] = ((), ())
    safe_moves: tuple[tuple[SafeMove, ...], ...] = ((), ())
    blasts: tuple[tuple[int, ...], ...] = ((), ())
    """`blasts[player][square]`: where a capture on a square takes pieces off, as bits; or ()."""

    @property
    def line_count(self) -> int:
        """The number of lines over all players, pieces and squares."""
        return sum(len(ray) for side in self.lines for piece in side for ray in piece)

    @property
    def stop_count(self) -> int:
        """The number of stops on all lines."""
        rays = (ray for side in self.lines for piece in side for ray in piece)
        return sum(len(line.stops) for ray in rays for line in ray)


def mark_bit(mark: int, player: int) -> int:
    """The bit of a position's marks that belongs to `Game.marks[mark]` of a player."""
    return 1 << (2 * mark + player)


def right_bit(game: Game, right: int) -> int:
    """The bit of a position's marks that belongs to `Game.rights[right]`; behind all gates'."""
    return 1 << (2 * len(game.marks) + right)
