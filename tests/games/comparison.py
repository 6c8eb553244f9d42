"""One game played on two boards: by the rules of a file and by the real Jocly, in step."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from rulec.engines.jocly import Ending, JoclyGame, JoclyMove, JoclyPiece, JoclyPosition, Side
from rulec.model.game import PieceType
from rulec.model.resolve import resolve
from rulec.model.tables import Castling, Line, SafeMove, Tables, right_bit
from rulec.play.notation import format_fen, parse_fen
from rulec.play.position import Position, Result, Rules
from rulec.play.reach import Move, Reach
from rulec.record import replace
from rulec.syntax.parse import parse
from rulec.syntax.source import Source
from tests.games.table import GAMES, Compared, Kind

Key = tuple[str, str, str | None, str | None, bool]
"""From, to, the type a piece becomes, the partner's square in castling, whether it captures."""

SIDES = (Side.WHITE, Side.BLACK)
WINNERS = {Ending.WHITE: 0, Ending.BLACK: 1, Ending.DRAW: None}


class DifferenceError(AssertionError):
    """The two disagree."""


def rules_as_jocly_has_them(game: Compared) -> Rules:
    """The rules of a game's file with all that Jocly does otherwise."""
    path = GAMES.parent / game.file if game.file else GAMES / f"{game.name}.rules"
    text = path.read_text(encoding="utf-8")
    text += f'\nvariant "As in Jocly" {{ {game.pieces} goal {{ {game.endings} }} }}\n'
    rules = Rules(resolve(parse(Source(str(path), text)), "As in Jocly")[0])
    if game.lacks_leaps:
        rules.tables = _without(rules, game.lacks_leaps)
    if game.both_ways or game.leaps:
        rules.tables = _leaping_otherwise(rules, game)
    rules.reach = Reach(rules.game, rules.tables)
    return rules


def _leaping_otherwise(rules: Rules, game: Compared) -> Tables:
    """The tables with first leaps that look at the squares that Jocly looks at."""
    by_name = rules.game.board.by_name
    elsewhere: dict[tuple[int, int], list[int]] = {}
    for start, end, passing in game.leaps:
        origin, target = by_name[start], by_name[end]
        safe = 1 << origin | 1 << target | sum(1 << by_name[name] for name in passing.split())
        elsewhere.setdefault((origin, target), []).append(safe)

    def changed(moves: Sequence[SafeMove]) -> Iterable[SafeMove]:
        ways: dict[tuple[int, int], list[SafeMove]] = {}
        for move in moves:
            ways.setdefault((move.origin, move.target), []).append(move)
        for way, found in ways.items():
            safe = [move.safe for move in found]
            if game.both_ways:
                safe = [reduce(or_, safe)]
            yield from (replace(found[0], safe=bits) for bits in elsewhere.get(way, safe))

    safe_moves = tuple(tuple(changed(own)) for own in rules.tables.safe_moves)
    return replace(rules.tables, safe_moves=safe_moves)


def _without(rules: Rules, leaps: Sequence[tuple[str, int, int]]) -> Tables:
    """The tables without the lines that are one of some leaps."""
    squares = rules.game.board.squares

    def kept(piece: PieceType, origin: int, line: Line) -> bool:
        start, end = squares[origin], squares[line.stops[0].square]
        return (piece.name, end.file - start.file, end.rank - start.rank) not in leaps

    lines = tuple(
        tuple(
            tuple(
                tuple(line for line in lines if kept(piece, origin, line))
                for origin, lines in enumerate(squares_of)
            )
            for piece, squares_of in zip(rules.game.pieces, side, strict=True)
        )
        for side in rules.tables.lines
    )
    return replace(rules.tables, lines=lines)


