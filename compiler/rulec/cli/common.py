"""What the commands share: options, and how findings reach the user."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from rulec.syntax.diagnostics import Diagnostic, RulecError, as_json, did_you_mean, render

_Function = TypeVar("_Function", bound=Callable[..., Any])

file_argument = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
variant_option = click.option("--variant", metavar="NAME", help="A variant of the file's game.")
json_option = click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
fen_option = click.option("--fen", metavar="FEN", help="The position; default: the start.")
moves_option = click.option(
    "--moves", "played", metavar="MOVES", help='Moves to play first, such as "e1f1 c7b7".'
)


def print_json(data: object) -> None:
    """One JSON object on one line of standard output."""
    click.echo(json.dumps(data, ensure_ascii=True, separators=(", ", ": ")))


def print_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Findings for people, on standard error."""
    for diagnostic in diagnostics:
        click.echo(render(diagnostic, colour=sys.stderr.isatty()), err=True)


def known_square(squares: Collection[str], name: str | None, option: str) -> None:
    """Fails, as misuse of the command, if an option names a square that is not there."""
    if name is not None and name not in squares:
        hint = did_you_mean(name, squares)
        message = f"there is no square {name!r}{f' ({hint})' if hint else ''}"
        raise click.BadParameter(message, param_hint=option)


@contextmanager
def reporting(*, json_wanted: bool = False) -> Iterator[None]:
    """Turns a RulecError into its findings and exit status 1."""
    try:
        yield
    except RulecError as error:
        if json_wanted:
            print_json({"errors": [as_json(diagnostic) for diagnostic in error.diagnostics]})
        else:
            print_diagnostics(error.diagnostics)
        raise SystemExit(1) from None
