"""The `board` section: squares, directions, zones and symmetries."""

from __future__ import annotations

import itertools
from collections import Counter

from rulec.zrf.model import OFF_BOARD, Board, Rectangle
from rulec.zrf.nodes import View
from rulec.zrf.report import Report
from rulec.zrf.scope import Scope, count_args, dispatch, integer
from rulec.zrf.vocabulary import MAX_DIMENSIONS

MAX_POSITIONS = 20_000
"""More squares than any board on a screen has."""

_Pair = tuple[int, int]


def resolve_board(section: View, scope: Scope) -> Board:
    """The board that a section describes; names are declared in the scope as they are met."""
    builder = _Builder(scope)
    for part in section.args:
        builder.read(part)
    return builder.finish(section)


class _Builder:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._report: Report = scope.report
        self._rectangles: dict[int, Rectangle | None] = {}
        self._links: dict[int, dict[int, int]] = {}
        self._symmetry: dict[int, dict[int, int]] = {}
        self._zones: dict[_Pair, frozenset[int]] = {}
        self._killed: set[int] = set()
        self._zone_views: dict[_Pair, View] = {}
        self._images: list[str] = []
        self._zone_parts: list[View] = []
        self._symmetry_parts: list[View] = []
        self._parts = {
            "image": self._image,
            "grid": self._grid,
            "positions": self._positions,
            "dummy": self._dummy,
            "links": self._link,
            "unlink": self._unlink,
            "kill-positions": self._kill,
            "zone": self._zone_parts.append,
            "symmetry": self._symmetry_parts.append,
        }

    def read(self, part: View) -> None:
        dispatch(self._parts, part, self._report, "a board")

    def finish(self, at: View) -> Board:
        # Zones and symmetries may name squares and directions that are declared after them.
        for part in self._zone_parts:
            self._zone(part)
        for part in self._symmetry_parts:
            self._symmetry_of(part)
        players = range(len(self._scope.players))
        positions = self._scope.positions.all
        alive = [place for place in range(len(positions)) if place not in self._killed]
        renumbered = {old: new for new, old in enumerate(alive)}
        self._renumber(alive)
        directions = self._scope.directions.all
        links = tuple(
            self._table(self._links.get(direction, {}), renumbered)
            for direction in range(len(directions))
        )
        return Board(
            positions=self._scope.positions.all,
            rectangles=tuple(self._rectangles.get(place) for place in alive),
            directions=directions,
            links=links,
            reverse=tuple(_reversed(table) for table in links),
            symmetry=tuple(
                tuple(
                    self._symmetry.get(player, {}).get(direction, direction)
                    for direction in range(len(directions))
                )
                for player in players
            ),
            zones=self._scope.zones.all,
            zone_squares=tuple(
                tuple(
                    frozenset(
                        renumbered[place]
                        for place in self._zones.get((zone, player), frozenset())
                        if place in renumbered
                    )
                    for player in players
                )
                for zone in range(len(self._scope.zones))
            ),
            images=tuple(self._images),
            at=at,
        )

    def _renumber(self, alive: list[int]) -> None:
        """Forget the squares that were killed."""
        names = self._scope.positions.all
        for (zone, player), squares in self._zones.items():
            if squares and squares <= self._killed:
                self._report.warning(
                    "Z307",
                    self._zone_views[zone, player],
                    f"every square of the zone `{self._scope.zones.all[zone]}` is removed by "
                    "`kill-positions`",
                )
        self._scope.positions.keep(names[place] for place in alive)

    @staticmethod
    def _table(links: dict[int, int], renumbered: dict[int, int]) -> tuple[int, ...]:
        table = [OFF_BOARD] * len(renumbered)
        for start, end in links.items():
            if start in renumbered and end in renumbered:
                table[renumbered[start]] = renumbered[end]
        return tuple(table)

    # --- parts ----------------------------------------------------------------------------------

    def _image(self, part: View) -> None:
        for name in part.args:
            if name.string is None:
                self._report.error("Z224", name, "the name of a picture file in quotes is expected")
            else:
                self._images.append(name.string)

    def _grid(self, part: View) -> None:
        corner: Rectangle | None = None
        axes: list[tuple[tuple[str, ...], _Pair]] | None = None
        directions: list[View] = []
        for item in part.args:
            match item.head:
                case "start-rectangle":
                    corner = self._rectangle(item, item.args)
                case "dimensions":
                    axes = self._dimensions(item)
                case "directions":
                    directions.extend(item.args)
                case head:
                    self._report.error("Z223", item, f"a grid has no part `{head or item.word}`")
        if axes is None:
            self._report.error("Z225", part, "this grid has no `dimensions`")
            return
        size = 1
        for names, _ in axes:
            size *= len(names)
        if size + len(self._scope.positions) > MAX_POSITIONS:
            self._report.error("Z226", part, f"a board may have {MAX_POSITIONS:,} squares at most")
            return
        cells = self._cells(part, axes, corner or Rectangle(0, 0, 0, 0))
        for direction in directions:
            self._grid_direction(direction, cells, len(axes))

    def _cells(
        self, part: View, axes: list[tuple[tuple[str, ...], _Pair]], corner: Rectangle
    ) -> dict[tuple[int, ...], int]:
        """The squares of a grid by their indices along its axes."""
        cells: dict[tuple[int, ...], int] = {}
        for index in itertools.product(*(range(len(names)) for names, _ in axes)):
            name = "".join(names[i] for (names, _), i in zip(axes, index, strict=True))
            right = sum(dx * i for (_, (dx, _)), i in zip(axes, index, strict=True))
            down = sum(dy * i for (_, (_, dy)), i in zip(axes, index, strict=True))
            if name in self._scope.positions:
                self._report.warning("Z304", part, f"the position `{name}` is declared twice")
            place = self._scope.positions.number(name)
            cells[index] = place
            self._rectangles[place] = Rectangle(
                corner.left + right, corner.top + down, corner.right + right, corner.bottom + down
            )
        return cells

    def _dimensions(self, part: View) -> list[tuple[tuple[str, ...], _Pair]] | None:
        axes: list[tuple[tuple[str, ...], _Pair]] = []
        for item in part.args:
            fields = item.items
            names = fields[0].string if fields else None
            if names is None or len(fields) != 2 or len(fields[1].items) != 2:
                self._report.error(
                    "Z225",
                    item,
                    "a dimension is written as names and the way between two, as in "
                    '`("a/b/c" (50 0))`',
                )
                return None
            across, down = fields[1].items
            dx = integer(across, self._report, "a distance in pixels")
            dy = integer(down, self._report, "a distance in pixels")
            axes.append((tuple(names.split("/")), (dx or 0, dy or 0)))
        if not axes:
            self._report.error("Z225", part, "a grid needs a dimension at least")
            return None
        if len(axes) > MAX_DIMENSIONS:
            self._report.warning(
                "Z320",
                part,
                f"Zillions allows {MAX_DIMENSIONS} dimensions, and here are {len(axes)}",
            )
        return axes

    def _grid_direction(
        self, item: View, cells: dict[tuple[int, ...], int], dimensions: int
    ) -> None:
        fields = item.items
        offsets = [integer(field, self._report, "a step along a dimension") for field in fields[1:]]
        if not fields or len(offsets) != dimensions:
            self._report.error(
                "Z225",
                item,
                f"a direction is written as a name and a step for each of the {dimensions} "
                "dimensions, as in `(n 0 -1)`",
            )
            return
        direction = self._scope.declare(self._scope.directions, fields[0], again=True)
        steps = [offset for offset in offsets if offset is not None]
        if direction is None or len(steps) != dimensions:
            return
        links = self._links.setdefault(direction, {})
        for index, place in cells.items():
            end = cells.get(tuple(i + step for i, step in zip(index, steps, strict=True)))
            if end is not None and any(steps):
                links[place] = end

    def _rectangle(self, at: View, numbers: tuple[View, ...]) -> Rectangle | None:
        if len(numbers) != 4:
            self._report.error(
                "Z225", at, "a rectangle is four numbers: left, top, right and bottom"
            )
            return None
        edges = [integer(number, self._report, "the edge of a rectangle") for number in numbers]
        left, top, right, bottom = (edge or 0 for edge in edges)
        return Rectangle(left, top, right, bottom)

    def _positions(self, part: View) -> None:
        for item in part.args:
            fields = item.items
            if not fields:
                self._report.error(
                    "Z225", item, "a position is written as its name and a rectangle, as in "
                    "`(a1 0 0 50 50)`"
                )  # fmt: skip
                continue
            place = self._scope.declare(self._scope.positions, fields[0])
            if place is not None:
                self._rectangles[place] = self._rectangle(item, fields[1:])

    def _dummy(self, part: View) -> None:
        for name in part.args:
            place = self._scope.declare(self._scope.positions, name)
            if place is not None:
                self._rectangles[place] = None

    def _link(self, part: View) -> None:
        if not count_args(part, 1, None, self._report, "direction or pair of square"):
            return
        direction = self._scope.declare(self._scope.directions, part.args[0], again=True)
        if direction is None:
            return
        links = self._links.setdefault(direction, {})
        for pair in part.args[1:]:
            ends = self._squares(pair.items)
            if len(ends) == 2:
                links[ends[0]] = ends[1]
            elif len(pair.items) != 2:
                self._report.error(
                    "Z225", pair, "a link is written as two squares, as in `(a1 a2)`"
                )

    def _unlink(self, part: View) -> None:
        for item in part.args:
            if not item.is_form:
                for place in self._squares((item,)):
                    self._cut(place, None, None)
                continue
            fields = item.items
            if len(fields) != 2:
                self._report.error(
                    "Z225", item, "`unlink` takes squares, pairs of squares, or pairs of a square "
                    "and a direction"
                )  # fmt: skip
                continue
            start = self._squares(fields[:1])
            direction = self._scope.directions.get(fields[1].word)
            end = [] if direction is not None else self._squares(fields[1:])
            if start and (end or direction is not None):
                self._cut(start[0], end[0] if end else None, direction)

    def _cut(self, start: int, end: int | None, direction: int | None) -> None:
        """Remove links: from one square to another, along a direction, or all of a square's."""
        for number, links in self._links.items():
            if end is None and direction is None:
                for source in [s for s, target in links.items() if start in (s, target)]:
                    del links[source]
            elif number == direction or links.get(start, OFF_BOARD) == end:
                links.pop(start, None)

    def _kill(self, part: View) -> None:
        self._killed.update(self._squares(part.args))

    def _zone(self, part: View) -> None:
        name: View | None = None
        players: tuple[View, ...] | None = None
        squares: list[int] = []
        for item in part.args:
            match item.head:
                case "name" if len(item.args) == 1:
                    name = item.args[0]
                case "players":
                    players = item.args
                case "positions":
                    squares.extend(self._squares(item.args))
                case head:
                    self._report.error("Z223", item, f"a zone has no part `{head or item.word}`")
        if name is None or players is None:
            self._report.error("Z225", part, "a zone needs a `name`, `players` and `positions`")
            return
        zone = self._scope.declare(self._scope.zones, name, again=True)
        for view in players:
            player = self._scope.players.find(view, self._report)
            if zone is not None and player is not None:
                known = self._zones.get((zone, player), frozenset())
                self._zones[zone, player] = known | frozenset(squares)
                self._zone_views[zone, player] = name

    def _symmetry_of(self, part: View) -> None:
        if not count_args(part, 1, None, self._report, "player or pair of direction"):
            return
        player = self._scope.players.find(part.args[0], self._report)
        if player is None:
            return
        mapping = self._symmetry.setdefault(player, {})
        for pair in part.args[1:]:
            names = pair.items
            if len(names) != 2:
                self._report.error(
                    "Z225", pair, "a symmetry is written as pairs of directions, as in `(n s)`"
                )
                continue
            written, read = (self._scope.directions.find(name, self._report) for name in names)
            if written is not None and read is not None:
                mapping[written] = read
        self._check_permutation(part, mapping)

    def _check_permutation(self, part: View, mapping: dict[int, int]) -> None:
        """Warn of directions that two directions are read as: some other is then out of reach."""
        names = self._scope.directions.all
        read = Counter(mapping.get(direction, direction) for direction in range(len(names)))
        doubled = [f"`{names[direction]}`" for direction, times in read.items() if times > 1]
        if doubled:
            self._report.warning(
                "Z308",
                part,
                f"more than one direction is read as {', '.join(doubled)}",
                "give both halves of every exchange, as in `(n s) (s n)`",
            )

    def _squares(self, views: tuple[View, ...]) -> list[int]:
        found = (self._scope.positions.find(view, self._report) for view in views)
        return [place for place in found if place is not None]


def _reversed(table: tuple[int, ...]) -> tuple[int, ...]:
    """The links turned round; where several lead to a square, the first counts."""
    result = [OFF_BOARD] * len(table)
    for start, end in enumerate(table):
        if end != OFF_BOARD and result[end] == OFF_BOARD:
            result[end] = start
    return tuple(result)
