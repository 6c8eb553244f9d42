"""The functions that the command line and other parts of rulec use."""

from __future__ import annotations

from pathlib import Path

from rulec.syntax.diagnostics import Diagnostic, Findings, RulecError, Severity, did_you_mean
from rulec.zrf.checks import check_game
from rulec.zrf.files import read_with_includes
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.macros import collect, expand
from rulec.zrf.model import Game
from rulec.zrf.nodes import views
from rulec.zrf.outline import Outline, Variant, outline
from rulec.zrf.report import Report
from rulec.zrf.resolve import resolve


def read_outline(path: Path, report: Report) -> Outline | None:
    """The game and variants of a file, macros expanded, nothing resolved yet."""
    macros, forms = collect(read_with_includes(path, report), report)
    return outline(views(expand(forms, macros, report)), report)


def variants(path: Path) -> tuple[str, ...]:
    """The titles that a file offers, in its own order. Raises RulecError."""
    report = Report()
    found = read_outline(path, report)
    report.finish().raise_errors()
    assert found is not None
    return tuple(entry.title for entry in found.variants)


def load_game(path: Path, variant: str | None = None) -> Game:
    """What a file means; without a variant, the one it opens with. Raises RulecError."""
    report = Report()
    found = read_outline(path, report)
    game = None
    if found is not None:
        game = resolve(_chosen(found, variant), report)
    report.finish().raise_errors()
    assert game is not None
    return game


def check(path: Path) -> Findings:
    """Everything there is to say about a file, in all its variants; an empty result is praise.

    Findings about the same line are in the order of the text, those without a place come first.
    """
    report = Report()
    found = read_outline(path, report)
    checked: set[tuple[int, int]] = set()
    for variant in found.variants if found is not None else ():
        game = resolve(variant, report)
        if game is not None:
            check_game(game, path.parent, report, checked)
    return report.finish()


def load(path: Path, variant: str | None = None) -> Interpreter:
    """The game of a file, ready to play. Raises RulecError."""
    return Interpreter(load_game(path, variant))


def _chosen(found: Outline, variant: str | None) -> Variant:
    if variant is None:
        return found.default
    chosen = found.find(variant)
    if chosen is None:
        raise RulecError(
            [
                Diagnostic(
                    "Z207",
                    Severity.ERROR,
                    f"this file has no variant `{variant}`",
                    hint=did_you_mean(variant, (entry.title for entry in found.variants)),
                )
            ]
        )
    return chosen
