"""The README's two commands are what the script for a new machine runs; all commands are listed."""

import re

import click

from rulec.cli import main
from tests.support.games import ROOT


def test_the_two_commands_are_what_a_new_machine_runs() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    blocks = re.findall(r"^```sh\n(.*)\n```$", page, re.MULTILINE)
    assert len(blocks) == 2
    parts = [part for block in blocks for part in block.split(" && ")]
    *installing, testing = parts
    assert [line for line in script if line in installing] == installing
    # The script chooses other tests than a plain run does.
    assert [line for line in script if line.startswith(f"{testing} ")]


def test_every_command_is_listed() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    listed = re.findall(r"^    rulec ([a-z]+) ", page, re.MULTILINE)
    assert sorted(listed) == sorted(main.list_commands(click.Context(main)))
