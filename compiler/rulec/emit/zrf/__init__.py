"""The target `zrf`: a rule file for Zillions of Games, with its pictures."""

from __future__ import annotations

from rulec.emit.zrf.document import Document, document
from rulec.emit.zrf.pictures import pictures
from rulec.emit.zrf.text import slug
from rulec.model.game import Game
from rulec.model.tables import Tables
from rulec.resources import resource_dir

_WIDTH = 96
"""Columns that lists are broken at."""


def emit(game: Game, tables: Tables) -> dict[str, bytes]:
    """The files of a game for Zillions, by relative path; the same bytes for the same game.

    Raises RulecError naming every construct that a ZRF cannot say.
    """
    parts = document(game, tables)
    files = {f"{slug(game.name)}.zrf": _rule_file(parts).encode("ascii")}
    files.update(pictures(game, parts.pictured, parts.beside))
    return files


def _rule_file(parts: Document) -> str:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(resource_dir("templates") / "zrf"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["wrapped"] = _wrapped
    return environment.get_template("game.zrf.j2").render(it=parts)


def _wrapped(words: tuple[str, ...], indent: int) -> str:
    """Words that stay whole, broken into lines after an indent; the first line is not indented.

    A word that opens a block of its own begins a line.
    """
    lines: list[str] = []
    for word in words:
        fits = lines and indent + len(lines[-1]) + 1 + len(word) <= _WIDTH
        if fits and not word.startswith("(("):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return f"\n{' ' * indent}".join(lines)
