"""Running the commands: in this process, or in one of their own."""

import json
import os
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from rulec.cli import main

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "RULEC_CACHE"}
"""Our environment, with the cache that users have."""


def rulec(*arguments: object, text: str | bytes | None = None) -> Result:
    """A command in this process; only SystemExit may end it."""
    result = CliRunner().invoke(main, [str(one) for one in arguments], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def answer(*arguments: object) -> Any:
    """The one JSON object that a command prints."""
    return json.loads(rulec(*arguments).stdout)


def run(
    *arguments: object, environment: dict[str, str] = ENVIRONMENT
) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rulec", *map(os.fsdecode, map(_text, arguments))],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _text(argument: object) -> str | bytes:
    return argument if isinstance(argument, bytes) else str(argument)


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of shell in which `rulec` is the command."""
    return subprocess.run(
        ["sh", "-c", line.replace("rulec ", f"{sys.executable} -m rulec ")],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
