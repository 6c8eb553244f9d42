"""Checking a whole rule file: every game in it is resolved, lowered and started."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulec.kept import kept
from rulec.play.position import Rules
from rulec.record import replace
from rulec.syntax.diagnostics import Diagnostic, Findings, Label, RulecError
from rulec.syntax.read import read
from rulec.syntax.source import Source

if TYPE_CHECKING:
    from rulec.syntax.tree import VariantSection


def check_file(path: Path) -> tuple[Diagnostic, ...]:
    """All findings about a file, its own game and every variant, each finding once."""
    try:
        source = read(path)
    except RulecError as error:
        return error.diagnostics
    return kept(source, "check", lambda: _check(source))


def _check(source: Source) -> tuple[Diagnostic, ...]:
    # Imported only where nothing was kept: the parser is slow to load.
    from rulec.model.resolve import resolve
    from rulec.model.sections import variants
    from rulec.syntax.parse import parse

    found: list[Diagnostic] = []
    seen: set[Diagnostic] = set()
    try:
        file = parse(source)
    except RulecError as error:
        return error.diagnostics
    for section in (None, *variants(file)):
        try:
            game, warnings = resolve(file, section.name.text if section else None)
            fresh = [*warnings, *check_start(Rules(game))]
        except RulecError as error:
            fresh = list(error.diagnostics)
        found += (_in_variant(finding, section) for finding in fresh if finding not in seen)
        seen.update(fresh)
    return tuple(found)


def _in_variant(finding: Diagnostic, section: VariantSection | None) -> Diagnostic:
    """A finding that only a variant has says so, where its place does not."""
    place = finding.span
    if section is None or place is None:
        return finding
    if section.span.start <= place.start < section.span.end:
        return finding
    label = Label(section.name.span, "in this variant")
    return replace(finding, labels=(*finding.labels, label))


def check_start(rules: Rules) -> Findings:
    """Warnings about the start position: over already, or the waiting side in check."""
    findings = Findings()
    game = rules.game
    start = rules.start()
    state = start.state()
    if state.in_check(1 - state.side):
        message = f"at the start {game.players[1 - state.side]} is in check, and not to move"
        findings.warning("W302", game.setup_span or game.span, message)
    result = start.result()
    if result is not None:
        message = f"the game is over before it begins, by {result.reason}"
        findings.warning("W303", result.goal.span, message)
    return findings
