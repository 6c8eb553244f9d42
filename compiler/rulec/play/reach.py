"""Ray tables made ready for play: what a piece reaches, as sets of squares, for any occupancy.

Whatever shape a line has, what may be reached along it depends only on which of the squares it
passes are occupied. So each (piece, square) keeps one mask of the squares that matter and a table
from their occupancy to the squares reached, filled as positions ask for it. The same tables read
backwards give attacks. Sets of squares are ints, bit i for square i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulec.model.game import Game
from rulec.model.tables import Ends, Line, Stop, Tables

MOST_ENTRIES = 1 << 14
"""Entries an occupancy table may hold before it starts afresh; bounds memory."""

EMPTY = -1
"""What stands on an empty square."""


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: where from, where to, what the piece becomes, the marks it sets and clears."""

    origin: int
    target: int
    becomes: int | None = None
    """The piece type promoted to."""
    sets: int = 0
    clears: int = 0


class ReachTable(dict[int, tuple[int, int]]):
    """From the occupancy of the squares that matter to (quiet, hits).

    `quiet`: squares that may be moved to where empty; `hits`: squares whose piece may be captured
    where it is an enemy.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines

    def __missing__(self, occupied: int) -> tuple[int, int]:
        quiet = hits = 0
        for line in self._lines:
            for stop in line.stops:
                bit = 1 << stop.square
                if stop.ends & Ends.MOVE:
                    quiet |= bit
                if stop.ends & Ends.CAPTURE:
                    hits |= bit
                if occupied & bit:
                    break
        if len(self) >= MOST_ENTRIES:
            self.clear()
        self[occupied] = quiet, hits
        return quiet, hits


@dataclass(frozen=True, slots=True)
class Path:
    """The squares between a piece and a square it may capture on."""

    between: int
    """Squares whose occupancy matters."""
    single: bool
    """Whether one line leads there, open exactly while all of `between` is empty."""


class Reach:
    """The play tables of one game, indexed by piece code: `player * number of types + type`."""

    def __init__(self, game: Game, tables: Tables) -> None:
        types = len(game.pieces)
        self.squares = len(game.board.squares)
        self.codes = tuple(tuple(range(player * types, (player + 1) * types)) for player in (0, 1))
        self.royal_codes = tuple(
            tuple(code for code in side if game.pieces[code % types].royal) for side in self.codes
        )
        self.lines = tuple(
            tables.lines[player][piece] for player in (0, 1) for piece in range(types)
        )
        self.tables = tuple(
            tuple((_mask(lines), ReachTable(lines)) for lines in squares) for squares in self.lines
        )
        self.sources = tuple(_sources(squares, self.squares) for squares in self.lines)
        self.promotions = tuple(_promotions(squares) for squares in self.lines)
        self._moves: dict[tuple[int, int], dict[int, tuple[Move, ...]]] = {}
        self._paths: dict[tuple[int, int, int], Path] = {}

    def moves(self, code: int, origin: int) -> dict[int, tuple[Move, ...]]:
        """The moves of a piece from a square by their target: one each, or one a promotion."""
        key = code, origin
        if key not in self._moves:
            stops: dict[int, Stop] = {}
            for line in self.lines[code][origin]:
                for stop in line.stops:
                    if stop.ends:
                        stops.setdefault(stop.square, stop)
            self._moves[key] = {
                target: tuple(
                    Move(origin, target, becomes, stop.sets, stop.clears)
                    for becomes in stop.becomes or (None,)
                )
                for target, stop in stops.items()
            }
        return self._moves[key]

    def path(self, code: int, origin: int, target: int) -> Path:
        """The path along which a piece attacks a square."""
        key = code, origin, target
        if key not in self._paths:
            between = count = 0
            for line in self.lines[code][origin]:
                passed = 0
                for stop in line.stops:
                    if stop.square == target and stop.ends & Ends.CAPTURE:
                        between |= passed
                        count += 1
                    passed |= 1 << stop.square
            self._paths[key] = Path(between, count == 1)
        return self._paths[key]


def _mask(lines: Sequence[Line]) -> int:
    """The squares whose occupancy decides what is reached: all but the ends of lines."""
    mask = 0
    for line in lines:
        for stop in line.stops[:-1]:
            mask |= 1 << stop.square
    return mask


def _sources(squares: Sequence[Sequence[Line]], count: int) -> list[int]:
    """For every square, where a piece of this code could ever capture it from."""
    sources = [0] * count
    for origin, lines in enumerate(squares):
        for line in lines:
            for stop in line.stops:
                if stop.ends & Ends.CAPTURE:
                    sources[stop.square] |= 1 << origin
    return sources


def _promotions(squares: Sequence[Sequence[Line]]) -> tuple[tuple[int, int], ...]:
    """(squares, extra moves): how many moves beyond one a target there stands for."""
    extra: dict[int, int] = {}
    for lines in squares:
        for line in lines:
            for stop in line.stops:
                if len(stop.becomes) > 1:
                    more = len(stop.becomes) - 1
                    extra[more] = extra.get(more, 0) | 1 << stop.square
    return tuple((bits, more) for more, bits in extra.items())
