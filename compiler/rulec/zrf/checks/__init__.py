"""What can be said about a game without playing it: one module for each subject."""

from __future__ import annotations

from pathlib import Path

from rulec.uncollected import uncollected
from rulec.zrf.checks.blocks import check_blocks
from rulec.zrf.checks.endings import check_endings
from rulec.zrf.checks.limits import check_limits
from rulec.zrf.checks.pictures import check_pictures
from rulec.zrf.model import Game
from rulec.zrf.report import Report


@uncollected()
def check_game(game: Game, folder: Path, report: Report, checked: set[tuple[int, int]]) -> None:
    """Every check of a game; `folder` is where its pictures are looked for.

    `checked` remembers the pieces and boards whose blocks have been looked at, since the variants
    of a file share most of them.
    """
    check_blocks(game, report, checked)
    check_endings(game, report)
    check_limits(game, report)
    check_pictures(game, folder, report)