@dataclass
class Comparison:
    """Rules and Jocly side by side; `positions` counts what has been compared."""

    game: Compared
    jocly: JoclyGame
    positions: int = 0
    games: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    """In how many positions each special kind of move was legal."""

    def __post_init__(self) -> None:
        self.rules = rules_as_jocly_has_them(self.game)
        self._start = self.jocly.start().position
        self._names = self._type_names()

    def _type_names(self) -> dict[tuple[Side, str], str]:
        """Our name of every type of Jocly: by what stands where at the start, then by likeness."""
        pieces = self.rules.game.pieces
        squares = self.rules.game.board.by_name
        own = {piece.name.lower().replace("-", ""): piece.name for piece in pieces}
        placed = self.rules.start().placements()
        names: dict[tuple[Side, str], str] = {}
        for kind in self.jocly.types():
            like = re.sub(r"^(cc-|i+(?=pawn))|-?[wb]$|-", "", kind.name.lower())
            like = own.get(like) or own.get(kind.name.lower().replace("-", "")) or kind.name
            like = dict(self.game.names).get(kind.name, like)
            names |= {(side, kind.name): like for side in SIDES}
        for piece in self._start.pieces:
            standing = placed.get(squares[self._our_square(piece.square)])
            if standing is None and self.rules.game.before:
                continue  # Jocly shows some arrangement before one is chosen.
            if standing is None or SIDES[standing[0]] is not piece.side:
                raise DifferenceError(f"at the start Jocly has a {piece.type} on {piece.square}")
            names[piece.side, piece.type] = pieces[standing[1]].name
        if len(placed) != len(self._start.pieces) and not self.rules.game.before:
            raise DifferenceError("at the start Jocly has fewer pieces")
        return names

    # -- moves

    def _our_key(self, position: Position, move: Move) -> Key:
        squares, pieces = self.rules.game.board.squares, self.rules.game.pieces
        castling = move.castling
        takes = move.captured is not None or (
            castling is None and position.piece_at(move.target) is not None
        )
        return (
            squares[move.origin].name,
            squares[move.target].name,
            None if move.becomes is None else pieces[move.becomes].name,
            squares[castling.partner_origin].name if castling else None,
            takes,
        )

    def _our_square(self, name: str) -> str:
        return dict(self.game.squares).get(name, name)

    def _their_key(self, position: Position, move: JoclyMove) -> Key:
        start, end = map(self._our_square, (move.start, move.end))
        standing = position.piece_at(self.rules.game.board.by_name[start])
        if standing is None:
            raise DifferenceError(f"Jocly moves from {move.start}, where nothing stands")
        becomes = self._names[SIDES[position.side], move.becomes] if move.becomes else None
        if becomes == self.rules.game.pieces[standing[1]].name:
            becomes = None
        return start, end, becomes, move.castles, move.captures

    def _paired(self, position: Position) -> list[tuple[Move, JoclyMove]]:
        """The moves of both, paired; raises where one has a move that the other lacks."""
        if position.ahead:
            return self._paired_turns(position)
        ours = {self._our_key(position, move): move for move in position.legal_moves()}
        self._check_itself(position, ours)
        theirs = {self._their_key(position, move): move for move in self.jocly.moves()}
        for key in [key for key, move in ours.items() if move.castling and key not in theirs]:
            # Jocly writes some castlings as moves of the king alone.
            alone = (*key[:3], None, False)
            if alone in theirs and alone not in ours:
                theirs[key] = theirs.pop(alone)
        lacking = {
            key for key in ours if key not in theirs and not self._may_lack(position, ours[key])
        }
        extra = {key for key in theirs if key not in ours and not self._may_add(key)}
        if lacking or extra:
            raise DifferenceError(
                f"{self.game.name}: {format_fen(position)}\n"
                f"only in the rules: {sorted(map(str, lacking))}\n"
                f"only in Jocly: {sorted(map(str, extra))}"
            )
        self.positions += 1
        for kind in {kind for move in ours.values() for kind in _kinds(move)}:
            self.seen[kind] = self.seen.get(kind, 0) + 1
        return [(move, theirs[key]) for key, move in ours.items() if key in theirs]

    def _check_itself(self, position: Position, ours: Mapping[Key, Move]) -> None:
        """No move is given twice, counting counts them all, and the FEN is the same position."""
        moves = position.legal_moves()
        fen = format_fen(position)
        if not len(ours) == len(moves) == position.state().count_moves():
            raise DifferenceError(f"{self.game.name}: {fen}: moves are given twice or miscounted")
        again = parse_fen(self.rules, fen)
        if format_fen(again) != fen or set(again.legal_moves()) != set(moves):
            raise DifferenceError(f"{self.game.name}: {fen}: reading it gives another position")

    def _paired_turns(self, position: Position) -> list[tuple[Move, JoclyMove]]:
        """The moves of a turn before play: by all that stands after the last of them."""
        ours, theirs = position.legal_moves(), self.jocly.moves()
        if len(ours) != len(theirs):
            raise DifferenceError(f"{self.game.name}: {len(ours)} and {len(theirs)} ways to set up")
        self.positions += 1
        if position.ahead > 1:
            return list(zip(ours, theirs, strict=True))
        by_name = self.rules.game.board.by_name
        pieces = self.rules.game.pieces
        found = {
            frozenset(
                (by_name[one.square], SIDES.index(one.side), self._names[one.side, one.type])
                for one in move.after
            ): move
            for move in theirs
        }
        turn = self.rules.game.before[-1]
        standing = [(at, *piece) for at, piece in position.placements().items()]
        pairs = []
        for move in ours:
            assert move.choice is not None
            placed = turn.placements(move.choice[1])
            after = (*standing, *((one.square, one.player, one.piece) for one in placed))
            there = frozenset((at, player, pieces[piece].name) for at, player, piece in after)
            if there not in found:
                raise DifferenceError(f"{self.game.name}: Jocly does not set up as {move.choice}")
            pairs.append((move, found[there]))
        return pairs

    def _may_lack(self, position: Position, move: Move) -> bool:
        lacks = self.game.lacks
        return (
            (Kind.CASTLING in lacks and move.castling is not None)
            or (Kind.EN_PASSANT in lacks and move.captured is not None)
            or (Kind.PASSED in lacks and _may_be_passed(position, move))
        )

    def _may_add(self, key: Key) -> bool:
        adds, tables = self.game.adds, self.rules.tables
        return (Kind.PROMOTION in adds and key[2] is not None) or (
            Kind.CASTLING in adds and key[:2] in self._ways(tables.castlings)
        )

    def _ways(self, moves: Sequence[Sequence[Castling]]) -> set[tuple[str, str]]:
        """From where to where some moves go."""
        squares = self.rules.game.board.squares
        return {
            (squares[move.origin].name, squares[move.target].name) for own in moves for move in own
        }

    # -- games

    @property
    def plies(self) -> int:
        """How long a game is, in a plain run: shorter on large boards, where Jocly is slow."""
        plies = 4000 // max(40, len(self.rules.game.board.squares))
        return plies if self.game.thinned else 2 * plies

    def play_many(self) -> None:
        """Ten games long enough for pieces to be few, half of them thinned from the start."""
        for seed in range(10):
            self.play(seed, 2 * self.plies, thinned=self.game.thinned and seed % 2 == 1)

    def play(self, seed: int, plies: int, *, thinned: bool = False) -> None:
        """A seeded random game of at most `plies`, every position and result compared."""
        chance = random.Random(f"{self.game.name} {seed}")
        position = self._thin(chance) if thinned else self.rules.start()
        if not thinned:
            self.jocly.start()
        self.games += 1
        for _ in range(plies):
            pairs = self._paired(position)
            if not pairs:
                return
            move, their_move = self._choose(chance, position, pairs)
            ending = self.jocly.play(their_move)
            position = position.play(move)
            if self._results(position, ending):
                return

    def _results(self, position: Position, ending: Ending | None) -> bool:
        """Whether the game has ended; raises where the two do not agree on that."""
        result = position.result()
        ours: tuple[int | None] | None = (result.winner,) if result else None
        theirs = (WINNERS[ending],) if ending else None
        if ours is None and ending is Ending.DRAW and self.game.draws_more:
            return True
        if ours != theirs:
            raise DifferenceError(
                f"{self.game.name}: {format_fen(position)}\n"
                f"rules: {_said(result)}, Jocly: {ending or 'goes on'}"
            )
        return result is not None

    def _thin(self, chance: random.Random) -> Position:
        """The start position with many pieces taken off, set on both boards."""
        game = self.rules.game
        rights = [(right.squares, right_bit(game, i)) for i, right in enumerate(game.rights)]
        keep = chance.uniform(0.2, 0.7)
        while True:
            kept = [
                one for one in game.setup if game.pieces[one.piece].royal or chance.random() < keep
            ]
            standing = sum(1 << one.square for one in kept)
            marks = sum(bit for squares, bit in rights if not squares & ~standing)
            state = self.rules.state(kept, 0, marks)
            if not state.in_check(1):
                break
        squares = {game.board.squares[one.square].name for one in kept}
        pieces = tuple(
            JoclyPiece(piece.side, piece.type, piece.square, moved=False)
            for piece in self._start.pieces
            if self._our_square(piece.square) in squares
        )
        self.jocly.set(JoclyPosition(Side.WHITE, pieces))
        return Position(self.rules, state)

    def _choose(
        self,
        chance: random.Random,
        position: Position,
        pairs: list[tuple[Move, JoclyMove]],
    ) -> tuple[Move, JoclyMove]:
        """A move at random; what is rare in a game, and what leads to it, comes more often."""
        rare = [pair for pair in pairs if any(_kinds(pair[0]))]
        if rare and chance.random() < 0.4:
            return chance.choice(rare)
        promoting = [
            pair
            for pair in pairs
            if (standing := position.piece_at(pair[0].origin)) is not None
            and self.rules.game.pieces[standing[1]].promotions
        ]
        if promoting and chance.random() < 0.4:
            return chance.choice(promoting)
        return chance.choice(pairs)


def _may_be_passed(position: Position, move: Move) -> bool:
    """Whether a move ends on a square that an enemy pawn has just passed."""
    return bool(position.state().trail >> move.target & 1)


def _kinds(move: Move) -> Iterable[str]:
    """What is special about a move."""
    if move.castling:
        yield "castling"
    if move.captured is not None:
        yield "en passant"
    if move.becomes is not None:
        yield "promotion"


def _said(result: Result | None) -> str:
    return f"{result.winner} by {result.reason}" if result else "goes on"
