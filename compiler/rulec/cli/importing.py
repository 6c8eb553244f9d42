"""`rulec import`: rules of rulec's own from a Zillions rule file."""

from __future__ import annotations

from pathlib import Path

import click

from rulec.cli.common import file_argument, print_diagnostics, reporting, variant_option
from rulec.emit.output import write_file
from rulec.syntax.diagnostics import printable


@click.command("import")
@file_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The .rules file to write.",
)
@click.option("--partial", is_flag=True, help="Leave out what cannot be carried over.")
@click.option(
    "--positions",
    type=click.IntRange(1, 1_000_000),
    default=500,
    show_default=True,
    help="How many positions of random games to compare.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random games.")
@variant_option
def command(
    file: Path,
    output: Path,
    partial: bool,
    positions: int,
    seed: int,
    variant: str | None,
) -> None:
    """Write the rules of a Zillions game (.zrf) as a .rules file.

    The moves are read off the move blocks; then both games are played beside each other, and
    nothing is written where they differ. What cannot be carried over is listed and stops the
    import, unless --partial leaves it out; then the pieces that are carried whole are compared.
    """
    from rulec.importing.run import import_game

    with reporting():
        found = import_game(file, variant, partial=partial, positions=positions, seed=seed)
        write_file(found.text.encode("utf-8"), output)
    print_diagnostics(found.left_out)
    click.echo(printable(f"{output}: {found.title}"))
    compared, partly = found.comparison, found.partly
    if partly is not None:
        click.echo(f"  {len(found.left_out)} things are left out")
        click.echo(
            f"  the same moves of {', '.join(partly.pieces) or 'no piece'} in {partly.positions} "
            f"positions ({partly.moves} moves), check and endings aside"
        )
    if compared is not None:
        click.echo(
            f"  the same moves, pieces and results in {compared.positions} positions "
            f"({compared.moves} moves) of random games"
        )
