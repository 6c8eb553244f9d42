"""Positions as values: legal moves, play, check, results with their reasons.

rules = Rules.load("rollerball.rules")
position = rules.start()
position = position.play(position.legal_moves()[0])
position.result()
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rulec.model import game as model
from rulec.model.board import squares_of
from rulec.model.load import load
from rulec.model.lower import lower
from rulec.model.tables import Tables, mark_bit
from rulec.play.reach import EMPTY, HAND, PASS, Move, Reach
from rulec.play.state import State


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winner (None: a draw) and the goal that says so."""

    winner: int | None
    goal: model.Goal

    @property
    def reason(self) -> str:
        """One word for the goal: checkmate, stalemate, reach, repetition, quiet, material."""
        return _REASONS[type(self.goal.condition)]


Immediate = model.Reach | model.Extinction | model.Checks
"""Conditions that hold of a placement at once, so that nobody moves on from it."""

_REASONS: dict[type[model.Condition], str] = {
    model.Checkmate: "checkmate",
    model.Stalemate: "stalemate",
    model.NoMoves: "no moves",
    model.Extinction: "extinction",
    model.Bare: "bare",
    model.Checks: "checks",
    model.Reach: "reach",
    model.BothReach: "both reach",
    model.Passes: "passes",
    model.Repetition: "repetition",
    model.QuietPlies: "quiet",
    model.Material: "material",
}


class Rules:
    """A game ready to be played."""

    def __init__(self, game: model.Game) -> None:
        self.game = game
        self.tables: Tables = lower(game)
        self.reach = Reach(game, self.tables)
        self.immediate = tuple(
            goal.condition for goal in game.goals if isinstance(goal.condition, Immediate)
        )
        self.reach_goals = tuple(one for one in self.immediate if isinstance(one, model.Reach))
        repetitions = (
            goal.condition for goal in game.goals if isinstance(goal.condition, model.Repetition)
        )
        self.pieces_distinct = any(condition.pieces_distinct for condition in repetitions)

    @classmethod
    def load(cls, path: Path | str, variant: str | None = None) -> Rules:
        """The rules of a file or of one of its variants; raises RulecError."""
        return cls(load(path, variant))

    def code(self, player: int, piece: int) -> int:
        """The piece code of a player's piece type."""
        return self.reach.codes[player][piece]

    def state(self, placements: Iterable[model.Placement], side: int = 0, marks: int = 0) -> State:
        """The placement as a state to play on; squares must not repeat."""
        state = State(self.reach, side)
        for one in placements:
            state.put(self.code(one.player, one.piece), one.square)
        state.marks = marks
        return state

    def start(self) -> Position:
        """The start position: of play, or of the turns before it."""
        turns = self.game.before
        state = self.state(self.game.setup, turns[0].player if turns else 0)
        for one in self.game.in_hand:
            state.hands[self.code(one.player, one.piece)] = one.count
        state.ahead = len(turns)
        state.marks = state.ready()
        return Position(self, state)

    def fulfils(self, state: State, condition: Immediate) -> int | None:
        """The player an immediate condition speaks of, the mover first; None if of neither."""
        for player in (1 - state.side, state.side):
            match condition:
                case model.Reach(piece=piece, zone=zone, mark=mark):
                    there = state.masks[self.code(player, piece)] & zone.of(player)
                    holds = (
                        there
                        and (mark is None or state.marks & mark_bit(mark, player))
                        and not (condition.unless_answered and self._answers(state, condition))
                    )
                case model.Extinction(pieces=pieces):
                    holds = not self.material(state, 1 - player) & pieces
                case model.Checks(count=count):
                    holds = state.checks[player] >= count
            if holds:
                return player
        return None

    def _answers(self, state: State, condition: model.Reach) -> bool:
        """Whether it is the second player's turn and he can reach the zone at once."""
        zone, code = condition.zone.of(1), self.code(1, condition.piece)
        return state.side == 1 and any(
            zone >> move.target & 1 and state.pieces[move.origin] == code
            for move in state.legal_moves()
            if move.origin != HAND
        )

    def decided(self, state: State) -> bool:
        """Whether an immediate condition is fulfilled, so that nobody would move on."""
        return not state.ahead and any(
            self.fulfils(state, condition) is not None for condition in self.immediate
        )

    def material(self, state: State, player: int) -> int:
        """The piece types a player has on the board, as bits."""
        codes = self.reach.codes[player]
        return sum(1 << i for i, code in enumerate(codes) if state.masks[code])


