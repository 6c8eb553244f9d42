"""A game, fully resolved: frozen dataclasses with nothing left to look up.

Players and piece types are numbered in the order in which they are written; player 0 moves first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from rulec.model.board import Board, Gate, Route, Zone
from rulec.model.geometry import Heading, Vector
from rulec.record import Record
from rulec.syntax.source import Span


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
    route: Route | None = None
    """What the steps follow, where they follow no headings."""


class Leap(Record):
    """Jumps by any of some vectors, over whatever stands between; repeated up to `most` times.

    A relative vector is (right, forward) as seen from the arrow where the move starts.
    """

    vectors: tuple[Vector, ...]
    relative: bool
    most: int | None = 1
    anywhere: bool = False
    """Whether it goes to any other square instead."""


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
    spares: int = 0
    """Piece types (bits) that it does not capture."""
    target: Zone | None = None
    """Squares where the move may end; None: anywhere."""
    within: Zone | None = None
    """Squares that the move must not leave; None: anywhere."""
    screens: int = 0
    """How many pieces the move jumps, exactly."""
    barred: int = 0
    """Piece types (bits) that it does not jump."""
    landing_next: bool = False
    """Whether it ends right behind the last piece it has jumped."""
    first: bool = False
    """Whether it needs a piece that has not moved yet."""
    passing_safely: bool = False
    """Whether it goes over anything, but starts from, passes and reaches no attacked square."""
    leaves_trail: bool = False
    """Whether the squares passed may be taken en passant in the next move."""
    en_passant: bool = False
    """Whether it takes en passant: to a square just passed, capturing what passed it."""

    @property
    def legs(self) -> tuple[Slide | Leap, ...]:
        """All legs of its path, in order."""
        return (self.path, *(further.leg for further in self.further))


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
    also_from: bool = False
    """Whether moves that start in the zone promote too."""
    start: Zone | None = None
    """Squares where the move must have started; None: anywhere."""


class Castle(Record):
    """A piece and a partner that move together; squares by player.

    Both have not moved, the squares between them and on their ways are empty, and a royal piece
    is not attacked on its way, start and end included. A player's pieces of a type do so once.
    """

    start: tuple[int, ...]
    end: tuple[int, ...]
    partner: int
    partner_start: tuple[int, ...]
    partner_end: tuple[int, ...]
    span: Span


class Drop(Record):
    """Where a piece in the hand may be set down."""

    zone: Zone | None
    """None: anywhere."""
    one_a_file: bool
    """Not on a file where its player has another of its kind."""
    without_mate: bool
    """Not so that it mates at once."""
    span: Span


class PieceType(Record):
    """A kind of piece.

    `letter` is a capital, perhaps with a `+` before or a `~` behind it; in a FEN it is small for
    the second player.
    """

    name: str
    letter: str
    royal: bool
    movements: tuple[Movement, ...]
    promotions: tuple[Promotion, ...]
    span: Span
    castles: tuple[Castle, ...] = ()
    drop: Drop | None = None
    captured_as: int | None = None
    """The piece type that joins the hand of who captures this one; None: itself."""


class Mark(Record):
    """One bit a player: a piece of this type has crossed the gate, and not back."""

    gate: Gate
    piece: int


class Right(Record):
    """What a player may do as long as some pieces have not moved since play began."""

    player: int
    holders: tuple[tuple[int, int], ...]
    """(square, piece type) of each of them; in castling the royal piece, then its partner."""
    name: str
    """How a FEN shows it: `K`, `q`, or the name of a square."""

    @property
    def squares(self) -> int:
        """Their squares, as bits."""
        return sum(1 << square for square, _ in self.holders)


class Outcome(StrEnum):
    """What a goal means for the player it speaks of."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"


class Checkmate(Record):
    """The side to move is in check and has no move; speaks of the player who gave it."""


class Stalemate(Record):
    """The side to move is not in check and has no move; speaks of that side's opponent."""


class NoMoves(Record):
    """The side to move has no move, in check or not; speaks of that side's opponent."""


class Extinction(Record):
    """A player has no piece left of some types (bits); speaks of that player's opponent."""

    pieces: int


class Bare(Record):
    """A player has only pieces of some types (bits) left; speaks of that player's opponent.

    `unless_answered`: not while it is the bare player's turn and a move bares the opponent too.
    """

    pieces: int
    unless_answered: bool


class Checks(Record):
    """A player has given check `count` times; speaks of that player."""

    count: int


class Reach(Record):
    """A piece of a type stands in a zone, having crossed a gate if one is named."""

    piece: int
    zone: Zone
    mark: int | None
    """Index into `Game.marks`."""
    unless_answered: bool = False
    """Not while it is the second player's turn and a move of his reaches the zone too."""


class BothReach(Record):
    """A piece of a type stands in the zone for each player; speaks of nobody."""

    piece: int
    zone: Zone


class Passes(Record):
    """Players have passed `count` times in a row."""

    count: int


class Repetition(Record):
    """A position occurs for the `count`-th time, with the same side to move.

    Speaks of the player whose move has brought it about again.
    """

    count: int
    pieces_distinct: bool
    """Like pieces that have changed places make a different position."""
    start_counted: bool


