"""`rulec check`: everything that is wrong with some rule files."""

from __future__ import annotations

from pathlib import Path

import click

from rulec.cli.common import json_option, print_diagnostics, print_json
from rulec.model.load import load_tree, variant_names
from rulec.model.resolve import resolve
from rulec.play.checks import check_start
from rulec.play.position import Rules
from rulec.syntax.diagnostics import Diagnostic, Findings, RulecError, as_json


@click.command("check")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@json_option
def command(files: tuple[Path, ...], json_wanted: bool) -> None:
    """Check rule files and all their variants.

    Exit 0: no findings; 1: some; 2: misuse of the command.
    """
    reports = {str(path): list(check_file(path)) for path in files}
    if json_wanted:
        print_json({"files": [_report(name, found) for name, found in reports.items()]})
    else:
        for name, found in reports.items():
            print_diagnostics(found)
            if not found:
                click.echo(f"{name}: no findings")
    raise SystemExit(1 if any(reports.values()) else 0)


def _report(name: str, found: list[Diagnostic]) -> dict[str, object]:
    return {"file": name, "findings": [as_json(diagnostic) for diagnostic in found]}


def check_file(path: Path) -> Findings:
    """All findings about a file: its own game and every variant are resolved and started."""
    findings = Findings()
    try:
        file = load_tree(path)
    except RulecError as error:
        findings.extend(error.diagnostics)
        return findings
    for variant in (None, *variant_names(file)):
        try:
            game, warnings = resolve(file, variant)
            findings.extend(warnings)
            findings.extend(check_start(Rules(game)))
        except RulecError as error:
            findings.extend(error.diagnostics)
    return findings
