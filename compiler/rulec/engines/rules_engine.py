"""`rules:FILE[#Variant]`: the game of a rule file, played by this package's own interpreter.

Besides moves and endings it can tell why: which ray of which rule makes a move or a check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulec.engines.protocol import Ending, Place, RefusedError, Trait, View, Winner
from rulec.engines.recent import Recent
from rulec.model import game as model
from rulec.model.board import squares_of
from rulec.model.tables import Ends, Line, SafeMove
from rulec.play.notation import format_fen, format_move, parse_fen, side_letters
from rulec.play.position import Position, Result, Rules
from rulec.play.reach import HAND, Move
from rulec.play.state import State
from rulec.syntax.diagnostics import RulecError
from rulec.syntax.source import Span

DROP, BEFORE_PLAY = "drop", "before play"
"""The shapes of what is no ray: a drop from the hand, and a turn before play."""


@dataclass(frozen=True, slots=True)
class Ray:
    """One way of a piece from a square to another, and the rule it follows."""

    piece: str
    letter: str
    origin: str
    target: str
    shape: str
    """`straight`, or its bends in order, such as `turn` or `reflection`."""
    path: tuple[str, ...]
    """The squares from the origin to the target."""
    rule: Span


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is legal (its ray), or why not: the rays that would give check, or none at all."""

    legal: bool
    rays: tuple[Ray, ...]


