"""A game as the commands ask it, whichever kind of file it comes from.

`.zrf` files are Zillions rules, everything else is rulec's own. Each kind has a module that answers
for it, imported only when a file of the kind is opened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rulec.syntax.diagnostics import Diagnostic

if TYPE_CHECKING:
    from rulec.draw.drawing import Drawing


class AskedPosition(Protocol):
    """A position of a game. `origin` keeps only the moves from a square; it is one of the names."""

    @property
    def fen(self) -> str | None:
        """The position as a FEN; None where it has none."""

    @property
    def between(self) -> str:
        """What moves in their long form are kept apart by."""

    @property
    def side(self) -> str:
        """The name of the player to move."""

    def describe(self, origin: str | None = None) -> dict[str, Any]:
        """What `rulec moves --json` prints."""

    def in_check(self) -> bool:
        """Whether a royal piece of the player to move is attacked."""

    def texts(self, origin: str | None = None) -> list[list[str]]:
        """The legal moves in their long form, those from one square together."""

    def ending(self) -> str | None:
        """How the game has ended, in words; None while it goes on."""

    def counts(self, depth: int, jobs: int) -> Iterator[tuple[str, int]]:
        """(move, leaves below it) for every first move, each as soon as it is counted."""

    def board(self, origin: str | None, *, colour: bool) -> str:
        """The board for a terminal, the targets of the piece on a square marked."""

    def drawing(self, origin: str | None, *, arrows: bool) -> Drawing:
        """The board as a picture."""


class AskedGame(Protocol):
    """A game of a file, or one of its variants."""

    @property
    def title(self) -> str:
        """What the game is called."""

    @property
    def squares(self) -> Collection[str]:
        """The names of the squares."""

    def position(self, fen: str | None, played: str | None) -> AskedPosition:
        """The start, or the position of a FEN, after some moves; raises RulecError."""

    def dump(self) -> dict[str, Any]:
        """What `rulec dump` prints."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """How far a recorded game could be played against the rules, as `rulec replay` reports it.

    `found` counts the ways in which moves were found among the legal ones; `position` shows the
    last position in lines of text; `ending` is what the rules say about it.
    """

    title: str
    played: int
    moves: int
    found: dict[str, int]
    nearest: tuple[str, ...]
    position: tuple[str, ...]
    ending: str | None
    failure: Diagnostic | None


def is_zillions(path: Path) -> bool:
    """Whether a file holds Zillions rules, by its name."""
    return path.suffix.lower() == ".zrf"


def open_game(path: Path, variant: str | None = None) -> AskedGame:
    """The game of a file, or its variant of a name; raises RulecError."""
    if is_zillions(path):
        from rulec.cli.kinds.zillions import ZillionsGame

        return ZillionsGame(path, variant)
    from rulec.cli.kinds.rules import RulesGame

    return RulesGame(path, variant)


def check(path: Path) -> tuple[Diagnostic, ...]:
    """All findings about a file, in all its variants."""
    if is_zillions(path):
        from rulec.zrf.api import check as check_zillions

        return tuple(check_zillions(path))
    from rulec.play.checks import check_file

    return check_file(path)


def replay(path: Path, record: Path, variant: str | None = None) -> Replayed:
    """Play a recorded game against the rules of a file; raises RulecError."""
    if is_zillions(path):
        from rulec.cli.kinds.zillions import replay as replay_zillions

        return replay_zillions(path, record, variant)
    from rulec.cli.kinds.rules import replay as replay_rules

    return replay_rules(path, record, variant)
