"""Checks against what the Zillions program can hold."""

from __future__ import annotations

from rulec.zrf.model import Game
from rulec.zrf.report import Report
from rulec.zrf.vocabulary import (
    MAX_ATTRIBUTES,
    MAX_DIRECTIONS,
    MAX_FLAGS,
    MAX_PLAYERS,
    MAX_POSITION_FLAGS,
    MAX_ZONES,
)


def check_limits(game: Game, report: Report) -> None:
    """Warn of more players, directions, flags, ... than Zillions allows."""
    for what, number, most in (
        ("players", len(game.players), MAX_PLAYERS),
        ("directions", len(game.board.directions), MAX_DIRECTIONS),
        ("zones", len(game.board.zones), MAX_ZONES),
        ("attributes", len(game.attributes), MAX_ATTRIBUTES),
        ("flags", len(game.flags), MAX_FLAGS),
        ("position flags", len(game.position_flags), MAX_POSITION_FLAGS),
    ):
        if number > most:
            report.warning("Z320", game.at, f"Zillions allows {most} {what}, and here are {number}")
