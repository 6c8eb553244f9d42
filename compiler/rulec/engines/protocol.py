"""What an implementation of a game must be able to answer to be compared with another.

Engines are asked about *places*: a first position and the moves played from it. A place is plain
text, so that any question can be asked again, in any order, of a restarted or distant engine.
Moves are long algebraic (`e1f1`, `d6e6r`, `P@e4`, and `--` to pass; a promoted piece's `~` is left
out); positions are the FENs of `rulec.engines.setting`. Every adapter translates between this and
what its engine speaks.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from rulec.engines.child import EngineError, RefusedError

__all__ = [
    "PASSED",
    "Ending",
    "Engine",
    "EngineError",
    "Place",
    "RefusedError",
    "Trait",
    "View",
    "Winner",
]

PASSED = "--"
"""The text of a move that leaves everything as it is."""


def stays(move: str) -> bool:
    """Whether a move ends where it starts: so programs of the UCI kind write a pass."""
    half = len(move) // 2
    return move[:half] == move[half:]


class Winner(StrEnum):
    """Who has won: the first player is called white, the second black."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game has ended. The reason is None where the engine does not tell it."""

    winner: Winner
    reason: str | None = None

    def agrees(self, other: Ending) -> bool:
        """Whether two endings are the same, as far as both tell."""
        return self.winner is other.winner and (
            self.reason is None or other.reason is None or self.reason == other.reason
        )

    def __str__(self) -> str:
        outcome = "draw" if self.winner is Winner.DRAW else f"{self.winner} wins"
        return f"{outcome} ({self.reason})" if self.reason else outcome


@dataclass(frozen=True, slots=True)
class Place:
    """A position and how to get there: a FEN (None: the game's start) and moves from it."""

    start: str | None = None
    moves: tuple[str, ...] = ()

    def after(self, move: str) -> Place:
        """The place one move further."""
        return Place(self.start, (*self.moves, move))

    def __str__(self) -> str:
        return " ".join([self.start or "start", *(("moves", *self.moves) if self.moves else ())])


@dataclass(frozen=True, slots=True)
class View:
    """What an engine says about a place: the legal moves, and the ending if the game is over.

    `key` is equal for positions that the engine takes for the same, history aside; None where it
    cannot tell.
    """

    moves: frozenset[str]
    ending: Ending | None = None
    key: Hashable = None
    refused: str | None = None
    """Why the engine does not accept the place, in its words; then all else is empty."""


class Trait(StrEnum):
    """What an engine can do beyond listing the moves after a line from the start."""

    SET = "set"
    """Be set to any position."""
    ENDINGS = "endings"
    """Tell whether and how the game is over."""
    REMOTE = "remote"
    """Works outside this process, so that asking it costs waiting, not computing."""


class Engine(Protocol):
    """An implementation of a game. Questions raise EngineError, or RefusedError if refused."""

    @property
    def name(self) -> str:
        """What it is called in reports."""

    @property
    def traits(self) -> frozenset[Trait]:
        """What it can do."""

    def look(self, places: Sequence[Place]) -> list[View]:
        """What it says about each place; neighbours in the list had better share their lines."""

    def fen(self, place: Place) -> str | None:
        """The position at a place as a FEN, or None if it cannot tell."""

    def close(self) -> None:
        """Let go of whatever it holds; the next question starts it again."""
