"""A game's goals as calls of the model script's goal functions, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulec.emit.jocly.text import js
from rulec.emit.jocly.types import TypeList
from rulec.model.game import (
    Bare,
    BothReach,
    Checkmate,
    Checks,
    Extinction,
    Game,
    Goal,
    Holding,
    Material,
    NoMoves,
    Outcome,
    Passes,
    QuietPlies,
    Reach,
    Repetition,
    Stalemate,
    Troop,
)
from rulec.syntax.diagnostics import Findings
from rulec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class GoalCall:
    """One goal: the function it needs, and the call that makes it."""

    function: str
    call: str
    span: Span


_OUTCOMES = {Outcome.WIN: "WIN", Outcome.LOSE: "LOSE", Outcome.DRAW: "DRAW"}


def goal_calls(game: Game, types: TypeList) -> tuple[GoalCall, ...]:
    """The goals in order of precedence."""
    return tuple(_call(game, types, goal) for goal in game.goals)


def repetition(game: Game, findings: Findings) -> Repetition | None:
    """The game's one rule of repetition; Jocly keeps one record of positions, so two are errors."""
    found = [goal for goal in game.goals if isinstance(goal.condition, Repetition)]
    for goal in found[1:]:
        if goal.condition != found[0].condition:
            findings.error("E614", goal.span, "Jocly can keep one rule of repetition only")
    for goal in found:
        if goal.outcome is not Outcome.DRAW:
            findings.error("E614", goal.span, "in Jocly a repetition can only be a draw")
    return found[0].condition if found and isinstance(found[0].condition, Repetition) else None


def check_rules(game: Game, findings: Findings) -> None:
    """What is refused of the rules of the whole game."""
    hint = "play it with `rulec` itself"
    if game.may_pass:
        message = "the target `jocly` does not write that players may pass"
        findings.error("E615", game.span, message, hint=hint)
    if game.blast:
        message = "the target `jocly` does not write captures that explode"
        findings.error("E615", game.blast.span, message, hint=hint)
    royals = [game.most_royals(player) for player in range(len(game.players))]
    if any(royals) and not all(royals):
        message = "the target `jocly` does not write a royal piece on one side only"
        findings.error("E615", game.span, message, hint=hint)
    if game.captures_return or game.in_hand:
        message = "the target `jocly` writes hands that are empty at first and filled by capturing"
        findings.error("E616", game.span, message, hint=hint)
    for goal in game.goals:
        if isinstance(goal.condition, Passes):
            message = "the target `jocly` does not write goals of passes"
            findings.error("E615", goal.span, message, hint=hint)


def quiet_movers(game: Game, types: TypeList) -> list[int] | None:
    """The types whose moves set the count of quiet plies to nothing, as a capture does.

    None where no goal counts plies. The interpreter has one clock, too, for all such goals.
    """
    goals = [goal.condition for goal in game.goals if isinstance(goal.condition, QuietPlies)]
    if not goals:
        return None
    return [
        kind.number for kind in types.types if any(goal.movers >> kind.piece & 1 for goal in goals)
    ]


def _call(game: Game, types: TypeList, goal: Goal) -> GoalCall:
    outcome = _OUTCOMES[goal.outcome]
    condition = goal.condition
    match condition:
        case Checkmate():
            return GoalCall("checkmate", f"checkmate({outcome})", goal.span)
        case Stalemate():
            return GoalCall("stalemate", f"stalemate({outcome})", goal.span)
        case NoMoves():
            return GoalCall("noMoves", f"noMoves({outcome})", goal.span)
        case Extinction(pieces=pieces):
            call = f"extinction({outcome}, {js(_names(types, pieces))})"
            return GoalCall("extinction", call, goal.span)
        case Bare(pieces=pieces, unless_answered=answerable):
            call = f"bare({outcome}, {js(_names(types, pieces))}, {js(answerable)})"
            return GoalCall("bare", call, goal.span)
        case Checks(count=count):
            return GoalCall("checks", f"checks({outcome}, {count})", goal.span)
        case Reach(unless_answered=answerable):
            function = "reachUnanswered" if answerable else "reach"
            call = f"{function}({outcome}, {_arriving(game, types, condition)})"
            return GoalCall(function, call, goal.span)
        case BothReach():
            call = f"bothReach({_arriving(game, types, condition)})"
            return GoalCall("bothReach", call, goal.span)
        case Passes():
            raise AssertionError("refused by check_rules")
        case Repetition():
            return GoalCall("repetition", "repetition()", goal.span)
        case QuietPlies(count=count, held=None):
            return GoalCall("quiet", f"quiet({count})", goal.span)
        case QuietPlies(count=count, held=held):
            assert held is not None
            sides = ", ".join(_holdings(types, side) for side in held)
            return GoalCall("quietWhile", f"quietWhile({count}, {sides})", goal.span)
        case Material(first=first, second=second):
            sides = ", ".join(_troops(types, troops) for troops in (first, second))
            return GoalCall("material", f"material({sides})", goal.span)


def _arriving(game: Game, types: TypeList, goal: Reach | BothReach) -> str:
    """The names of the types that have to be in a zone, and each player's zone."""
    mark = goal.mark if isinstance(goal, Reach) else None
    names = [
        kind.name for kind in types.types if kind.piece == goal.piece and mark in (None, kind.mark)
    ]
    zones = (" ".join(game.board.names(goal.zone.of(player))) for player in (0, 1))
    return ", ".join(map(js, (names, *zones)))


def _names(types: TypeList, pieces: int) -> list[str]:
    """The names of all types of some pieces (bits)."""
    return [kind.name for kind in types.types if pieces >> kind.piece & 1]


def _holdings(types: TypeList, side: Iterable[Holding]) -> str:
    """The types of each piece that a side must have, and how many at least: 0 for none at all."""
    return js(
        [
            [[kind.name for kind in types.types if kind.piece == one.piece], one.least]
            for one in side
        ]
    )


def _troops(types: TypeList, troops: Iterable[Troop]) -> str:
    """The types of each troop, and how many pieces it may have: 0 for any number."""
    return js(
        [
            [[kind.name for kind in types.types if kind.piece == troop.piece], troop.most or 0]
            for troop in troops
        ]
    )
