"""Importing a game: write it, check it, and play it against the file it came from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulec.importing.partly import Partly, compare_partly
from rulec.importing.writer import Written, write
from rulec.model.resolve import resolve
from rulec.play.position import Rules
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity
from rulec.syntax.parse import parse
from rulec.syntax.source import Source
from rulec.zrf.api import load
from rulec.zrf.twins import Comparison, Difference, Twins

POSITIONS = 500
"""How many positions of random games are compared."""


@dataclass(frozen=True)
class Imported:
    """A rule file from a Zillions game, what of the game is not in it, and how it compared.

    Where something was left out, `partly` has how the pieces that were carried whole compared.
    """

    title: str
    text: str
    left_out: tuple[Diagnostic, ...]
    comparison: Comparison | None = None
    partly: Partly | None = None


def import_game(
    path: Path,
    variant: str | None = None,
    *,
    partial: bool = False,
    positions: int = POSITIONS,
    seed: int = 0,
) -> Imported:
    """The rules of a Zillions game.

    Raises RulecError where something cannot be carried over, unless `partial`; and where the two
    games turn out to differ.
    """
    other = load(path, variant)
    written = write(other, path.name)
    if written.left_out and not partial:
        raise RulecError(written.left_out)
    rules = _rules(path, written)
    title, text = other.game.title, written.text
    names = written.squares, written.pieces
    if written.left_out:
        partly = compare_partly(
            rules, other, *names, written.whole, hands=written.hands, positions=positions, seed=seed
        )
        _must_agree(partly.difference)
        return Imported(title, text, tuple(written.left_out), partly=partly)
    comparison = Twins(rules, other, *names, hands=written.hands).compare(positions, seed)
    _must_agree(comparison.difference)
    return Imported(title, text, (), comparison)


def _must_agree(difference: Difference | str | None) -> None:
    if difference is not None:
        message = f"the rules read from this file differ from it: {difference}"
        hint = "such a game cannot be imported yet"
        raise RulecError([Diagnostic("E634", Severity.ERROR, message, None, hint=hint)])


def _rules(path: Path, written: Written) -> Rules:
    """The written rules; what is wrong with them is said of the file they were read from."""
    try:
        return Rules(resolve(parse(Source(f"{path.stem}.rules", written.text)))[0])
    except RulecError as error:
        raise RulecError([_at_origin(one, written) for one in error.diagnostics]) from error


def _at_origin(found: Diagnostic, written: Written) -> Diagnostic:
    origin = None if found.span is None else written.origins.get(found.span.line)
    message = f"what is read from here makes no rules: {found.message}"
    return Diagnostic("E635", Severity.ERROR, message, origin)
