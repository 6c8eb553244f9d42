"""From a path to a game: reading, parsing and resolving in one call."""

from __future__ import annotations

from pathlib import Path

from rulec.model.game import Game
from rulec.model.resolve import resolve
from rulec.model.sections import variants
from rulec.syntax import tree
from rulec.syntax.parse import parse, read


def load(path: Path | str, variant: str | None = None) -> Game:
    """The game of a rule file, or its variant of a name; raises RulecError."""
    return resolve(load_tree(path), variant)[0]


def load_tree(path: Path | str) -> tree.RuleFile:
    """The syntax tree of a rule file; raises RulecError."""
    return parse(read(Path(path)))


def variant_names(file: tree.RuleFile) -> list[str]:
    """The names of a file's variants, in order."""
    return [section.name.text for section in variants(file)]
