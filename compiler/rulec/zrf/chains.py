"""Looking ahead along chains of partial moves."""

from __future__ import annotations

from typing import Protocol

from rulec.zrf.attacks import Attacks
from rulec.zrf.effects import carry_out
from rulec.zrf.model import Game
from rulec.zrf.position import Move, Position
from rulec.zrf.report import failure

MAX_LENGTH = 150
"""Longest chain that is followed."""

MAX_LOOKED_AT = 200_000
"""How many moves of chains are looked at for one answer."""


class Mover(Protocol):
    """Whoever knows how the moves of a chain go on."""

    game: Game
    attacks: Attacks

    def pseudo_legal(self, position: Position) -> tuple[Move, ...]:
        """The moves that the blocks make; check is not looked at."""

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move."""


class Chains:
    """One look ahead from a position. Raises RulecError when there is too much to look at."""

    def __init__(self, rules: Mover) -> None:
        self._rules = rules
        self._left = MAX_LOOKED_AT

    def is_safe(self, position: Position, move: Move, player: int, length: int = 1) -> bool:
        """Whether the turn can be ended after a move with no royal piece under attack."""
        rules = self._rules
        if not rules.attacks.in_check(carry_out(rules.game, position, move).cells, player):
            return True
        if move.then is None:
            return False
        self._count(length)
        after = rules.play(position, move)
        return after.chain is not None and any(
            self.is_safe(after, further, player, length + 1)
            for further in rules.pseudo_legal(after)
        )

    def captures(self, position: Position, move: Move, length: int = 1) -> int:
        """How many pieces a move takes, with the best chain after it.

        A partial move that takes nothing counts as one (docs/zrf.md, "Moves").
        """
        self._count(length)
        rules = self._rules
        taken = len(carry_out(rules.game, position, move).removed)
        if move.then is None:
            return taken
        best = 0
        after = rules.play(position, move)
        if after.chain is not None:
            for further in rules.pseudo_legal(after):
                best = max(best, self.captures(after, further, length + 1))
        return max(taken, 1) + best

    def _count(self, length: int) -> None:
        self._left -= 1
        if self._left < 0 or length > MAX_LENGTH:
            raise failure(
                "Z272",
                self._rules.game.at.span,
                f"chains of partial moves are longer than {MAX_LENGTH}, or more than "
                f"{MAX_LOOKED_AT:,} would have to be looked at",
            )
