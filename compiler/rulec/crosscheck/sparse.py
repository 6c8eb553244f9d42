"""Positions with few pieces, made on purpose to exercise one thing each.

A search from the start meets most rules late or never. Where both engines can be set to a
position, every ray, capture, check and ending can be tried at once, on an almost empty board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from random import Random

from rulec.engines.protocol import Place
from rulec.engines.rules_engine import RulesEngine
from rulec.model import game as model
from rulec.model.tables import Ends, mark_bit
from rulec.play.position import Position, Rules
from rulec.play.reach import Move

Placed = Mapping[int, tuple[int, int]]
"""Squares to (player, piece type)."""

_CAPTURES = Ends.CAPTURE | Ends.CAPTURE_COMMON | Ends.CAPTURE_ROYAL
_TRIES = 60
_CUSTOMARY_COUNTS = (40, 50, 80, 100, 128, 150, 200)
"""Numbers of quiet plies after which games are commonly drawn."""
_SAMPLES = 4000
_KEPT_PER_COINCIDENCE = 3
_MOST_SWAPS = 3000
_MOST_RAYS = 6000


def completed(
    rules: Rules,
    placed: Placed,
    side: int,
    chance: Random,
    *,
    avoid: Collection[int] = (),
    marks: int = 0,
    quiet: int = 0,
    check: bool = False,
) -> Position | None:
    """A legal position with the given pieces, the missing royal pieces put on squares of chance.

    Squares to avoid are left empty if possible. With `check` the side to move may be in check.
    """
    missing = _missing_royals(rules.game, placed)
    free = [square for square in range(rules.reach.squares) if square not in placed]
    good = [square for square in free if square not in avoid]
    for attempt in range(_TRIES):
        squares = chance.sample(good if attempt < _TRIES // 2 and len(good) > 1 else free, 2)
        full = dict(placed) | dict(zip(squares, missing, strict=False))
        state = rules.state(
            [model.Placement(player, piece, square) for square, (player, piece) in full.items()],
            side,
            marks,
        )
        state.quiet_plies = quiet
        if not state.in_check(1 - side) and (check or not state.in_check(side)):
            return Position(rules, state)
    return None


def _missing_royals(game: model.Game, placed: Placed) -> list[tuple[int, int]]:
    return [
        (player, piece)
        for piece, kind in enumerate(game.pieces)
        if kind.royal
        for player in (0, 1)
        if (player, piece) not in placed.values()
    ]


def homes(rules: Rules) -> list[list[int]]:
    """`homes[player][piece]`: the squares (bits) that such a piece can ever stand on.

    As if it could always move and capture as it likes, from where it or what it came from starts.
    """
    game = rules.game
    found = [[0] * len(game.pieces) for _ in game.players]
    waiting = [(one.player, one.piece, one.square) for one in game.setup]
    while waiting:
        player, piece, square = waiting.pop()
        if found[player][piece] >> square & 1:
            continue
        found[player][piece] |= 1 << square
        for move in rules.reach.moves(rules.code(player, piece), square).values():
            for one in move:
                becomes = piece if one.becomes is None else one.becomes
                waiting.append((player, becomes, one.target))
    return found


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A position to be made: some pieces, who moves, squares to keep empty, a check or none."""

    placed: Placed
    side: int
    avoid: frozenset[int]
    check: bool


def rays(engine: RulesEngine, chance: Random, *, most: int = _MOST_RAYS) -> Iterator[Place]:
    """Every piece on every square: alone, before a victim on each target, giving check there.

    Where that makes too many positions, some of them, by chance.
    """
    rules = engine.rules
    wanted = list(_wanted_rays(rules, chance))
    if len(wanted) > most:
        wanted = chance.sample(wanted, most)
    for one in wanted:
        position = completed(
            rules, one.placed, one.side, chance, avoid=one.avoid, check=one.check
        )
        if position is not None:
            yield Place(engine.write(position))


def _wanted_rays(rules: Rules, chance: Random) -> Iterator[_Wanted]:
    types = range(len(rules.game.pieces))
    at_home = homes(rules)
    victims = [piece for piece in types if not rules.game.pieces[piece].royal]
    royals = [piece for piece in types if rules.game.pieces[piece].royal]
    for player in (0, 1):
        for piece in types:
            for square, lines in enumerate(rules.tables.lines[player][piece]):
                if not at_home[player][piece] >> square & 1:
                    continue
                stops = [stop for line in lines for stop in line.stops if stop.square != square]
                passed = frozenset(stop.square for stop in stops)
                here = {square: (player, piece)}
                yield _Wanted(here, player, passed, False)
                for target in sorted({stop.square for stop in stops if stop.ends & _CAPTURES}):
                    fitting = [one for one in victims if at_home[1 - player][one] >> target & 1]
                    if fitting:
                        victim = (1 - player, chance.choice(fitting))
                        yield _Wanted({**here, target: victim}, player, passed, False)
                    if royals and piece not in royals:
                        royal = (1 - player, royals[0])
                        yield _Wanted({**here, target: royal}, 1 - player, passed, True)


def passings(engine: RulesEngine, chance: Random) -> Iterator[Place]:
    """Every move that lets a piece be taken en passant, before every piece that could take it."""
    rules = engine.rules
    for player in (0, 1):
        takers = [
            (code % len(rules.game.pieces), origin, stop.square)
            for code in rules.reach.codes[1 - player]
            for origin, lines in enumerate(rules.reach.lines[code])
            for line in lines
            for stop in line.stops
            if stop.ends & Ends.EN_PASSANT
        ]
        for piece in range(len(rules.game.pieces)):
            for square in range(rules.reach.squares):
                moves = rules.reach.moves(rules.code(player, piece), square)
                for move in (one for some in moves.values() for one in some if one.trail):
                    for taker, origin, passed in takers:
                        if move.trail >> passed & 1 and origin not in (square, move.target):
                            placed = {square: (player, piece), origin: (1 - player, taker)}
                            position = completed(rules, placed, player, chance)
                            if position is not None and position.is_legal(move):
                                yield from _taken(engine, position, move, passed)


def _taken(
    engine: RulesEngine, position: Position, move: Move, passed: int
) -> Iterator[Place]:
    """The line of a move and its capture en passant, if that is legal."""
    after = position.play(move)
    for answer in after.legal_moves():
        if answer.captured is not None and answer.target == passed:
            yield Place(engine.write(position), (engine.text(move), engine.text(answer)))
            return


def few_pieces(engine: RulesEngine, chance: Random, *, most: int = 2) -> Iterator[Place]:
    """The royal pieces with every choice of up to `most` others, on squares of chance."""
    rules = engine.rules
    at_home = homes(rules)
    kinds = [
        (player, piece)
        for player in (0, 1)
        for piece, kind in enumerate(rules.game.pieces)
        if not kind.royal
    ]
    kinds = [kind for kind in kinds if at_home[kind[0]][kind[1]]]
    for count in range(most + 1):
        for chosen in combinations_with_replacement(kinds, count):
            placed: dict[int, tuple[int, int]] = {}
            for player, piece in chosen:
                placed.setdefault(_one_of(at_home[player][piece], chance), (player, piece))
            position = completed(rules, placed, chance.randrange(2), chance, check=True)
            if position is not None:
                yield Place(engine.write(position))


def endings(engine: RulesEngine, chance: Random) -> Iterator[Place]:
    """Positions that end the game, each combination of goals that hold together a few times.

    Found by playing every move of positions of chance: with one side's piece about to reach a
    goal, with marks set and not, and with long counts of quiet plies.
    """
    found: Counter[tuple[str, ...]] = Counter()
    at_home = homes(engine.rules)
    for _ in range(_SAMPLES):
        position = _near_an_end(engine.rules, at_home, chance)
        if position is None:
            continue
        for move in position.legal_moves():
            after = position.play(move)
            held = [str(result.goal.span) for result in after.holding()]
            near = any(after.quiet_plies == count for count in _CUSTOMARY_COUNTS)
            kind = (*held, str(after.quiet_plies) if near else "")
            if (held or near) and found[kind] < _KEPT_PER_COINCIDENCE:
                found[kind] += 1
                yield Place(engine.write(position), (engine.text(move),))