class RulesEngine:
    """A game's rules as an engine."""

    traits = frozenset({Trait.SET, Trait.ENDINGS})

    def __init__(self, rules: Rules, name: str) -> None:
        self.rules = rules
        self.name = name
        self.watch: Callable[[Sequence[Position]], None] | None = None
        """Called with the positions of every look, for counting what they exercise."""
        self._letters = side_letters(rules)
        self._texts: dict[int, str] = {}
        self._named: list[Move] = []
        self._recent: Recent[Position] = Recent()

    @classmethod
    def load(cls, path: Path, variant: str | None, name: str) -> RulesEngine:
        """The engine of a rule file; raises RulecError."""
        return cls(Rules.load(path, variant), name)

    def close(self) -> None:
        """Forget the positions it keeps."""
        self._recent.clear()

    # -- answers

    def look(self, places: Sequence[Place]) -> list[View]:
        """What the rules say about each place."""
        positions = [self.position(place) for place in places]
        if self.watch is not None:
            self.watch(positions)
        return [self._view(position) for position in positions]

    def fen(self, place: Place) -> str:
        """The position at a place."""
        return self.write(self.position(place))

    def write(self, position: Position) -> str:
        """A position as engines exchange it."""
        placement, _, *rest = format_fen(position).split()
        del rest[3 if self.rules.reach.passes else 2]  # the move number
        return " ".join([placement, "wb"[position.side], *rest])

    def read(self, fen: str) -> Position:
        """The position of a FEN; raises RefusedError."""
        placement, side, *rest = fen.split()
        if side not in ("w", "b"):
            raise RefusedError(f"{self.name}: {fen!r} is no position")
        try:
            return parse_fen(
                self.rules, " ".join([placement, self._letters["wb".index(side)], *rest])
            )
        except RulecError as error:
            raise RefusedError(f"{self.name}: {error.diagnostics[0].message}") from None

    def position(self, place: Place) -> Position:
        """The position at a place; raises RefusedError for a bad FEN or an illegal move."""
        return self._recent.reach(place, self._first, self._played)

    def _first(self, start: str | None) -> Position:
        return self.rules.start() if start is None else self.read(start)

    def _played(self, position: Position, text: str) -> Position:
        move = self.move(position, text)
        if move is None:
            raise RefusedError(f"{self.name}: {text} is not legal in {self.write(position)}")
        return position.play(move)

    def move(self, position: Position, text: str) -> Move | None:
        """The legal move of a text, if there is one."""
        return next((one for one in position.legal_moves() if self.text(one) == text), None)

    def text(self, move: Move) -> str:
        """A move as engines exchange it; found by identity: the tables hand out the same moves."""
        found = self._texts.get(id(move))
        if found is None:
            found = self._written(move)
            if len(self._named) >= _MOST_NAMED:
                self._texts.clear()
                self._named.clear()
            self._texts[id(move)] = found
            self._named.append(move)  # kept alive, so that no other move has its identity
        return found

    def _written(self, move: Move) -> str:
        """Long algebraic without `~`; before play only what some of the choices do not share."""
        if move.choice is None:
            return format_move(self.rules, move).replace("~", "")
        number, choice = move.choice
        turn = self.rules.game.before[number]
        columns = zip(*turn.arrangements, strict=True)
        letters = [
            "-" if column[choice] is None else self.rules.game.pieces[column[choice]].letter
            for column in columns
            if len(set(column)) > 1
        ]
        return f"#{''.join(letters)}" if letters else "--"

    def _view(self, position: Position) -> View:
        texts = self._texts
        try:
            moves = frozenset([texts[id(move)] for move in position.legal_moves()])
        except KeyError:
            moves = frozenset(map(self.text, position.legal_moves()))
        result = position.result()
        return View(moves, None if result is None else self._ending(result), position.key)

    @staticmethod
    def _ending(result: Result) -> Ending:
        winners = Winner.WHITE, Winner.BLACK
        winner = Winner.DRAW if result.winner is None else winners[result.winner]
        return Ending(winner, result.reason)

    # -- reasons

    def reason(self, place: Place, text: str) -> Reason:
        """Why a move is legal at a place, or why not."""
        position = self.position(place)
        move = self.move(position, text)
        if move is not None and move.origin == HAND:
            return Reason(True, (self._placing(move),))
        if move is not None and move.castling is not None:
            names = [self.rules.game.board.squares[s].name for s in (move.origin, move.target)]
            kind = self.rules.game.pieces[move.castling.piece]
            rule = move.castling.rule
            ray = Ray(kind.name, kind.letter, names[0], names[1], "castling", tuple(names), rule)
            return Reason(True, (ray,))
        if move is not None and (safe := self.safe_move(position, move)) is not None:
            names = [self.rules.game.board.squares[s].name for s in (move.origin, move.target)]
            kind = self.rules.game.pieces[safe.piece]
            way = "over safe squares"
            ray = Ray(kind.name, kind.letter, names[0], names[1], way, tuple(names), safe.rule)
            return Reason(True, (ray,))
        found = [(ray, move) for ray, move in self._rays_from(position) if self.text(move) == text]
        if move is not None or not found:
            return Reason(move is not None, tuple(ray for ray, _ in found))
        return Reason(False, tuple(self._checks_after(position, found[0][1])))

    def safe_move(self, position: Position, move: Move) -> SafeMove | None:
        """What makes a legal move over safe squares one, if nothing else does."""
        code = position.state().pieces[move.origin]
        if move.target in self.rules.reach.stops(code, move.origin):
            return None
        for safe in self.rules.tables.safe_moves[position.side]:
            if (safe.origin, safe.target) == (move.origin, move.target):
                return safe
        return None

    def _placing(self, move: Move) -> Ray:
        """What stands for the ray of a drop, or of a turn before play."""
        game = self.rules.game
        if move.choice is not None:
            return Ray("", "", "", "", BEFORE_PLAY, (), game.before[move.choice[0]].span)
        assert move.becomes is not None
        kind = game.pieces[move.becomes]
        assert kind.drop is not None
        target = game.board.squares[move.target].name
        return Ray(kind.name, kind.letter, "", target, DROP, (target,), kind.drop.span)

    def goal(self, place: Place) -> model.Goal | None:
        """The goal that has ended the game at a place."""
        result = self.position(place).result()
        return None if result is None else result.goal

    def repetition_needs(self, place: Place) -> str:
        """What a repetition at a place needs to be one: nothing else, or the start, or exchanges.

        Games differ on whether the start counts and on whether like pieces that have changed
        places make another position.
        """
        position = self.position(place)
        result = position.result()
        if result is None or not isinstance(result.goal.condition, model.Repetition):
            return ""
        count = result.goal.condition.count
        line = [position]
        while line[0].previous is not None:
            line.insert(0, line[0].previous)
        same = [i for i, position in enumerate(line) if position.key == line[-1].key]
        exact = [i for i in same if _identities(line, i) == _identities(line, len(line) - 1)]
        needs = []
        if len(exact) < count:
            needs.append("like pieces exchanged")
        if 0 in same and len(same) - 1 < count:
            needs.append("the start counted")
        return ", ".join(needs)

    def piece_on(self, place: Place, square: str) -> model.PieceType | None:
        """The type of the piece on a square."""
        number = self.rules.game.board.by_name.get(square)
        piece = None if number is None else self.position(place).piece_at(number)
        return None if piece is None else self.rules.game.pieces[piece[1]]

    def checks(self, position: Position) -> Iterator[Ray]:
        """The rays along which the royal piece of the side to move could be captured."""
        yield from self._strikes(position.state(), position.side)

    def _checks_after(self, position: Position, move: Move) -> Iterator[Ray]:
        """The rays along which the mover's royal piece could be captured after a move."""
        state = position.state()
        state.push(move)
        yield from self._strikes(state, position.side)

    def _strikes(self, state: State, player: int) -> Iterator[Ray]:
        for royal in squares_of(state.royals(player)):
            for square in squares_of(state.attackers(royal, 1 - player)):
                yield from self._rays(state, square, royal, Ends.CAPTURE | Ends.CAPTURE_ROYAL)

    def _rays_from(self, position: Position) -> Iterator[tuple[Ray, Move]]:
        """Every ray and move of the side to move, checks not looked at."""
        state = position.state()
        occupied = state.occupied[0] | state.occupied[1]
        own = state.occupied[position.side]
        for square in squares_of(own):
            for target, moves in self.rules.reach.moves(state.pieces[square], square).items():
                if own >> target & 1:
                    continue
                for ray in self._rays(state, square, target, _ENDS[bool(occupied >> target & 1)]):
                    for move in moves:
                        yield ray, move

    def _rays(self, state: State, origin: int, target: int, wanted: Ends) -> Iterator[Ray]:
        """The open lines of a piece on which a stop at the target may end as wanted."""
        code = state.pieces[origin]
        occupied = state.occupied[0] | state.occupied[1]
        for line in self.rules.reach.lines[code][origin]:
            if line.needs & ~state.marks:
                continue
            screens = line.screens
            for i, stop in enumerate(line.stops):
                there = occupied >> stop.square & 1
                kind = 1 << state.pieces[stop.square] % len(self.rules.game.pieces) if there else 0
                if not screens:
                    if stop.square == target and stop.ends & wanted and not line.spares & kind:
                        yield self._ray(code, origin, line, i)
                    if line.landing_next or there:
                        break
                elif line.barred & kind:
                    break
                elif there:
                    screens -= 1

    def _ray(self, code: int, origin: int, line: Line, index: int) -> Ray:
        game = self.rules.game
        kind = game.pieces[code % len(game.pieces)]
        squares = game.board.squares
        path = tuple(squares[square].name for square in (origin, *line.squares[: index + 1]))
        return Ray(kind.name, kind.letter, path[0], path[-1], shape(line, index), path, line.rule)


