"""`rulec dump`: the resolved game as JSON."""

from __future__ import annotations

from pathlib import Path

import click

from rulec.cli.common import file_argument, print_json, reporting, variant_option
from rulec.cli.kinds import open_game


@click.command("dump")
@file_argument
@variant_option
def command(file: Path, variant: str | None) -> None:
    """Print the resolved game as versioned JSON.

    The games of .rules files are printed with their ray tables (docs/dump.schema.json), those of
    .zrf files with their move blocks (docs/zrf.md).
    """
    with reporting(json_wanted=True):
        print_json(open_game(file, variant).dump())
