"""`rulec moves`: the legal moves of a position, or of every position on standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from rulec.cli.common import (
    file_argument,
    json_option,
    moves_option,
    print_json,
    reporting,
    square_number,
    variant_option,
)
from rulec.cli.positions import describe, position_of, result_text
from rulec.play.notation import LONGEST_TEXT, format_fen, natural_move
from rulec.play.position import Position, Rules
from rulec.syntax.diagnostics import RulecError, as_json


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
        rules = Rules.load(file, variant)
        square = None if origin is None else square_number(rules, origin, "--from")
        if fen == "-":
            raise SystemExit(_stream(rules, played, square))
        position = position_of(rules, fen, played)
        if json_wanted:
            print_json(describe(position, square))
        else:
            _print(position, square)


def _stream(rules: Rules, played: str | None, square: int | None) -> int:
    """One answer a line of standard input; the exit status is 1 if any line was wrong."""
    status = 0
    for line in _lines():
        try:
            print_json(describe(position_of(rules, line, played), square))
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


def _print(position: Position, square: int | None) -> None:
    game = position.rules.game
    moves = [move for move in position.legal_moves() if square is None or move.origin == square]
    check = ", in check" if position.in_check() else ""
    count = f"{len(moves)} move{'s' * (len(moves) != 1)}"
    click.echo(format_fen(position))
    click.echo(f"{game.players[position.side]} to move{check}: {count}")
    for origin in sorted({move.origin for move in moves}):
        texts = [natural_move(position, move) for move in moves if move.origin == origin]
        click.echo(f"  {' '.join(sorted(texts))}")
    result = position.result()
    if result is not None:
        click.echo(result_text(position, result))
