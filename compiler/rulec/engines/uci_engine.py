"""`uci:COMMAND`: a UCI engine that answers `go perft 1`, as Stockfish and its kin do."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence

from rulec.engines.child import Program, cut
from rulec.engines.protocol import PASSED, EngineError, Place, RefusedError, Trait, View, stays
from rulec.engines.setting import parse_setting

_COUNTED = re.compile(r"((?:\+?[A-Z]@[a-z][0-9]+)|(?:[a-z][0-9]+){2}[a-z+]?): 1")
_LAST = re.compile(r"nodes searched\s*:?\s*[0-9]+", re.IGNORECASE)
_MOST_LINES = 5000
_MOST_PASSES = 10_000


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
        self._passes: dict[Place, str] = {}
        """How the program writes the pass at some places, as a move to where it starts."""

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
        spelt = self.spelt(place)
        self._program.write(f"position {_position(spelt)}")
        self._program.write("go perft 1")
        moves = set()
        for line in self._lines():
            if counted := _COUNTED.fullmatch(line.strip()):
                if stays(counted[1]):
                    self._remember(place, counted[1])
                moves.add(PASSED if stays(counted[1]) else counted[1])
            elif _LAST.match(line.strip()):
                return View(frozenset(moves))
            elif "unknown command" in line.lower():
                raise RefusedError(f"{self.name}: {cut(line)}")
        raise self._program.failed("printed no `Nodes searched` after `go perft 1`")

    def spelt(self, place: Place) -> Place:
        """A place with its passes as the program writes them."""
        moves = list(place.moves)
        for i, move in enumerate(place.moves):
            if move == PASSED:
                before = Place(place.start, place.moves[:i])
                if before not in self._passes and PASSED not in self._look(before).moves:
                    raise RefusedError(f"{self.name}: nobody may pass at {before}")
                moves[i] = self._passes[before]
        return Place(place.start, tuple(moves))

    def _remember(self, place: Place, text: str) -> None:
        if len(self._passes) >= _MOST_PASSES:
            self._passes.clear()
        self._passes[place] = text

    def _greet(self) -> None:
        self._program.write("uci")
        for line in self._lines():
            self._check(line.split())
            if line.strip() == "uciok":
                break
        else:
            raise self._program.failed("printed no `uciok`")
        for option, value in self._options.items():
            self._program.write(f"setoption name {option} value {value}")
        self._program.write("isready")
        if not any(line.strip() == "readyok" for line in self._lines()):
            raise self._program.failed("printed no `readyok`")

    def _check(self, words: Sequence[str]) -> None:
        """An option that is to be set to none of the values that the program knows for it."""
        if words[:2] != ["option", "name"] or "var" not in words or "VariantPath" in self._options:
            return
        wanted = self._options.get(words[2])
        known = {words[i + 1] for i, word in enumerate(words[:-1]) if word == "var"}
        if wanted is not None and wanted not in known:
            self.close()
            raise EngineError(f"{self.name}: it knows no {words[2]} {wanted!r}")

    def _lines(self) -> Iterator[str]:
        """What the program prints, a bounded number of lines."""
        for _ in range(_MOST_LINES):
            yield self._program.read(self._timeout)


def _position(place: Place) -> str:
    moves = f" moves {' '.join(place.moves)}" if place.moves else ""
    if place.start is None:
        return f"startpos{moves}"
    setting = parse_setting(place.start)
    if setting.more:
        raise RefusedError(f"{place.start} has fields that are not known here")
    placement = place.start.split()[0]
    fields = f"{placement} {setting.side} {setting.marks} {setting.passed or '-'}"
    return f"fen {fields} {setting.quiet} 1{moves}"
