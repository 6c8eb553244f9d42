"""The sizes that Zillions bears."""

from __future__ import annotations

from rulec.model.game import Game
from rulec.syntax.diagnostics import Findings

MOST_ZONES = 32
MOST_DIRECTIONS = 100
MOST_FLAGS = 32


def check_limits(game: Game, zones: int, directions: int, flags: int) -> None:
    """Raise RulecError for every limit that the file would exceed."""
    findings = Findings()
    sizes = (
        ("zones", zones, MOST_ZONES),
        ("directions", directions, MOST_DIRECTIONS),
        ("flags", flags + 1, MOST_FLAGS),
    )
    for what, count, most in sizes:
        if count > most:
            message = f"the game needs {count} {what} in Zillions, which has room for {most}"
            findings.error("E603", game.span, message)
    findings.raise_errors()