_MOST_NAMED = 200_000
_ENDS = (
    Ends.MOVE | Ends.EN_PASSANT,
    Ends.CAPTURE | Ends.CAPTURE_COMMON | Ends.CAPTURE_ROYAL,
)
"""How a move may end on an empty and on an occupied square."""


def shape(line: Line, index: int) -> str:
    """How a line runs up to one of its stops: `straight`, or its bends in order."""
    bends = ", ".join(str(bend.kind) for bend in line.bends if bend.index < index)
    return bends or ("over a piece" if line.screens else "straight")


def _identities(line: Sequence[Position], ply: int) -> dict[int, int]:
    """Which piece of the first position stands on each square after some plies.

    A piece that has come from a hand or before play is told by when and where it came.
    """
    squares = line[0].rules.reach.squares
    found = {square: square for square in line[0].placements()}
    for number, position in enumerate(line[1 : ply + 1], 1):
        move = position.move
        assert move is not None
        if move.origin == HAND:
            new = position.placements().keys() - found.keys()
            found |= {square: number * squares + square for square in new}
            continue
        if move.captured is not None:
            del found[move.captured]
        if move.castling is not None:
            partner = found.pop(move.castling.partner_origin)
            found[move.target] = found.pop(move.origin)
            found[move.castling.partner_target] = partner
        else:
            found[move.target] = found.pop(move.origin)
    return found
