"""Tokens: pieces beside the board that hold what a position must know beyond its pieces.

A goal cannot read attributes, but it can read where pieces are. For every gate that a goal names
each player has a token on a dummy square, which changes its type when the gate is crossed.
A token also has the move by which a player who has lost is kept from being stalemated.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulec.emit.zrf.goals import GoalPlan
from rulec.emit.zrf.names import Names
from rulec.model.game import Game

ASIDE = "aside"
"""The direction in which a piece beside the board steps aside."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token a player: its type before the gate is crossed and after, and its squares."""

    waiting: str
    crossed: str | None
    squares: tuple[str, ...]
    gate: str


def tokens(game: Game, plan: GoalPlan, players: tuple[str, ...], names: Names) -> tuple[Token, ...]:
    """A token for every mark, in order; a witness alone if a goal is conceded without any mark."""
    found = []
    for mark in game.marks:
        gate = mark.gate.name
        waiting = names.new(f"Waiting-{gate}", "piece")
        crossed = names.new(f"Crossed-{gate}", "piece")
        found.append(Token(waiting, crossed, _squares(players, gate, names), gate))
    if plan.conceded and not found:
        squares = _squares(players, "witness", names)
        found.append(Token(names.new("Witness", "piece"), None, squares, ""))
    return tuple(found)


def _squares(players: tuple[str, ...], what: str, names: Names) -> tuple[str, ...]:
    return tuple(names.new(f"{player.lower()}-{what}", "square") for player in players)
