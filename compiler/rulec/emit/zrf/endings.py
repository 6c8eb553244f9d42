"""The endings of a game as goals of a ZRF, and the moves that keep two of them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from rulec.emit.zrf.goals import GoalPlan
from rulec.emit.zrf.landings import NEXT
from rulec.emit.zrf.macros import Macro, conjunction, disjunction
from rulec.emit.zrf.names import Names
from rulec.emit.zrf.text import RuleText, quoted, words
from rulec.emit.zrf.tokens import ASIDE, Token
from rulec.emit.zrf.zones import ZoneBook
from rulec.model.game import (
    Bare,
    Checkmate,
    Condition,
    Extinction,
    Game,
    Goal,
    NoMoves,
    Outcome,
    Reach,
    Repetition,
    Stalemate,
)

_OF_THE_MOVER = {Outcome.WIN: "win", Outcome.LOSE: "loss", Outcome.DRAW: "draw"}
_OF_THE_STALEMATED = {Outcome.WIN: "loss", Outcome.LOSE: "win", Outcome.DRAW: "draw"}

FLAGS = "friend-left", "enemy-left"
"""The flags of a concession: which side still has pieces of some types."""


class EndingWriter:
    """Writes goals, and for goals that could meet a stalemate what the loser may then do."""

    def __init__(
        self,
        game: Game,
        plan: GoalPlan,
        players: Sequence[str],
        pieces: Sequence[str],
        tokens: Sequence[Token],
        names: Names,
        zones: ZoneBook,
    ) -> None:
        self._game = game
        self._plan = plan
        self._players = players
        self._pieces = pieces
        self._tokens = tokens
        self._names = names
        self._zones = zones

    @cached_property
    def concessions(self) -> tuple[tuple[Macro, list[str]], ...]:
        """The moves of a player whose opponent has won: macros, and their calls."""
        return tuple(map(self._concession, self._plan.conceded))

    @property
    def walks(self) -> bool:
        """Whether code walks over all squares to see who has lost his pieces."""
        return any(isinstance(goal.condition, Bare | Extinction) for goal in self._plan.conceded)

    def _concession(self, goal: Goal) -> tuple[Macro, list[str]]:
        """The move of a player whose opponent has won by a goal: macro, and its calls."""
        name = self._names.new("concede", "macro")
        reach = goal.condition
        if isinstance(reach, Reach):
            piece = self._pieces[reach.piece]
            token = self._tokens[reach.mark or 0]
            crossed = f"(and (enemy? $2) (piece? {token.crossed} $2))"
            tests = [
                f"(verify (and (enemy? $1) (piece? {piece} $1)))",
                f"(verify {'(enemy? $2)' if reach.mark is None else crossed})",
            ]
            calls = [
                f"({name} {square} {token.squares[player]})"
                for player in (0, 1)
                for square in self._game.board.names(reach.zone.of(player))
            ]
        else:
            tests, calls = self._losing(goal.condition), [f"({name})"]
        about = (
            f"When the opponent has fulfilled the goal `{words(goal.span)}`,",
            "the game is over and this move is never made. It is only there so that the side",
            "which has lost is not stalemated as well: which of the two counts is unknown.",
        )
        lines = (*tests, ASIDE, "(verify empty?)", "add")
        return Macro(name, about, lines, block=True), calls

    def _losing(self, condition: Condition) -> list[str]:
        """Code that goes on only if the mover has lost all pieces that a goal is about."""
        types = disjunction([f"(piece? {name})" for name in self._counted(condition)])
        both = self._game.blast is not None
        sides = ["friend", "enemy"] if both or isinstance(condition, Bare) else ["friend"]
        lost = ["(verify (not-flag? friend-left))"]
        if isinstance(condition, Bare):
            lost.append("(verify (flag? enemy-left))")
        elif both:
            lost = ["(verify (or (not-flag? friend-left) (not-flag? enemy-left)))"]
        return [
            *(f"(set-flag {side}-left false)" for side in sides),
            "mark",
            self._game.board.squares[0].name,
            f"(while (on-board? {NEXT})",
            *(f"    (if (and {side}? {types}) (set-flag {side}-left true))" for side in sides),
            f"    {NEXT}",
            ")",
            "back",
            *lost,
        ]

    def _counted(self, condition: Condition) -> list[str]:
        """The pieces that a player has lost when a goal about lost pieces is fulfilled."""
        assert isinstance(condition, Bare | Extinction)
        bare = isinstance(condition, Bare)
        pairs = enumerate(self._pieces)
        return [name for i, name in pairs if bool(condition.pieces >> i & 1) is not bare]

    def goals(self) -> Iterator[RuleText]:
        """The goals of the file, each with the rule's own words."""
        yield from map(self._goal, self._plan.goals)
        if not any(isinstance(goal.condition, Repetition) for goal in self._plan.goals):
            yield RuleText(
                "Not in the rules: Zillions draws when a position occurs for the third time.", ()
            )

    def _goal(self, goal: Goal) -> RuleText:
        comment = quoted(goal.span)
        both = " ".join(self._players)
        pairs = zip(self._pieces, self._game.pieces, strict=True)
        royal = [name for name, kind in pairs if kind.royal]
        mated = f"({' '.join(self._royal_players())}) (checkmated {' '.join(royal)})"
        match goal.condition:
            case Checkmate():
                return RuleText(comment, (f"(loss-condition {mated})",))
            case Stalemate() | NoMoves():
                word = _OF_THE_STALEMATED[goal.outcome]
                code = [f"({word}-condition ({both}) stalemated)"]
                if royal and isinstance(goal.condition, NoMoves):
                    code.append(f"({word}-condition {mated})")
                return RuleText(comment, tuple(code))
            case Extinction() | Bare():
                word = _OF_THE_STALEMATED[goal.outcome]
                names = self._counted(goal.condition)
                lost = [f"(pieces-remaining 0 {name})" for name in names]
                gone = conjunction([f"(total-piece-count 0 {name})" for name in names])
                code = []
                if self._game.blast or isinstance(goal.condition, Bare):
                    lost.append(f"(not {gone})")
                if self._game.blast and isinstance(goal.condition, Extinction):
                    # Both at once: it speaks of who has moved.
                    code.append(f"({_OF_THE_MOVER[goal.outcome]}-condition {gone})")
                code.append(f"({word}-condition ({both}) {conjunction(lost)})")
                return RuleText(comment, tuple(code))
            case Reach() as reach:
                return RuleText(comment, tuple(self._reach(goal.outcome, reach)))
        return RuleText(comment, (f"(draw-condition ({both}) repetition)",))

    def _royal_players(self) -> Iterator[str]:
        """The players who have a royal piece."""
        for player, name in enumerate(self._players):
            if self._game.most_royals(player):
                yield name

    def _reach(self, outcome: Outcome, reach: Reach) -> Iterator[str]:
        piece, zone = self._pieces[reach.piece], self._zones.written(reach.zone)
        there = f"(absolute-config {piece} ({zone}))"
        word = _OF_THE_MOVER[outcome]
        if reach.mark is None:
            yield f"({word}-condition ({' '.join(self._players)}) {there})"
            return
        token = self._tokens[reach.mark]
        for player, square in zip(self._players, token.squares, strict=True):
            yield f"({word}-condition ({player})"
            yield f"    (and {there}"
            yield f"         (absolute-config {token.crossed} ({square}))))"
