"""Which of a game's rules the compared positions have exercised, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulec.engines.rules_engine import Ray, RulesEngine, shape
from rulec.model.game import Game, SetupTurn
from rulec.model.tables import Ends, Line
from rulec.play.position import Position
from rulec.play.reach import HAND, Move
from rulec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Item:
    """Something that rules can do: a key for counting, and where the rule is written."""

    key: str
    rule: str


_MOST_KNOWN = 200_000


class Coverage:
    """Counts what positions exercise, by the keys of `items`."""

    def __init__(self, engine: RulesEngine) -> None:
        self._engine = engine
        self._game = engine.rules.game
        self._keys: dict[int, str] = {}
        self._known: list[Move] = []
        self.counts: Counter[str] = Counter()

    def watch(self, positions: Sequence[Position]) -> None:
        """Count what some positions exercise."""
        for position in positions:
            self._watch(position)

    def _watch(self, position: Position) -> None:
        keys, counts = self._keys, self.counts
        for move in position.legal_moves():
            key = keys.get(id(move))
            if key is None:
                if len(self._known) >= _MOST_KNOWN:
                    keys.clear()
                    self._known.clear()
                key = keys[id(move)] = self._move_key(position, move)
                self._known.append(move)  # kept alive, so that no other move has its identity
            counts[key] += 1
        if position.in_check():
            for ray in self._engine.checks(position):
                counts[_check_key(ray)] += 1
        if position.move is not None and position.previous is not None:
            self._watch_played(position, position.previous, position.move)
        result = position.result()
        if result is not None:
            text = " ".join(result.goal.span.text.split())
            counts[_goal_key(self._game, result.winner, text)] += 1

    def _watch_played(self, position: Position, before: Position, move: Move) -> None:
        if move.origin == HAND:
            return
        mover = before.piece_at(move.origin)
        assert mover is not None
        name = self._game.pieces[mover[1]].name
        if move.captured is not None:
            self.counts[f"{name} captures en passant"] += 1
        elif move.castling is None and before.piece_at(move.target) is not None:
            self.counts[f"{name} captures"] += 1
        if move.becomes is not None:
            self.counts[f"{name} becomes {self._game.pieces[move.becomes].name}"] += 1
        for i in range(len(self._game.marks)):
            if move.sets >> (2 * i) & 3:
                self.counts[_gate_key(self._game, i)] += 1
            if move.clears >> (2 * i) & 3:
                self.counts[f"{_gate_key(self._game, i)} back"] += 1

    def _move_key(self, position: Position, move: Move) -> str:
        if move.choice is not None:
            return _turn_key(self._game.before[move.choice[0]])
        if move.origin == HAND:
            return "" if move.becomes is None else _drop_key(self._game.pieces[move.becomes].name)
        mover = position.piece_at(move.origin)
        assert mover is not None
        kind = self._game.pieces[mover[1]]
        if move.castling is not None:
            return _rule_key(kind.name, move.castling.rule)
        safe = self._engine.safe_move(position, move)
        if safe is not None:
            return _rule_key(kind.name, safe.rule)
        for line in self._engine.rules.tables.lines[mover[0]][mover[1]][move.origin]:
            for i, stop in enumerate(line.stops):
                passing = bool(stop.ends & Ends.EN_PASSANT)
                if (
                    stop.square == move.target
                    and stop.ends
                    and passing == (move.captured is not None)
                ):
                    return _ray_key(kind.name, line, i)
        return kind.name


def items(engine: RulesEngine) -> list[Item]:
    """Everything that a game's rules can do, in the order of the rules."""
    game = engine.rules.game
    found = {_turn_key(turn): str(turn.span) for turn in game.before}
    for piece, kind in enumerate(game.pieces):
        checks: dict[str, str] = {}
        captures: dict[str, str] = {}
        for line, i in _stops(engine, piece):
            found.setdefault(_ray_key(kind.name, line, i), str(line.rule))
            ends = line.stops[i].ends
            if ends & Ends.EN_PASSANT:
                captures.setdefault(f"{kind.name} captures en passant", str(line.rule))
            if ends & (Ends.CAPTURE | Ends.CAPTURE_COMMON):
                captures.setdefault(f"{kind.name} captures", str(kind.span))
            if ends & (Ends.CAPTURE | Ends.CAPTURE_ROYAL):
                key = f"{kind.name} gives check ({shape(line, i)})"
                if any(one.royal for one in game.pieces) and not kind.royal:
                    checks.setdefault(key, str(line.rule))
        found |= {key: rule for key, rule in checks.items() if key not in found}
        found |= captures
        for side in engine.rules.tables.castlings:
            for castling in side:
                if castling.piece == piece:
                    found[_rule_key(kind.name, castling.rule)] = str(castling.rule)
        for moves in engine.rules.tables.safe_moves:
            for move in moves:
                if move.piece == piece:
                    found[_rule_key(kind.name, move.rule)] = str(move.rule)
        if kind.drop is not None:
            found[_drop_key(kind.name)] = str(kind.drop.span)
        for promotion in kind.promotions:
            for choice in promotion.choices:
                name = game.pieces[choice].name
                found[f"{kind.name} becomes {name}"] = str(promotion.span)
    for i, mark in enumerate(game.marks):
        found[_gate_key(game, i)] = found[f"{_gate_key(game, i)} back"] = str(mark.gate.span)
    for goal in game.goals:
        text = " ".join(goal.span.text.split())
        winners = (None,) if goal.outcome == "draw" else (0, 1)
        for winner in winners:
            found[_goal_key(game, winner, text)] = str(goal.span)
    return [Item(key, rule) for key, rule in found.items()]


def _stops(engine: RulesEngine, piece: int) -> Iterator[tuple[Line, int]]:
    for side in engine.rules.tables.lines:
        for lines in side[piece]:
            for line in lines:
                for i, stop in enumerate(line.stops):
                    if stop.ends:
                        yield line, i


def _ray_key(piece: str, line: Line, index: int) -> str:
    return f"{piece}: {' '.join(line.rule.text.split())} ({shape(line, index)})"


def _turn_key(turn: SetupTurn) -> str:
    return f"before play: {' '.join(turn.span.text.split())}"


def _drop_key(piece: str) -> str:
    return f"{piece} is dropped"


def _rule_key(piece: str, rule: Span) -> str:
    return f"{piece}: {' '.join(rule.text.split())}"


def _check_key(ray: Ray) -> str:
    return f"{ray.piece} gives check ({ray.shape})"


def _gate_key(game: Game, mark: int) -> str:
    one = game.marks[mark]
    return f"{game.pieces[one.piece].name} crosses {one.gate.name}"


def _goal_key(game: Game, winner: int | None, text: str) -> str:
    return text if winner is None else f"{text} ({game.players[winner]})"
