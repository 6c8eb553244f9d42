"""`rulec crosscheck`: do two implementations of a game agree?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from rulec.cli.common import json_option, print_json
from rulec.crosscheck.lines import read_lines
from rulec.crosscheck.notebook import Notebook
from rulec.crosscheck.plain import load_saved, report_json, saved_json
from rulec.crosscheck.plan import Plan
from rulec.crosscheck.rerun import Rerun, rerun
from rulec.crosscheck.run import Report, Verdict, crosscheck
from rulec.crosscheck.terminal import report_text
from rulec.engines.spec import DEFAULT_TIMEOUT, failure
from rulec.syntax.diagnostics import RulecError, as_json, printable, render

_STATUS = {Verdict.EQUAL: 0, Verdict.DIFFERENT: 1, Verdict.FAILED: 2}
_DEFAULTS = Plan()


@click.command("crosscheck")
@click.argument("engines", nargs=-1, metavar="[A B]")
@click.option(
    "--depth",
    type=click.IntRange(0, 60),
    default=_DEFAULTS.depth,
    show_default=True,
    help="Compare everything within so many moves of the start.",
)
@click.option(
    "--games",
    type=click.IntRange(0),
    default=_DEFAULTS.games,
    show_default=True,
    help="Games from the start, and as many again from positions with few pieces.",
)
@click.option(
    "--plies",
    type=click.IntRange(1, 10_000),
    default=_DEFAULTS.plies,
    show_default=True,
    help="Longest game.",
)
@click.option("--seed", type=int, default=_DEFAULTS.seed, show_default=True, help="Of all chances.")
@click.option(
    "--lines",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Also compare along a file's positions and games: a FEN, `moves`, moves; one a line.",
)
@click.option(
    "--sparse/--no-sparse",
    default=_DEFAULTS.sparse,
    help="Positions with few pieces, made to exercise each rule.",
)
@click.option("--time", "seconds", type=click.FloatRange(0), help="Stop after so many seconds.")
@click.option("--positions", type=click.IntRange(1), help="Stop after so many positions.")
@click.option("--first", is_flag=True, help="Stop at the first difference.")
@click.option(
    "--timeout",
    type=click.FloatRange(0.01),
    default=DEFAULT_TIMEOUT,
    show_default=True,
    help="Seconds an engine may take for one answer.",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Worker processes.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the witnesses, to be run again by --witness.",
)
@click.option(
    "--witness",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Run saved witnesses again, with their engines or with A and B.",
)
@json_option
def command(
    engines: tuple[str, ...],
    depth: int,
    games: int,
    plies: int,
    seed: int,
    files: tuple[Path, ...],
    sparse: bool,
    seconds: float | None,
    positions: int | None,
    first: bool,
    timeout: float,
    jobs: int,
    html: Path | None,
    save: Path | None,
    witness: Path | None,
    json_wanted: bool,
) -> None:
    """Compare the moves and endings of two implementations of a game.

    An engine is rules:FILE[#VARIANT], zrf:FILE[#VARIANT], jocly:GAME, jocly:FOLDER,
    chess:[VARIANT], fairy:VARIANT[@INI], uci:COMMAND or exec:COMMAND.

    Exit 0: equal as far as was searched; 1: different; 2: could not compare.
    """
    try:
        if witness is not None:
            saved = load_saved(witness)
            pair = _two(engines) if engines else saved.engines
            again = rerun(pair, saved, timeout=timeout)
            _show_rerun(again, json_wanted)
            raise SystemExit(_STATUS[again.verdict])
        lines = tuple(place for file in files for place in read_lines(file))
        plan = Plan(
            depth=depth,
            games=games,
            plies=plies,
            seed=seed,
            lines=lines,
            sparse=sparse,
            seconds=seconds,
            positions=positions,
            first=first,
        )
        progress = _progress if sys.stderr.isatty() else None
        report = crosscheck(*_two(engines), plan, jobs=jobs, timeout=timeout, progress=progress)
        if progress is not None:
            click.echo("\r\x1b[K", err=True, nl=False)
        _write(report, html, save)
    except RulecError as error:
        _fail(error, json_wanted)
    if json_wanted:
        print_json(report_json(report))
    else:
        click.echo(report_text(report, colour=sys.stdout.isatty()))
    raise SystemExit(_STATUS[report.verdict])


def _two(engines: Sequence[str]) -> tuple[str, str]:
    if len(engines) != 2:
        raise click.UsageError("name two engines to compare, such as rules:FILE and jocly:GAME")
    return engines[0], engines[1]


def _fail(error: RulecError, json_wanted: bool) -> NoReturn:
    """Not compared: exit status 2, unlike the 1 of other commands."""
    if json_wanted:
        print_json({"errors": [as_json(diagnostic) for diagnostic in error.diagnostics]})
    else:
        for diagnostic in error.diagnostics:
            click.echo(render(diagnostic, colour=sys.stderr.isatty()), err=True)
    raise SystemExit(2) from None


def _progress(notebook: Notebook, task: str) -> None:
    found = f", {len(notebook.groups)} causes" if notebook.groups else ""
    click.echo(f"\r{notebook.positions:,} positions{found}; {task}\x1b[K", err=True, nl=False)


def _write(report: Report, html: Path | None, save: Path | None) -> None:
    import json

    try:
        if save is not None:
            text = json.dumps(saved_json(report), indent=2)
            save.write_text(text + "\n", encoding="utf-8")
        if html is not None:
            from rulec.crosscheck.page import report_html

            html.write_text(report_html(report), encoding="utf-8")
    except OSError as error:
        raise failure("E706", f"cannot write {error.filename}: {error.strerror}") from None


def _show_rerun(again: Rerun, json_wanted: bool) -> None:
    if json_wanted:
        print_json(again.as_json())
        return
    for line in again.lines():
        click.echo(printable(line))
