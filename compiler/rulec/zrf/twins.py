"""A game in rulec's rules and in Zillions', played side by side until they disagree.

What is compared in every position: the sets of legal moves, what stands where, and whether and for
whom the game is over. Both are played from the start, so that all that a position remembers
(rights, attributes, the last move, repetition) is as the rules themselves make it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import TypeAlias

from rulec.play import position as own
from rulec.play.notation import format_fen, format_move
from rulec.play.reach import HAND
from rulec.play.reach import PASS as OWN_PASS
from rulec.play.reach import Move as OwnMove
from rulec.zrf import position as zillions
from rulec.zrf.ending import repeated, stuck
from rulec.zrf.interpreter import Interpreter

Key: TypeAlias = "tuple[str, str, str | None, str | None]"
"""A move as both sides know it, in the rules' names.

From, to, what the piece becomes, and from where the piece comes that moves along with it.
"""

_HAND = "hand"
"""Where a dropped piece comes from, in a key."""

_PASS: Key = "pass", "", None, None

LONGEST_GAME = 200
"""Plies after which a random game is given up and another begun."""

_TRIES = 100


@dataclass(frozen=True, slots=True)
class Difference:
    """What the two say differently, and the moves that lead there."""

    message: str
    moves: tuple[str, ...]
    fen: str

    def __str__(self) -> str:
        line = " ".join(self.moves) or "(the start)"
        return f"{self.message}, in {self.fen}, after {line}"


@dataclass(slots=True)
class Comparison:
    """How much was compared, how games ended, and the first difference, if there is one."""

    positions: int = 0
    games: int = 0
    moves: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """One position as both have it, and the moves that led to it."""

    own: own.Position
    other: zillions.Position
    line: tuple[str, ...] = ()


class Twins:
    """The two games. Names of squares and pieces in the Zillions game map to those of the rules.

    Without maps the names are alike; squares and pieces that the rules lack are not compared. With
    `hands`, pieces off the board and on squares that the rules lack are those in the hand.
    """

    def __init__(
        self,
        rules: own.Rules,
        other: Interpreter,
        squares: Mapping[str, str] | None = None,
        pieces: Mapping[str, str] | None = None,
        *,
        hands: bool = False,
    ) -> None:
        self.rules, self.other, self.hands = rules, other, hands
        game = rules.game
        renamed = squares or {}
        self._squares = [
            game.board.by_name.get(renamed.get(name, name)) for name in other.game.board.positions
        ]
        retyped = pieces or {}
        names = {piece.name: number for number, piece in enumerate(game.pieces)}
        self._types = [names.get(retyped.get(kind.name, kind.name)) for kind in other.game.pieces]
        # The first to move in the Zillions game is the rules' first player.
        repeated = other.game.turns[other.game.repeat :]
        self._players = {turn.side: i for i, turn in enumerate(repeated[:2])}

    # --- the two as one ---------------------------------------------------------------------

    def start(self) -> Pair:
        """The position the games begin with."""
        return Pair(_past_passes(self.rules.start()), self.other.start())

    def thinned(self, chance: Random) -> Pair:
        """The start of play with many pieces taken off, so that promotions and endings are near.

        Pieces that have no right to keep, such as a king without rooks, have no attributes either.
        """
        types, royal = self.rules.game.pieces, self.rules.reach.royal_codes
        for _ in range(_TRIES):
            full, kept = self._opened(chance), chance.choice((0.1, 0.25, 0.5))
            gone = {
                square
                for square, (_, kind) in full.own.placements().items()
                if not types[kind].royal and chance.random() > kept
            }
            state = full.own.state()
            for taken in gone:
                state.lift(taken)
            state.marks = state.ready()
            if any(royal) and state.in_check(1 - state.side):
                continue
            rights = [right for right in self.rules.reach.rights if right[0] & state.marks]
            holders = {square for _, holding in rights for _, square in holding}
            cells = list(full.other.cells)
            for i, square in enumerate(self._squares):
                piece = cells[i]
                if piece is not None and square is not None and square not in holders:
                    cells[i] = None if square in gone else piece._replace(attributes=0)
            begun = own.Position(self.rules, state)
            if begun.result() is None:
                return Pair(begun, replace(full.other, cells=tuple(cells)))
        return self.start()

    def _opened(self, chance: Random) -> Pair:
        """The start of play, behind turns that come before it."""
        pair = self.start()
        while pair.own.ahead:
            pair = self.play(pair, chance.choice(sorted(self._look(pair).own_moves, key=str)))
        return pair

    def own_key(self, move: OwnMove) -> Key:
        """A move of the rules by name."""
        if move.choice is not None:
            turn, choice = move.choice
            placements = self.rules.game.before[turn].placements(choice)
            return self._set_up((one.player, one.piece, one.square) for one in placements)
        if move == OWN_PASS:
            return _PASS
        squares = self.rules.game.board.squares
        start = _HAND if move.origin == HAND else squares[move.origin].name
        becomes = None if move.becomes is None else self.rules.game.pieces[move.becomes].name
        partner = None
        if move.castling is not None:
            partner = squares[move.castling.partner_origin].name
        return start, squares[move.target].name, becomes, partner

    def other_key(self, position: zillions.Position, move: zillions.Move) -> Key | None:
        """A move of the Zillions game by name; None if it moves nothing that the rules know."""
        names = [square.name for square in self.rules.game.board.squares]
        if self.hands and move.parts and self._from_hand(move.parts[0]):
            return self._drop_key(position, move.parts[0], names)
        if move == zillions.PASS:
            return _PASS
        parts = [part for part in move.parts if part.start not in (zillions.OFF, part.end)]
        if not parts:
            return None
        first = parts[0]
        piece = position.cells[first.start]
        start, end = self._squares[first.start], self._squares[first.end]
        if start is None:
            created = [one for one in move.effects if one.kind is zillions.EffectKind.CREATE]
            return self._set_up(self._known(one) for one in created) if created else None
        if piece is None or end is None:
            return None
        becomes = partner = None
        made = _type_made(move, first)
        if made not in (zillions.OFF, piece.type):
            becomes = self._type_name(made)
        if self.hands:  # what is captured goes to the hand
            parts = [first, *(part for part in parts[1:] if part.start != first.end)]
        if len(parts) > 1:
            second = self._squares[parts[1].start]
            partner = "?" if second is None else names[second]
        elif (still := self._still(move, first.end)) is not None:
            # A castling of two of which one is in its place already.
            kind = self._types[piece.type]
            if kind is not None and self.rules.game.pieces[kind].castles:
                return names[start], names[end], None, names[still]
            return names[still], names[still], None, names[start]
        return names[start], names[end], becomes, partner

    def _still(self, move: zillions.Move, end: int) -> int | None:
        """The square of a piece that a move leaves in its place, but with another attribute."""
        for effect in move.effects:
            if effect.kind is zillions.EffectKind.SET_ATTRIBUTE and effect.square != end:
                return self._squares[effect.square]
        return None

    def _set_up(self, placed: Iterable[tuple[int, int, int]]) -> Key:
        """A move before play: players, types and squares of what it sets on the board."""
        game = self.rules.game
        pieces = sorted(placed)
        names = (
            f"{game.players[player]} {game.pieces[kind].name} {game.board.squares[square].name}"
            for player, kind, square in pieces
        )
        return "set up", " ".join(names), None, None

    def _known(self, effect: zillions.Effect) -> tuple[int, int, int]:
        """A piece that is created, as the rules know it: player, type, square."""
        player = self._players.get(effect.value, -1)
        kind, square = self._types[effect.subject], self._squares[effect.square]
        return player, -1 if kind is None else kind, -1 if square is None else square

    def _from_hand(self, part: zillions.Part) -> bool:
        return part.start == zillions.OFF or self._squares[part.start] is None

    def _drop_key(
        self, position: zillions.Position, part: zillions.Part, names: list[str]
    ) -> Key | None:
        kind, end = part.type, self._squares[part.end]
        if part.start != zillions.OFF:
            piece = position.cells[part.start]
            kind = zillions.OFF if piece is None else piece.type
        return None if end is None else (_HAND, names[end], self._type_name(kind), None)

    def _type_name(self, number: int) -> str:
        kind = None if number == zillions.OFF else self._types[number]
        return "?" if kind is None else self.rules.game.pieces[kind].name

    def placement(self, pair: Pair) -> str | None:
        """What stands on the board, or waits in a hand, in one of the two only."""
        found: dict[int, tuple[int, int]] = {}
        for square, piece in zip(self._squares, pair.other.cells, strict=True):
            if piece is None or square is None:
                continue
            kind, player = self._types[piece.type], self._players.get(piece.player)
            if kind is None or player is None:
                return "there is a piece that the rules do not know"
            found[square] = player, kind
        placements = pair.own.placements()
        if found == placements:
            return self._hands(pair) if self.hands else None
        board = self.rules.game.board
        wrong = [i for i in set(found) | set(placements) if found.get(i) != placements.get(i)]
        return f"something else stands on {', '.join(board.squares[i].name for i in sorted(wrong))}"

    def _hands(self, pair: Pair) -> str | None:
        count = len(self.other.game.pieces)
        for player, number in self._players.items():
            held = Counter(
                self._types[piece.type]
                for square, piece in zip(self._squares, pair.other.cells, strict=True)
                if square is None and piece is not None and piece.player == player
            )
            stores = pair.other.stores[player * count : (player + 1) * count]
            for kind, stored in enumerate(stores):
                held[self._types[kind]] += stored
            del held[None]  # tokens and witnesses, which the rules lack
            if +held != Counter(pair.own.hand(number)):
                return f"the hand of {self.rules.game.players[number]} is not the same"
        return None

    def differ(self, pair: Pair) -> Difference | None:
        """What the two say differently about a position."""
        message = self._look(pair).message
        return None if message is None else Difference(message, pair.line, format_fen(pair.own))

    def _look(self, pair: Pair) -> _Look:
        return _Look(self, pair)

    def play(self, pair: Pair, key: Key) -> Pair:
        """The position after a move that both allow."""
        return self._after(self._look(pair), pair, key)

    def _after(self, look: _Look, pair: Pair, key: Key) -> Pair:
        move = look.own_moves[key]
        return Pair(
            _past_passes(pair.own.play(move)),
            self.other.play(pair.other, look.other_moves[key]),
            (*pair.line, format_move(self.rules, move)),
        )

    # --- random games -----------------------------------------------------------------------

    def compare(
        self,
        positions: int,
        seed: int = 0,
        start: Callable[[Random], Pair] | None = None,
        longest: int = LONGEST_GAME,
    ) -> Comparison:
        """Compare a number of positions of random games; stops at the first difference.

        The games begin at the start, or where a function of chance says; after `longest` plies
        one is given up.
        """
        chance = Random(seed)
        found = Comparison()

        def fresh() -> Pair:
            return self.start() if start is None else start(chance)

        pair = fresh()
        while found.positions < positions:
            look = self._look(pair)
            found.positions += 1
            found.moves += len(look.own_moves)
            if look.message is not None:
                found.difference = Difference(look.message, pair.line, format_fen(pair.own))
                return found
            if look.over or len(pair.line) >= longest:
                found.games += 1
                found.endings[look.own_ending or "unfinished"] += 1
                pair = fresh()
                continue
            key = chance.choice(sorted(look.own_moves, key=str))
            pair = self._after(look, pair, key)
        return found


def _past_passes(position: own.Position) -> own.Position:
    """A position behind the turns before play in which nothing is placed."""
    before = position.rules.game.before
    while position.ahead and before[-position.ahead].passes:
        position = position.play(*position.legal_moves())
    return position


class _Look:
    """Both sides' answers about one position."""

    def __init__(self, twins: Twins, pair: Pair) -> None:
        self._twins = twins
        self._pair = pair
        self.own_moves = {twins.own_key(move): move for move in pair.own.legal_moves()}
        self._available = twins.other.available(pair.other)
        self.other_moves: dict[Key, zillions.Move] = {}
        self._twice: Key | None = None
        for move in self._available:
            key = twins.other_key(pair.other, move)
            if key is not None and key in self.other_moves and key[0] != _HAND:
                self._twice = key
            if key is not None:
                self.other_moves[key] = move

    @cached_property
    def own_ending(self) -> str | None:
        """Why the game is over by the rules, in a word."""
        result = self._pair.own.result()
        return None if result is None else result.reason

    @property
    def over(self) -> bool:
        """Whether the game ends here, or has nothing to go on with."""
        return self.own_ending is not None or not self.own_moves

    @cached_property
    def message(self) -> str | None:
        """What the two say differently; None if nothing."""
        return self._twins.placement(self._pair) or self._ending() or self._moves()

    def _ending(self) -> str | None:
        position, other = self._pair.other, self._twins.other
        result = other.decided(position) or repeated(other.game, position)
        if result is None and not self._available:
            in_check = other.attacks.in_check(position.cells, other.turn(position).side)
            result = stuck(other.game, position, in_check=in_check)
        ours = self._pair.own.result()
        theirs = "the game goes on"
        if result is not None:
            winner = None if result.winner is None else self._twins._players.get(result.winner)
            theirs = "a draw" if winner is None else f"{self._name(winner)} has won"
        said = "the game goes on"
        if ours is not None:
            said = "a draw" if ours.winner is None else f"{self._name(ours.winner)} has won"
        if said == theirs:
            return None
        because = f" ({result.reason})" if result is not None else ""
        return f"Zillions says: {theirs}{because}; the rules: {said}"

    def _name(self, player: int) -> str:
        return self._twins.rules.game.players[player]

    def _moves(self) -> str | None:
        if self.own_ending is not None and self._twins.other.decided(self._pair.other) is not None:
            return None  # nobody moves on
        if self._twice is not None:
            return f"Zillions has two moves {text_of(self._twice)}"
        missing = sorted(self.own_moves.keys() - self.other_moves.keys(), key=str)
        extra = sorted(self.other_moves.keys() - self.own_moves.keys(), key=str)
        if missing:
            return f"only the rules allow {text_of(missing[0])}"
        if extra:
            return f"only Zillions allows {text_of(extra[0])}"
        return None


def _type_made(move: zillions.Move, first: zillions.Part) -> int:
    """What the piece that moves becomes, whichever way the rules say it."""
    for effect in move.effects:
        if effect.kind is zillions.EffectKind.CHANGE_TYPE and effect.square == first.end:
            return effect.subject
    return first.type


def text_of(key: Key) -> str:
    """A move by name, on one line."""
    start, end, becomes, partner = key
    text = f"{start}{end}{f'={becomes}' if becomes else ''}"
    return f"{text} with {partner}" if partner else text
