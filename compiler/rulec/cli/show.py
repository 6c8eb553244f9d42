"""`rulec show`: a position in the terminal or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulec.cli.common import fen_option, file_argument, moves_option, reporting, variant_option
from rulec.cli.positions import position_of, result_text
from rulec.draw.text import board_text
from rulec.play.notation import format_fen
from rulec.play.position import Rules


@click.command("show")
@file_argument
@fen_option
@moves_option
@click.option("--moves-of", "square", metavar="SQUARE", help="Mark where the piece there may go.")
@variant_option
def command(
    file: Path, fen: str | None, played: str | None, square: str | None, variant: str | None
) -> None:
    """Draw a position."""
    with reporting():
        rules = Rules.load(file, variant)
        position = position_of(rules, fen, played)
    by_name = rules.game.board.by_name
    if square is not None and square not in by_name:
        raise click.BadParameter(f"there is no square {square!r}", param_hint="--moves-of")
    moves = position.legal_moves() if square is not None else ()
    marked = {move.target for move in moves if move.origin == by_name.get(square or "")}
    colour = sys.stdout.isatty()
    click.echo(board_text(rules.game, position.placements(), marked=marked, colour=colour))
    click.echo(format_fen(position))
    result = position.result()
    if result is not None:
        click.echo(result_text(position, result))
