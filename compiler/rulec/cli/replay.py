"""`rulec replay`: play a recorded game against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulec.cli.common import (
    file_argument,
    json_option,
    print_diagnostics,
    print_json,
    reporting,
)
from rulec.cli.kinds import Replayed, replay
from rulec.syntax.diagnostics import as_json, printable

_FOUND = {
    "text": "the same text",
    "effects": "the same effects in another order",
    "parts": "the same pieces moved, other effects",
    "unsaid": "found after passing the rest of a chain, which the record does not say",
    "stuck": "a pass where no move is left",
}


@click.command("replay")
@file_argument
@click.argument("game", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--variant", metavar="NAME", help="Instead of the variant that the record names.")
@json_option
def command(file: Path, game: Path, variant: str | None, json_wanted: bool) -> None:
    """Play the recorded GAME against the rules in FILE.

    GAME is a record of moves or, for a Zillions rule file, a game saved by Zillions (.zsg). Prints
    how far it can be played; at the first move that the rules do not allow, the position and the
    legal moves most like it. Exits with 1 if there is such a move.
    """
    with reporting(json_wanted=json_wanted):
        played = replay(file, game, variant)
    if json_wanted:
        print_json(_as_object(played))
    else:
        _print(played)
    if played.failure is not None:
        raise SystemExit(1)


def _as_object(played: Replayed) -> dict[str, Any]:
    return {
        "title": played.title,
        "played": played.played,
        "moves": played.moves,
        "complete": played.failure is None,
        "found": played.found,
        "nearest": list(played.nearest),
        "position": list(played.position),
        "result": played.ending,
        "errors": [] if played.failure is None else [as_json(played.failure)],
    }


def _print(played: Replayed) -> None:
    if played.failure is None:
        click.echo(printable(f"{played.title}: all {played.moves} moves are allowed"))
        if set(played.found) - {"text"}:
            for way, count in played.found.items():
                click.echo(f"  {count:6} with {_FOUND[way]}")
        click.echo(f"  {printable(played.ending or 'the game goes on')}")
        return
    print_diagnostics([played.failure])
    click.echo(printable(f"{played.title}: {played.played} of {played.moves} moves played"))
    for line in played.position:
        click.echo(printable(line))
    if played.nearest:
        click.echo("the legal moves most like it:")
    for text in played.nearest:
        click.echo(f"  {printable(text)}")
