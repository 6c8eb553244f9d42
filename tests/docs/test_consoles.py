"""The console examples of the docs are real: each command is run and its output compared.

A block fenced as `console` holds commands behind `$ ` and what they print, standard error included.
`pytest --update-golden` writes the real output into the docs.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rulec.engines.child import EngineError
from rulec.engines.jocly import find_node
from tests.conftest import missing

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(?<=```console\n)(.*?)(?=```)", re.DOTALL)

TIMES = re.compile(r"([,;] |\"seconds\": )\d+\.\d+( s$|}$)")
"""Measured times, which are never the same twice."""


def outputs(block: str, folder: Path) -> str:
    """The block as it would look now, its commands run in turn from a folder."""
    lines: list[str] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            lines += [line, *run(line[2:], folder)]
    return "\n".join(lines) + "\n"


def run(command: str, folder: Path) -> list[str]:
    program, *arguments = shlex.split(command)
    assert program == "rulec", f"the docs run only rulec, not {program}"
    ran = subprocess.run(
        [sys.executable, "-m", "rulec", *arguments],
        cwd=folder,
        env=dict(os.environ, PATH=path_with_node()) if "node " in command else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return [TIMES.sub(r"\g<1>0.00\g<2>", line) for line in ran.stdout.splitlines()]


def path_with_node() -> str:
    """The search path, on which `node` is found."""
    try:
        node = find_node()
    except EngineError as error:
        missing(str(error))
        raise
    return f"{Path(node).parent}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder with the files that the examples name."""
    for name in ("rollerball.rules", "games", "tests", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_print_what_the_docs_say(page: Path, workplace: Path, update_golden: bool) -> None:
    text = page.read_text(encoding="utf-8")
    fresh = BLOCK.sub(lambda match: outputs(match.group(), workplace), text)
    if update_golden:
        page.write_text(fresh, encoding="utf-8")
    assert text == fresh or update_golden