class Position:
    """A position with the way it was reached: a value, never changed.

    `move` is the move that led here from `previous`, both None for a first position; `ply` and
    `move_number` count as a FEN does.
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        *,
        previous: Position | None = None,
        move: Move | None = None,
        move_number: int = 1,
        identities: tuple[int, ...] | None = None,
    ) -> None:
        self.rules = rules
        self.previous = previous
        self.move = move
        self.move_number = move_number
        self._state = state
        if identities is None and rules.pieces_distinct:
            identities = tuple(range(rules.reach.squares))
        self._identities = identities

    # -- what stands where

    @property
    def side(self) -> int:
        """The player to move."""
        return self._state.side

    @property
    def marks(self) -> int:
        """The marks that are set, as bits."""
        return self._state.marks

    @property
    def quiet_plies(self) -> int:
        """Plies since the last capture, or move of a type that a goal's count names."""
        return self._state.quiet_plies

    @property
    def ahead(self) -> int:
        """How many turns before play are still to come; 0 in play."""
        return self._state.ahead

    def piece_at(self, square: int) -> tuple[int, int] | None:
        """(player, piece type) on a square, or None; nothing stands on HAND."""
        code = EMPTY if square == HAND else self._state.pieces[square]
        return None if code == EMPTY else divmod(code, len(self.rules.game.pieces))

    def placements(self) -> dict[int, tuple[int, int]]:
        """All pieces: square to (player, piece type)."""
        found = ((square, self.piece_at(square)) for square in range(self.rules.reach.squares))
        return {square: piece for square, piece in found if piece}

    @property
    def checks(self) -> tuple[int, int]:
        """How often each player has given check, where a goal counts that."""
        return self._state.checks

    def hand(self, player: int) -> dict[int, int]:
        """The pieces a player has in the hand: how many of each type."""
        codes = self.rules.reach.codes[player]
        hands = self._state.hands
        return {i: hands[code] for i, code in enumerate(codes) if hands[code]}

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal placements, sides to move and marks, however they were reached."""
        return self._key(False)

    def state(self) -> State:
        """A copy of the position's state, to play on."""
        return self._state.copy()

    # -- moves

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(self._state.legal_moves())

    def legal_moves(self) -> tuple[Move, ...]:
        """What the pieces may do, each move once.

        The list does not ask whether the game is over: `result` does.
        """
        return self._moves

    def is_legal(self, move: Move) -> bool:
        """Whether a move may be played here."""
        return move in self._moves

    def play(self, move: Move) -> Position:
        """The position after a legal move; raises ValueError for any other."""
        if not self.is_legal(move):
            raise ValueError("the move is not legal here")
        state = self._state.copy()
        state.push(move)
        identities = self._identities
        if identities is not None:
            moved = list(identities)
            if move.origin != HAND:
                moved[move.target] = moved[move.origin]
            if move.castling:
                partner, beside = move.castling.partner_origin, move.castling.partner_target
                moved[beside] = identities[partner]
            identities = tuple(moved)
        return Position(
            self.rules,
            state,
            previous=self,
            move=move,
            move_number=self.move_number + (0 if self.ahead else self.side),
            identities=identities,
        )

    def attackers(self, square: int, player: int) -> list[int]:
        """The squares from which a player's pieces could capture an enemy on `square`."""
        return squares_of(self._state.attackers(square, player))

    def in_check(self) -> bool:
        """Whether the royal piece of the side to move could be captured."""
        return self._state.in_check(self.side)

    # -- the end

    def holding(self) -> Iterator[Result]:
        """Every goal that holds here, in order of precedence."""
        for goal in self.rules.game.goals:
            holds, player = self._holds(goal.condition)
            if holds:
                if player is not None and goal.outcome is model.Outcome.LOSE:
                    player = 1 - player
                draw = goal.outcome is model.Outcome.DRAW
                yield Result(None if draw else player, goal)

    @cached_property
    def _result(self) -> Result | None:
        return next(self.holding(), None)

    def result(self) -> Result | None:
        """How the game has ended, by the first of the goals that holds; None while it goes on."""
        return None if self.ahead else self._result

    def _holds(self, condition: model.Condition) -> tuple[bool, int | None]:
        """Whether a condition holds, and the player it speaks of."""
        match condition:
            case model.Checkmate():
                return not self._moves and self.in_check(), 1 - self.side
            case model.Stalemate():
                return not self._moves and not self.in_check(), 1 - self.side
            case model.NoMoves():
                return not self._moves, 1 - self.side
            case model.Reach() | model.Extinction() | model.Checks():
                player = self.rules.fulfils(self._state, condition)
                return player is not None, player
            case model.BothReach(piece=piece, zone=zone):
                codes = [self.rules.code(player, piece) for player in (0, 1)]
                there = (self._state.masks[codes[p]] & zone.of(p) for p in (0, 1))
                return all(there), None
            case model.Bare():
                return self._bare(condition)
            case model.Passes(count=count):
                return self._passes(count), None
            case model.Repetition():
                return self._occurrences(condition) >= condition.count, 1 - self.side
            case model.QuietPlies(count=count, held=held):
                return self.quiet_plies >= count and (held is None or self._held(held)), None
            case model.Material(first=first, second=second):
                return any(
                    self._has_only(player, first) and self._has_only(1 - player, second)
                    for player in (0, 1)
                ), None

    @cached_property
    def _takes_en_passant(self) -> bool:
        return self._state.can_take_en_passant()

    @property
    def trail(self) -> int:
        """The squares (bits) on which the last piece moved may really be taken en passant."""
        return self._state.trail if self._takes_en_passant else 0

    def _passes(self, count: int) -> bool:
        """Whether the last moves that led here were all passes, so many of them."""
        position: Position | None = self
        while position is not None and position.move == PASS and count:
            position, count = position.previous, count - 1
        return not count

    def _bare(self, condition: model.Bare) -> tuple[bool, int | None]:
        """Whether a player is bare and the opponent is not, and that opponent."""
        bare = [not self.rules.material(self._state, p) & ~condition.pieces for p in (0, 1)]
        if bare[0] == bare[1]:
            return False, None
        winner = bare.index(False)
        if condition.unless_answered and winner != self.side:
            answers = (self.play(move)._state for move in self._moves)
            if any(
                not self.rules.material(answer, winner) & ~condition.pieces for answer in answers
            ):
                return False, None
        return True, winner

    def _held(self, held: tuple[tuple[model.Holding, ...], tuple[model.Holding, ...]]) -> bool:
        """Whether one side has the first, and the other the second of what is asked for."""
        return any(
            self._has(player, held[0]) and self._has(1 - player, held[1]) for player in (0, 1)
        )

    def _has(self, player: int, holdings: Iterable[model.Holding]) -> bool:
        """Whether a player has enough of every piece, and none of those he must not have."""
        for one in holdings:
            count = self._state.masks[self.rules.code(player, one.piece)].bit_count()
            if count < one.least or count > 0 == one.least:
                return False
        return True

    def _has_only(self, player: int, troops: Iterable[model.Troop]) -> bool:
        """Whether a player has no other pieces than some, and no more of these than allowed."""
        rest = self._state.occupied[player]
        for troop in troops:
            there = self._state.masks[self.rules.code(player, troop.piece)]
            if troop.most is not None and there.bit_count() > troop.most:
                return False
            rest &= ~there
        return not rest

    def _key(self, distinct: bool) -> tuple[object, ...]:
        """What makes two positions the same for repetition."""
        state = self._state
        key = *state.masks, *state.hands, self.side, self.marks, self.trail, state.checks
        if not distinct or self._identities is None:
            return key
        occupied = self._state.occupied[0] | self._state.occupied[1]
        return *key, *(
            identity if occupied >> square & 1 else EMPTY
            for square, identity in enumerate(self._identities)
        )

    def _occurrences(self, condition: model.Repetition) -> int:
        """How often this position has occurred on the way here, this time included."""
        distinct = condition.pieces_distinct
        key = self._key(distinct)
        count = 0
        position: Position | None = self
        while position is not None:
            first = position.previous is None
            if position._key(distinct) == key and (condition.start_counted or not first):
                count += 1
            if position.quiet_plies == 0:
                break
            position = position.previous
        return count
