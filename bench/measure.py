"""What is measured, and how."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulec.engines.jocly import JoclyGame, find_node, find_package
from rulec.play.perft import perft
from rulec.play.position import Rules

_LIST_MOVES = """
const jocly = require(process.argv[1]);
jocly.createMatch(process.argv[2]).then(match => match.getPossibleMoves().then(moves =>
    match.getMoveString(moves))).then(texts => console.log(texts.join(" ")));
"""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that both programs play: its rule file, and what Jocly calls it."""

    name: str
    file: Path
    jocly: str


@dataclass(frozen=True, slots=True)
class Measurement:
    """Ours beside Jocly's; `ratio` says how many times better ours is, `aim` what is wanted."""

    name: str
    unit: str
    ours: float
    theirs: float
    aim: float | None = None

    @property
    def ratio(self) -> float:
        """Above 1 where ours is better: more nodes a second, or fewer seconds."""
        return self.theirs / self.ours if self.unit == "s" else self.ours / self.theirs

    def texts(self) -> tuple[str, str]:
        """Both values with their unit."""
        if self.unit == "s":
            return f"{self.ours * 1000:.0f} ms", f"{self.theirs * 1000:.0f} ms"
        return f"{self.ours / 1000:.0f} kn/s", f"{self.theirs / 1000:.0f} kn/s"

    def as_json(self) -> dict[str, Any]:
        """The measurement as plain data."""
        return {
            "name": self.name,
            "unit": self.unit,
            "ours": self.ours,
            "jocly": self.theirs,
            "ratio": self.ratio,
            "aim": self.aim,
        }


def _environment() -> dict[str, str]:
    """This process's environment, with Python free to keep its bytecode as it always is."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def perft_speeds(game: Game, depth: int, repeat: int, *, aim: float) -> Measurement:
    """Leaf nodes a CPU second; both programs count the same ones, are warm, and take turns."""
    position = Rules.load(game.file).start()
    ours, theirs = [], []
    with JoclyGame(game.jocly, find_package(), timeout=600) as jocly:
        jocly.start()
        for _ in range(repeat):
            began = time.process_time()
            nodes = perft(position, depth)
            ours.append(nodes / (time.process_time() - began))
            counted = jocly.perft(depth)
            if counted.nodes != nodes:
                raise AssertionError(f"perft {depth}: {nodes} here, {counted.nodes} in Jocly")
            theirs.append(nodes / counted.seconds)
    name = f"perft {depth}, {game.name}"
    return Measurement(name, "nodes/s", max(ours), max(theirs), aim)


def cold_starts(game: Game, repeat: int) -> Iterator[Measurement]:
    """CPU seconds of a new process that answers one question.

    The first time nothing is kept from earlier runs, afterwards a file's resolved game is.
    """
    package = str(find_package().resolve())
    node = [find_node(), "-e", _LIST_MOVES, package, game.jocly]
    theirs = min(_cpu_seconds(node, {}) for _ in range(repeat))
    for command in ("check", "moves"):
        ours = [sys.executable, "-m", "rulec", command, str(game.file)]
        with tempfile.TemporaryDirectory() as cache:
            kept = {"XDG_CACHE_HOME": cache}
            _cpu_seconds(ours, kept)
            again = min(_cpu_seconds(ours, kept) for _ in range(repeat))
        yield Measurement(f"cold `rulec {command}`", "s", again, theirs, 1.0)
        first = min(_first(ours) for _ in range(repeat))
        yield Measurement(f"cold `rulec {command}`, nothing kept", "s", first, theirs)


def _first(command: Sequence[str]) -> float:
    with tempfile.TemporaryDirectory() as cache:
        return _cpu_seconds(command, {"XDG_CACHE_HOME": cache})


def _cpu_seconds(command: Sequence[str], extra: Mapping[str, str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**_environment(), **extra})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise AssertionError(f"{' '.join(command)} ended with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime
