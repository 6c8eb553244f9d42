"""Positions with few pieces, made on purpose to exercise one thing each.

A search from the start meets most rules late or never. Where both engines can be set to a
position, every ray, capture, check and ending can be tried at once, on an almost empty board.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain, combinations_with_replacement, product
from operator import or_
from random import Random

from rulec.crosscheck.policies import distances, marked, reversed_move
from rulec.engines.protocol import Place, RefusedError
from rulec.engines.rules_engine import RulesEngine
from rulec.model import game as model
from rulec.model.board import squares_of
from rulec.model.tables import Ends, Line, mark_bit
from rulec.play.position import Position, Rules
from rulec.play.reach import HAND, Move

Placed = Mapping[int, tuple[int, int]]
"""Squares to (player, piece type)."""

_CAPTURES = Ends.CAPTURE | Ends.CAPTURE_COMMON | Ends.CAPTURE_ROYAL
_TRIES = 60
_CUSTOMARY_COUNTS = (40, 50, 80, 100, 128, 150, 200)
"""Numbers of quiet plies after which games are commonly drawn."""
_SAMPLES = 600
_ARRIVALS = 6000
_KEPT_PER_COINCIDENCE = 3
_OTHER_MOVES = 4
_SWAP_TRIES = 25
_RACE_TRIES = 5
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

    These are squares that they can ever stand on. Squares to avoid are left empty if possible. With
    `check` the side to move may be in check.
    """
    missing = _missing_royals(rules.game, placed)
    at_home = homes(rules)
    near = reduce(or_, (at_home[player][piece] for player, piece in missing), 0)
    free = [square for square in squares_of(near) if square not in placed]
    if len(free) < len(missing):
        return None
    good = [square for square in free if square not in avoid]
    for attempt in range(_TRIES):
        some = good if attempt < _TRIES // 2 and len(good) > 1 else free
        put = dict(zip(chance.sample(some, min(2, len(some))), missing, strict=False))
        if not all(at_home[player][piece] >> at & 1 for at, (player, piece) in put.items()):
            continue
        full = dict(placed) | put
        state = rules.state((), side, marks)
        for square, (player, piece) in full.items():
            state.put(rules.code(player, piece), square)
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
        if game.start_counts(player, piece)[1] and (player, piece) not in placed.values()
    ]


@lru_cache(maxsize=8)
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
        for line in rules.tables.lines[player][piece][square]:
            for stop in line.stops:
                # A royal piece is never really taken: such a capture leads nowhere.
                if stop.ends & ~Ends.CAPTURE_ROYAL:
                    stays = (piece,) if stop.optional or stop.limit or not stop.becomes else ()
                    waiting += ((player, one, stop.square) for one in (*stop.becomes, *stays))
    return found


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A position to be made: some pieces, who moves, squares to keep empty, a check or none."""

    placed: Placed
    side: int
    avoid: frozenset[int]
    check: bool


def rays(
    engine: RulesEngine,
    chance: Random,
    *,
    known: RulesEngine | None = None,
    most: int = _MOST_RAYS,
) -> Iterator[Place]:
    """Every piece on every square: alone, before a victim on each target, giving check there.

    Where that makes too many positions, some of them, by chance. Pieces that move from a square
    as they do in a known game are left out.
    """
    rules = engine.rules
    wanted = list(_wanted_rays(rules, chance, None if known is None else known.rules))
    if len(wanted) > most:
        wanted = chance.sample(wanted, most)
    for one in wanted:
        position = completed(rules, one.placed, one.side, chance, avoid=one.avoid, check=one.check)
        if position is not None:
            yield Place(engine.write(position))


def _wanted_rays(rules: Rules, chance: Random, known: Rules | None) -> Iterator[_Wanted]:
    types = range(len(rules.game.pieces))
    at_home = homes(rules)
    victims = [piece for piece in types if not rules.game.pieces[piece].royal]
    royals = [
        next((i for i in types if rules.game.pieces[i].royal and home[i]), None) for home in at_home
    ]
    for player in (0, 1):
        for piece in types:
            for square, lines in enumerate(rules.tables.lines[player][piece]):
                if not at_home[player][piece] >> square & 1:
                    continue
                if known is not None and _same_lines(known, player, piece, square, lines):
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
                    royal = royals[1 - player]
                    if royal is not None and not rules.game.pieces[piece].royal:
                        threatened = {**here, target: (1 - player, royal)}
                        yield _Wanted(threatened, 1 - player, passed, True)


def _same_lines(
    known: Rules, player: int, piece: int, square: int, lines: tuple[Line, ...]
) -> bool:
    """Whether another game's piece of the same number moves from a square along these lines."""
    of_player = known.tables.lines[player]
    if piece >= len(of_player) or square >= len(of_player[piece]):
        return False
    return [line.stops for line in of_player[piece][square]] == [line.stops for line in lines]


