"""From the movements of the pieces to move blocks: which macro, with which arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, groupby

from rulec.emit.zrf.attacks import asking, jumping
from rulec.emit.zrf.castling import CastleWriter
from rulec.emit.zrf.hands import OWN_HAND
from rulec.emit.zrf.landings import NEXT, LandingWriter, Seen
from rulec.emit.zrf.macros import (
    Bend,
    Landing,
    Macro,
    Over,
    Prey,
    Shape,
    anywhere_macro,
    glide_macro,
    movement_macro,
    safe_leap_macro,
)
from rulec.emit.zrf.names import Names
from rulec.emit.zrf.overlap import Overlaps, Part
from rulec.emit.zrf.paths import Run, packed
from rulec.emit.zrf.trails import Sight, Trails
from rulec.emit.zrf.view import Sets, View
from rulec.emit.zrf.walks import comes_round, goes_straight
from rulec.emit.zrf.ways import (
    Leg,
    Way,
    branches,
    ends_of,
    is_plain,
    least_of,
    ways,
    without_doubles,
)
from rulec.emit.zrf.zones import ZoneBook
from rulec.model.board import Zone
from rulec.model.directions import components
from rulec.model.game import Against, Bending, Game, Leap, Movement, Slide, Victims
from rulec.model.geometry import COMPASS, Vector, added
from rulec.model.tables import Line, Tables
from rulec.record import replace as record_replace
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity
from rulec.syntax.source import Span

AGAINST = {Against.ARROW_AND_TRACK: "against-", Against.ARROW: "against-arrow-"}
"""What the names of zones begin with where a direction runs against the track."""

_MOST_LEGS = 4
"""Legs that a macro may have."""
_MOST_WAYS = 2000
"""Blocks that a rule may be written in."""

_BENDS = {
    Bending.SIDES_AND_CORNERS: Bend.REFLECTING,
    Bending.SIDES: Bend.REFLECTING_OFF_SIDES,
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a piece, and its move blocks in parts that stay whole on a line."""

    span: Span
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _BendCall:
    """A bend, the arguments that its macro takes, and the directions in which it goes on."""

    bend: Bend | None = None
    arguments: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass
