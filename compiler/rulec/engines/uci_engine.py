"""`uci:COMMAND`: a UCI engine that answers `go perft 1`, as Stockfish and its kin do."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence

from rulec.engines.child import Program, cut
from rulec.engines.protocol import Place, RefusedError, Trait, View
from rulec.engines.setting import parse_board

_COUNTED = re.compile(r"([a-z][0-9]+[a-z][0-9]+[a-z+]?): 1")
_LAST = re.compile(r"nodes searched\s*:?\s*[0-9]+", re.IGNORECASE)
_MOST_LINES = 5000


class UciEngine:
    """A UCI program as an engine: it lists moves, and does not tell how games end."""

    traits = frozenset({Trait.SET, Trait.REMOTE})

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        timeout: float,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self._program = Program(command, shlex.join(command))
        self._timeout = timeout
        self._options = dict(options or {})

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def look(self, places: Sequence[Place]) -> list[View]:
        """The moves that the program counts below each place."""
        return [self._look(place) for place in places]

    def fen(self, place: Place) -> str | None:
        """UCI has no question for this; only a first position is known."""
        return None if place.moves else place.start

    def _look(self, place: Place) -> View:
        if not self._program.alive:
            self._greet()
        self._program.write(f"position {_position(place)}")
        self._program.write("go perft 1")
        moves = set()
        for line in self._lines():
            if counted := _COUNTED.fullmatch(line.strip()):
                moves.add(counted[1])
            elif _LAST.match(line.strip()):
                return View(frozenset(moves))
            elif "unknown command" in line.lower():
                raise RefusedError(f"{self.name}: {cut(line)}")
        raise self._program.failed("printed no `Nodes searched` after `go perft 1`")

    def _greet(self) -> None:
        self._program.write("uci")
        if not any(line.strip() == "uciok" for line in self._lines()):
            raise self._program.failed("printed no `uciok`")
        for option, value in self._options.items():
            self._program.write(f"setoption name {option} value {value}")
        self._program.write("isready")
        if not any(line.strip() == "readyok" for line in self._lines()):
            raise self._program.failed("printed no `readyok`")

    def _lines(self) -> Iterator[str]:
        """What the program prints, a bounded number of lines."""
        for _ in range(_MOST_LINES):
            yield self._program.read(self._timeout)


def _position(place: Place) -> str:
    moves = f" moves {' '.join(place.moves)}" if place.moves else ""
    if place.start is None:
        return f"startpos{moves}"
    setting = parse_board(place.start)
    placement = place.start.split()[0]
    fields = f"{placement} {setting.side} {setting.marks} {setting.passed or '-'}"
    return f"fen {fields} {setting.quiet} 1{moves}"
