"""`rulec replay`: play a recorded game against the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulec.syntax.diagnostics import Diagnostic, RulecError, as_json, printable, render

if TYPE_CHECKING:
    from rulec.zrf.interpreter import Interpreter
    from rulec.zrf.replay import Replay


@click.command(name="replay", short_help="Play a recorded game against the rules.")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("game", type=click.Path(path_type=Path))
@click.option("--variant", metavar="NAME", help="Instead of the variant that the record names.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(file: Path, game: Path, variant: str | None, as_object: bool) -> None:
    """Play the recorded GAME against the rules in FILE, a Zillions rule file.

    GAME is a game saved by Zillions (.zsg) or a record of moves. Prints how far it can be played;
    at the first move that the rules do not allow, the position and the legal moves most like it.
    Exits with 1 if there is such a move.
    """
    from rulec.zrf.api import replay

    try:
        rules, played = replay(file, game, variant)
    except RulecError as error:
        _print_failure(error.diagnostics, as_object)
        raise SystemExit(1) from None
    if as_object:
        click.echo(json.dumps(_as_object(rules, played)))
    else:
        _print(rules, played)
    if played.failure is not None:
        raise SystemExit(1)


def _print_failure(diagnostics: tuple[Diagnostic, ...], as_object: bool) -> None:
    if as_object:
        click.echo(json.dumps({"diagnostics": [as_json(finding) for finding in diagnostics]}))
        return
    for finding in diagnostics:
        click.echo(render(finding), err=True)


def _as_object(rules: Interpreter, played: Replay) -> dict[str, Any]:
    from rulec.zrf.notation import setup

    return {
        "title": rules.game.title,
        "played": played.played,
        "moves": played.total,
        "complete": played.failure is None,
        "found": {likeness.name.lower(): count for likeness, count in played.found.items()},
        "nearest": list(played.nearest),
        "position": setup(rules.game, played.position).split("\n"),
        "result": _result(rules, played),
        "diagnostics": [] if played.failure is None else [as_json(played.failure)],
    }


def _result(rules: Interpreter, played: Replay) -> str | None:
    """What the rules say about the last position."""
    if played.failure is not None:
        return None
    result = rules.result(played.position)
    if result is None:
        return None
    players = rules.game.players
    if result.winner is not None:
        return f"{players[result.winner]} wins: {result.reason}"
    if result.loser is not None:
        return f"{players[result.loser]} loses: {result.reason}"
    return f"draw: {result.reason}"


def _print(rules: Interpreter, played: Replay) -> None:
    from rulec.zrf.notation import setup

    if played.failure is None:
        click.echo(f"{printable(rules.game.title)}: all {played.total} moves are allowed")
        for likeness, count in played.found.items():
            click.echo(f"  {count:6} with {likeness}")
        result = _result(rules, played)
        click.echo(f"  {printable(result)}" if result else "  the game goes on")
        return
    click.echo(render(played.failure), err=True)
    click.echo(f"{printable(rules.game.title)}: {played.played} of {played.total} moves played")
    click.echo(_printable_lines(setup(rules.game, played.position)))
    if played.nearest:
        click.echo("the legal moves most like it:")
    for text in played.nearest:
        click.echo(f"  {printable(text)}")


def _printable_lines(text: str) -> str:
    """Several lines, each safe to send to a terminal."""
    return "\n".join(printable(line) for line in text.split("\n"))
