"""Ways as movements: what a piece does from its squares, said in directions.

Vectors are seen by the player who moves: his forward is up. A movement that not all squares have
keeps the squares it may start from, for each player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulec.importing.grid import Grid, Vector
from rulec.importing.promotions import Choices, Move, Promotion, promotions
from rulec.importing.routes import Run
from rulec.importing.ways import ANYTHING, EMPTY, ENEMY, FRIEND, Fact, Scope, Way, made_types, ways
from rulec.syntax.diagnostics import Diagnostic, RulecError
from rulec.syntax.source import Span
from rulec.zrf.model import Block, Checkmated, Game, TestKind
from rulec.zrf.report import failure

BOTH = EMPTY | ENEMY
ROYAL = 8
"""Ends on a royal enemy only."""
_CONTENTS = EMPTY, ENEMY, ROYAL

_MOST_STARTS = 10
"""Movements that only some squares have; with more of them, squares say more than directions."""

Sets = tuple[frozenset[int], frozenset[int]]
"""Squares for each of the two players."""


@dataclass(frozen=True)
class Shape:
    """A way without its start.

    `kind` is `line` (steps straight on over empty squares; `steps` of them), `leap`, `lame` (a step
    to an empty square, then the rest), `hop` (straight on over one piece, which stands `screen`
    squares away), `passing` (a step that takes en passant) or `run` (over the empty squares of
    `path`, whatever the direction).
    """

    kind: str
    vector: Vector
    steps: int = 1
    screen: int = 0
    over: Vector = (0, 0)
    first: bool = False
    path: tuple[int, ...] = ()
    passing: bool = False


@dataclass(frozen=True)
class Castling:
    """A piece and its partner that move together, for one player."""

    player: int
    start: int
    end: int
    partner: int
    partner_start: int
    partner_end: int
    span: Span


@dataclass(frozen=True)
class Found:
    """A shape with what it may end on, and the squares it starts from; None: all that it can.

    `ends` is EMPTY, ENEMY, BOTH or ROYAL.
    """

    shape: Shape
    ends: int
    starts: Sets | None
    span: Span


@dataclass
class PieceShapes:
    """Everything that a piece does, and what of it could not be said."""

    moves: list[Found]
    promotions: list[Promotion]
    castlings: list[Castling]
    victims: set[int]
    refused: list[Diagnostic]
    runs: list[Run] = field(default_factory=list)
    kinds: set[tuple[int, bool]] = field(default_factory=set)
    """The move types of the moves, each with whether they capture."""
    compass: bool = False
    """Whether directions are those of the compass, mirrored for the second player."""


@dataclass(frozen=True)
class _Entry:
    """One way, measured: for whom, from where to where, on what it ends."""

    player: int
    start: int
    end: int
    content: int
    shape: Shape
    becomes: int | None
    block: Block


def shapes_of(
    game: Game,
    grid: Grid,
    piece: int,
    players: tuple[int, int],
    sides: tuple[int, ...],
    scope: Scope,
) -> PieceShapes:
    """What a piece type does, for the two players in order; `sides` are those who can have it.

    The second player sees the board turned, or where that makes the piece another one, mirrored.
    """
    rest = piece, players, sides, scope
    turned = _seen(game, grid, *rest)
    if not turned.refused and not _alike(turned, sides):
        mirrored = _seen(game, grid.mirror(), *rest)
        mirrored.compass = True
        turned = mirrored if _alike(mirrored, sides) else turned
    if sum(one.starts is not None for one in turned.moves) <= _MOST_STARTS:
        return turned
    return runs_of(game, grid, *rest)


def runs_of(
    game: Game,
    grid: Grid,
    piece: int,
    players: tuple[int, int],
    sides: tuple[int, ...],
    scope: Scope,
) -> PieceShapes:
    """What a piece type does, square by square: as runs where nothing is jumped."""
    return _seen(game, grid.irregular(), piece, players, sides, scope)


def royal_types(game: Game) -> frozenset[int]:
    """The piece types that a goal calls checkmated."""
    return frozenset().union(
        *(goal.test.types for goal in game.goals if isinstance(goal.test, Checkmated))
    )


def _alike(shapes: PieceShapes, sides: tuple[int, ...]) -> bool:
    """Whether all players have all the movements."""
    return all(
        one.starts is None or all(one.starts[side] for side in sides) for one in shapes.moves
    )


def _seen(
    game: Game,
    grid: Grid,
    piece: int,
    players: tuple[int, int],
    sides: tuple[int, ...],
    scope: Scope,
) -> PieceShapes:
    """What a piece type does, as the players see the grid."""
    result = PieceShapes([], [], [], set(), [])
    entries: list[_Entry] = []
    for block in game.pieces[piece].moves:
        try:
            fresh = _Reader(game, grid, piece, players, sides, scope, result).block(block)
        except RulecError as error:
            result.refused += error.diagnostics
            continue
        entries += fresh
    try:
        result.kinds = {
            (entry.block.move_type, entry.content != EMPTY or entry.shape.passing)
            for entry in entries
        }
        result.promotions = _promotions(game, piece, players, entries)
        shaped = [entry for entry in entries if entry.shape.kind != "run"]
        result.moves = _gathered(grid, shaped, sides)
        result.runs = [_run(entry) for entry in entries if entry.shape.kind == "run"]
    except RulecError as error:
        result.refused += error.diagnostics
    return result


class _Reader:
    def __init__(
        self,
        game: Game,
        grid: Grid,
        piece: int,
        players: tuple[int, int],
        sides: tuple[int, ...],
        scope: Scope,
        result: PieceShapes,
    ) -> None:
        self._scope = scope
        self._game, self._grid, self._piece, self._sides = game, grid, piece, sides
        self._players, self._result = players, result

    def block(self, block: Block) -> list[_Entry]:
        entries: list[_Entry] = []
        for number in self._sides:
            player = self._players[number]
            for start in self._grid.squares:
                found = ways(self._game, block, player, self._piece, start, self._scope)
                for way in _without_idle_facts(found):
                    entries += self._entries(way, number)
        return entries

    def _refuse(self, way: Way, message: str) -> RulecError:
        return failure("E632", _place(way.block), message)

    def _entries(self, way: Way, number: int) -> list[_Entry]:
        first, *others = way.parts
        if first.start == first.end and not others:
            raise self._refuse(way, "a move that goes nowhere has no counterpart in the rules")
        if others:
            self._castling(way, number)
            return []
        if first.end not in self._grid.place or first.start not in self._grid.place:
            raise self._refuse(way, "a move to or from a square beside the board")
        content = way.content.get(first.end, ANYTHING)
        if way.captures - {first.end} and content & EMPTY:
            content = EMPTY  # what has just gone past it has left it empty
        facts = dict(way.facts)
        asked = facts.pop((TestKind.PIECE, first.end, self._lone_royal()), False)
        if asked:  # his own is the piece that moves
            content = ROYAL
        if content & FRIEND:
            raise self._refuse(way, "a move that may take a piece of its own side")
        never_moved = self._never_moved(way, facts)
        shape = self._shape(way, number, facts, never_moved)
        becomes = None if way.becomes == self._piece else way.becomes
        return [
            _Entry(number, first.start, first.end, one, shape, becomes, way.block)
            for one in _CONTENTS
            if content & one
        ]

    def _lone_royal(self) -> int | None:
        """The piece that moves, if it is royal and each player has just the one royal piece."""
        royal = royal_types(self._game)
        places = [place.player for place in self._game.placements if place.type in royal]
        alone = royal == {self._piece} and sorted(places) == sorted(self._players)
        return self._piece if alone else None

    def _never_moved(self, way: Way, facts: dict[Fact, bool]) -> bool:
        """Whether a way asks that its piece has not moved; takes that out of the facts."""
        start = way.parts[0].start
        found = False
        for fact in list(facts):
            kind, square, attribute = fact
            if kind is TestKind.ATTRIBUTE and square == start and attribute is not None:
                initial = attribute in self._game.pieces[self._piece].attributes
                if facts.pop(fact) is initial:
                    found = True
                # That the piece has moved never makes a way of its own that matters.
        return found

    def _shape(self, way: Way, number: int, facts: dict[Fact, bool], first: bool) -> Shape:
        start, end = way.parts[0].start, way.parts[0].end
        vector = self._grid.vector(start, end, number)
        if way.captures - {end}:
            return self._passing(way, number, facts)
        for fact, holds in facts.items():
            if holds or fact[0] not in (TestKind.PIECE, TestKind.LAST_FROM, TestKind.LAST_TO):
                raise self._refuse(way, f"a move that depends on `{fact[0]}`")
        if facts:
            raise self._refuse(way, "a move that depends on which piece stands somewhere")
        between = {
            self._grid.vector(start, square, number): content
            for square, content in way.content.items()
            if square not in (start, end) and content != ANYTHING
        }
        unit, steps = _straight(vector)
        straight = [(unit[0] * i, unit[1] * i) for i in range(1, steps)]
        occupied = [at for at, content in between.items() if content == FRIEND | ENEMY]
        empty = [at for at, content in between.items() if content == EMPTY]
        if len(occupied) + len(empty) < len(between):
            raise self._refuse(way, "a move over pieces of one side only")
        path = tuple(square for square in way.content if square not in (start, end))
        if not self._grid.regular and not occupied:
            return Shape("run", (0, 0), path=path, first=first)
        if steps and not occupied and sorted(empty) == sorted(straight):
            return Shape("line", unit, steps, first=first)
        if not between:
            return Shape("leap", vector, first=first)
        if len(occupied) == 1 and steps and sorted([*empty, *occupied]) == sorted(straight):
            return Shape("hop", unit, steps, straight.index(occupied[0]) + 1, first=first)
        if not occupied and len(empty) == 1 and is_lame(vector, empty[0]):
            return Shape("lame", vector, over=empty[0], first=first)
        if not occupied:
            return Shape("run", (0, 0), path=path, first=first)
        raise self._refuse(way, "a move past these squares has no counterpart in the rules")

    def _passing(self, way: Way, number: int, facts: dict[Fact, bool]) -> Shape:
        """A capture en passant: of a piece that has just gone past the square."""
        start, end = way.parts[0].start, way.parts[0].end
        taken = way.captures - {end}
        vector = self._grid.vector(start, end, number)
        regular = self._grid.regular
        far = regular and max(map(abs, vector)) != 1
        if len(taken) != 1 or not way.content.get(end, EMPTY) & EMPTY or far:
            raise self._refuse(way, "a capture beside the square that the move goes to")
        (victim,) = taken
        asked = {fact[0]: fact for fact, holds in facts.items() if holds}
        passed = asked.get(TestKind.LAST_FROM) or asked.get(TestKind.LAST_TO)
        if passed is None or TestKind.PIECE not in asked or asked[TestKind.PIECE][1] != victim:
            raise self._refuse(way, "a capture beside the square that the move goes to")
        kind = asked[TestKind.PIECE][2]
        assert kind is not None
        self._result.victims.add(kind)
        if regular:
            return Shape("passing", vector, passing=True)
        return Shape("run", (0, 0), passing=True)

    def _castling(self, way: Way, number: int) -> None:
        moving = [part for part in way.parts if part.start != part.end]
        if len(moving) != 2 or moving[0] != way.parts[0] or way.captures:
            raise self._refuse(way, "a move of several pieces that is no castling")
        king, rook = moving
        asked = [
            fact[2]
            for fact, holds in way.facts.items()
            if holds and fact[0] is TestKind.PIECE and fact[1] == rook.start
        ]
        if len(asked) != 1 or asked[0] is None:
            raise self._refuse(way, "a move of several pieces that is no castling")
        self._check_unmoved(way, king.start, rook.start)
        if not (
            self._begins(number, self._piece, king.start)
            and self._begins(number, asked[0], rook.start)
        ):
            return  # pieces that have not moved are not there
        span = _place(way.block)
        found = Castling(number, king.start, king.end, asked[0], rook.start, rook.end, span)
        if found not in self._result.castlings:
            self._result.castlings.append(found)

    def _check_unmoved(self, way: Way, *squares: int) -> None:
        """Refuse castling that does not ask of both pieces that they have not moved."""
        asked = {fact[1] for fact, holds in way.facts.items() if fact[0] is TestKind.ATTRIBUTE}
        if not asked >= set(squares):
            raise self._refuse(way, "a move of two pieces that may have moved before")

    def _begins(self, number: int, piece: int, square: int) -> bool:
        """Whether a player's piece starts the game on a square."""
        player = self._players[number]
        return any(
            (place.player, place.type, place.position) == (player, piece, square)
            for place in self._game.placements
        )


def _straight(vector: Vector) -> tuple[Vector, int]:
    """The direction of a vector along a rank, file or diagonal, and its steps; else 0 of them."""
    x, y = vector
    if (x and y and abs(x) != abs(y)) or vector == (0, 0):
        return (0, 0), 0
    steps = max(abs(x), abs(y))
    return (x // steps, y // steps), steps


def _without_idle_facts(found: list[Way]) -> list[Way]:
    """Ways that differ only in the answer to a question are one way that does not ask it."""
    groups: dict[object, dict[frozenset[tuple[Fact, bool]], Way]] = defaultdict(dict)
    for way in found:
        key = (
            way.parts, frozenset(way.content.items()), way.captures, way.becomes,
        )  # fmt: skip
        groups[key][frozenset(way.facts.items())] = way
    result: list[Way] = []
    for group in groups.values():
        facts = set(group)
        merged = True
        while merged:
            merged = False
            for one in list(facts):
                for fact, holds in one:
                    rest = one - {(fact, holds)}
                    if rest | {(fact, not holds)} in facts or rest in facts:
                        facts -= {one, rest | {(fact, not holds)}}
                        facts.add(rest)
                        merged = True
                        break
                if merged:
                    break
        way = next(iter(group.values()))
        result += (
            Way(way.parts, way.content, dict(one), way.captures, way.becomes, way.changes,
                way.block)
            for one in facts
        )  # fmt: skip
    return result


def is_lame(vector: Vector, over: Vector) -> bool:
    """Whether a way over a square is a step and a turn."""
    rest = vector[0] - over[0], vector[1] - over[1]
    return max(map(abs, over)) == max(map(abs, rest)) == 1 and rest != over


def _run(entry: _Entry) -> Run:
    shape = entry.shape
    squares = (entry.start, *shape.path, entry.end)
    kind = " en passant" if shape.passing else " first" if shape.first else ""
    ends = BOTH if shape.passing else entry.content
    return Run(entry.player, squares, ends, kind, _place(entry.block))


def _place(block: Block) -> Span:
    """Where a piece has a block: the outermost of the macro calls that make it."""
    trail = block.at.trail
    if trail is None:
        return block.at.span
    while trail.outer is not None:
        trail = trail.outer
    return trail.span


# --- many ways as one movement ------------------------------------------------------------------


def _reached(moves: Mapping[Move, Choices], begun: set[int]) -> Mapping[Move, Choices]:
    """The moves that a piece can come to make from where it begins, before it is another."""
    squares, todo = set(begun), list(begun)
    onward: dict[int, list[int]] = defaultdict(list)
    for (start, end), made in moves.items():
        if None in made:
            onward[start].append(end)
    while todo:
        fresh = set(onward[todo.pop()]) - squares
        squares |= fresh
        todo += fresh
    return {move: made for move, made in moves.items() if move[0] in squares}


def _promotions(
    game: Game, piece: int, players: tuple[int, int], entries: Iterable[_Entry]
) -> list[Promotion]:
    """What the piece becomes, by the squares on which its moves start and end."""
    made: dict[tuple[int, int, int], dict[object, set[int | None]]] = defaultdict(
        lambda: defaultdict(set)
    )
    for entry in entries:
        at = entry.player, entry.start, entry.end
        made[at][entry.content, entry.shape].add(entry.becomes)
    moves: tuple[dict[Move, Choices], dict[Move, Choices]] = ({}, {})
    for (player, start, end), several in made.items():
        choices = {frozenset(becomes) for becomes in several.values()}
        if len(choices) > 1:
            break
        moves[player][start, end] = choices.pop()
    else:
        found = promotions(moves)
        if found is None and piece not in made_types(game) and not game.pieces[piece].drops:
            begun = [
                {one.position for one in game.placements if (one.player, one.type) == (side, piece)}
                for side in players
            ]
            found = promotions(map(_reached, moves, begun))
        if found is not None:
            return found
    message = "a promotion that depends on how the piece came to its square"
    raise failure("E632", game.pieces[piece].at.span, message)


def _gathered(grid: Grid, entries: list[_Entry], sides: tuple[int, ...]) -> list[Found]:
    """The entries as movements with their starts."""
    starts: dict[tuple[Shape, int], tuple[set[int], set[int]]] = {}
    spans: dict[tuple[Shape, int], Span] = {}
    for entry in entries:
        key = entry.shape, entry.content
        starts.setdefault(key, (set(), set()))[entry.player].add(entry.start)
        spans.setdefault(key, _place(entry.block))
    shapes = dict.fromkeys(shape for shape, _ in starts)
    result: list[Found] = []
    for shape in shapes:
        squares = {
            content: _squares(grid, shape, starts[shape, content], sides)
            for content in _CONTENTS
            if (shape, content) in starts
        }
        if squares.keys() == {EMPTY, ENEMY} and squares[EMPTY] == squares[ENEMY]:
            result.append(Found(shape, BOTH, squares[EMPTY], spans[shape, EMPTY]))
            continue
        result += (
            Found(shape, content, found, spans[shape, content])
            for content, found in squares.items()
        )
    return result


def _squares(
    grid: Grid, shape: Shape, found: tuple[set[int], set[int]], sides: tuple[int, ...]
) -> Sets | None:
    """The starts of a shape; None if these are all from which it stays on the board.

    Where a piece can have gone past is said by the piece that has.
    """
    if shape.kind == "passing":
        return None
    if all(
        found[side] == grid.starts(shape.vector, shape.steps, shape.over, side) for side in sides
    ):
        return None
    return frozenset(found[0]), frozenset(found[1])
