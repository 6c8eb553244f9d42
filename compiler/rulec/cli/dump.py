"""`rulec dump`: the resolved game as JSON."""

from __future__ import annotations

from pathlib import Path

import click

from rulec.cli.common import file_argument, print_json, reporting, variant_option
from rulec.model.dump import dump
from rulec.model.load import load
from rulec.model.lower import lower


@click.command("dump")
@file_argument
@variant_option
def command(file: Path, variant: str | None) -> None:
    """Print the resolved game and its ray tables as versioned JSON (docs/dump.schema.json)."""
    with reporting(json_wanted=True):
        game = load(file, variant)
        print_json(dump(game, lower(game)))
