"""From a path to a game: reading, parsing and resolving in one call."""

from __future__ import annotations

from pathlib import Path

from rulec.kept import kept
from rulec.model.game import Game
from rulec.syntax.read import read
from rulec.syntax.source import Source


def load(path: Path | str, variant: str | None = None) -> Game:
    """The game of a rule file, or its variant of a name; raises RulecError."""
    source = read(Path(path))
    return kept(source, f"game {variant}", lambda: _resolve(source, variant))


def _resolve(source: Source, variant: str | None) -> Game:
    # Imported only where nothing was kept: the parser is slow to load.
    from rulec.model.resolve import resolve
    from rulec.syntax.parse import parse

    return resolve(parse(source), variant)[0]
