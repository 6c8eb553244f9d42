"""The command line: thin click commands, each in its module, imported only when it is called."""

from __future__ import annotations

import importlib
import io
import sys
from typing import Any

import click

from rulec import __version__

_COMMANDS = {
    "check": "Check rule files; exit 0 clean, 1 findings, 2 misuse.",
    "build": "Write a game for a target: a ZRF file or a Jocly game.",
    "dump": "Print the resolved game and its ray tables as JSON.",
    "moves": "List the legal moves of a position.",
    "perft": "Count the leaves of the game tree.",
    "crosscheck": "Compare two implementations of a game; exit 0 equal, 1 different, 2 neither.",
    "show": "Draw a position.",
    "import": "Write the rules of a Zillions game as a .rules file.",
    "replay": "Play a recorded game against the rules.",
}

_MODULES = {"import": "importing"}
"""Where a command's module cannot have its name."""


class _LazyGroup(click.Group):
    """Finds `rulec X` in the module `rulec.cli.X`, so that no command pays for the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module = _MODULES.get(name, name)
        command = importlib.import_module(f"rulec.cli.{module}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as error:  # such as a full disk
            raise click.ClickException(error.strerror or str(error)) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(cls=_LazyGroup)
@click.version_option(__version__, prog_name="rulec")
def main() -> None:
    """A compiler for chess-variant rules: check, play, query and emit them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal may not know every letter
            stream.reconfigure(errors="backslashreplace")