class MoveWriter:
    """Writes the rules of all pieces, and collects what they need declared."""

    game: Game
    tables: Tables
    view: View
    names: Names
    zones: ZoneBook
    pieces: tuple[str, ...]
    landings: LandingWriter
    trails: Trails
    macros: dict[object, Macro] = field(default_factory=dict)
    leaps: dict[Vector, str] = field(default_factory=dict)
    """Directions that are not steps of the board's."""
    links: dict[str, dict[int, int]] = field(default_factory=dict)
    """Directions that are written out link by link."""
    leaps_anywhere: bool = False
    """Whether a piece may leap to any square."""
    _landings: dict[object, Landing] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.asking = asking(self.game)
        self.types: tuple[str, str] | None = None
        if self.asking is not None and jumping(self.game):
            name = self.pieces[self.asking].lower()
            self.types = self.names.new("plain", "type"), self.names.new(f"over-{name}", "type")
        asked = self.types and self.types[0]
        self.castles = CastleWriter(
            self.game, self.tables, self.names, self.pieces, self.macros, asked
        )
        self.priority: str | None = None
        if self.game.compulsory_captures:
            self.priority = self.names.new("taking", "type")

    @property
    def _odd(self) -> bool:
        """Whether the board is anything but one grid of squares with edges."""
        return bool(self.game.board.oddities)

    def rules(self, piece: int) -> tuple[Rule, ...]:
        """The rules of a piece type, in the author's order."""
        landing = self.landings.landing(piece)
        movements = without_doubles(self.game.pieces[piece])
        quiet = movements
        takes: tuple[Movement, ...] = ()
        if self.priority is not None:
            quiet = tuple(
                record_replace(one, to_enemy=False, en_passant=False) for one in movements
            )
            takes = tuple(record_replace(one, to_empty=False) for one in movements)

        moves = self._rules(quiet, piece, landing)
        castles = [
            Rule(span, tuple(self.castles.calls(span, piece, landing)))
            for span in dict.fromkeys(one.span for one in self.game.pieces[piece].castles)
        ]
        kind = self.types[0] if self.types else None
        return (
            *_typed(kind, [*moves, *castles, *self._drops(piece)]),
            *_typed(self.priority, self._rules(takes, piece, landing)),
        )

    def _rules(self, movements: Iterable[Movement], piece: int, landing: Landing) -> list[Rule]:
        return [
            Rule(one.span, tuple(self._calls(one, piece, landing)))
            for one in movements
            if self.priority is None or one.en_passant or ends_of(one)
        ]

    def _drops(self, piece: int) -> Iterator[Rule]:
        """The rule by which a piece is dropped from the hand."""
        drop = self.game.pieces[piece].drop
        if drop is not None and self.game.has_hands:
            zone = [] if drop.zone is None else [self.zones.written(drop.zone)]
            yield Rule(drop.span, (f"({' '.join([self.landings.drop(piece).name, *zone])})",))

    def _calls(self, movement: Movement, piece: int, landing: Landing) -> Iterator[str]:
        if movement.en_passant and self.trails.sights:
            taking = record_replace(movement, to_empty=True, to_enemy=False)
            yield from self._blocks(taking, piece, self._taking(piece, landing), None)
        if movement.passing_safely:
            yield from self._safely(movement, landing)
        elif ends_of(movement):
            takes = any(one.en_passant for one in self.game.pieces[piece].movements)
            overlaps = Overlaps(self.tables, self.trails.passed, piece)
            gives_way = movement.to_empty and takes
            yield from self._blocks(movement, piece, landing, overlaps if gives_way else None)

    def _blocks(
        self, movement: Movement, piece: int, landing: Landing, overlaps: Overlaps | None
    ) -> Iterator[str]:
        """The blocks of a movement, way by way or written out, and the captures it gives way to."""
        if isinstance(movement.path, Leap) and movement.path.anywhere:
            if overlaps and overlaps.all_give_way(movement):
                landing = self._giving_way(piece, landing)
            yield self._anywhere(movement, landing)
            return
        if self._needs_lines(movement):
            if overlaps and overlaps.all_give_way(movement):
                landing = self._giving_way(piece, landing)
            yield from self._linked(movement, piece, landing)
            return
        for over in self._overs(movement):
            if over is not None and over.is_one and self.types:
                yield f"(move-type {self.types[1]})"
            yield from self._ways(movement, piece, landing, overlaps, over)
            if over is not None and over.is_one and self.types:
                yield f"(move-type {self.types[0]})"

    def _ways(
        self,
        movement: Movement,
        piece: int,
        landing: Landing,
        overlaps: Overlaps | None,
        over: Over | None,
    ) -> Iterator[str]:
        """The blocks of a movement way by way."""
        for legs in branches(movement):
            for way in ways(self.view, legs):
                if not all(map(self.view.exists, way.vectors)):
                    continue
                last = legs[-1]
                parts: Iterable[Part] = (Part(way, least_of(last), last.most),)
                if overlaps:
                    parts = overlaps.parts(self.view, movement, way, last)
                for part in parts:
                    there = self._giving_way(piece, landing) if part.gives_way else landing
                    yield self._call(movement, last, part, there, over)

    def _overs(self, movement: Movement) -> tuple[Over | None, ...]:
        """What a capture that jumps must be told apart by.

        `attacked?` leaves the piece that asks on its square, where it may be what is jumped. Such
        captures have a move type of their own and are not asked for.
        """
        if (
            self.types is None
            or self.asking is None
            or not (movement.screens and movement.to_enemy)
        ):
            return (None,)
        name = self.pieces[self.asking]
        return Over(name, is_one=False), Over(name, is_one=True)

    def _anywhere(self, movement: Movement, landing: Landing) -> str:
        """The call of a leap to any square."""
        self.leaps_anywhere = True
        guards = [self.zones.written(movement.start)] if movement.start else []
        shape = replace(self._bounded(movement, guards=len(guards)), most=1, anywhere=True)
        key = shape, landing
        if key not in self.macros:
            name = self.names.new(landing.prefix + shape.name, "macro")
            first = self.game.board.squares[0].name
            start = (f"(verify (not-in-zone? {OWN_HAND}))",) if self.game.has_hands else ()
            self.macros[key] = anywhere_macro(name, shape, landing, start, first, NEXT)
        return f"({' '.join([self.macros[key].name, *guards, *self._bounds(movement)])})"

    # -- one way

    def _call(
        self, movement: Movement, path: Leg, part: Part, landing: Landing, over: Over | None
    ) -> str:
        """The call that makes the moves of a part of a way, whose last leg is `path`."""
        way = part.way
        guards = self._guards(movement, way)
        *steps, end = way.vectors
        runs = [(vector, len(list(alike))) for vector, alike in groupby(steps)]
        names = [self._direction(vector) for vector in (*(vector for vector, _ in runs), end)]
        shape = self._bounded(movement, guards=len(guards), steps=tuple(count for _, count in runs))
        shape = replace(shape, least=part.least, most=part.most, over=over)
        bent = _BendCall()
        if isinstance(path, Slide):
            bent = self._bend(path, way.vectors[-1])
            shape = replace(shape, bend=bent.bend)
            if path.onward and path.most != 1:
                shape = replace(shape, against=AGAINST[path.onward])
                for direction in (names[-1], *bent.after):
                    self._against_zone(path.onward, direction)
        arguments = [*guards, *names, *bent.arguments, *self._bounds(movement)]
        return self._written(shape, landing, arguments)

    def _bounded(self, movement: Movement, *, guards: int, steps: tuple[int, ...] = ()) -> Shape:
        """A shape with the conditions of a movement."""
        return Shape(
            ends_of(movement),
            guards=guards,
            steps=steps,
            screens=movement.screens,
            landing_next=movement.landing_next,
            around=bool(movement.screens and self._odd) and comes_round(self.view, movement),
            within=movement.within is not None,
            target=movement.target is not None,
            first=movement.first,
            prey=self._prey(movement),
            spares=self._named(movement.spares) if movement.to_enemy else (),
            bars=self._named(movement.barred),
        )

    def _named(self, types: int) -> tuple[str, ...]:
        return tuple(name for i, name in enumerate(self.pieces) if types >> i & 1)

    def _prey(self, movement: Movement) -> Prey | None:
        """Whom a movement may take, if not anyone."""
        if movement.victims is Victims.ANY or not movement.to_enemy:
            return None
        pairs = zip(self.pieces, self.game.pieces, strict=True)
        return Prey(movement.victims, tuple(name for name, kind in pairs if kind.royal))

    def _bounds(self, movement: Movement) -> list[str]:
        """The zones that a move must not leave and must end in."""
        zones = (movement.within, movement.target)
        return [self.zones.written(zone) for zone in zones if zone is not None]

    def _guards(self, movement: Movement, way: Way) -> list[str]:
        """The zones in which a move that way must start."""
        guards = []
        if way.arrow is not None and way.sets == self.view.arrow(way.arrow):
            guards.append(self._arrow_zone(way.arrow))
        elif way.sets != self.view.everywhere:
            owners = [
                name for name, squares in zip(self.game.players, way.sets, strict=True) if squares
            ]
            wish = f"{owners[0].lower()}-start" if len(owners) == 1 else "start"
            about = "squares from which a player may move a way that the other may not"
            guards.append(self.zones.same(wish, way.sets, about))
        if movement.start is not None:
            guards.append(self.zones.written(movement.start))
        return guards

    def _direction(self, vector: Vector) -> str:
        """The name of a direction; a leap is declared, with what the second player reads for it."""
        if not self.view.is_step(vector):
            for one in (vector, self.view.read(1, vector)):
                self.leaps[one] = self.view.name(one)
        return self.view.name(vector)

    # -- bends

    def _bend(self, path: Slide, vector: Vector) -> _BendCall:
        """How a slide bends in a direction, and the arguments that say where to."""
        if not self._may_bend(path):
            return _BendCall()
        direction = self.view.direction_of(vector)
        turns = self._turns(path, direction)
        if path.turning_at and turns:
            ((after, sets),) = turns.items()
            zone = self._turning_zone(path, path.turning_at, direction, after, sets)
            short = self.view.short(after)
            return _BendCall(Bend.TURNING, (zone, short), (short,))
        if path.reflecting and not self._is_orthogonal(direction):
            across, along = components(direction)
            if path.reflecting is Bending.SIDES_AND_CORNERS:
                self._arrow_zone(along)
                self._arrow_zone(across)
            after_names = (
                self.view.name(_sum((across + 4) % 8, along)),
                self.view.name(_sum(across, (along + 4) % 8)),
            )
            sides = (self.view.short(across), self.view.short(along))
            return _BendCall(_BENDS[path.reflecting], (*sides, *after_names), after_names)
        return _BendCall()

    def _turning_zone(
        self, path: Slide, written: Zone, direction: int, after: int, sets: Sets
    ) -> str:
        """The author's zone where that is enough, else one of exactly the squares of the turn."""
        stuck = self.view.stuck(direction, path.onward)
        if all(written.of(player) & stuck[player] == sets[player] for player in (0, 1)):
            return self.zones.written(written)
        names = self.view.short(direction), self.view.short(after)
        about = "squares on which a slide turns, by its direction before and after"
        return self.zones.same("turn-{}-{}".format(*names), sets, about)

    def _turns(self, path: Slide, direction: int) -> dict[int, Sets]:
        if path.turning_at is None:
            return {}
        return self.view.turns(direction, path.turning_at, path.onward)

    def _needs_lines(self, movement: Movement) -> bool:
        """Whether no macro says how a piece moves."""
        *steps, last = movement.legs
        if len(steps) >= _MOST_LEGS or not all(map(_is_straight, steps)):
            return True
        if steps and movement.screens:  # what is jumped may stand on any of the legs
            return True
        if (
            not all(map(_is_single, steps))
            and sum(1 for _ in self._all_ways(movement)) > _MOST_WAYS
        ):
            return True
        if self._odd and not goes_straight(self.view, movement):
            return True
        if isinstance(last, Leap):
            return bool(movement.screens) and last.most is not None
        limited = (last.least, last.most) != (1, None)
        if movement.screens and (limited or last.onward):
            return True
        if self._odd and (last.onward or self._may_bend(last)):
            return True
        bends = max((self._bend_count(last, way) for way in self._all_ways(movement)), default=0)
        return bends > 1 or (bends == 1 and (last.most is not None or not is_plain(movement)))

    def _all_ways(self, movement: Movement) -> Iterator[Way]:
        for legs in branches(movement):
            yield from ways(self.view, legs)

    def _bend_count(self, path: Slide, way: Way) -> int:
        """In how many ways a slide may bend in a direction."""
        if not self._may_bend(path):
            return 0
        direction = self.view.direction_of(way.vectors[-1])
        rebounds = bool(path.reflecting) and not self._is_orthogonal(direction)
        return len(self._turns(path, direction)) + rebounds

    def _may_bend(self, path: Slide) -> bool:
        return path.most != 1 and bool(path.turning_at or path.reflecting)

    def _is_orthogonal(self, direction: int) -> bool:
        return self.view.geometry.directions[direction].orthogonal

    # -- zones that macros name by pasting

    def _arrow_zone(self, arrow: int) -> str:
        short = self.view.short(arrow)
        about = "squares by the direction of their arrow"
        return self.zones.reserved(f"arrow-{short}", self.view.arrow(arrow), about)

    def _against_zone(self, kind: Against, name: str) -> None:
        """The zone that an onward slide asks for in a direction."""
        direction = self.view.geometry.by_word[name]
        about = "squares on which a direction runs against the track"
        self.zones.reserved(AGAINST[kind] + name, self.view.against(direction, kind), about)

    # -- macros

    def _written(self, shape: Shape, landing: Landing, arguments: list[str]) -> str:
        """The call of a shape's macro, which is defined if it is new."""
        key = shape, landing
        if key not in self.macros:
            glide = self._glide(shape, landing) if shape.bend else None
            name = self.names.new(landing.prefix + shape.name, "macro")
            self.macros[key] = movement_macro(name, shape, landing, glide)
        return f"({' '.join([self.macros[key].name, *arguments])})"

    def _glide(self, shape: Shape, landing: Landing) -> str:
        key = "glide", shape.ends, shape.against, landing
        if key not in self.macros:
            wish = Shape(shape.ends, against=shape.against).name.replace("slide", "glide")
            name = self.names.new(landing.prefix + wish, "macro")
            self.macros[key] = glide_macro(name, shape.ends, shape.against, landing)
        return self.macros[key].name

    # -- moves over squares that are not attacked

    def _safely(self, movement: Movement, landing: Landing) -> Iterator[str]:
        """Leaps over squares that are not attacked: a block for every place they lead to."""
        legs = movement.legs
        found: dict[tuple[tuple[str, ...], Vector], list[list[Vector]]] = {}
        for way in ways(self.view, legs):
            passed = list(accumulate(way.vectors, added))
            guards = tuple(self._guards(movement, way))
            found.setdefault((guards, passed.pop()), []).append(passed)
        for (guards, target), over in found.items():
            counts = tuple(len(passed) for passed in over)
            key = "safely", len(guards), counts, landing
            if key not in self.macros:
                wish = "-either-way" if len(counts) > 1 else ""
                name = self.names.new(f"{landing.prefix}safe-leap{wish}", "macro")
                kind = self.types and self.types[0]
                self.macros[key] = safe_leap_macro(name, len(guards), counts, kind, landing)
            names = map(self._direction, (target, *chain.from_iterable(over)))
            yield f"({' '.join([self.macros[key].name, *guards, *names])})"

    # -- moves of two pieces

    def _taking(self, piece: int, landing: Landing) -> Landing:
        key = "taking", piece
        if key not in self._landings:
            self._landings[key] = self.landings.taking(piece, landing, self._seen)
        return self._landings[key]

    def _giving_way(self, piece: int, landing: Landing) -> Landing:
        key = "giving way", piece
        if key not in self._landings:
            self._landings[key] = self.landings.giving_way(piece, landing, self._seen)
        return self._landings[key]

    @cached_property
    def _seen(self) -> tuple[Seen, ...]:
        """Who may have gone past a square, with the directions in which it sees him."""
        seen = []
        for number, sight in enumerate(self.trails.sights, 1):
            victim = self.pieces[sight.victim]
            if isinstance(sight, Sight):
                there, back = self._direction(sight.there), self._direction(sight.back)
            else:
                there, back = (
                    self.names.new(f"passed-{number}-{word}", "direction")
                    for word in ("to", "from")
                )
                self.links |= {there: sight.there, back: sight.back}
            seen.append(Seen(victim, there, back))
        return tuple(seen)

    # -- the last resort

    def _linked(self, movement: Movement, piece: int, landing: Landing) -> Iterator[str]:
        if self._overs(movement) != (None,):
            raise _refused(movement)
        for least, runs in sorted(self._runs(movement, piece).items()):
            shape = replace(self._bounded(movement, guards=0), least=least, within=False)
            bounds = [self.zones.written(movement.target)] if movement.target else []
            for direction in packed(runs, jumping=movement.screens > 0):
                name = self.names.new(f"line-{len(self.links) + 1}", "direction")
                self.links[name] = direction.links
                guards = []
                if not direction.begins_everywhere:
                    about = "squares where a line that is written out starts"
                    guards = [self.zones.same(f"{name}-start", direction.starts, about)]
                guarded = replace(shape, guards=len(guards))
                yield self._written(guarded, landing, [*guards, name, *bounds])

    def _runs(self, movement: Movement, piece: int) -> dict[int, list[Run]]:
        """The lines of a movement, by how many steps they need before a move may end."""
        rule = movement.span.start, movement.span.end
        runs: dict[int, list[Run]] = {}
        for player, side in enumerate(self.tables.lines):
            for start, lines in enumerate(side[piece]):
                for line in lines:
                    written = (line.rule.start, line.rule.end) == rule
                    if written and len(line.stops) > movement.screens:
                        least = self._least(movement, start, line)
                        runs.setdefault(least, []).append(Run(player, start, line.squares))
        return runs

    def _least(self, movement: Movement, start: int, line: Line) -> int:
        """The first stop of a line, from 1, on which a move may end; from it on, it may on all."""
        ends = [bool(stop.ends) for stop in line.stops]
        least = ends.index(True) + 1
        regular = all(ends[least:])
        if movement.target is not None and not movement.further:
            # Which squares count is asked of the zone; only the rule's own reach is left.
            least = movement.path.least if isinstance(movement.path, Slide) else 1
            regular = True
        crosses_itself = len({start, *line.squares}) <= len(line.squares)
        if not regular or crosses_itself or (movement.screens and least > 1):
            raise _refused(movement)
        return least


def _typed(move_type: str | None, rules: list[Rule]) -> list[Rule]:
    """Rules under a move type."""
    if move_type is None or not rules:
        return rules
    mark = f"(move-type {move_type})"
    last = rules[-1].calls
    if last[-1:] == (mark,):  # back to this type, but nothing follows
        rules = [*rules[:-1], replace(rules[-1], calls=last[:-1])]
    return [replace(rules[0], calls=(mark, *rules[0].calls)), *rules[1:]]


def _refused(movement: Movement) -> RulecError:
    message = "the target `zrf` does not write a path like this"
    return RulecError([Diagnostic("E604", Severity.ERROR, message, movement.span)])


def _is_straight(leg: Leg) -> bool:
    """Whether a leg keeps to a direction as long as there are squares."""
    return isinstance(leg, Leap) or not (leg.onward or leg.turning_at or leg.reflecting)


def _is_single(leg: Leg) -> bool:
    """Whether a leg is one step or one leap."""
    return leg.most == 1


def _sum(first: int, second: int) -> Vector:
    return added(COMPASS[first].vector, COMPASS[second].vector)
