"""The conditions that end a game."""

from __future__ import annotations

from rulec.zrf.model import (
    AbsoluteConfig,
    Captured,
    Checkmated,
    Goal,
    GoalAll,
    GoalAny,
    GoalNot,
    GoalTest,
    Occupant,
    Outcome,
    Owner,
    PiecesRemaining,
    RelativeConfig,
    Repetition,
    Stalemated,
    TotalPieceCount,
    Toward,
)
from rulec.zrf.nodes import View
from rulec.zrf.report import near
from rulec.zrf.scope import Scope, count_args, integer
from rulec.zrf.vocabulary import GOAL_TESTS

_OWNERS = ("not", "opponent", "any-owner")

_TOP_ONLY = frozenset({"stalemated", "repetition", "captured", "checkmated"})


class GoalResolver:
    """Resolves the goal sections of one game."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._report = scope.report

    def goal(self, section: View) -> Goal | None:
        """The goal of a `win-condition`, `loss-condition`, ... section."""
        args = section.args
        players: list[int] = []
        if args and args[0].is_form and args[0].head not in GOAL_TESTS | {"and", "or", "not"}:
            for name in args[0].items:
                player = self._scope.players.find(name, self._report)
                players.extend(() if player is None else (player,))
            args = args[1:]
        if len(args) != 1:
            self._report.error(
                "Z250",
                section,
                f"`{section.head}` takes players and one goal, as in "
                f"`({section.head} (White Black) stalemated)`",
            )
            return None
        test = self._test(args[0], top=True)
        outcome = Outcome(section.head.removesuffix("-condition"))
        return None if test is None else Goal(outcome, tuple(players), test, section)

    def _test(self, view: View, *, top: bool) -> GoalTest | None:
        word = view.head if view.is_form else view.word
        if word in _TOP_ONLY and not top:
            self._report.error("Z251", view, f"`{word}` cannot stand inside `and`, `or` or `not`")
            return None
        match word:
            case "stalemated":
                return Stalemated()
            case "repetition":
                return Repetition()
            case "captured":
                return Captured(frozenset(self._types(view)))
            case "checkmated":
                return Checkmated(frozenset(self._types(view)))
            case "absolute-config":
                return self._absolute(view)
            case "relative-config":
                return self._relative(view)
            case "pieces-remaining":
                count, piece = self._count(view)
                return None if count is None else PiecesRemaining(count, piece)
            case "total-piece-count":
                count, piece = self._count(view)
                return None if count is None else TotalPieceCount(count, piece)
            case "not":
                if not count_args(view, 1, 1, self._report, "goal"):
                    return None
                inner = self._test(view.args[0], top=False)
                return None if inner is None else GoalNot(inner)
            case "and" | "or":
                tests = [self._test(arg, top=False) for arg in view.args]
                known = tuple(test for test in tests if test is not None)
                if len(known) < len(tests):
                    return None
                return GoalAll(known) if word == "and" else GoalAny(known)
        self._report.error(
            "Z252",
            view,
            f"`{word}` is no goal, and no macro has that name" if word else "a goal is expected",
            near(word, GOAL_TESTS) if word else None,
        )
        return None

    def _types(self, view: View) -> list[int]:
        if not view.args:
            self._report.error("Z250", view, f"`{view.head or view.word}` needs a piece")
        found = (self._scope.pieces.find(arg, self._report) for arg in view.args)
        return [piece for piece in found if piece is not None]

    def _count(self, view: View) -> tuple[int | None, int | None]:
        if not view.is_form or not count_args(view, 1, 2, self._report):
            if not view.is_form:
                self._report.error("Z250", view, f"`{view.word}` needs a number")
            return None, None
        count = integer(view.args[0], self._report, "a number of pieces")
        if len(view.args) == 1:
            return count, None
        piece = self._scope.pieces.find(view.args[1], self._report)
        return (None if piece is None else count), piece

    def _absolute(self, view: View) -> AbsoluteConfig | None:
        occupants: list[Occupant] = []
        places: list[tuple[frozenset[int], ...]] = []
        for arg in view.args:
            if arg.is_form and not self._is_occupant(arg):
                places.extend(self._place(name) for name in arg.items)
                continue
            occupant = self._occupant(arg)
            if occupant is not None:
                occupants.append(occupant)
        if not occupants or not places:
            self._report.error(
                "Z250",
                view,
                "`absolute-config` takes pieces and a list of places, as in "
                "`(absolute-config King (e8))`",
            )
            return None
        return AbsoluteConfig(tuple(occupants), tuple(places))

    def _is_occupant(self, view: View) -> bool:
        """Whether a list says whose a piece is, or tries to; the other lists are of places."""
        return view.head in _OWNERS or (
            len(view.args) == 1
            and view.args[0].word in self._scope.pieces
            and view.args[0].word not in self._scope.positions
        )

    def _place(self, view: View) -> tuple[frozenset[int], ...]:
        """The squares of a place, for each player."""
        players = range(len(self._scope.players))
        position = self._scope.positions.get(view.word)
        if position is not None:
            return tuple(frozenset({position}) for _ in players)
        zone = self._scope.zones.get(view.word)
        if zone is not None:
            return tuple(self._scope.zone_squares[zone])
        self._report.error(
            "Z253",
            view,
            f"`{view.word}` is neither a position nor a zone",
            near(view.word, (*self._scope.positions.all, *self._scope.zones.all)),
        )
        return tuple(frozenset() for _ in players)

    def _occupant(self, view: View) -> Occupant | None:
        if view.is_form:
            if not count_args(view, 1, 1, self._report, "piece"):
                return None
            inner = self._occupant(view.args[0])
            if inner is None:
                return None
            match view.head:
                case "not":
                    return Occupant(inner.type, inner.owner, not inner.negated)
                case "opponent":
                    return Occupant(inner.type, Owner.OPPONENT, inner.negated)
                case "any-owner":
                    return Occupant(inner.type, Owner.ANY, inner.negated)
            self._report.error(
                "Z254",
                view,
                f"`{view.head}` says nothing about a piece",
                near(view.head, _OWNERS),
            )
            return None
        piece = self._scope.pieces.find(view, self._report)
        return None if piece is None else Occupant(piece)

    def _relative(self, view: View) -> RelativeConfig | None:
        pattern: list[Occupant | Toward] = []
        for arg in view.args:
            direction = self._scope.directions.get(arg.word)
            if direction is not None:
                pattern.append(Toward(direction))
                continue
            occupant = self._occupant(arg)
            if occupant is not None:
                pattern.append(occupant)
        if not any(isinstance(item, Occupant) for item in pattern):
            self._report.error("Z250", view, "`relative-config` needs a piece")
            return None
        return RelativeConfig(tuple(pattern))
