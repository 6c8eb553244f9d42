"""`rulec show`: a position in the terminal or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulec.cli.common import (
    fen_option,
    file_argument,
    known_square,
    moves_option,
    reporting,
    variant_option,
)
from rulec.cli.kinds import AskedPosition, open_game


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
        game = open_game(file, variant)
        position = game.position(fen, played)
        known_square(game.squares, square, "--moves-of")
        if output is not None:
            _write_picture(position, square, arrows, output, width)
        else:
            _print_board(position, square)


def _print_board(position: AskedPosition, origin: str | None) -> None:
    click.echo(position.board(origin, colour=sys.stdout.isatty()))
    if position.fen is not None:
        click.echo(position.fen)
    ending = position.ending()
    if ending is not None:
        click.echo(ending)


def _write_picture(
    position: AskedPosition, origin: str | None, arrows: bool, output: Path, width: int
) -> None:
    # The pictures are slower to load than all the rest.
    from rulec.draw.raster import png
    from rulec.draw.svg import svg
    from rulec.emit.output import write_file

    drawing = position.drawing(origin, arrows=arrows)
    content = svg(drawing).encode() if output.suffix == ".svg" else png(drawing, width)
    write_file(content, output)
    click.echo(f"wrote {output}")
