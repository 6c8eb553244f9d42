"""Perft of every written game against counts of the real Jocly, without it."""

import json

import pytest

from rulec.play.perft import perft
from tests.games.comparison import rules_as_jocly_has_them
from tests.games.table import COMPARED, Compared
from tests.support.games import ROOT

COUNTS: dict[str, list[int]] = json.loads(
    (ROOT / "tests/golden/jocly/perft.json").read_text(encoding="utf-8")
)
QUICK = 6_000
"""Leaves that are counted in a plain run."""


def _counts() -> list[object]:
    return [
        pytest.param(
            game, depth, leaves, id=f"{game.name}-{depth}",
            marks=[pytest.mark.slow] if leaves > QUICK else [],
        )
        for game in COMPARED
        for depth, leaves in enumerate(COUNTS[game.name], 1)
    ]  # fmt: skip


@pytest.mark.parametrize(("game", "depth", "leaves"), _counts())
def test_perft(game: Compared, depth: int, leaves: int) -> None:
    leaves += game.more_leaves[depth - 1] if game.more_leaves else 0
    assert perft(rules_as_jocly_has_them(game).start(), depth) == leaves
