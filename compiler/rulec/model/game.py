"""A game, fully resolved: frozen dataclasses with nothing left to look up.

Players and piece types are numbered in the order in which they are written; player 0 moves first.
"""

from __future__ import annotations

from enum import StrEnum

from rulec.model.board import Board, Gate, Vector, Zone
from rulec.record import Record
from rulec.syntax.source import Span


class Heading(Record):
    """A direction as a rule names it.

    `relative`: `turn` counts 45° steps clockwise, on the first leg of a path from the arrow of the
    square where the move starts, on later legs from the direction the path has come in.
    Otherwise `turn` is an index into the compass, seen from the first player's side.
    """

    turn: int
    relative: bool


class Bending(StrEnum):
    """What a reflecting slide does where it meets exactly the corner of a hole."""

    SIDES_AND_CORNERS = "sides-and-corners"
    SIDES = "sides"


class Against(StrEnum):
    """Which directions count as against the track for an `onward` slide."""

    ARROW_AND_TRACK = "arrow-and-track"
    ARROW = "arrow"


class Slide(Record):
    """Repeated steps, at least `least` and at most `most` (None: to the edge), through empties.

    A step is a slide of exactly one.
    """

    headings: tuple[Heading, ...]
    least: int = 1
    most: int | None = None
    onward: Against | None = None
    turning_at: Zone | None = None
    reflecting: Bending | None = None


class Leap(Record):
    """Jumps by any of some vectors, over whatever stands between; repeated up to `most` times.

    A relative vector is (right, forward) as seen from the arrow where the move starts.
    """

    vectors: tuple[Vector, ...]
    relative: bool
    most: int | None = 1


class Further(Record):
    """A leg that goes on from where the path so far ends, if that square is empty."""

    leg: Slide | Leap
    stops_between: bool
    """Whether the path may also end where this leg begins."""


class Victims(StrEnum):
    """Whom a capture may take."""

    ANY = "any"
    ROYAL = "royal"
    COMMON = "common"
    """Anything but a royal piece: such a capture gives no check."""


class Movement(Record):
    """One way in which a piece moves."""

    path: Slide | Leap
    to_empty: bool
    to_enemy: bool
    start: Zone | None
    """Squares where the move may start; None: anywhere."""
    span: Span
    further: tuple[Further, ...] = ()
    victims: Victims = Victims.ANY
    target: Zone | None = None
    """Squares where the move may end; None: anywhere."""
    within: Zone | None = None
    """Squares that the move must not leave; None: anywhere."""
    screens: int = 0
    """How many pieces the move jumps, exactly."""
    landing_next: bool = False
    """Whether it ends right behind the last piece it has jumped."""
    first: bool = False
    """Whether it needs a piece that has not moved yet."""
    leaves_trail: bool = False
    """Whether the squares passed may be taken en passant in the next move."""
    en_passant: bool = False
    """Whether it takes en passant: to a square just passed, capturing what passed it."""


class Promotion(Record):
    """What a piece becomes when it ends a move in a zone: one of some types."""

    choices: tuple[int, ...]
    zone: Zone
    span: Span
    optional: bool = False
    """Whether the piece may also stay what it is."""
    captured: bool = False
    """Whether only types of which the player has lost a piece may be chosen."""
    or_illegal: bool = False
    """Whether the move is illegal where no type may be chosen; otherwise the piece stays."""


class Castle(Record):
    """A royal piece and a partner that move together; squares by player.

    Both have not moved, the squares between them and on their ways are empty, and the royal piece
    is not attacked on its way, start and end included.
    """

    start: tuple[int, ...]
    end: tuple[int, ...]
    partner: int
    partner_start: tuple[int, ...]
    partner_end: tuple[int, ...]
    span: Span


class PieceType(Record):
    """A kind of piece; `letter` is a capital, Black's FEN letter is the small one."""

    name: str
    letter: str
    royal: bool
    movements: tuple[Movement, ...]
    promotions: tuple[Promotion, ...]
    span: Span
    castles: tuple[Castle, ...] = ()


class Mark(Record):
    """One bit a player: a piece of this type has crossed the gate, and not back."""

    gate: Gate
    piece: int


class Right(Record):
    """What a player may do as long as nothing has moved from or to some squares (bits)."""

    player: int
    squares: int
    name: str
    """How a FEN shows it: `K`, `q`, or the name of a square."""


class Outcome(StrEnum):
    """What a goal means for the player it speaks of."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"


class Checkmate(Record):
    """The side to move is in check and has no move; speaks of the player who gave it."""


class Stalemate(Record):
    """The side to move is not in check and has no move; speaks of that side's opponent."""


class Reach(Record):
    """A piece of a type stands in a zone, having crossed a gate if one is named."""

    piece: int
    zone: Zone
    mark: int | None
    """Index into `Game.marks`."""


class Repetition(Record):
    """A position occurs for the `count`-th time, with the same side to move."""

    count: int
    pieces_distinct: bool
    """Like pieces that have changed places make a different position."""
    start_counted: bool


class QuietPlies(Record):
    """`count` plies in a row without a capture and without a move of some types (bits)."""

    count: int
    movers: int = 0


class Material(Record):
    """One side has only pieces of types `first`, the other only of types `second` (bits)."""

    first: int
    second: int


Condition = Checkmate | Stalemate | Reach | Repetition | QuietPlies | Material


class Goal(Record):
    """One way the game ends. The order of a game's goals is their precedence."""

    outcome: Outcome
    condition: Condition
    span: Span


class Placement(Record):
    """A piece of the start position."""

    player: int
    piece: int
    square: int


class Game(Record):
    """One game: a rule file's own, or one of its variants."""

    title: str
    variant: str | None
    author: str | None
    year: int | None
    about: str | None
    players: tuple[str, ...]
    board: Board
    pieces: tuple[PieceType, ...]
    setup: tuple[Placement, ...]
    goals: tuple[Goal, ...]
    marks: tuple[Mark, ...]
    span: Span
    rights: tuple[Right, ...] = ()

    @property
    def name(self) -> str:
        """The title, with the variant's name behind it."""
        return f"{self.title} ({self.variant})" if self.variant else self.title
