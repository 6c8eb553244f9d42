"""Checks that need the game played: is the start position one from which a game can begin?"""

from __future__ import annotations

from rulec.play.position import Rules
from rulec.syntax.diagnostics import Findings


def check_start(rules: Rules) -> Findings:
    """Warnings about the start position: over already, or the waiting side in check."""
    findings = Findings()
    game = rules.game
    start = rules.start()
    state = start.state()
    if state.in_check(1 - state.side):
        message = f"at the start {game.players[1 - state.side]} is in check, and not to move"
        findings.warning("W302", game.span, message)
    result = start.result()
    if result is not None:
        message = f"the game is over before it begins: {result.reason}"
        findings.warning("W303", result.goal.span, message)
    return findings
