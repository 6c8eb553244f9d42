"""The syntax tree: what stands in a rule file, every node with its span, nothing looked up."""

from __future__ import annotations

from rulec.record import Record
from rulec.syntax.source import Span


class Node(Record):
    """Anything that was written somewhere; nodes are equal whatever their spans."""

    span: Span

    def _compared(self) -> tuple[object, ...]:
        return super()._compared()[1:]


class Word(Node):
    """A name, a square or the content of a string, as written."""

    text: str


class Number(Node):
    """A whole number."""

    value: int


# -- sets of squares


class SquareRef(Node):
    """One square: `a1`."""

    square: Word


class Rectangle(Node):
    """The squares between two corners: `a1:c3`."""

    first: Word
    last: Word


class ZoneName(Node):
    """A named zone: `corners`."""

    zone: Word


class EnemyZone(Node):
    """The other player's zone of a name: `enemy throne`."""

    zone: Word


class RankRef(Node):
    """A rank, counted from the player's own side: `rank 2`, or several: `rank 1:3`."""

    rank: Number
    last: Number | None


class FileRef(Node):
    """A file: `file a`, or several: `file a:c`."""

    file: Word
    last: Word | None


class LevelRef(Node):
    """A level, or several: `level A`, `level A:C`."""

    level: Word
    last: Word | None


SquareAtom = SquareRef | Rectangle | ZoneName | EnemyZone | RankRef | FileRef | LevelRef


class Without(Node):
    """`- atom`: takes squares away."""

    atom: SquareAtom


class Common(Node):
    """`& atom`: keeps the common squares."""

    atom: SquareAtom


class SquareTerm(Node):
    """An atom and what is done to it, left to right."""

    atom: SquareAtom
    filters: tuple[Without | Common, ...]


class SquareSet(Node):
    """`term, term, ...`: the union of its terms."""

    terms: tuple[SquareTerm, ...]


# -- game and board


class Author(Node):
    """`author "..."`."""

    author: Word


class Year(Node):
    """`year 1998`."""

    year: Number


class About(Node):
    """`about "..."`."""

    about: Word


class Players(Node):
    """`players White, Black`."""

    names: tuple[Word, ...]


class CompulsoryCaptures(Node):
    """`captures are compulsory`."""


class CapturesJoinHand(Node):
    """`captures join the hand`."""


class CapturesReturn(Node):
    """`captures return to the hand`: of the player who has lost the piece."""


class IllegalChecks(Node):
    """`checks are illegal`."""


class MayPass(Node):
    """`players may pass`."""


class ExplodingCaptures(Node):
    """`captures explode on step any sparing Pawn`."""

    leg: Leg | None
    spared: tuple[Word, ...] | None


GameEntry = (
    Author
    | Year
    | About
    | Players
    | MayPass
    | CompulsoryCaptures
    | CapturesJoinHand
    | CapturesReturn
    | IllegalChecks
    | ExplodingCaptures
)


class GameSection(Node):
    """`game "..." { ... }`."""

    title: Word
    entries: tuple[GameEntry, ...]


class Size(Node):
    """`7 x 7`, or with levels `5 x 5 x 5`."""

    files: int
    ranks: int
    levels: int | None = None


class Grid(Node):
    """`grid 7 x 7`: files, then ranks, then levels."""

    size: Size


class Hex(Node):
    """`hex files a1:a6, b1:b7, ...`: `lines` is `files` or `ranks`."""

    lines: Word
    rows: tuple[Rectangle, ...]


class Wrap(Node):
    """`wrap files`, `wrap ranks`, or both."""

    axes: tuple[Word, ...]


class Glue(Node):
    """`glue a1:a8 west to h1:h8 east`: two edges of the board, each with the way out over it."""

    edge: Rectangle
    out: Word
    other: Rectangle
    other_out: Word


class Link(Node):
    """`link a1 north b3`: north of a1 lies b3."""

    start: Word
    direction: Word
    end: Word


