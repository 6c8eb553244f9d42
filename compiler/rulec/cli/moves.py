"""`rulec moves`: the legal moves of a position, or of every position on standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from rulec.cli.common import (
    file_argument,
    json_option,
    known_square,
    moves_option,
    print_json,
    reporting,
    variant_option,
)
from rulec.cli.kinds import AskedGame, AskedPosition, open_game
from rulec.play.notation import LONGEST_TEXT
from rulec.syntax.diagnostics import RulecError, as_json, printable


@click.command("moves")
@file_argument
@click.option(
    "--fen",
    metavar="FEN",
    help="The position; default: the start. `-` reads one FEN a line from standard input and "
    "writes one JSON object a line; blank lines are passed over.",
)
@moves_option
@click.option("--from", "origin", metavar="SQUARE", help="Only moves from this square.")
@variant_option
@json_option
def command(
    file: Path,
    fen: str | None,
    played: str | None,
    origin: str | None,
    variant: str | None,
    json_wanted: bool,
) -> None:
    """List the legal moves of a position.

    The list says what the pieces may do; whether the game is over stands in the result.
    """
    with reporting(json_wanted=json_wanted or fen == "-"):
        game = open_game(file, variant)
        known_square(game.squares, origin, "--from")
        if fen == "-":
            raise SystemExit(_stream(game, played, origin))
        position = game.position(fen, played)
        if json_wanted:
            print_json(position.describe(origin))
        else:
            _print(position, origin)


def _stream(game: AskedGame, played: str | None, origin: str | None) -> int:
    """One answer a line of standard input; the exit status is 1 if any line was wrong."""
    status = 0
    for line in _lines():
        try:
            print_json(game.position(line, played).describe(origin))
        except RulecError as error:
            status = 1
            print_json({"errors": [as_json(diagnostic) for diagnostic in error.diagnostics]})
    return status


def _lines() -> Iterator[str]:
    """The lines of standard input that are not blank; of a very long one only the beginning."""
    if sys.stdin is None:
        return
    stream = sys.stdin.buffer
    while read := stream.readline(LONGEST_TEXT + 2):
        rest = read
        while not rest.endswith(b"\n") and (rest := stream.readline(LONGEST_TEXT)):
            pass
        line = read.decode("utf-8", "replace").strip()
        if line:
            yield line


def _print(position: AskedPosition, origin: str | None) -> None:
    groups = position.texts(origin)
    number = sum(map(len, groups))
    check = ", in check" if position.in_check() else ""
    if position.fen is not None:
        click.echo(position.fen)
    click.echo(printable(f"{position.side} to move{check}: {number} move{'s' * (number != 1)}"))
    for texts in groups:
        click.echo(printable(f"  {position.between.join(texts)}"))
    ending = position.ending()
    if ending is not None:
        click.echo(ending)
