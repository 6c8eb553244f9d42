"""How a square that may be taken on en passant knows the piece that has just passed it.

Zillions remembers where the last move started and ended (`last-from?`, `last-to?`). With the type
of the piece that stands there this says whether a move has left a trail: the rules let the trail
depend on nothing else. What is needed are the ways from the passed square to the two others.
They are directions of the code where the trail is straight and no other move looks the same;
otherwise links of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from rulec.emit.zrf.paths import first_fit
from rulec.emit.zrf.takers import results, takers_of
from rulec.emit.zrf.view import Sets, View
from rulec.emit.zrf.ways import ways
from rulec.model.board import squares_of
from rulec.model.game import Game, Movement
from rulec.model.geometry import Vector
from rulec.model.tables import Line, Stop, Tables
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity
from rulec.syntax.source import Span

_LONGEST = 4
"""How far from a passed square a straight trail may begin or end."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A move that has passed a square, as seen from there."""

    player: int
    start: int
    passed: int
    end: int


@dataclass(frozen=True, slots=True)
class Sight:
    """A victim's type, and the directions in which it has come and in which it stands."""

    victim: int
    back: Vector
    there: Vector


@dataclass
class LinkedSight:
    """The same, both directions link by link."""

    victim: int
    back: dict[int, int] = field(default_factory=dict)
    there: dict[int, int] = field(default_factory=dict)

    def accepts(self, passage: Passage) -> bool:
        """Whether the square still has nothing else to see."""
        seen = passage.start, passage.end
        return (
            passage.passed not in self.back
            or (self.back[passage.passed], self.there[passage.passed]) == seen
        )

    def add(self, passage: Passage) -> None:
        """Let the passed square see a passage."""
        self.back[passage.passed], self.there[passage.passed] = passage.start, passage.end


@dataclass(frozen=True, slots=True)
class _Moves:
    """All moves that leave a piece of some type where they end."""

    takers: Sets
    """By player, the squares (bits) where he may ever take en passant; no others matter."""
    trails: Mapping[tuple[int, int, int], int | None]
    """By player, start and end, the trail (bits); None where it may be one or another."""

    def passages(self) -> Iterator[Passage]:
        """All that may be taken, as seen from where."""
        for (player, start, end), trail in self.trails.items():
            for square in squares_of(trail or 0):
                yield Passage(player, start, square, end)

    def has_other(self, passage: Passage) -> bool:
        """Whether there is a move from start to end that has not passed the square."""
        trail = self.trails.get((passage.player, passage.start, passage.end))
        matters = self.takers[1 - passage.player] >> passage.passed & 1
        return bool(matters) and trail is not None and not trail >> passage.passed & 1


@dataclass(frozen=True)
class Trails:
    """What a game's pieces can be taken by en passant."""

    sights: tuple[Sight | LinkedSight, ...] = ()
    passed: Sets = (0, 0)
    """By the player who takes, the squares that may have been passed."""

    @property
    def vectors(self) -> Iterator[Vector]:
        """The directions of the code that are wanted."""
        for sight in self.sights:
            if isinstance(sight, Sight):
                yield from (sight.back, sight.there)


def find_trails(game: Game, tables: Tables, view: View) -> Trails:
    """All trails of a game in which something takes en passant."""
    if not any(movement.en_passant for piece in game.pieces for movement in piece.movements):
        return Trails()
    takers = (takers_of(game, tables, 0), takers_of(game, tables, 1))
    sights: list[Sight | LinkedSight] = []
    passed = [0, 0]
    for victim, span in _victims(game).items():
        moves = _moves(game, tables, victim, takers)
        passages = list(moves.passages())
        for passage in passages:
            passed[1 - passage.player] |= 1 << passage.passed
        if any(trail is None for trail in moves.trails.values()):
            _refuse(game, victim, span)
        straight = _straight(view, victim, moves, set(passages), _units(game, view, victim))
        if straight is None and any(moves.has_other(_swapped(one)) for one in passages):
            _refuse(game, victim, span)
        sights += straight if straight is not None else _linked(victim, passages)
    return Trails(tuple(sights), (passed[0], passed[1]))


