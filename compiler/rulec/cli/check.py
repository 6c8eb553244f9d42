"""`rulec check`: everything that is wrong with some rule files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulec.cli.common import json_option, print_diagnostics, print_json
from rulec.cli.kinds import check
from rulec.syntax.diagnostics import Diagnostic, Severity, as_json, printable


@click.command("check")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@json_option
def command(files: tuple[Path, ...], json_wanted: bool) -> None:
    """Check rule files, rulec's own and Zillions' (.zrf), and all their variants.

    Exit 0: no findings, or notes only; 1: some; 2: misuse of the command.
    """
    reports = {str(path): check(path) for path in files}
    if json_wanted:
        print_json({"files": [_report(name, found) for name, found in reports.items()]})
    else:
        for name, found in reports.items():
            print_diagnostics(found)
            if not found:
                click.echo(printable(f"{name}: no findings"))
    found_any = any(_counts(found) for found in reports.values())
    raise SystemExit(1 if found_any else 0)


def _counts(found: Sequence[Diagnostic]) -> bool:
    """Whether there is more than notes."""
    return any(finding.severity is not Severity.NOTE for finding in found)


def _report(name: str, found: Sequence[Diagnostic]) -> dict[str, object]:
    return {"file": name, "findings": [as_json(diagnostic) for diagnostic in found]}