class Unlink(Node):
    """`unlink a1 north`: north of a1 lies nothing."""

    start: Word
    direction: Word


class Hole(Node):
    """`hole c3:e5`."""

    squares: SquareSet


class TrackEntry(Node):
    """`track outer = a1 -> a7 -> ... -> a1`."""

    name: Word
    corners: tuple[Word, ...]


class Course(Node):
    """`a1 -> b2 -> b4`."""

    squares: tuple[Word, ...]


class RouteEntry(Node):
    """`route bridge = a1 -> b2 -> b4, c1 -> b2`, perhaps with a player behind the name."""

    name: Word
    player: Word | None
    courses: tuple[Course, ...]


class ArrowEntry(Node):
    """`arrow north = a1:a6`."""

    direction: Word
    squares: SquareSet


class Facing(Node):
    """`White north`."""

    player: Word
    direction: Word


class Orientation(Node):
    """`orientation White north, Black south`."""

    facings: tuple[Facing, ...]


class Symmetry(Node):
    """`symmetry rotation`."""

    kind: Word


class ZoneEntry(Node):
    """`zone throne White = d2`."""

    name: Word
    player: Word | None
    squares: SquareSet


class GateEntry(Node):
    """`gate start-line White = d1, d2 -> c1, c2`."""

    name: Word
    player: Word | None
    before: SquareSet
    behind: SquareSet


BoardEntry = (
    Grid
    | Hex
    | Wrap
    | Glue
    | Link
    | Unlink
    | Hole
    | TrackEntry
    | RouteEntry
    | ArrowEntry
    | Orientation
    | Symmetry
    | ZoneEntry
    | GateEntry
)


class BoardSection(Node):
    """`board { ... }`."""

    entries: tuple[BoardEntry, ...]


# -- pieces


class Reach(Node):
    """How far a slide goes: `3`, or `2..4`."""

    first: Number
    last: Number | None


class Onward(Node):
    """`onward`, or `onward by arrow`."""

    by_arrow: Word | None


class Turning(Node):
    """`turning at corners`."""

    squares: SquareSet


class Reflecting(Node):
    """`reflecting`, or `reflecting off sides`."""

    off_sides: Word | None


Bending = Onward | Turning | Reflecting


class Step(Node):
    """`step forward, diagonal`."""

    directions: tuple[Word, ...]


class Slide(Node):
    """`slide orthogonal 3 onward ...`."""

    directions: tuple[Word, ...]
    reach: Reach | None
    bendings: tuple[Bending, ...]


class StepAlong(Node):
    """`step along bridge`."""

    route: Word


class SlideAlong(Node):
    """`slide along bridge 2`."""

    route: Word
    reach: Reach | None


class Vector(Node):
    """`(2,1)`, on a board with levels also `(2,1,1)`."""

    steps: tuple[Number, ...]


class Leap(Node):
    """`leap (2,1), (3,1)`."""

    vectors: tuple[Vector, ...]


class LeapAnywhere(Node):
    """`leap anywhere`."""


class LeapPart(Node):
    """`2 forward`."""

    count: Number
    direction: Word


class RelativeLeap(Node):
    """`leap 2 forward 1 sideways`."""

    parts: tuple[LeapPart, ...]


class Ride(Node):
    """`ride (2,1) 3`."""

    vectors: tuple[Vector, ...]
    most: Number | None


Leg = Step | Slide | StepAlong | SlideAlong | Leap | RelativeLeap | LeapAnywhere | Ride


class Then(Node):
    """`then step outward`: goes on from where the path so far ends, which is no target."""

    leg: Leg


class OrThen(Node):
    """`or then step outward`: the same, and where the path so far ends is a target too."""

    leg: Leg


class Path(Node):
    """A leg and what may follow it."""

    leg: Leg
    further: tuple[Then | OrThen, ...]


class ToEmpty(Node):
    """`to empty`."""