def _refuse(game: Game, victim: int, span: Span) -> None:
    name = game.pieces[victim].name
    message = f"the target `zrf` cannot tell a trail of the {name} from another move of its"
    raise RulecError([Diagnostic("E604", Severity.ERROR, message, span)])


def _leavers(game: Game) -> Iterator[tuple[int, Movement]]:
    for number, piece in enumerate(game.pieces):
        for movement in piece.movements:
            if movement.leaves_trail:
                yield number, movement


def _victims(game: Game) -> dict[int, Span]:
    """The types that leave trails and those that they may become with it, each with the rule."""
    found: dict[int, Span] = {}
    for number, movement in _leavers(game):
        found.setdefault(number, movement.span)
        for promotion in game.pieces[number].promotions:
            for choice in promotion.choices:
                found.setdefault(choice, movement.span)
    return found


def _moves(game: Game, tables: Tables, victim: int, takers: Sets) -> _Moves:
    """The trails, as far as they matter, of all moves that leave a piece of a type at their end."""
    trails: dict[tuple[int, int, int], int | None] = {}

    def note(player: int, start: int, end: int, trail: int) -> None:
        trail &= takers[1 - player]
        if trails.setdefault((player, start, end), trail) != trail:
            trails[player, start, end] = None

    makers = [
        number
        for number, piece in enumerate(game.pieces)
        if number == victim or any(victim in one.choices for one in piece.promotions)
    ]
    for player, side in enumerate(tables.lines):
        for piece in makers:
            for start, lines in enumerate(side[piece]):
                for stop in _first_stops(lines).values():
                    if victim in results(piece, stop):
                        note(player, start, stop.square, stop.trail)
        for castling in tables.castlings[player]:
            if castling.piece == victim:
                note(player, castling.origin, castling.target, 0)
        for move in tables.safe_moves[player]:
            if move.piece == victim:
                note(player, move.origin, move.target, 0)
    return _Moves(takers, trails)


def _first_stops(lines: Iterable[Line]) -> dict[int, Stop]:
    """Of the stops on each square where moves may end the first, which counts."""
    stops: dict[int, Stop] = {}
    for line in lines:
        for stop in line.stops:
            if stop.ends:
                stops.setdefault(stop.square, stop)
    return stops


def _units(game: Game, view: View, victim: int) -> tuple[Vector, ...]:
    """The single steps of the trails of a type, as who takes it reads them."""
    found: dict[Vector, None] = {}
    for number, movement in _leavers(game):
        choices = (choice for one in game.pieces[number].promotions for choice in one.choices)
        if victim == number or victim in choices:
            for way in ways(view, (movement.path,)):
                found[view.read(1, way.vectors[0])] = None
    return tuple(found)


def _straight(
    view: View, victim: int, moves: _Moves, passages: set[Passage], units: Iterable[Vector]
) -> list[Sight] | None:
    """Directions by which exactly the passages are seen; None if there are none such."""
    sights: list[Sight] = []
    missing = set(passages)
    distances = range(1, _LONGEST + 1)
    for unit, behind, ahead in product(units, distances, distances):
        if not missing:
            break
        sight = Sight(victim, _times(-behind, unit), _times(ahead, unit))
        seen = set(_seen(view, sight))
        if not seen & missing:
            continue
        if any(moves.has_other(one) for one in seen - passages):
            return None
        missing -= seen
        sights.append(sight)
    return None if missing else sights


def _times(count: int, vector: Vector) -> Vector:
    return tuple(count * part for part in vector)


def _seen(view: View, sight: Sight) -> Iterator[Passage]:
    """What the directions take for passages."""
    for player in (0, 1):
        back, there = (view.read(1 - player, vector) for vector in (sight.back, sight.there))
        for square in range(len(view.board.squares)):
            start, end = view.target(back, square), view.target(there, square)
            if start is not None and end is not None:
                yield Passage(player, start, square, end)


def _swapped(passage: Passage) -> Passage:
    """What the passed square sees when it is the other player who has moved so."""
    return Passage(1 - passage.player, passage.start, passage.passed, passage.end)


def _linked(victim: int, passages: Iterable[Passage]) -> list[LinkedSight]:
    """Links by which exactly the passages are seen."""
    return first_fit(passages, lambda: LinkedSight(victim))
