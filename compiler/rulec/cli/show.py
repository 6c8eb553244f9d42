"""`rulec show`: a position in the terminal or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulec.cli.common import (
    fen_option,
    file_argument,
    moves_option,
    reporting,
    square_number,
    variant_option,
)
from rulec.cli.positions import position_of, result_text
from rulec.draw.text import board_text
from rulec.play.notation import format_fen
from rulec.play.position import Position, Rules


@click.command("show")
@file_argument
@fen_option
@moves_option
@click.option("--moves-of", "square", metavar="SQUARE", help="Mark where the piece there may go.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a picture: x.svg or x.png.",
)
@click.option("--arrows", is_flag=True, help="Draw every square's arrow (pictures only).")
@click.option(
    "--width",
    type=click.IntRange(64, 4096),
    default=720,
    show_default=True,
    help="Width of a PNG in pixels.",
)
@variant_option
def command(
    file: Path,
    fen: str | None,
    played: str | None,
    square: str | None,
    output: Path | None,
    arrows: bool,
    width: int,
    variant: str | None,
) -> None:
    """Draw a position in the terminal, or write it as a picture."""
    if output is not None and output.suffix not in (".svg", ".png"):
        raise click.BadParameter("a picture is written as .svg or .png", param_hint="--output")
    with reporting():
        rules = Rules.load(file, variant)
        position = position_of(rules, fen, played)
        origin = None if square is None else square_number(rules, square, "--moves-of")
        if output is not None:
            _write_picture(position, origin, arrows, output, width)
        else:
            _print_board(position, origin)


def _print_board(position: Position, origin: int | None) -> None:
    game = position.rules.game
    marked = {move.target for move in position.legal_moves() if move.origin == origin}
    colour = sys.stdout.isatty()
    click.echo(board_text(game, position.placements(), marked=marked, colour=colour))
    click.echo(format_fen(position))
    result = position.result()
    if result is not None:
        click.echo(result_text(position, result))


def _write_picture(
    position: Position, origin: int | None, arrows: bool, output: Path, width: int
) -> None:
    # The pictures are slower to load than all the rest.
    from rulec.draw.board import Moves, position_drawing
    from rulec.draw.raster import png
    from rulec.draw.svg import svg
    from rulec.emit.output import write_file

    game = position.rules.game
    moves = None
    if origin is not None:
        piece = position.piece_at(origin)
        lines = position.rules.tables.lines[piece[0]][piece[1]][origin] if piece else ()
        targets = {move.target for move in position.legal_moves() if move.origin == origin}
        moves = Moves(origin, lines, targets)
    drawing = position_drawing(game, position.placements(), arrows=arrows, moves=moves)
    content = svg(drawing).encode() if output.suffix == ".svg" else png(drawing, width)
    write_file(content, output)
    click.echo(f"wrote {output}")
