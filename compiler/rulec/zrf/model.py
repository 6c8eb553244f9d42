"""What a rule file means, for one of its variants: names replaced by numbers.

Players, positions, directions, zones, piece types, attributes, flags and move types are numbered in
order of declaration; the tuples of names turn the numbers back into words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from rulec.zrf.nodes import View

OFF_BOARD = -1
"""In a table of links: no square there."""

UNTYPED = -1
"""The move type of blocks that stand before any `move-type`."""


# --- Where an instruction looks -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Here:
    """The current square."""


@dataclass(frozen=True, slots=True)
class Toward:
    """The next square in a direction, as the player reads it; or the square that leads here."""

    direction: int
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A named square."""

    position: int


Locus: TypeAlias = Here | Toward | Spot


# --- Conditions ---------------------------------------------------------------------------------


class TestKind(StrEnum):
    """What a condition about a square asks."""

    __test__ = False  # not a test case, whatever pytest thinks of the name

    EMPTY = "empty?"
    ENEMY = "enemy?"
    FRIEND = "friend?"
    NEUTRAL = "neutral?"
    PIECE = "piece?"
    IN_ZONE = "in-zone?"
    ON_BOARD = "on-board?"
    ATTACKED = "attacked?"
    DEFENDED = "defended?"
    LAST_FROM = "last-from?"
    LAST_TO = "last-to?"
    POSITION = "position?"
    POSITION_FLAG = "position-flag?"
    MARKED = "marked?"
    GOAL_POSITION = "goal-position?"
    ADJACENT_TO_ENEMY = "adjacent-to-enemy?"
    ATTRIBUTE = "attribute"


@dataclass(frozen=True, slots=True)
class Constant:
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Flag:
    """Whether a flag of the block is set."""

    flag: int
    at: View = field(compare=False)


@dataclass(frozen=True, slots=True)
class Test:
    """A question about a square.

    `subject` is the number of what it asks for: a piece type, zone, position, flag or attribute;
    for attacks the move type that counts, or None for all.
    """

    __test__ = False

    kind: TestKind
    locus: Locus
    subject: int | None
    at: View = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Every one of several conditions."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of several conditions."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = Constant | Flag | Test | Not | All | AnyOf


# --- Instructions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Instruction:
    """One thing a block does; `at` is where it is written. Compared by identity."""

    at: View


@dataclass(frozen=True, slots=True, eq=False)
class Step(Instruction):
    """Go to the square of a locus; leaving the board ends the block."""

    locus: Locus


@dataclass(frozen=True, slots=True, eq=False)
class SetFrom(Instruction):
    """The move starts on the current square."""


@dataclass(frozen=True, slots=True, eq=False)
class SetTo(Instruction):
    """The move ends on the current square."""


@dataclass(frozen=True, slots=True, eq=False)
class Mark(Instruction):
    """Remember a square."""

    locus: Locus


class Anchor(StrEnum):
    """Squares that `go` can return to."""

    FROM = "from"
    TO = "to"
    MARK = "mark"
    LAST_FROM = "last-from"
    LAST_TO = "last-to"


@dataclass(frozen=True, slots=True, eq=False)
class Go(Instruction):
    """Return to a square; `back` is a return to the mark, or the start square without one."""

    anchor: Anchor
    back: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Add(Instruction):
    """Emit the move, once for each promotion type if there are any."""

    types: tuple[int, ...]
    partial: bool
    copy: bool
    move_type: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Cascade(Instruction):
    """Store the part-move and start the next one here."""


@dataclass(frozen=True, slots=True, eq=False)
class Capture(Instruction):
    """Remove the piece on a square."""

    locus: Locus


@dataclass(frozen=True, slots=True, eq=False)
class ChangeOwner(Instruction):
    """Give the piece on a square to the mover, or with `flip` to the next player."""

    locus: Locus
    flip: bool


@dataclass(frozen=True, slots=True, eq=False)
class ChangeType(Instruction):
    """Change the type of the piece on a square."""

    type: int
    locus: Locus


@dataclass(frozen=True, slots=True, eq=False)
class Create(Instruction):
    """Put a new piece on a square; None is the mover, and the type that is moving."""

    player: int | None
    type: int | None
    locus: Locus


@dataclass(frozen=True, slots=True, eq=False)
class SetAttribute(Instruction):
    """Set an attribute of the piece that is on the current square after the move."""

    attribute: int
    value: Condition


@dataclass(frozen=True, slots=True, eq=False)
class SetFlag(Instruction):
    """Set a flag of the block."""

    flag: int
    value: Condition


@dataclass(frozen=True, slots=True, eq=False)
class SetPositionFlag(Instruction):
    """Set a flag of a square, for the rest of the block."""

    flag: int
    value: Condition
    locus: Locus


@dataclass(frozen=True, slots=True, eq=False)
class Verify(Instruction):
    """End the block unless a condition holds."""

    condition: Condition


@dataclass(frozen=True, slots=True, eq=False)
class If(Instruction):
    """One of two sequences."""

    condition: Condition
    then: Sequence
    otherwise: Sequence


@dataclass(frozen=True, slots=True, eq=False)
class While(Instruction):
    """A sequence, again and again while a condition holds."""

    condition: Condition
    body: Sequence


