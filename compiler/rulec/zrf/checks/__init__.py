"""What can be said about a game without playing it: one module for each subject."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulec.zrf.checks.blocks import check_blocks
from rulec.zrf.checks.endings import check_endings
from rulec.zrf.checks.limits import check_limits
from rulec.zrf.checks.pictures import check_pictures
from rulec.zrf.model import Game
from rulec.zrf.report import Report

_CHECKS: tuple[Callable[[Game, Report], None], ...] = (check_blocks, check_endings, check_limits)


def check_game(game: Game, folder: Path, report: Report) -> None:
    """Every check of a game; `folder` is where its pictures are looked for."""
    for check in _CHECKS:
        check(game, report)
    check_pictures(game, folder, report)
