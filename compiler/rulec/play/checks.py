"""Checking a whole rule file: every game in it is resolved, lowered and started."""

from __future__ import annotations

from pathlib import Path

from rulec.kept import kept
from rulec.play.position import Rules
from rulec.syntax.diagnostics import Diagnostic, Findings, RulecError
from rulec.syntax.read import read
from rulec.syntax.source import Source


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

    findings = Findings()
    try:
        file = parse(source)
    except RulecError as error:
        return error.diagnostics
    for name in (None, *(section.name.text for section in variants(file))):
        try:
            game, warnings = resolve(file, name)
            findings.extend(warnings)
            findings.extend(check_start(Rules(game)))
        except RulecError as error:
            findings.extend(error.diagnostics)
    return tuple(findings)


def check_start(rules: Rules) -> Findings:
    """Warnings about the start position: over already, or the waiting side in check."""
    findings = Findings()
    game = rules.game
    start = rules.start()
    state = start.state()
    if state.in_check(1 - state.side):
        message = f"at the start {game.players[1 - state.side]} is in check, and not to move"
        findings.warning("W302", game.span, message)
    result = start.result()
    if result is not None:
        message = f"the game is over before it begins: {result.reason}"
        findings.warning("W303", result.goal.span, message)
    return findings