class Holding(Record):
    """A side has at least some pieces of a type; 0: it has none."""

    piece: int
    least: int


class QuietPlies(Record):
    """`count` plies in a row without a capture and without a move of some types (bits)."""

    count: int
    movers: int = 0
    held: tuple[tuple[Holding, ...], tuple[Holding, ...]] | None = None
    """What one side, either of them, and what the other must have for it to hold."""


class Troop(Record):
    """Pieces of one type that a side may have left: at most `most`, None for any number."""

    piece: int
    most: int | None = None


class Material(Record):
    """One side has no other pieces than `first`, the other none than `second`."""

    first: tuple[Troop, ...]
    second: tuple[Troop, ...]


Condition = (
    Checkmate
    | Stalemate
    | NoMoves
    | Extinction
    | Bare
    | Checks
    | Reach
    | BothReach
    | Passes
    | Repetition
    | QuietPlies
    | Material
)


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


class InHand(Record):
    """Pieces of one type that a player has in the hand at the start."""

    player: int
    piece: int
    count: int


class SetupTurn(Record):
    """A turn before play: a player places pieces in one of some arrangements, or passes."""

    player: int
    squares: tuple[tuple[int, ...], tuple[int, ...]]
    """By player, the squares of an arrangement in its order; () for a player it leaves alone."""
    arrangements: tuple[tuple[int | None, ...], ...]
    """The piece types on these squares. A player who passes has one arrangement, of nothing."""
    span: Span

    @property
    def passes(self) -> bool:
        """Whether there is nothing to place."""
        return not any(self.squares)

    def placements(self, choice: int) -> Iterator[Placement]:
        """The pieces of one arrangement."""
        for player, squares in enumerate(self.squares):
            for square, piece in zip(squares, self.arrangements[choice], strict=False):
                if piece is not None:
                    yield Placement(player, piece, square)

    def count(self, choice: int, player: int, piece: int) -> int:
        """How many pieces of a type one arrangement gives a player."""
        return self.arrangements[choice].count(piece) if self.squares[player] else 0


class Blast(Record):
    """What a capture takes off the board besides its victim: its captor, and what stands near.

    A capture that takes a royal piece of its own player off is none.
    """

    leg: Slide | Leap | None
    """Steps or leaps from the square that the captor comes to; None: nothing but the captor."""
    spared: int
    """Piece types, as bits, that the blast leaves where it does not start."""
    span: Span


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
    may_pass: bool = False
    """Whether a player who is not in check may leave everything as it is."""
    compulsory_captures: bool = False
    """Whether a player who can capture must."""
    illegal_checks: bool = False
    """Whether no move may give check."""
    hands: bool = False
    """Whether captured pieces join the hand of their captor, to be dropped."""
    captures_return: bool = False
    """Whether captured pieces return to the hand of the player who has lost them."""
    in_hand: tuple[InHand, ...] = ()
    """What the players have in the hand at the start."""
    blast: Blast | None = None
    """What every capture does besides."""
    setup_span: Span | None = None
    before: tuple[SetupTurn, ...] = ()
    """The turns before play, in order; the players take turns, the second last."""

    def start_counts(self, player: int, piece: int) -> tuple[int, int]:
        """How many pieces of a type a player has when play begins: at least and at most."""
        placed = sum((one.player, one.piece) == (player, piece) for one in self.setup)
        least = most = placed
        for turn in self.before:
            counts = [turn.count(i, player, piece) for i in range(len(turn.arrangements))]
            least, most = least + min(counts), most + max(counts)
        return least, most

    def most_royals(self, player: int) -> int:
        """How many royal pieces a player may have when play begins."""
        royals = (i for i, piece in enumerate(self.pieces) if piece.royal)
        return sum(self.start_counts(player, royal)[1] for royal in royals)

    @property
    def captures_go_to_hands(self) -> bool:
        """Whether captured pieces join a hand: that of their captor, or of their player."""
        return self.hands or self.captures_return

    @property
    def has_hands(self) -> bool:
        """Whether a player can have pieces in the hand."""
        return self.captures_go_to_hands or bool(self.in_hand)

    def in_hand_as(self, piece: int) -> int:
        """What a piece type is in the hand it joins when it is captured."""
        captured_as = self.pieces[piece].captured_as
        return piece if captured_as is None else captured_as

    def may_become(self, piece: int) -> frozenset[int]:
        """All that a piece may be in the course of a game: by promotion, or from a hand."""
        found: set[int] = set()
        waiting = [piece]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting.append(self.in_hand_as(one))
                for promotion in self.pieces[one].promotions:
                    waiting += promotion.choices
        return frozenset(found)

    def promoting_to(self, types: Iterable[int]) -> frozenset[int]:
        """Some piece types, and all that may promote to one of them, at once or by and by."""
        found = set(types)
        while more := {
            i
            for i, piece in enumerate(self.pieces)
            if i not in found and any(found & set(one.choices) for one in piece.promotions)
        }:
            found |= more
        return frozenset(found)

    @property
    def name(self) -> str:
        """The title, with the variant's name behind it."""
        return f"{self.title} ({self.variant})" if self.variant else self.title
