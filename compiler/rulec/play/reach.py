"""Ray tables made ready for play: what a piece reaches, as sets of squares, for any position.

Whatever shape a line has, what may be reached along it depends only on a few bits of the
position: which of the squares it passes are occupied, and for some lines a right that must be
there or a square that an enemy has just passed. So each (piece, square) keeps one mask of the bits
that matter and a table from their values to the squares reached, filled as positions ask for it.
The same tables read backwards give attacks.

The bits of a position that tables look at ("the scene"): occupied squares, above them the marks,
above these the squares just passed (`Reach.scene`), and above these, for each piece type that some
line spares or does not jump, the squares on which such pieces stand (`Reach.planes`). Sets of
squares are ints, bit i for square i.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulec.model.game import Checks, Drop, Game, QuietPlies
from rulec.model.tables import Castling, Ends, Line, Stop, Tables, right_bit

MOST_ENTRIES = 1 << 14
"""Entries a table may hold before it starts afresh; bounds memory."""

EMPTY = -1
"""What stands on an empty square."""


HAND = -1
"""Where a dropped piece comes from."""


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: where from, where to, and everything else it changes."""

    origin: int
    """HAND for a drop."""
    target: int
    becomes: int | None = None
    """The piece type promoted to, or dropped."""
    sets: int = 0
    """Mark bits set by crossing gates."""
    clears: int = 0
    """Mark bits cleared by crossing gates."""
    trail: int = 0
    """Squares (bits) where the piece may now be taken en passant."""
    captured: int | None = None
    """The square of the captured piece where it is not the target."""
    castling: Castling | None = None
    """The castling this is, with the partner's squares."""
    choice: tuple[int, int] | None = None
    """Before play, the turn and the arrangement chosen; such a move has no squares of its own."""


PASS = Move(HAND, HAND)
"""The move of a player who leaves everything as it is."""


class Reached(NamedTuple):
    """What may be reached from a square, as sets of squares."""

    quiet: int
    """May be moved to where empty."""
    hits: int
    """May be captured on where an enemy stands there that is not royal."""
    strikes: int
    """Would be captured on where a royal enemy stands there: the attack on it."""
    passing: int
    """May be moved to, capturing what has just passed there."""


class ReachTable(dict[int, Reached]):
    """From the bits of the scene that matter to what is reached."""

    def __init__(
        self, lines: Sequence[Line], mark_shift: int, trail_shift: int, planes: Mapping[int, int]
    ) -> None:
        self._lines = lines
        self._mark_shift = mark_shift
        self._trail_shift = trail_shift
        self._planes = planes

    def __missing__(self, scene: int) -> Reached:
        quiet = hits = strikes = passing = 0
        for line in self._lines:
            needs = line.needs << self._mark_shift
            if needs & ~scene:
                continue
            screens = line.screens
            spared = self._standing(line.spares, scene) if line.spares else 0
            barred = self._standing(line.barred, scene) if line.barred else 0
            for stop in line.stops:
                bit = 1 << stop.square
                if not screens:
                    ends = stop.ends
                    if ends & Ends.MOVE:
                        quiet |= bit
                    if ends & (Ends.CAPTURE | Ends.CAPTURE_COMMON) and not spared & bit:
                        hits |= bit
                    if ends & (Ends.CAPTURE | Ends.CAPTURE_ROYAL):
                        strikes |= bit
                    if ends & Ends.EN_PASSANT and scene >> self._trail_shift & bit:
                        passing |= bit
                    if line.landing_next or scene & bit:
                        break
                elif scene & bit:
                    if barred & bit:
                        break
                    screens -= 1
        if len(self) >= MOST_ENTRIES:
            self.clear()
        reached = Reached(quiet, hits, strikes, passing)
        self[scene] = reached
        return reached

    def _standing(self, types: int, scene: int) -> int:
        """Where pieces of some types (bits) stand; above the squares there may be other bits."""
        standing = 0
        for piece, shift in self._planes.items():
            if types >> piece & 1:
                standing |= scene >> shift
        return standing


class Path(NamedTuple):
    """The squares between a piece and a square it may strike."""

    between: int
    """Squares whose occupancy matters."""
    single: bool
    """Whether one line leads there, open exactly while all of `between` is empty."""


