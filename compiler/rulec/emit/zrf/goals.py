"""Which endings a ZRF can say, and how it says them without relying on an unwritten order.

Zillions does not document which of two goals counts when one move fulfils both. Goals are
therefore kept from holding together unless they agree.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulec.model.game import (
    Bare,
    BothReach,
    Checkmate,
    Checks,
    Condition,
    Extinction,
    Game,
    Goal,
    Material,
    NoMoves,
    Outcome,
    Passes,
    QuietPlies,
    Reach,
    Repetition,
    Stalemate,
)
from rulec.syntax.diagnostics import Findings, Label

_REPETITIONS = 3
_UNDECIDED = "Zillions does not say which of two endings counts when one move brings both"


@dataclass(frozen=True, slots=True)
class GoalPlan:
    """What the file must do about a game's goals."""

    goals: tuple[Goal, ...]
    conceded: tuple[Goal, ...]
    """Goals that must stand even if they leave the opponent without a move: he is given one."""


def plan_goals(game: Game, findings: Findings) -> GoalPlan:
    """Check every goal; what cannot be said is an error in `findings`."""
    royal = any(piece.royal for piece in game.pieces)
    for goal in game.goals:
        _check(goal, game, findings, royal=royal)
    conceded = []
    for i, first in enumerate(game.goals):
        for second in game.goals[i + 1 :]:
            if not _disagree(first, second):
                continue
            stuck = Stalemate if royal else Stalemate | NoMoves
            settled = isinstance(first.condition, Reach | Bare | Extinction)
            if settled and isinstance(second.condition, stuck):
                conceded.append(first)
                continue
            label = Label(first.span, "the other")
            hint = None
            if isinstance(first.condition, Stalemate | NoMoves):
                hint = f"write it above `{' '.join(first.span.text.split())}`"
            findings.error("E602", second.span, _UNDECIDED, hint=hint, labels=(label,))
    return GoalPlan(game.goals, tuple(dict.fromkeys(conceded)))


_ELSEWHERE = "leave this goal to a variant that is built for other programs"


def _check(goal: Goal, game: Game, findings: Findings, *, royal: bool) -> None:
    match goal.condition:
        case Repetition() as repetition:
            _check_repetition(goal, repetition, findings)
        case QuietPlies():
            message = "Zillions cannot count plies without a capture"
            findings.error("E601", goal.span, message, hint=_ELSEWHERE)
        case Material():
            message = "Zillions cannot end a game by the material that both sides have left"
            findings.error("E601", goal.span, message, hint=_ELSEWHERE)
        case Checkmate() if goal.outcome is not Outcome.WIN:
            message = "in Zillions checkmate can only be lost by the side that is mated"
            findings.error("E601", goal.span, message, hint="write `win checkmate`")
        case NoMoves() if royal and goal.outcome is not Outcome.WIN:
            message = "in Zillions checkmate can only be lost by the side that is mated"
            hint = "say what `checkmate` and `stalemate` bring"
            findings.error("E601", goal.span, message, hint=hint)
        case Reach(unless_answered=True) | Bare(unless_answered=True):
            message = "in Zillions a goal that is reached cannot be answered"
            findings.error("E601", goal.span, message, hint=_ELSEWHERE)
        case Bare() | Extinction() if game.has_hands or game.before:
            message = "Zillions would count pieces in the hand, and those not yet placed as lost"
            findings.error("E601", goal.span, message, hint=_ELSEWHERE)
        case BothReach():
            message = "in Zillions a goal is reached by one player at a time"
            findings.error("E601", goal.span, message, hint=_ELSEWHERE)
        case Passes():
            message = "Zillions cannot count passes"
            findings.error("E601", goal.span, message, hint=_ELSEWHERE)
        case Checks():
            message = "Zillions cannot count checks"
            findings.error("E601", goal.span, message, hint=_ELSEWHERE)
        case Checkmate() | Stalemate() | NoMoves() | Reach() | Bare() | Extinction():
            pass


def _check_repetition(goal: Goal, repetition: Repetition, findings: Findings) -> None:
    count = repetition.count
    if count != _REPETITIONS:
        message = f"Zillions knows only the third occurrence of a position, not number {count}"
        findings.error("E601", goal.span, message, hint="write `draw repetition 3`")
    if goal.outcome is not Outcome.DRAW:
        message = "it is not known whom Zillions takes to have repeated a position"
        findings.error("E601", goal.span, message, hint="write `draw repetition 3`")
    if repetition.pieces_distinct:
        message = "Zillions takes like pieces that have changed places for the same position"
        findings.error("E601", goal.span, message, hint="leave out `pieces distinct`")
    if not repetition.start_counted:
        message = "Zillions counts the start position as an occurrence"
        findings.error("E601", goal.span, message, hint="leave out `start not counted`")


def _disagree(goal: Goal, other: Goal) -> bool:
    """Whether one move can fulfil both goals and they call it differently.

    A position that reaches a zone has not been seen before, nor one in which somebody has lost all
    pieces of a kind, so repetition never coincides.
    """
    if goal.outcome is other.outcome:
        return False
    reached = [
        one.condition
        for one in (goal, other)
        if isinstance(one.condition, Reach | Bare | Extinction)
    ]
    if len(reached) == 2:
        return _meet(*reached)
    return len(reached) == 1 and any(
        isinstance(one.condition, Checkmate | Stalemate | NoMoves) for one in (goal, other)
    )


def _meet(first: Condition, second: Condition) -> bool:
    """Whether one move can fulfil both goals."""
    if not (isinstance(first, Reach) and isinstance(second, Reach)):
        return True
    squares = zip(first.zone.squares, second.zone.squares, strict=True)
    return first.piece == second.piece and any(a & b for a, b in squares)