def _near_an_end(
    rules: Rules, at_home: list[list[int]], chance: Random
) -> Position | None:
    game = rules.game
    placed: dict[int, tuple[int, int]] = {}
    side = chance.randrange(2)
    marks = 0
    if rules.reach_goals and chance.random() < 0.7:
        goal = chance.choice(rules.reach_goals)
        origins = _origins(rules, side, goal)
        if origins:
            placed[chance.choice(origins)] = (side, goal.piece)
            if goal.mark is not None and chance.random() < 0.8:
                marks |= mark_bit(goal.mark, side)
    others = [
        piece for piece, kind in enumerate(game.pieces)
        if not kind.royal and all(side[piece] for side in at_home)
    ]  # fmt: skip
    lone = chance.random() < 0.7
    for _ in range(chance.randrange(4) if others else 0):
        player = side if lone else chance.randrange(2)
        piece = chance.choice(others)
        placed.setdefault(_one_of(at_home[player][piece], chance), (player, piece))
    quiet = chance.choice(_CUSTOMARY_COUNTS) - 1 if chance.random() < 0.3 else 0
    return completed(rules, placed, side, chance, marks=marks, quiet=quiet, check=True)


def _one_of(squares: int, chance: Random) -> int:
    """One square of a set, by chance."""
    return chance.choice([i for i in range(squares.bit_length()) if squares >> i & 1])


def _origins(rules: Rules, player: int, goal: model.Reach) -> Sequence[int]:
    """The squares from which the goal's piece may go straight into its zone."""
    zone = goal.zone.of(player)
    lines = rules.tables.lines[player][goal.piece]
    return [
        square
        for square in range(rules.reach.squares)
        if not zone >> square & 1
        and any(stop.ends and zone >> stop.square & 1 for line in lines[square]
                for stop in line.stops)
    ]  # fmt: skip


def exchanges(engine: RulesEngine, chance: Random) -> Iterator[Place]:
    """Lines in which two like pieces change places twice, so that a position occurs three times.

    Whether it is then the third or the second time depends on whether like pieces are told apart.
    """
    rules = engine.rules
    at_home = homes(rules)
    for piece, kind in enumerate(rules.game.pieces):
        if kind.royal or not at_home[0][piece]:
            continue
        for _ in range(_TRIES):
            squares = {_one_of(at_home[0][piece], chance) for _ in range(2)}
            position = None
            if len(squares) == 2:
                position = completed(rules, dict.fromkeys(squares, (0, piece)), 1, chance)
            line = position and _exchange(engine, position)
            if line:
                yield line
                break


def _exchange(engine: RulesEngine, first: Position) -> Place | None:
    """From a position of two pieces against a lone one: the lone one steps to and fro meanwhile."""
    start = engine.write(first)
    for step in first.legal_moves():
        position = first.play(step)
        if position.quiet_plies == 0:
            continue
        back = Move(step.target, step.origin)
        pieces = tuple(
            square for square, (player, kind) in position.placements().items()
            if player == 0 and not engine.rules.game.pieces[kind].royal
        )  # fmt: skip
        swap = _swap(position, step, back, pieces)
        if swap is not None:
            texts = [engine.text(move) for move in swap]
            return Place(start, (engine.text(step), *texts, *texts))
    return None


def _swap(
    start: Position, step: Move, back: Move, pieces: tuple[int, ...]
) -> tuple[Move, ...] | None:
    """Moves after which the pieces have changed places and everything else is as before."""
    wanted = pieces[::-1], 1
    seen = {(pieces, 1)}
    waiting: list[tuple[Position, tuple[int, ...], tuple[Move, ...]]] = [(start, pieces, ())]
    for position, places, line in waiting:
        answer = back if len(line) % 4 == 0 else step
        for move in position.legal_moves():
            if move.origin not in places or move.becomes is not None:
                continue
            after = position.play(move)
            reply = next(
                (
                    one for one in after.legal_moves()
                    if (one.origin, one.target) == (answer.origin, answer.target)
                ),
                None,
            )  # fmt: skip
            if reply is None or after.quiet_plies == 0:
                continue
            now = tuple(move.target if square == move.origin else square for square in places)
            longer = (*line, move, reply)
            state = now, 1 - (len(longer) // 2) % 2
            if state == wanted:
                return longer
            if state not in seen and len(seen) < _MOST_SWAPS:
                seen.add(state)
                waiting.append((after.play(reply), now, longer))
    return None