class Reach:
    """The play tables of one game, indexed by piece code: `player * number of types + type`."""

    def __init__(self, game: Game, tables: Tables) -> None:
        types = len(game.pieces)
        self.squares = len(game.board.squares)
        self.mark_shift = self.squares
        self.trail_shift = self.squares + 2 * len(game.marks) + len(game.rights)
        self.codes = tuple(tuple(range(player * types, (player + 1) * types)) for player in (0, 1))
        self.royal_codes = tuple(
            tuple(code for code in side if game.pieces[code % types].royal) for side in self.codes
        )
        self.lines = tuple(
            tables.lines[player][piece] for player in (0, 1) for piece in range(types)
        )
        self.planes = _planes(self.lines, self.trail_shift + self.squares, self.squares)
        self.whole = sum((1 << shift for shift in self.planes.values()), 1)
        """The bits of a scene that speak of square 0; shifted, of any other."""
        self.shadows = tuple(
            1 | (1 << self.planes[piece] if piece in self.planes else 0) for piece in range(types)
        ) * 2  # fmt: skip
        """By piece code, those that are set where it stands there."""
        facts = [[_facts(lines) for lines in squares] for squares in self.lines]
        self.tables = tuple(
            tuple(
                (self._mask(fact) | self._plane_mask(lines), self._table(lines))
                for fact, lines in zip(facts_of, squares, strict=True)
            )
            for facts_of, squares in zip(facts, self.lines, strict=True)
        )
        self.sources = tuple(
            # Where captors vanish no royal piece takes anything.
            (0,) * self.squares
            if game.blast and game.pieces[code % types].royal
            else tuple(_sources(facts_of, self.squares))
            for code, facts_of in enumerate(facts)
        )
        self.promotions = tuple(tuple(fact.promotions for fact in facts_of) for facts_of in facts)
        self.limited = tuple(tuple(fact.limited for fact in facts_of) for facts_of in facts)
        self.blasts = tables.blasts if game.blast else ()
        self.spared = _spared(game)
        self.castlings = tables.castlings
        self.safe_moves = tables.safe_moves
        self.turns = game.before
        self.choices = tuple(
            tuple(Move(HAND, HAND, choice=(t, i)) for i in range(len(turn.arrangements)))
            for t, turn in enumerate(game.before)
        )
        self.rights = tuple(
            (
                right_bit(game, i),
                tuple((self.codes[right.player][kind], square) for square, kind in right.holders),
            )
            for i, right in enumerate(game.rights)
        )
        self.may_pass = game.may_pass
        self.compulsory_captures = game.compulsory_captures
        self.illegal_checks = game.illegal_checks
        self.screens = any(
            line.screens for squares in self.lines for lines in squares for line in lines
        )
        self.hand_codes = _hand_codes(game)
        self.has_hands = game.has_hands
        self.everywhere = (1 << self.squares) - 1
        self.drops = _drops(game)
        self.files = _files(game)
        self.counts_checks = any(isinstance(goal.condition, Checks) for goal in game.goals)
        self.keeps = _keeps(game)
        self.passes = any(
            stop.trail
            for squares in self.lines
            for lines in squares
            for line in lines
            for stop in line.stops
        )
        self.resets = _resets(game)
        self.start_counts = _start_counts(game)
        self._moves: dict[tuple[int, int], dict[int, tuple[Move, ...]]] = {}
        self._stops: dict[tuple[int, int], dict[int, Stop]] = {}
        self._paths: dict[tuple[int, int, int], Path] = {}

    def scene(self, occupied: int, marks: int, trail: int) -> int:
        """The bits of a position that the tables look at."""
        return occupied | marks << self.mark_shift | trail << self.trail_shift

    def _table(self, lines: Sequence[Line]) -> ReachTable:
        return ReachTable(lines, self.mark_shift, self.trail_shift, self.planes)

    def _mask(self, fact: _Facts) -> int:
        """The bits of the scene that matter: passed squares, needed marks, squares to take on."""
        return fact.passed | fact.needs << self.mark_shift | fact.passing << self.trail_shift

    def _plane_mask(self, lines: Sequence[Line]) -> int:
        """The bits of the planes that matter: the squares of lines with exceptions."""
        mask = 0
        for line in lines if self.planes else ():
            named = line.spares | line.barred
            squares = sum(1 << square for square in set(line.squares)) if named else 0
            for piece, shift in self.planes.items():
                if named >> piece & 1:
                    mask |= squares << shift
        return mask

    def standing(self, masks: Sequence[int]) -> int:
        """The bits of the planes, for the squares of all pieces by code."""
        types = len(masks) // 2
        bits = 0
        for piece, shift in self.planes.items():
            bits |= (masks[piece] | masks[piece + types]) << shift
        return bits

    def stops(self, code: int, origin: int) -> dict[int, Stop]:
        """The stops on which a move of a piece from a square may end, by square."""
        key = code, origin
        if key not in self._stops:
            stops: dict[int, Stop] = {}
            for line in self.lines[code][origin]:
                for stop in line.stops:
                    if stop.ends:
                        stops.setdefault(stop.square, stop)
            self._stops[key] = stops
        return self._stops[key]

    def moves(self, code: int, origin: int) -> dict[int, tuple[Move, ...]]:
        """The moves of a piece from a square by their target: one each, or one a promotion."""
        key = code, origin
        if key not in self._moves:
            self._moves[key] = {
                target: tuple(
                    Move(origin, target, becomes, stop.sets, stop.clears, stop.trail)
                    for becomes in _choices(stop)
                )
                for target, stop in self.stops(code, origin).items()
            }
        return self._moves[key]

    def path(self, code: int, origin: int, target: int) -> Path:
        """The path along which a piece strikes a square."""
        key = code, origin, target
        if key not in self._paths:
            passed_all = count = 0
            plain = True
            for line in self.lines[code][origin]:
                passed = 0
                for stop in line.stops:
                    if stop.square == target and int(stop.ends) & _STRIKES:
                        passed_all |= passed
                        count += 1
                        plain = plain and not line.screens and not line.needs
                    passed |= 1 << stop.square
            self._paths[key] = Path(passed_all, plain and count == 1)
        return self._paths[key]


