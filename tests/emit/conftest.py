"""Games to emit, from files of the project and from text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.model.game import Game
from rulec.model.lower import lower
from rulec.model.resolve import resolve
from rulec.model.tables import Tables
from rulec.syntax.parse import parse
from rulec.syntax.source import Source

ROOT = Path(__file__).parents[2]

Lowered = tuple[Game, Tables]
Maker = Callable[..., Lowered]


def lowered(text: str, variant: str | None = None, name: str = "test.rules") -> Lowered:
    """A game and its tables from the text of a rule file."""
    game, _ = resolve(parse(Source(name, text)), variant)
    return game, lower(game)


@pytest.fixture(scope="session")
def project_game() -> Maker:
    """A game of one of the project's own rule files."""

    def make(file: str, variant: str | None = None) -> Lowered:
        path = ROOT / file
        return lowered(path.read_text(encoding="utf-8"), variant, path.name)

    return make
