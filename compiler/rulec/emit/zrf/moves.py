"""From the movements of the pieces to move blocks: which macro, with which arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulec.emit.zrf.macros import Bend, Landing, Macro, Shape, glide_macro, movement_macro
from rulec.emit.zrf.names import Names
from rulec.emit.zrf.paths import Run, packed
from rulec.emit.zrf.view import Sets, View, direction_name
from rulec.emit.zrf.ways import Way, direction_of, ends_of, ways, without_doubles
from rulec.emit.zrf.zones import ZoneBook
from rulec.model.board import COMPASS, Vector, Zone
from rulec.model.directions import components, turned
from rulec.model.game import Against, Bending, Game, Leap, Movement, Slide
from rulec.model.tables import Tables
from rulec.syntax.source import Span

AGAINST = {Against.ARROW_AND_TRACK: "against-", Against.ARROW: "against-arrow-"}
"""What the names of zones begin with where a direction runs against the track."""

_BENDS = {
    Bending.SIDES_AND_CORNERS: Bend.REFLECTING,
    Bending.SIDES: Bend.REFLECTING_OFF_SIDES,
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a piece and the calls that carry it out, one move block each."""

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
    macros: dict[object, Macro] = field(default_factory=dict)
    leaps: dict[Vector, str] = field(default_factory=dict)
    """Directions of the grid that are not steps of the compass."""
    links: dict[str, dict[int, int]] = field(default_factory=dict)
    """Directions that are written out link by link."""

    def rules(self, piece: int, landing: Landing) -> tuple[Rule, ...]:
        """The rules of a piece type, in the author's order."""
        kind = self.game.pieces[piece]
        return tuple(
            Rule(movement.span, tuple(self._calls(movement, piece, landing)))
            for movement in without_doubles(kind)
            if ends_of(movement)
        )

    def _calls(self, movement: Movement, piece: int, landing: Landing) -> Iterator[str]:
        if isinstance(movement.path, Slide) and self._too_winding(movement.path, movement):
            yield from self._linked(movement, piece, landing)
            return
        for way in ways(self.view, movement):
            yield self._call(movement, way, landing)

    # -- one way

    def _call(self, movement: Movement, way: Way, landing: Landing) -> str:
        guards = self._guards(movement, way)
        ends, path = ends_of(movement), movement.path
        name = self._direction(way.vector)
        if isinstance(path, Leap):
            shape = Shape(ends, most=path.most, guards=len(guards))
            return self._written(shape, landing, [*guards, name])
        bent = self._bend(path, way)
        against = None
        if path.onward and path.most != 1:
            against = AGAINST[path.onward]
            for direction in (name, *bent.after):
                self._against_zone(path.onward, direction)
        shape = Shape(ends, path.least, path.most, against, bent.bend, len(guards))
        return self._written(shape, landing, [*guards, name, *bent.arguments])

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
        if direction_of(vector) is None:
            for one in (vector, self.view.read(1, vector)):
                self.leaps[one] = direction_name(one)
        return direction_name(vector)

    # -- bends

    def _bend(self, path: Slide, way: Way) -> _BendCall:
        """How a slide bends in a direction, and the arguments that say where to."""
        direction = direction_of(way.vector)
        if direction is None or path.most == 1:
            return _BendCall()
        turns = self._turns(path, direction)
        if path.turning_at and turns:
            ((after, sets),) = turns.items()
            zone = self._turning_zone(path, path.turning_at, direction, after, sets)
            short = COMPASS[after].short
            return _BendCall(Bend.TURNING, (zone, short), (short,))
        if path.reflecting and not COMPASS[direction].orthogonal:
            across, along = components(direction)
            if path.reflecting is Bending.SIDES_AND_CORNERS:
                self._arrow_zone(along)
                self._arrow_zone(across)
            after_names = (
                direction_name(_sum(turned(across, 4), along)),
                direction_name(_sum(across, turned(along, 4))),
            )
            sides = (COMPASS[across].short, COMPASS[along].short)
            return _BendCall(_BENDS[path.reflecting], (*sides, *after_names), after_names)
        return _BendCall()

    def _turning_zone(
        self, path: Slide, written: Zone, direction: int, after: int, sets: Sets
    ) -> str:
        """The author's zone where that is enough, else one of exactly the squares of the turn."""
        stuck = self.view.stuck(direction, path.onward)
        if all(written.of(player) & stuck[player] == sets[player] for player in (0, 1)):
            return self.zones.written(written)
        names = COMPASS[direction].short, COMPASS[after].short
        about = "squares on which a slide turns, by its direction before and after"
        return self.zones.same("turn-{}-{}".format(*names), sets, about)

    def _turns(self, path: Slide, direction: int) -> dict[int, Sets]:
        if path.turning_at is None:
            return {}
        return self.view.turns(direction, path.turning_at, path.onward)

    def _too_winding(self, path: Slide, movement: Movement) -> bool:
        """Whether no macro says how a slide bends."""
        if path.most == 1:
            return False
        for way in ways(self.view, movement):
            direction = direction_of(way.vector)
            if direction is None:
                continue
            turns = len(self._turns(path, direction))
            rebounds = bool(path.reflecting) and not COMPASS[direction].orthogonal
            if turns + rebounds > 1 or (turns + rebounds and path.most is not None):
                return True
        return False

    # -- zones that macros name by pasting

    def _arrow_zone(self, arrow: int) -> str:
        short = COMPASS[arrow].short
        about = "squares by the direction of their arrow"
        return self.zones.reserved(f"arrow-{short}", self.view.arrow(arrow), about)

    def _against_zone(self, kind: Against, name: str) -> None:
        """The zone that an onward slide asks for in a direction."""
        (direction,) = (i for i, compass in enumerate(COMPASS) if compass.short == name)
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

    # -- the last resort

    def _linked(self, movement: Movement, piece: int, landing: Landing) -> Iterator[str]:
        assert isinstance(movement.path, Slide)
        here = movement.span.start, movement.span.end
        runs = [
            Run(player, start, line.squares)
            for player, side in enumerate(self.tables.lines)
            for start, lines in enumerate(side[piece])
            for line in lines
            if (line.rule.start, line.rule.end) == here
        ]
        shape = Shape(ends_of(movement), movement.path.least, guards=1)
        for direction in packed(runs):
            name = self.names.new(f"line-{len(self.links) + 1}", "direction")
            self.links[name] = direction.links
            about = "squares where a line that is written out starts"
            zone = self.zones.same(f"{name}-start", direction.starts, about)
            yield self._written(shape, landing, [zone, name])


def _sum(first: int, second: int) -> Vector:
    (x, y), (dx, dy) = COMPASS[first].vector, COMPASS[second].vector
    return x + dx, y + dy
