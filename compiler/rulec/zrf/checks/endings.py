"""Checks of goals and of what touches them."""

from __future__ import annotations

from rulec.zrf.model import Captured, Checkmated, Game
from rulec.zrf.report import Report


def check_endings(game: Game, report: Report) -> None:
    """Check the goals of a game against each other and against its move priorities."""
    checkmated = [goal for goal in game.goals if isinstance(goal.test, Checkmated)]
    captured: set[tuple[int, int]] = set()
    for goal in game.goals:
        if isinstance(goal.test, Captured):
            captured |= {(player, piece) for player in goal.players for piece in goal.test.types}
    for goal in checkmated:
        assert isinstance(goal.test, Checkmated)
        both = sorted(
            piece
            for piece in goal.test.types
            if any((player, piece) in captured for player in goal.players)
        )
        for piece in both:
            report.warning(
                "Z333",
                goal.at,
                f"`{game.pieces[piece].name}` can be both `checkmated` and `captured`",
                "with `captured` it may be left under attack; keep only one of the two",
            )
    if checkmated and game.priorities:
        report.note(
            "Z406",
            checkmated[0].at,
            "move priorities are applied before it is seen whether a move leaves this piece under "
            "attack, so a side may have no legal move though one of a lower priority would be",
        )
