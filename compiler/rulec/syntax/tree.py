"""The syntax tree: what stands in a rule file, every node with its span, nothing looked up."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that was written somewhere."""

    span: Span = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name, a square or the content of a string, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number."""

    value: int


# -- sets of squares


@dataclass(frozen=True, slots=True)
class SquareRef(Node):
    """One square: `a1`."""

    square: Word


@dataclass(frozen=True, slots=True)
class Rectangle(Node):
    """The squares between two corners: `a1:c3`."""

    first: Word
    last: Word


@dataclass(frozen=True, slots=True)
class ZoneName(Node):
    """A named zone: `corners`."""

    zone: Word


@dataclass(frozen=True, slots=True)
class EnemyZone(Node):
    """The other player's zone of a name: `enemy throne`."""

    zone: Word


@dataclass(frozen=True, slots=True)
class RankRef(Node):
    """A rank, counted from the player's own side: `rank 2`."""

    rank: Number


@dataclass(frozen=True, slots=True)
class FileRef(Node):
    """A file: `file a`."""

    file: Word


SquareAtom = SquareRef | Rectangle | ZoneName | EnemyZone | RankRef | FileRef


@dataclass(frozen=True, slots=True)
class Without(Node):
    """`- atom`: takes squares away."""

    atom: SquareAtom


@dataclass(frozen=True, slots=True)
class Common(Node):
    """`& atom`: keeps the common squares."""

    atom: SquareAtom


@dataclass(frozen=True, slots=True)
class SquareTerm(Node):
    """An atom and what is done to it, left to right."""

    atom: SquareAtom
    filters: tuple[Without | Common, ...]


@dataclass(frozen=True, slots=True)
class SquareSet(Node):
    """`term, term, ...`: the union of its terms."""

    terms: tuple[SquareTerm, ...]


# -- game and board


@dataclass(frozen=True, slots=True)
class Author(Node):
    """`author "..."`."""

    author: Word


@dataclass(frozen=True, slots=True)
class Year(Node):
    """`year 1998`."""

    year: Number


