"""`exec:COMMAND`: any program that speaks the line protocol of docs/crosscheck.md.

> hello rulec 1
< hello NAME [fen] [endings]
> start e1f1 c7b7
< go e2f2 e2g2 ...
> fen 2rkp2/... w - 0 moves e1f1
< over white checkmate
< no WORDS                          (the place is not accepted)
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from rulec.engines.child import Program, cut
from rulec.engines.protocol import Ending, Place, RefusedError, Trait, View, Winner

_HELLO = "hello rulec 1"
_MOVE = re.compile(
    r"[A-Z]?[a-z]+[0-9]+[A-Z]?[a-z]+[0-9]+(\+?[a-z][~']?)?"
    r"|\+?[A-Z][~']?@[A-Z]?[a-z]+[0-9]+|#\S+|--"
)
_TRAITS = {"fen": Trait.SET, "endings": Trait.ENDINGS}


class ExecEngine:
    """A program on the other side of the line protocol."""

    def __init__(self, command: Sequence[str], name: str, *, timeout: float) -> None:
        self.name = name
        self._program = Program(command, shlex.join(command))
        self._timeout = timeout
        self._traits: frozenset[Trait] | None = None

    @property
    def traits(self) -> frozenset[Trait]:
        """What the program says of itself when it is greeted."""
        if self._traits is None:
            self._greet()
            assert self._traits is not None
        return self._traits

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def look(self, places: Sequence[Place]) -> list[View]:
        """What the program says about each place: all are asked, then all answers read."""
        if not self._program.alive:
            self._greet()
        for place in places:
            self._program.write(_question(place))
        lines = [self._program.read(self._timeout) for _ in places]
        views = [self._view(line) for line in lines]
        for view in views:
            if view.refused is not None and len(places) == 1:
                raise RefusedError(f"{self.name}: {view.refused}")
        return views

    def fen(self, place: Place) -> str | None:
        """The protocol has no question for this; only a first position is known."""
        return None if place.moves else place.start

    def _greet(self) -> None:
        self._program.write(_HELLO)
        words = self._program.read(self._timeout).split()
        if len(words) < 2 or words[0] != "hello":
            said = cut(" ".join(words))
            raise self._program.failed(f"answered {said!r} to `{_HELLO}`, not `hello NAME ...`")
        unknown = [word for word in words[2:] if word not in _TRAITS]
        if unknown:
            raise self._program.failed(
                f"says it can {cut(unknown[0])!r}; known are {' and '.join(_TRAITS)}"
            )
        self._traits = frozenset({Trait.REMOTE, *(_TRAITS[word] for word in words[2:])})

    def _view(self, line: str) -> View:
        verb, *words = line.split() or [""]
        if verb == "go" and all(map(_MOVE.fullmatch, words)):
            return View(frozenset(words))
        if verb == "over" and words and words[0] in tuple(Winner):
            return View(frozenset(), Ending(Winner(words[0]), " ".join(words[1:]) or None))
        if verb == "no":
            return View(frozenset(), refused=" ".join(words))
        raise self._program.failed(
            f"printed {cut(line)!r} instead of `go MOVES`, `over WINNER REASON` or `no WORDS`"
        )


def _question(place: Place) -> str:
    if place.start is None:
        return " ".join(["start", *place.moves])
    return " ".join(["fen", place.start, "moves", *place.moves])