def same_goals(first: RulesEngine, second: RulesEngine) -> bool:
    """Whether two games end alike: the same goals, about the same squares."""
    return _goals(first.rules.game) == _goals(second.rules.game)


def _goals(game: model.Game) -> tuple[object, ...]:
    goals = tuple(" ".join(goal.span.text.split()) for goal in game.goals)
    zones = tuple(zone.squares for zone in game.board.zones)
    return goals, zones, tuple((gate.before, gate.behind) for gate in game.board.gates)


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


def _taken(engine: RulesEngine, position: Position, move: Move, passed: int) -> Iterator[Place]:
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

    Found by chance: one side's piece goes to its goal, its mark set or not, or some move is played
    among few pieces; and after long counts of quiet plies.
    """
    rules = engine.rules
    found: Counter[tuple[str, ...]] = Counter()
    at_home = homes(rules)
    trials = _arrivals(rules, at_home, chance) if rules.reach_goals else iter(())
    for position, move in chain(trials, _any_moves(rules, at_home, chance)):
        after = position.play(move)
        held = [f"{result.goal.span} {result.winner}" for result in after.holding()]
        near = any(after.quiet_plies == count for count in _CUSTOMARY_COUNTS)
        pieces = len(after.placements())
        kind = (*held, str(pieces), str(after.quiet_plies) if near else "")
        if (held or near) and found[kind] < _KEPT_PER_COINCIDENCE:
            found[kind] += 1
            yield Place(engine.write(position), (engine.text(move),))
            # By itself too: the other engine may take the game for over before the move.
            yield Place(engine.write(after))


def _arrivals(
    rules: Rules, at_home: list[list[int]], chance: Random
) -> Iterator[tuple[Position, Move]]:
    """Moves of goals' pieces into their zones, in positions of chance."""
    for _ in range(_ARRIVALS):
        goal = chance.choice(rules.reach_goals)
        side = chance.randrange(2)
        origins = _origins(rules, side, goal)
        if not origins:
            continue
        origin = chance.choice(origins)
        marks = 0
        if goal.mark is not None and chance.random() < 0.8:
            marks = mark_bit(goal.mark, side)
        placed = {origin: (side, goal.piece)}
        position = _among_few(rules, at_home, chance, placed, side, marks)
        if position is not None:
            zone = goal.zone.of(side)
            for move in position.legal_moves():
                if move.origin == origin and zone >> move.target & 1:
                    yield position, move


def _any_moves(
    rules: Rules, at_home: list[list[int]], chance: Random
) -> Iterator[tuple[Position, Move]]:
    """A few moves in each of some positions of chance."""
    for _ in range(_SAMPLES):
        position = _among_few(rules, at_home, chance, {}, chance.randrange(2), 0)
        if position is not None:
            moves = list(position.legal_moves())
            for move in chance.sample(moves, min(len(moves), _OTHER_MOVES)):
                yield position, move