class ToEnemy(Node):
    """`to enemy`, or `to enemy except Cannon`."""

    spared: tuple[Word, ...] | None


class FromSquares(Node):
    """`from rank 2`."""

    squares: SquareSet


class ToRoyal(Node):
    """`to royal`: captures a royal piece only."""


class ToCommon(Node):
    """`to common`: captures any enemy but a royal piece."""


class ToSquares(Node):
    """`to rank 8`: the move ends there."""

    squares: SquareSet


class Within(Node):
    """`within palace`: every square of the move lies there."""

    squares: SquareSet


class Over(Node):
    """`over 1`, `over 1 except Cannon`, `over 1 landing next`: jumps that many pieces."""

    count: Number
    barred: tuple[Word, ...] | None
    landing_next: Word | None


class First(Node):
    """`first`: the piece has not moved."""


class PassingSafely(Node):
    """`passing safely`: over anything, but from, over and to squares that are not attacked."""


class LeavingEnPassant(Node):
    """`leaving en passant`: the squares passed may be taken en passant."""


class EnPassant(Node):
    """`en passant`: to a square that an enemy has just passed, capturing it."""


MoveCondition = (
    ToEmpty
    | ToEnemy
    | ToRoyal
    | ToCommon
    | ToSquares
    | FromSquares
    | Within
    | Over
    | First
    | PassingSafely
    | LeavingEnPassant
    | EnPassant
)


class MovementEntry(Node):
    """A path and its conditions."""

    path: Path
    conditions: tuple[MoveCondition, ...]


class BetzaEntry(Node):
    """`betza "t[FR]"`: movements in Betza notation."""

    text: Word


class PromotionEntry(Node):
    """`promotes to Queen on rank 8 from rank 7`, `may promote to captured ... or is illegal`."""

    promoting: Word
    captured: Word | None
    choices: tuple[Word, ...]
    where: Word
    squares: SquareSet
    start: SquareSet | None
    or_illegal: Word | None


class Like(Node):
    """`like Rook, Ferz`: moves as these pieces do."""

    pieces: tuple[Word, ...]


class OneAFile(Node):
    """`one a file`: not on a file with another piece of the same kind and player."""


class WithoutMate(Node):
    """`without mate`: not so that it mates at once."""


class Drop(Node):
    """`drop on rank 1:8 one a file without mate`."""

    squares: SquareSet | None
    limits: tuple[OneAFile | WithoutMate, ...]


class CapturedAs(Node):
    """`captured as Pawn`: what joins the hand of who captures it."""

    piece: Word


class CastlingEntry(Node):
    """`castle e1 -> g1 with Rook h1 -> f1`."""

    start: Word
    end: Word
    partner: Word
    partner_start: Word
    partner_end: Word


class CastlingFrom(Node):
    """`castle from rank 1 -> g1 with Rook east -> f1`: from wherever the two have been placed."""

    start: SquareSet
    end: Word
    partner: Word
    direction: Word
    partner_end: Word


PieceEntry = (
    MovementEntry
    | BetzaEntry
    | PromotionEntry
    | CastlingEntry
    | CastlingFrom
    | Like
    | Drop
    | CapturedAs
)


class PieceSection(Node):
    """`piece King "K" royal { ... }`."""

    name: Word
    letter: Word | None
    royal: Word | None
    entries: tuple[PieceEntry, ...]


# -- setup


class Placed(Node):
    """`Rook e1 e2`."""

    piece: Word
    places: tuple[SquareRef | Rectangle, ...]


class InHand(Node):
    """`Knight in hand`, or several of them."""

    count: Number | None
    piece: Word


class Placing(Node):
    """`White King d2, Rook e1 e2`."""

    player: Word
    groups: tuple[Placed | InHand, ...]


class Fen(Node):
    """`fen "..."`: the first field of a FEN."""

    placement: Word


class SetupSection(Node):
    """`setup { ... }`."""

    entries: tuple[Placing | Fen, ...]


