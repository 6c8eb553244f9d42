"""The functions that the command line and other parts of rulec use."""

from __future__ import annotations

from pathlib import Path

from rulec.syntax.diagnostics import Findings, did_you_mean
from rulec.uncollected import uncollected
from rulec.zrf.checks import check_game
from rulec.zrf.files import read_source, read_with_includes
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.macros import collect, expand
from rulec.zrf.model import Game
from rulec.zrf.nodes import views
from rulec.zrf.outline import Outline, Variant, outline
from rulec.zrf.replay import Replay
from rulec.zrf.replay import replay as play_record
from rulec.zrf.report import Report, failure
from rulec.zrf.resolve import resolve
from rulec.zrf.saved import SavedGame, read_saved


@uncollected()
def read_outline(path: Path, report: Report) -> Outline | None:
    """The game and variants of a file, macros expanded, nothing resolved yet.

    None, with a finding, when there is nothing that could be resolved.
    """
    nodes = read_with_includes(path, report)
    if report.has_errors:
        # What follows a missing parenthesis or file is not what was meant.
        return None
    macros, forms = collect(nodes, report)
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

    Blocks and goals are looked at more closely only once every name is known.
    """
    report = Report()
    found = read_outline(path, report)
    checked: set[tuple[int, int]] = set()
    for variant in found.variants if found is not None else ():
        game = resolve(variant, report)
        if game is not None and not report.has_errors:
            check_game(game, path.parent, report, checked)
    return report.finish()


def load(path: Path, variant: str | None = None) -> Interpreter:
    """The game of a file, ready to play. Raises RulecError."""
    return Interpreter(load_game(path, variant))


def replay(path: Path, record: Path, variant: str | None = None) -> tuple[Interpreter, Replay]:
    """Play a recorded game against the rules of a file.

    Without a variant, the one that the record names is played. Raises RulecError when the rules or
    the record cannot be read; a move that the rules do not allow is in the answer.
    """
    saved = read_record(record)
    rules = load(path, variant or saved.variant or None)
    return rules, play_record(rules, saved)


def read_record(path: Path) -> SavedGame:
    """The game that a file records. Raises RulecError."""
    report = Report()
    source = read_source(path, report)
    saved = read_saved(source, report) if source is not None else None
    report.finish().raise_errors()
    assert saved is not None
    return saved


def _chosen(found: Outline, variant: str | None) -> Variant:
    if variant is None:
        return found.default
    chosen = found.find(variant)
    if chosen is None:
        raise failure(
            "Z207",
            None,
            f"this file has no variant `{variant}`",
            did_you_mean(variant, (entry.title for entry in found.variants)),
        )
    return chosen
