"""How the players of a game choose their moves, so that games go where rules are seldom seen."""

from __future__ import annotations

from collections import Counter, deque
from random import Random

from rulec.crosscheck.compare import Sight
from rulec.crosscheck.search import Policy, at_random
from rulec.engines.rules_engine import RulesEngine
from rulec.model.game import Reach
from rulec.model.tables import mark_bit
from rulec.play.position import Position, Rules
from rulec.play.reach import EMPTY, HAND, Move

_RESOLVE = 0.85
"""How often a player with a plan follows it."""


def policies(engine: RulesEngine) -> tuple[Policy, ...]:
    """At random; what was done least; towards the goals; and back again."""
    novelty, seeking = Novelty(engine), Seeking(engine)
    return at_random, novelty, seeking, back_and_forth


class Novelty:
    """Prefers the move (piece, origin, target, promotion) that was played least."""

    def __init__(self, engine: RulesEngine) -> None:
        self._engine = engine
        self._played: Counter[tuple[int, str]] = Counter()

    def __call__(self, sight: Sight, chance: Random) -> str:
        """The move of fewest times; chance decides between equals."""
        position = self._engine.position(sight.place)
        pieces = position.state().pieces
        moves = [move for move in position.legal_moves() if self._engine.text(move) in sight.common]
        chance.shuffle(moves)
        keys = [
            (EMPTY if move.origin == HAND else pieces[move.origin], self._engine.text(move))
            for move in moves
        ]
        key = min(keys, key=self._played.__getitem__)
        self._played[key] += 1
        return key[1]


class Seeking:
    """Walks the pieces of `reach` goals through their gates and on to their zones."""

    def __init__(self, engine: RulesEngine) -> None:
        self._engine = engine
        self._maps = [
            (goal, [distances(engine.rules, goal, player) for player in (0, 1)])
            for goal in engine.rules.reach_goals
        ]

    def __call__(self, sight: Sight, chance: Random) -> str:
        """The move that brings the goal's piece nearest, mostly."""
        if not self._maps or chance.random() > _RESOLVE:
            return at_random(sight, chance)
        position = self._engine.position(sight.place)
        goal, maps = self._maps[len(sight.place.moves) // 2 % len(self._maps)]
        best: dict[str, int] = {}
        for move in position.legal_moves():
            text = self._engine.text(move)
            if (
                text in sight.common
                and move.origin != HAND
                and position.piece_at(move.origin) == (position.side, goal.piece)
            ):
                key = move.target, marked(goal, position, move)
                if key in maps[position.side]:
                    best[text] = maps[position.side][key]
        if not best:
            return at_random(sight, chance)
        least = min(best.values())
        return chance.choice(sorted(text for text, far in best.items() if far == least))


def marked(goal: Reach, position: Position, move: Move) -> bool:
    """Whether the goal's mark is set after a move of the side to move."""
    if goal.mark is None:
        return True
    marks = position.marks & ~move.clears | move.sets
    return bool(marks & mark_bit(goal.mark, position.side))


def distances(rules: Rules, goal: Reach, player: int) -> dict[tuple[int, bool], int]:
    """Moves that the goal's piece needs on an empty board, by its square and mark."""
    zone = goal.zone.of(player)
    code = rules.code(player, goal.piece)
    before: dict[tuple[int, bool], list[tuple[int, bool]]] = {}
    bit = 0 if goal.mark is None else mark_bit(goal.mark, player)
    for square in range(rules.reach.squares):
        for target, moves in rules.reach.moves(code, square).items():
            for marked in (False, True):
                after = not bit or bool(((bit if marked else 0) & ~moves[0].clears
                                         | moves[0].sets) & bit)  # fmt: skip
                before.setdefault((target, after), []).append((square, marked))
    found = {(square, True): 0 for square in range(rules.reach.squares) if zone >> square & 1}
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for there in before.get(here, ()):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def back_and_forth(sight: Sight, chance: Random) -> str:
    """Mostly takes its own last move back, so that positions recur."""
    own = sight.place.moves[-2:-1]
    if own and chance.random() < _RESOLVE:
        back = reversed_move(own[0])
        if back in sight.common:
            return back
    return at_random(sight, chance)


def reversed_move(move: str) -> str:
    """The text of the move back: `f1e1` for `e1f1`."""
    half = 1
    while half < len(move) and move[half].isdigit():
        half += 1
    return move[half:] + move[:half]
