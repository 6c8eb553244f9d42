"""What ends a Zillions game, in the words of a rule file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulec.importing.shapes import Sets
from rulec.zrf.model import (
    AbsoluteConfig,
    Captured,
    Checkmated,
    Game,
    Goal,
    GoalAny,
    Outcome,
    Owner,
    PiecesRemaining,
    Repetition,
    Stalemated,
)
from rulec.zrf.report import failure

_FOR_THE_OTHER = {Outcome.WIN: "lose", Outcome.LOSS: "win", Outcome.DRAW: "draw"}
"""The outcome for who brings a goal about, when the file says it for the one who suffers it."""


def goal_lines(
    game: Game, players: tuple[int, int], zone: Callable[[Sets], str], name: Callable[[int], str]
) -> Iterator[str]:
    """The goals in the order of the file, and what holds though no goal says it."""
    kinds: set[type[object]] = set()
    said: set[str] = set()
    for goal in game.goals:
        kinds.add(type(goal.test))
        for one in _alternatives(goal):
            line = _line(game, one, players, zone, name)
            if line not in said:
                said.add(line)
                yield line
    if Stalemated not in kinds:
        yield "draw stalemate" if Checkmated in kinds else "draw no moves"
    if Repetition not in kinds:
        yield "draw repetition 3"


def _alternatives(goal: Goal) -> tuple[Goal, ...]:
    """A goal that holds when any of several does, as these."""
    if isinstance(goal.test, GoalAny):
        return tuple(replace(goal, test=test) for test in goal.test.goals)
    return (goal,)


def _line(
    game: Game,
    goal: Goal,
    players: tuple[int, int],
    zone: Callable[[Sets], str],
    name: Callable[[int], str],
) -> str:
    span = goal.at.span
    if goal.outcome is Outcome.COUNT:
        raise failure("E633", span, "a goal that counts pieces has no counterpart in the rules")
    if set(goal.players) != set(players):
        message = "a goal that is not the same for both players has no counterpart in the rules"
        raise failure("E633", span, message)
    other = _FOR_THE_OTHER[goal.outcome]
    match goal.test:
        case Checkmated():
            if goal.outcome is Outcome.LOSS:
                return "win checkmate"
        case Stalemated():
            return f"{other} stalemate"
        case Repetition():
            if goal.outcome is Outcome.DRAW:
                return "draw repetition 3"
        case Captured(types=types):
            if len(types) == 1 and all(
                sum(place.player == player and place.type in types for place in game.placements)
                == 1
                for player in players
            ):
                return f"{other} extinction of {name(min(types))}"
        case PiecesRemaining(count=1, type=None):
            royal = {
                kind
                for one in game.goals
                if isinstance(one.test, Checkmated)
                for kind in one.test.types
            }
            if len(royal) == 1:
                return f"{other} bare {name(min(royal))}"
        case PiecesRemaining(count=0, type=None):
            names = (name(kind) for kind in sorted({place.type for place in game.placements}))
            return f"{other} extinction of {', '.join(names)}"
        case PiecesRemaining(count=0, type=kind) if kind is not None:
            return f"{other} extinction of {name(kind)}"
        case AbsoluteConfig(occupants=(occupant,), places=(place,)):
            if occupant.owner is Owner.OWN and not occupant.negated:
                squares = place[players[0]], place[players[1]]
                outcome = {Outcome.WIN: "win", Outcome.LOSS: "lose"}.get(goal.outcome, "draw")
                return f"{outcome} {name(occupant.type)} on {zone(squares)}"
        case _:
            pass
    raise failure("E633", span, "this goal has no counterpart in the rules")
