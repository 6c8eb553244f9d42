"""Hands as Zillions games write them: squares beside the board, or pieces off it.

A game may keep captured pieces on squares beside the board, from which they are dropped by ordinary
moves. Which squares these are, what captured pieces become there, and where they may be dropped is
found by asking the game itself; whether it was found rightly shows when both games are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from rulec.importing.grid import Grid
from rulec.importing.shapes import Sets
from rulec.importing.walking import instructions, tests_of
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.model import Block, Cascade, Reserve, TestKind
from rulec.zrf.position import OFF, Move, Piece, Position
from rulec.zrf.report import failure

_PLIES = 1_500
"""How many moves of random games are looked at for squares that keep captured pieces."""
_NOTHING_NEW = 250
"""After how many moves that lead to no new square all of the board is taken to be seen."""
_LONGEST_GAME = 150
_WITHOUT_ANY = 300
"""After how many moves without a kept piece a game is taken to keep none."""
_LOST = 4
"""How many captured pieces must have left the game to say that none are kept."""


@dataclass(frozen=True)
class Dropping:
    """Where a piece in the hand may be set down; `zone` is None for any empty square."""

    zone: Sets | None
    one_a_file: bool
    without_mate: bool


@dataclass(frozen=True)
class Beside:
    """The squares beside the board, and what becomes of a captured piece there.

    `homes` are, by player, squares where a piece in the hand can stand; `kept` says as what a
    captured type joins the hand: the captor's, or with `returns` that of its player. Both are
    empty where captured pieces leave the game.
    """

    squares: frozenset[int] = frozenset()
    homes: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    kept: Mapping[int, int] | None = None
    returns: bool = False


def beside(rules: Interpreter, players: tuple[int, int]) -> Beside:
    """The squares beside the board of a game, found by playing it."""
    if not any(_may_keep(block) for piece in rules.game.pieces for block in piece.moves):
        return Beside()
    chance = Random(0)
    homes: tuple[set[int], set[int]] = (set(), set())
    kept: dict[int, int] = {}
    ends: set[int] = set()
    owners: set[bool] = set()
    lost = 0
    capture: tuple[Position, Move] | None = None
    position, plies, news = rules.start(), 0, 0
    for number in range(_PLIES):
        if capture is not None and number - news > _NOTHING_NEW:
            break
        if capture is None and number > _WITHOUT_ANY:
            return Beside()
        move = rules.random_move(position, chance) if plies < _LONGEST_GAME else None
        if move is None or not move.parts:
            position, plies = rules.start(), 0
            continue
        after = rules.play(position, move)
        if move.parts[0].end not in ends:
            ends.add(move.parts[0].end)
            news = number
        lost += len(after.removed)
        if lost >= _LOST and capture is None:
            return Beside()
        found = _kept(position, move, after)
        if found is not None and found[0].player in players:
            piece, home, type_before = found
            homes[players.index(piece.player)].add(home)
            kept[type_before] = piece.type
            owners.add(piece.player == rules.turn(position).side)
            capture = position, move
        position, plies = after, plies + 1
    if capture is None or len(owners) != 1:
        return Beside()
    for kind in range(len(rules.game.pieces)):
        if kind not in kept:
            made = _kept_instead(rules, *capture, kind)
            if made is not None:
                kept[kind] = made
    squares = frozenset(range(len(rules.game.board.positions))) - ends
    for place in rules.game.placements:
        if place.position in squares and place.player in players:
            homes[players.index(place.player)].add(place.position)
    return Beside(squares, (frozenset(homes[0]), frozenset(homes[1])), kept, owners == {False})


def _may_keep(block: Block) -> bool:
    """Whether a block moves a second piece."""
    return any(isinstance(one, Cascade) for one in instructions(block.code))


def _kept(position: Position, move: Move, after: Position) -> tuple[Piece, int, int] | None:
    """A captured piece that has moved on: what it is now, where, and its type before."""
    first, *others = move.parts
    victim = position.cells[first.end]
    if victim is None or first.start == OFF:
        return None
    for part in others:
        piece = after.cells[part.end]
        if part.start == first.end and piece is not None:
            return piece, part.end, victim.type
    return None


def _kept_instead(rules: Interpreter, position: Position, move: Move, number: int) -> int | None:
    """As what another type would have joined the hand, captured by the same move."""
    first = move.parts[0]
    victim = position.cells[first.end]
    assert victim is not None
    cells = (
        (square, rules.piece(piece.player, number) if square == first.end else piece)
        for square, piece in enumerate(position.cells)
        if piece is not None
    )
    instead = rules.position(cells, position.turn)
    for other in rules.pseudo_legal(instead):
        if other.parts and other.parts[0][:2] == first[:2]:
            found = _kept(instead, other, rules.play(instead, other))
            return None if found is None else found[0].type
    return None


# --- drops --------------------------------------------------------------------------------------


def dropping(
    rules: Interpreter, grid: Grid, hands: Beside, piece: int, players: tuple[int, int]
) -> Dropping | None:
    """Where a piece may be dropped; None if nowhere. Raises RulecError for other limits."""
    sides = [_Side(rules, grid, hands, piece, players[number], number) for number in (0, 1)]
    zones = [side.targets(()) for side in sides]
    if not any(zones):
        return None
    kind = rules.game.pieces[piece]
    files: set[bool] = set()
    for side, zone in zip(sides, zones, strict=True):
        for square in sorted(zone):
            taken = side.targets((square,))
            file = {one for one in zone if grid.place[one][0] == grid.place[square][0]}
            if len(file) == 1 and taken == zone - file:
                continue
            if taken == zone - file:
                files.add(True)
            elif taken == zone - {square}:
                files.add(False)
            else:
                message = "drops that depend on the board have no counterpart in the rules"
                raise failure("E631", kind.at.span, message)
    if len(files) > 1:
        message = "drops that depend on the board have no counterpart in the rules"
        raise failure("E631", kind.at.span, message)
    whole = all(zone == set(grid.squares) for zone in zones)
    asks_attack = {TestKind.ATTACKED, TestKind.DEFENDED}
    blocks = kind.drops if kind.drops else kind.moves
    careful = any(test.kind in asks_attack for block in blocks for test in tests_of(block.code))
    return Dropping(
        None if whole else (frozenset(zones[0]), frozenset(zones[1])),
        files == {True},
        careful and files == {True},
    )


class _Side:
    """One player's drops of a piece, on a board with nothing but pieces of the same type."""

    def __init__(
        self, rules: Interpreter, grid: Grid, hands: Beside, piece: int, player: int, number: int
    ) -> None:
        self._rules, self._grid, self._piece, self._player = rules, grid, piece, player
        self._home = min(hands.homes[number], default=None)
        self._turn = number

    def targets(self, others: Iterable[int]) -> set[int]:
        """Where the piece may be dropped when others of its kind stand on some squares."""
        rules, game = self._rules, self._rules.game
        piece = rules.piece(self._player, self._piece)
        cells = [(square, piece) for square in others]
        home = self._home
        reserves: tuple[Reserve, ...] = ()
        if home is None:
            if not game.pieces[self._piece].drops:
                return set()
            reserves = (Reserve(self._player, self._piece, 1),)
            home = OFF
        else:
            cells.append((home, piece))
        position = rules.position(cells, self._turn, reserves=reserves)
        return set(self._ends(position, home))

    def _ends(self, position: Position, home: int) -> Iterator[int]:
        for move in self._rules.pseudo_legal(position):
            if move.parts and move.parts[0].start == home:
                yield move.parts[0].end
