"""`rulec perft`: the number of leaves of the game tree."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from rulec.cli.common import (
    fen_option,
    file_argument,
    json_option,
    moves_option,
    print_json,
    reporting,
    variant_option,
)
from rulec.cli.kinds import AskedPosition, open_game
from rulec.syntax.diagnostics import printable

_QUIET_SECONDS = 2.0
"""How long a count may run before its progress is shown on a terminal."""


def _count(position: AskedPosition, depth: int, jobs: int) -> dict[str, int]:
    """Leaves by first move; on a terminal a long count tells how far it is."""
    started = time.perf_counter()
    counts: dict[str, int] = {}
    total = 0
    for move, count in position.counts(depth, jobs):
        counts[move] = count
        if sys.stderr.isatty() and time.perf_counter() - started > _QUIET_SECONDS:
            total = total or sum(map(len, position.texts()))
            progress = f"{len(counts)} of {total} first moves, {sum(counts.values())} leaves"
            click.echo(f"\r{progress}\x1b[K", err=True, nl=False)
    if total:
        click.echo("\r\x1b[K", err=True, nl=False)
    return counts


@click.command("perft")
@file_argument
@click.argument("depth", type=click.IntRange(0, 40))
@fen_option
@moves_option
@click.option("--divide", "by_move", is_flag=True, help="Also count below every first move.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Worker processes.")
@variant_option
@json_option
def command(
    file: Path,
    depth: int,
    fen: str | None,
    played: str | None,
    by_move: bool,
    jobs: int,
    variant: str | None,
    json_wanted: bool,
) -> None:
    """Count the ways to play DEPTH plies.

    Nobody moves on from a position that a reach goal has decided; draws do not stop the count.
    """
    with reporting(json_wanted=json_wanted):
        game = open_game(file, variant)
        position = game.position(fen, played)
        started = time.perf_counter()
        counts = _count(position, depth, jobs) if depth else {}
        nodes = sum(counts.values()) if depth else 1
        seconds = time.perf_counter() - started
    counts = dict(sorted(counts.items()))
    if json_wanted:
        answer: dict[str, object] = {"depth": depth, "nodes": nodes}
        if by_move:
            answer["divide"] = counts
        answer |= {
            "game": game.title,
            "variant": variant,
            "fen": position.fen,
            "seconds": round(seconds, 3),
        }
        print_json(answer)
        return
    if by_move:
        for move, count in counts.items():
            click.echo(printable(f"{move} {count}"))
    click.echo(f"{nodes} leaves at depth {depth}, {seconds:.2f} s")