def _planes(lines: Sequence[Sequence[Sequence[Line]]], first: int, squares: int) -> dict[int, int]:
    """By piece type that some line names as an exception, where its bits begin in a scene."""
    named = 0
    for by_square in lines:
        for from_square in by_square:
            for line in from_square:
                named |= line.spares | line.barred
    pieces = [piece for piece in range(named.bit_length()) if named >> piece & 1]
    return {piece: first + i * squares for i, piece in enumerate(pieces)}


_STRIKES = int(Ends.CAPTURE | Ends.CAPTURE_ROYAL)
_PASSING = int(Ends.EN_PASSANT)


def _choices(stop: Stop) -> tuple[int | None, ...]:
    """What a piece may be after a move to a stop; None: what it was."""
    if not stop.becomes:
        return (None,)
    return (*stop.becomes, None) if stop.optional else stop.becomes


class _Facts(NamedTuple):
    """What the lines from one square say, as sets of squares."""

    passed: int
    """All squares but the last of each line."""
    needs: int
    """Marks that some line needs."""
    strikes: int
    """Where a royal piece could be captured."""
    passing: int
    """Where may be taken en passant."""
    limited: int
    """Where a promotion is limited to lost pieces."""
    promotions: tuple[tuple[int, int], ...]
    """(squares, extra moves): how many moves beyond one a target there stands for."""


def _facts(lines: Sequence[Line]) -> _Facts:
    passed = needs = strikes = passing = limited = 0
    extra: dict[int, int] = {}
    for line in lines:
        needs |= line.needs
        bit = 0
        for stop in line.stops:
            passed |= bit
            bit = 1 << stop.square
            ends = int(stop.ends)
            if ends & _STRIKES:
                strikes |= bit
            if ends & _PASSING:
                passing |= bit
            if stop.limit is not None:
                limited |= bit
            elif stop.becomes:
                more = len(_choices(stop)) - 1
                extra[more] = extra.get(more, 0) | bit
    promotions = tuple((squares, more) for more, squares in extra.items() if more)
    return _Facts(passed, needs, strikes, passing, limited, promotions)


def _sources(facts: Sequence[_Facts], count: int) -> list[int]:
    """For every square, where a piece of this code could ever strike it from."""
    sources = [0] * count
    for origin, fact in enumerate(facts):
        bit = 1 << origin
        strikes = fact.strikes
        while strikes:
            target = strikes & -strikes
            strikes ^= target
            sources[target.bit_length() - 1] |= bit
    return sources


def _keeps(game: Game) -> tuple[int, ...]:
    """By square, the marks that a move from or to it leaves; () in a game without rights."""
    if not game.rights:
        return ()
    return tuple(
        ~sum(
            right_bit(game, i) for i, right in enumerate(game.rights) if right.squares >> square & 1
        )
        for square in range(len(game.board.squares))
    )


def _spared(game: Game) -> frozenset[int]:
    """The codes of pieces that a blast leaves where it does not start."""
    types = len(game.pieces)
    spared = game.blast.spared if game.blast else 0
    return frozenset(code for code in range(2 * types) if spared >> code % types & 1)


def _hand_codes(game: Game) -> tuple[int, ...]:
    """By piece code, the code of what joins a hand when it is captured; () where nothing does."""
    if not game.captures_go_to_hands:
        return ()
    types = len(game.pieces)
    return tuple(
        (1 - player if game.hands else player) * types + game.in_hand_as(piece)
        for player in (0, 1)
        for piece in range(types)
    )


def _drops(game: Game) -> tuple[Drop | None, ...]:
    """By piece code, how it is dropped; None: never."""
    return tuple(piece.drop for piece in game.pieces) * 2


def _files(game: Game) -> tuple[int, ...]:
    """The squares of every file, as bits."""
    return tuple(
        sum(1 << i for i, square in enumerate(game.board.squares) if square.file == file)
        for file in range(game.board.files)
    )


def _resets(game: Game) -> tuple[bool, ...]:
    """By piece code, whether a move of it starts the count of quiet plies afresh."""
    movers = 0
    for goal in game.goals:
        if isinstance(goal.condition, QuietPlies):
            movers |= goal.condition.movers
    types = len(game.pieces)
    return tuple(bool(movers >> piece & 1) for piece in range(types)) * 2


def _start_counts(game: Game) -> tuple[int, ...]:
    """By piece code, how many pieces there are when play begins."""
    return tuple(
        game.start_counts(player, piece)[1]
        for player in (0, 1)
        for piece in range(len(game.pieces))
    )
