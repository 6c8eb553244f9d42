"""The README's two commands are what the script for a new machine runs."""

import re

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