def _among_few(
    rules: Rules,
    at_home: list[list[int]],
    chance: Random,
    placed: dict[int, tuple[int, int]],
    side: int,
    marks: int,
) -> Position | None:
    """A position with some pieces and up to three others, mostly the mover's own."""
    others = [
        piece for piece, kind in enumerate(rules.game.pieces)
        if not kind.royal and all(home[piece] for home in at_home)
    ]  # fmt: skip
    lone = chance.random() < 0.8
    for _ in range(chance.randrange(4) if others else 0):
        player = side if lone else chance.randrange(2)
        piece = chance.choice(others)
        placed.setdefault(_one_of(at_home[player][piece], chance), (player, piece))
    quiet = chance.choice(_CUSTOMARY_COUNTS) - 1 if chance.random() < 0.2 else 0
    return completed(rules, placed, side, chance, marks=marks, quiet=quiet, check=True)


def _one_of(squares: int, chance: Random) -> int:
    """One square of a set, by chance."""
    return chance.choice(squares_of(squares))


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


def races(engine: RulesEngine, chance: Random) -> Iterator[Place]:
    """Lines in which a piece goes through its gate and on to its goal, the enemy to and fro.

    Alone with the royal pieces, and beside one piece of each other type.
    """
    rules = engine.rules
    at_home = homes(rules)
    others = [
        piece
        for piece, kind in enumerate(rules.game.pieces)
        if not kind.royal and at_home[0][piece]
    ]
    for goal in rules.reach_goals:
        for player in (0, 1):
            far = distances(rules, goal, player)
            entrances = _entrances(rules, goal, player)
            for entrance, beside in product(entrances, (None, *others)):
                for _ in range(_RACE_TRIES):
                    placed = {entrance[0]: (player, goal.piece)}
                    if beside is not None:
                        placed.setdefault(
                            _one_of(at_home[player][beside], chance), (player, beside)
                        )
                    position = completed(rules, placed, player, chance)
                    line = position and _race(engine, position, goal, entrance, far)
                    if line:
                        yield line
                        break


def _entrances(rules: Rules, goal: model.Reach, player: int) -> list[tuple[int, int]]:
    """The first moves of a goal's piece on its way, as squares: every way through its gate."""
    code = rules.code(player, goal.piece)
    if goal.mark is None:
        zone = goal.zone.of(player)
        origins = _origins(rules, player, goal)
        return [
            (origin, target)
            for origin in origins
            for target in rules.reach.stops(code, origin)
            if zone >> target & 1
        ]
    bit = mark_bit(goal.mark, player)
    return [
        (origin, target)
        for origin in range(rules.reach.squares)
        for target, stop in rules.reach.stops(code, origin).items()
        if stop.sets & bit
    ]


def _race(
    engine: RulesEngine,
    first: Position,
    goal: model.Reach,
    entrance: tuple[int, int],
    far: Mapping[tuple[int, bool], int],
) -> Place | None:
    """The shortest way to a goal from a position, if the enemy's steps do not disturb it."""
    player = first.side
    position, line = first, list[str]()
    for ply in range(2 * len(far)):
        if position.result() is not None:
            return Place(engine.write(first), tuple(line))
        moves = list(position.legal_moves())
        if ply % 2 == 0:
            runs = [
                (far[key], move)
                for move in moves
                if position.piece_at(move.origin) == (player, goal.piece)
                and (line or (move.origin, move.target) == entrance)
                and (key := (move.target, marked(goal, position, move))) in far
            ]
            move = min(runs, key=lambda run: run[0])[1] if runs else None
        else:
            steps = [one for one in moves if engine.text(one) == _back(line)]
            move = next(iter(steps or moves), None)
        if move is None:
            return None
        line.append(engine.text(move))
        position = position.play(move)
    return None


def _back(line: list[str]) -> str:
    """The text of the move that takes the second last one back."""
    return reversed_move(line[-2]) if len(line) > 1 else ""


def promotions(engine: RulesEngine, chance: Random) -> Iterator[Place]:
    """Every promotion from every square, played."""
    rules = engine.rules
    at_home = homes(rules)
    for player in (0, 1):
        for piece in range(len(rules.game.pieces)):
            for square in range(rules.reach.squares):
                moves = rules.reach.moves(rules.code(player, piece), square)
                every = (one for some in moves.values() for one in some)
                promoting = [one for one in every if one.becomes is not None]
                if not promoting or not at_home[player][piece] >> square & 1:
                    continue
                position = completed(rules, {square: (player, piece)}, player, chance)
                if position is not None:
                    for move in promoting:
                        if position.is_legal(move):
                            yield Place(engine.write(position), (engine.text(move),))


def recurrences(engine: RulesEngine) -> Iterator[Place]:
    """From the start, both sides to and fro until the start has occurred for the fifth time."""
    start = engine.rules.start()
    for move in start.legal_moves():
        after = start.play(move)
        for answer in after.legal_moves():
            texts = engine.text(move), engine.text(answer)
            cycle = (*texts, *map(reversed_move, texts))
            place = Place(None, cycle * 4)
            if _playable(engine, place):
                yield place
                return


def exchanges(engine: RulesEngine, chance: Random) -> Iterator[Place]:
    """Lines in which two like pieces change places twice, so that a position occurs three times.

    Whether it is then the third or the second time depends on whether like pieces are told apart.
    """
    rules = engine.rules
    at_home = homes(rules)
    for piece, kind in enumerate(rules.game.pieces):
        if kind.royal or not at_home[0][piece]:
            continue
        for _ in range(_SWAP_TRIES):
            squares = {_one_of(at_home[0][piece], chance) for _ in range(2)}
            position = None
            if len(squares) == 2:
                position = completed(rules, dict.fromkeys(squares, (0, piece)), 1, chance)
            line = position and _exchange(engine, position, piece)
            if line:
                yield line
                break


def _exchange(engine: RulesEngine, first: Position, piece: int) -> Place | None:
    """From a position of two pieces against a lone one: the lone one steps to and fro meanwhile.

    Its first step is never taken back, so that the first position does not occur again.
    """
    rules = engine.rules
    code = rules.code(0, piece)
    for step in first.legal_moves():
        if HAND in (step.origin, step.target):
            continue
        second = first.play(step)
        state = second.state()
        pair = state.masks[code]
        taken = state.occupied[0] | state.occupied[1]
        steps = rules.reach.stops(state.pieces[step.target], step.target)
        beside = [s for s in steps if s != step.origin and not taken >> s & 1]
        if second.quiet_plies == 0 or not beside:
            continue
        others = taken & ~pair & ~(1 << step.target)
        swap = _swap(rules, code, pair, others, (step.target, beside[0]))
        there = engine.text(Move(step.target, beside[0]))
        texts = [engine.text(step)]
        for i, (origin, target) in enumerate(swap * 2):
            answer = reversed_move(there) if i % 2 else there
            texts += [engine.text(Move(origin, target)), answer]
        place = Place(engine.write(first), tuple(texts))
        if swap and _playable(engine, place):
            return place
    return None


def _playable(engine: RulesEngine, place: Place) -> bool:
    try:
        engine.position(place)
    except RefusedError:
        return False
    return True


def _swap(
    rules: Rules, code: int, pair: int, others: int, enemy: tuple[int, int]
) -> list[tuple[int, int]]:
    """An even number of moves after which two like pieces have changed places; [] for none.

    Only the squares that are free count here: `enemy` stands on its two squares by turns.
    """
    first = tuple(squares_of(pair))
    start = (first[0], first[1], 0)
    before: dict[tuple[int, int, int], tuple[tuple[int, int, int], tuple[int, int]]] = {}
    waiting = deque([start])
    goal = (first[1], first[0], 0)
    while waiting and goal not in before:
        here = waiting.popleft()
        taken = others | 1 << here[0] | 1 << here[1] | 1 << enemy[here[2]] | 1 << enemy[1]
        scene = rules.reach.scene(taken, 0, 0)
        for which in (0, 1):
            mask, table = rules.reach.tables[code][here[which]]
            for target in squares_of(table[scene & mask].quiet & ~taken):
                moved = (target, here[1]) if which == 0 else (here[0], target)
                there = (*moved, 1 - here[2])
                if there not in before and there != start:
                    before[there] = here, (here[which], target)
                    waiting.append(there)
    line: list[tuple[int, int]] = []
    at = goal
    while at in before:
        at, move = before[at]
        line.insert(0, move)
    return line