@dataclass(frozen=True, slots=True)
class About(Node):
    """`about "..."`."""

    about: Word


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`players White, Black`."""

    names: tuple[Word, ...]


GameEntry = Author | Year | About | Players


@dataclass(frozen=True, slots=True)
class GameSection(Node):
    """`game "..." { ... }`."""

    title: Word
    entries: tuple[GameEntry, ...]


@dataclass(frozen=True, slots=True)
class Size(Node):
    """`7 x 7`."""

    files: int
    ranks: int


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """`grid 7 x 7`: files, then ranks."""

    size: Size


@dataclass(frozen=True, slots=True)
class Hole(Node):
    """`hole c3:e5`."""

    squares: SquareSet


@dataclass(frozen=True, slots=True)
class TrackEntry(Node):
    """`track outer = a1 -> a7 -> ... -> a1`."""

    name: Word
    corners: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class ArrowEntry(Node):
    """`arrow north = a1:a6`."""

    direction: Word
    squares: SquareSet


@dataclass(frozen=True, slots=True)
class Facing(Node):
    """`White north`."""

    player: Word
    direction: Word


@dataclass(frozen=True, slots=True)
class Orientation(Node):
    """`orientation White north, Black south`."""

    facings: tuple[Facing, ...]


@dataclass(frozen=True, slots=True)
class Symmetry(Node):
    """`symmetry rotation`."""

    kind: Word


@dataclass(frozen=True, slots=True)
class ZoneEntry(Node):
    """`zone throne White = d2`."""

    name: Word
    player: Word | None
    squares: SquareSet


@dataclass(frozen=True, slots=True)
class GateEntry(Node):
    """`gate start-line White = d1, d2 -> c1, c2`."""

    name: Word
    player: Word | None
    before: SquareSet
    behind: SquareSet


BoardEntry = Grid | Hole | TrackEntry | ArrowEntry | Orientation | Symmetry | ZoneEntry | GateEntry


@dataclass(frozen=True, slots=True)
class BoardSection(Node):
    """`board { ... }`."""

    entries: tuple[BoardEntry, ...]


# -- pieces


@dataclass(frozen=True, slots=True)
class Reach(Node):
    """How far a slide goes: `3`, or `2..4`."""

    first: Number
    last: Number | None


@dataclass(frozen=True, slots=True)
class Onward(Node):
    """`onward`, or `onward by arrow`."""

    by_arrow: Word | None


@dataclass(frozen=True, slots=True)
class Turning(Node):
    """`turning at corners`."""

    squares: SquareSet


@dataclass(frozen=True, slots=True)
class Reflecting(Node):
    """`reflecting`, or `reflecting off sides`."""

    off_sides: Word | None


Bending = Onward | Turning | Reflecting


@dataclass(frozen=True, slots=True)
class Step(Node):
    """`step forward, diagonal`."""

    directions: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Slide(Node):
    """`slide orthogonal 3 onward ...`."""

    directions: tuple[Word, ...]
    reach: Reach | None
    bendings: tuple[Bending, ...]


@dataclass(frozen=True, slots=True)
class Vector(Node):
    """`(2,1)`."""

    right: Number
    forward: Number


@dataclass(frozen=True, slots=True)
class Leap(Node):
    """`leap (2,1), (3,1)`."""

    vectors: tuple[Vector, ...]


@dataclass(frozen=True, slots=True)
class LeapPart(Node):
    """`2 forward`."""

    count: Number
    direction: Word


@dataclass(frozen=True, slots=True)
class RelativeLeap(Node):
    """`leap 2 forward 1 sideways`."""

    parts: tuple[LeapPart, ...]


@dataclass(frozen=True, slots=True)
class Ride(Node):
    """`ride (2,1) 3`."""

    vectors: tuple[Vector, ...]
    most: Number | None


Path = Step | Slide | Leap | RelativeLeap | Ride


@dataclass(frozen=True, slots=True)
class ToEmpty(Node):
    """`to empty`."""


@dataclass(frozen=True, slots=True)
class ToEnemy(Node):
    """`to enemy`."""


@dataclass(frozen=True, slots=True)
class FromSquares(Node):
    """`from rank 2`."""

    squares: SquareSet


MoveCondition = ToEmpty | ToEnemy | FromSquares


@dataclass(frozen=True, slots=True)
class MovementEntry(Node):
    """A path and its conditions."""

    path: Path
    conditions: tuple[MoveCondition, ...]


@dataclass(frozen=True, slots=True)
class PromotionEntry(Node):
    """`promotes to Queen, Rook on rank 8`."""

    choices: tuple[Word, ...]
    squares: SquareSet


@dataclass(frozen=True, slots=True)
class PieceSection(Node):
    """`piece King "K" royal { ... }`."""

    name: Word
    letter: Word | None
    royal: Word | None
    entries: tuple[MovementEntry | PromotionEntry, ...]


# -- setup and goals


@dataclass(frozen=True, slots=True)
class Placed(Node):
    """`Rook e1 e2`."""

    piece: Word
    places: tuple[SquareRef | Rectangle, ...]


@dataclass(frozen=True, slots=True)
class Placing(Node):
    """`White King d2, Rook e1 e2`."""

    player: Word
    groups: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Fen(Node):
    """`fen "..."`: the first field of a FEN."""

    placement: Word


@dataclass(frozen=True, slots=True)
class SetupSection(Node):
    """`setup { ... }`."""

    entries: tuple[Placing | Fen, ...]


@dataclass(frozen=True, slots=True)
class Checkmate(Node):
    """`checkmate`."""


@dataclass(frozen=True, slots=True)
class Stalemate(Node):
    """`stalemate`."""


@dataclass(frozen=True, slots=True)
class ReachGoal(Node):
    """`King on enemy throne after start-line`."""

    piece: Word
    squares: SquareSet
    gate: Word | None


@dataclass(frozen=True, slots=True)
class PiecesDistinct(Node):
    """`pieces distinct`."""


@dataclass(frozen=True, slots=True)
class StartNotCounted(Node):
    """`start not counted`."""


@dataclass(frozen=True, slots=True)
class Repetition(Node):
    """`repetition 3 (pieces distinct, start not counted)`."""

    count: Number
    notes: tuple[PiecesDistinct | StartNotCounted, ...] | None


@dataclass(frozen=True, slots=True)
class QuietPlies(Node):
    """`100 plies without capture`."""

    count: Number


@dataclass(frozen=True, slots=True)
class Material(Node):
    """`material King against King, Bishop`."""

    first: tuple[Word, ...]
    second: tuple[Word, ...]


Ending = Checkmate | Stalemate | ReachGoal | Repetition | QuietPlies | Material


@dataclass(frozen=True, slots=True)
class GoalEntry(Node):
    """`win checkmate`; `outcome` is `win`, `lose` or `draw`."""

    outcome: Word
    ending: Ending


@dataclass(frozen=True, slots=True)
class GoalSection(Node):
    """`goal { ... }`."""

    entries: tuple[GoalEntry, ...]


# -- the file


Section = GameSection | BoardSection | PieceSection | SetupSection | GoalSection


@dataclass(frozen=True, slots=True)
class VariantSection(Node):
    """`variant "..." { ... }`: sections that replace the game's own."""

    name: Word
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class RuleFile(Node):
    """A whole file, in the order in which it is written."""

    sections: tuple[Section | VariantSection, ...]
