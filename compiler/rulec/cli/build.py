"""`rulec build`: a game for a target, as a complete folder or inside an installed package."""

from __future__ import annotations

from pathlib import Path

import click

from rulec.cli.common import file_argument, reporting, variant_option
from rulec.emit.output import write_folder
from rulec.emit.targets import TARGETS, target
from rulec.model.load import load
from rulec.model.lower import lower
from rulec.syntax.diagnostics import printable


@click.command("build")
@file_argument
@click.option(
    "-t", "--target", "name", type=click.Choice(TARGETS), required=True, help="What to write."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write; replaced as a whole if an earlier build is in it.",
)
@click.option(
    "--install",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Also install the game into this `jocly` package.",
)
@click.option(
    "--uninstall",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take the game out of this `jocly` package again.",
)
@variant_option
def command(
    file: Path,
    name: str,
    output: Path | None,
    install: Path | None,
    uninstall: Path | None,
    variant: str | None,
) -> None:
    """Write the game for a target. What the target cannot say is an error."""
    if output is None and install is None and uninstall is None:
        raise click.UsageError("say where to: -o DIR, --install PATH or --uninstall PATH")
    if name != "jocly" and (install or uninstall):
        raise click.UsageError("only the target jocly can be installed into a package")
    with reporting():
        game = load(file, variant)
        files = target(name).emit(game, lower(game))
        if output is not None:
            write_folder(files, output, {"game": game.title, "variant": variant, "target": name})
            click.echo(printable(f"{output}: {game.name} for {name}, {len(files)} files"))
        if install is not None or uninstall is not None:
            # Only the Jocly target is installed; its module is imported only then.
            from rulec.emit.jocly import game_name
            from rulec.emit.jocly import install as installer

            if uninstall is not None:
                installer.uninstall(game_name(game), uninstall)
                click.echo(printable(f"{uninstall}: {game.name} taken out"))
            if install is not None:
                installer.install(files, install)
                click.echo(printable(f"{install}: {game.name} installed as {game_name(game)}"))