class Troop(Node):
    """`King`, or `1 Bishop`: at most, at least or exactly that many, as it is used."""

    most: Number | None
    piece: Word


# -- before play


class PassingTurn(Node):
    """`White passes`."""

    player: Word


class OnBothColours(Node):
    """`with Bishop on both colours`."""

    piece: Word


class KeptOn(Node):
    """`with King on f1:f2`."""

    piece: Word
    squares: SquareSet


class Between(Node):
    """`with King between Rook`."""

    piece: Word
    outer: Word


Arrangement = OnBothColours | KeptOn | Between


class PlacingTurn(Node):
    """`Black places King, 2 Rook on rank 1 with King between Rook`."""

    player: Word
    own: Word | None
    troops: tuple[Troop, ...]
    squares: SquareSet
    arrangements: tuple[Arrangement, ...]


class ListingTurn(Node):
    """`Black places "RKR", "RRK" on a1:c1`."""

    player: Word
    own: Word | None
    listed: tuple[Word, ...]
    squares: SquareSet


SetupTurn = PassingTurn | PlacingTurn | ListingTurn


class BeforeSection(Node):
    """`before play { ... }`."""

    turns: tuple[SetupTurn, ...]


# -- goals


class Checkmate(Node):
    """`checkmate`."""


class Stalemate(Node):
    """`stalemate`."""


class NoMoves(Node):
    """`no moves`: in check or not."""


class Extinction(Node):
    """`extinction of Pawn, Queen`."""

    pieces: tuple[Word, ...]


class Bare(Node):
    """`bare King unless answered`."""

    pieces: tuple[Word, ...]
    unless_answered: Word | None


class Checks(Node):
    """`check 3 times`."""

    count: Number


class ReachGoal(Node):
    """`King on enemy throne after start-line`."""

    piece: Word
    squares: SquareSet
    gate: Word | None
    unless_answered: Word | None


class BothReach(Node):
    """`both King on rank 8`."""

    piece: Word
    squares: SquareSet


class Passes(Node):
    """`2 passes`: so many in a row."""

    count: Number


class PiecesDistinct(Node):
    """`pieces distinct`."""


class StartNotCounted(Node):
    """`start not counted`."""


class Repetition(Node):
    """`repetition 3 (pieces distinct, start not counted)`."""

    count: Number
    notes: tuple[PiecesDistinct | StartNotCounted, ...] | None


class Lacking(Node):
    """`no Pawn`."""

    piece: Word


class Held(Node):
    """`while no Pawn against 2 Rook`: what one side has, and what the other."""

    first: tuple[Troop | Lacking, ...]
    second: tuple[Troop | Lacking, ...] | None


class QuietPlies(Node):
    """`100 plies without capture or Pawn move while no Pawn against 2 Rook`."""

    count: Number
    movers: tuple[Word, ...] | None
    held: Held | None


class Material(Node):
    """`material King against King, 1 Bishop`."""

    first: tuple[Troop, ...]
    second: tuple[Troop, ...]


Ending = (
    Checkmate
    | Stalemate
    | NoMoves
    | Extinction
    | Bare
    | Checks
    | ReachGoal
    | BothReach
    | Passes
    | Repetition
    | QuietPlies
    | Material
)


class GoalEntry(Node):
    """`win checkmate`; `outcome` is `win`, `lose` or `draw`."""

    outcome: Word
    ending: Ending


class GoalSection(Node):
    """`goal { ... }`."""

    entries: tuple[GoalEntry, ...]


# -- the file


Section = GameSection | BoardSection | PieceSection | SetupSection | BeforeSection | GoalSection


class VariantSection(Node):
    """`variant "..." { ... }`: sections that replace the game's own."""

    name: Word
    sections: tuple[Section, ...]


class RuleFile(Node):
    """A whole file, in the order in which it is written."""

    sections: tuple[Section | VariantSection, ...]