@dataclass(frozen=True, slots=True, eq=False)
class Sequence(Instruction):
    """Instructions in order; what a macro stands for is one, shared between its calls."""

    body: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One way to move or drop a piece, and the move type it belongs to."""

    code: Sequence
    move_type: int
    at: View


# --- The board and what stands on it ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A square's place on the screen, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Squares and the ways between them.

    `links[direction][position]` is the next square or OFF_BOARD; `reverse` has the links turned
    round. `symmetry[player][direction]` is the direction that the player reads a direction as.
    `zone_squares[zone][player]` is the set of squares the zone is for a player. `rectangles` is
    None for squares that are not on the screen.
    """

    positions: tuple[str, ...]
    rectangles: tuple[Rectangle | None, ...]
    directions: tuple[str, ...]
    links: tuple[tuple[int, ...], ...]
    reverse: tuple[tuple[int, ...], ...]
    symmetry: tuple[tuple[int, ...], ...]
    zones: tuple[str, ...]
    zone_squares: tuple[tuple[frozenset[int], ...], ...]
    images: tuple[str, ...]
    at: View


@dataclass(frozen=True, slots=True, eq=False)
class PieceType:
    """A kind of piece. `attributes` are the numbers of those that are true when it is new."""

    name: str
    attributes: frozenset[int]
    moves: tuple[Block, ...]
    drops: tuple[Block, ...]
    images: tuple[tuple[str, ...], ...]
    notation: str
    help: str
    description: str
    dummy: bool
    at: View


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece in the starting position."""

    player: int
    type: int
    position: int


@dataclass(frozen=True, slots=True)
class Reserve:
    """Pieces off the board in the starting position."""

    player: int
    type: int
    count: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One entry of the turn order: who decides, whose pieces move, and only moves of which type."""

    player: int
    side: int
    move_type: int | None


# --- Goals --------------------------------------------------------------------------------------


class Outcome(StrEnum):
    """What a goal means for the player it is tested for."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    COUNT = "count"


class Owner(StrEnum):
    """Whose piece an occupant is."""

    OWN = "own"
    OPPONENT = "opponent"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Occupant:
    """What may stand on a square of a pattern."""

    type: int
    owner: Owner = Owner.OWN
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Stalemated:
    """The player to move has no move."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """The position has come up for the third time."""


@dataclass(frozen=True, slots=True)
class Captured:
    """A piece of one of these types was taken."""

    types: frozenset[int]


@dataclass(frozen=True, slots=True)
class Checkmated:
    """A piece of one of these types is threatened, and nothing can be done about it."""

    types: frozenset[int]


@dataclass(frozen=True, slots=True)
class AbsoluteConfig:
    """Every place is held by one of the occupants; a place is any square of a set."""

    occupants: tuple[Occupant, ...]
    places: tuple[tuple[frozenset[int], ...], ...]


@dataclass(frozen=True, slots=True)
class RelativeConfig:
    """A pattern somewhere on the board: occupants, with directions to walk between them."""

    pattern: tuple[Occupant | Toward, ...]


@dataclass(frozen=True, slots=True)
class PiecesRemaining:
    """The player has exactly so many pieces, or pieces of a type."""

    count: int
    type: int | None


@dataclass(frozen=True, slots=True)
class TotalPieceCount:
    """There are exactly so many pieces, or pieces of a type, on the board."""

    count: int
    type: int | None


@dataclass(frozen=True, slots=True)
class GoalNot:
    """The opposite of a goal."""

    goal: GoalTest


@dataclass(frozen=True, slots=True)
class GoalAll:
    """Every one of several goals."""

    goals: tuple[GoalTest, ...]


@dataclass(frozen=True, slots=True)
class GoalAny:
    """At least one of several goals."""

    goals: tuple[GoalTest, ...]


GoalTest: TypeAlias = (
    Stalemated
    | Repetition
    | Captured
    | Checkmated
    | AbsoluteConfig
    | RelativeConfig
    | PiecesRemaining
    | TotalPieceCount
    | GoalNot
    | GoalAll
    | GoalAny
)


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """An end of the game. Without players, it is the last mover's."""

    outcome: Outcome
    players: tuple[int, ...]
    test: GoalTest
    at: View


# --- The whole ----------------------------------------------------------------------------------


class Passing(StrEnum):
    """When a turn may be passed."""

    NEVER = "false"
    FORCED = "forced"
    ALWAYS = "true"


@dataclass(frozen=True, slots=True)
class Options:
    """The options that change the rules."""

    pass_turn: Passing = Passing.NEVER
    pass_partial: bool = False
    maximal_captures: bool = False
    recycle_captures: bool = False
    recycle_promotions: bool = False
    discard_cascades: bool = False
    include_off_pieces: bool = False


@dataclass(frozen=True, eq=False)
class Game:
    """One game of a rule file.

    After the last turn, play goes on at number `repeat`. `recorded_attributes` are the attributes
    in the order in which recorded games number them: as the pieces first mention them.
    """

    title: str
    players: tuple[str, ...]
    turns: tuple[Turn, ...]
    repeat: int
    board: Board
    pieces: tuple[PieceType, ...]
    attributes: tuple[str, ...]
    recorded_attributes: tuple[int, ...]
    flags: tuple[str, ...]
    position_flags: tuple[str, ...]
    move_types: tuple[str, ...]
    priorities: tuple[int, ...]
    placements: tuple[Placement, ...]
    reserves: tuple[Reserve, ...]
    goals: tuple[Goal, ...]
    options: Options
    engine: View | None
    at: View

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The players whose pieces move, in their order."""
        return tuple(sorted({turn.side for turn in self.turns}))
