"""The board as a ZRF's code sees it: the same directions for both players, read by each his way.

A direction of the code is a vector: a step of the board's, or a leap. With `symmetry` it means its
image to the second player. Zones are written one set a player, so that everything that depends on
the player is in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulec.model.board import Board, Zone
from rulec.model.directions import is_against
from rulec.model.game import Against
from rulec.model.geometry import Geometry, Vector

Sets = tuple[int, int]
"""A set of squares for each player, as bits."""


_SPELT_OUT = 4
"""How many steps a leap is spelt out with, letter by letter."""


@dataclass(frozen=True)
class View:
    """A board, and which coordinates run the other way for the second player (1 or -1 each)."""

    board: Board
    signs: Vector

    @property
    def plain(self) -> bool:
        """Whether both players read directions alike."""
        return min(self.signs) > 0

    @property
    def geometry(self) -> Geometry:
        """The board's directions."""
        return self.board.geometry

    @property
    def everywhere(self) -> Sets:
        """All squares, for both players."""
        everything = (1 << len(self.board.squares)) - 1
        return everything, everything

    def read(self, player: int, vector: Vector) -> Vector:
        """The vector that a player reads for one of the code, and back: images undo themselves."""
        if player == 0:
            return vector
        return tuple(sign * part for sign, part in zip(self.signs, vector, strict=True))

    def direction(self, player: int, direction: int) -> int:
        """The same for a direction of the board."""
        return self.direction_of(self.read(player, self.geometry.directions[direction].vector))

    def direction_of(self, vector: Vector) -> int:
        """The direction whose step a vector is."""
        return self.geometry.direction_of[vector]

    def is_step(self, vector: Vector) -> bool:
        """Whether a vector is one step of the board's."""
        return vector in self.geometry.direction_of

    def target(self, vector: Vector, square: int) -> int | None:
        """Where a direction leads from a square, as the first player reads it."""
        if self.is_step(vector):
            return self.board.steps[self.direction_of(vector)][square]
        return self.board.offset(square, vector)

    def exists(self, vector: Vector) -> bool:
        """Whether there is such a direction: on hexes it must lead from somewhere."""
        squares = range(len(self.board.squares))
        return not self.geometry.hexes or any(
            self.target(vector, square) is not None for square in squares
        )

    def name(self, vector: Vector) -> str:
        """What a direction is called: `n`, `ne`, and `nne` for a knight's leap on squares."""
        if self.is_step(vector):
            return self.short(self.direction_of(vector))
        parts = [
            (abs(part), letters[part < 0])
            for part, letters in zip(vector, ("ew", "ns", "ud"), strict=False)
        ]
        parts[:2] = reversed(parts[:2])
        if not self.geometry.hexes and sum(steps for steps, _ in parts) <= _SPELT_OUT:
            return "".join(letter * steps for steps, letter in parts)
        return "leap" + "".join(f"-{steps}{letter}" for steps, letter in parts if steps)

    def short(self, direction: int) -> str:
        """The name of a direction of the board."""
        return self.geometry.directions[direction].short

    def arrow(self, direction: int) -> Sets:
        """Where the arrow is a direction of the code."""
        return self._both(
            lambda player, square: (
                self.board.arrows[player][square] == self.direction(player, direction)
            )
        )

    def against(self, direction: int, kind: Against) -> Sets:
        """Where a direction of the code runs against the track."""
        return self._both(
            lambda player, square: is_against(
                self.board, player, self.direction(player, direction), square, kind
            )
        )

    def turns(self, direction: int, zone: Zone, onward: Against | None) -> dict[int, Sets]:
        """Where a slide that runs with the track turns in a zone: by the direction it takes.

        Those are the squares of the zone on which it cannot go on.
        """
        found: dict[int, Sets] = {}
        for after in range(len(self.geometry.directions)):

            def turns_there(player: int, square: int, after: int = after) -> bool:
                inside = bool(zone.of(player) >> square & 1)
                return inside and self._turns(player, square, direction, after, onward)

            sets = self._both(turns_there)
            if any(sets):
                found[after] = sets
        return found

    def stuck(self, direction: int, onward: Against | None) -> Sets:
        """Where a slide that was free to come cannot go on."""
        return self._both(
            lambda player, square: self._is_stuck(
                player, square, self.direction(player, direction), onward
            )
        )

    def _turns(
        self, player: int, square: int, seen: int, seen_after: int, onward: Against | None
    ) -> bool:
        board = self.board
        direction, after = self.direction(player, seen), self.direction(player, seen_after)
        before = board.predecessors[square]
        return (
            before is not None
            and board.steps[direction][before] == square
            and board.arrows[player][square] == after != direction
            and self._is_stuck(player, square, direction, onward)
            and board.steps[after][square] is not None
            and not (onward and is_against(board, player, after, square, onward))
        )

    def _is_stuck(self, player: int, square: int, direction: int, onward: Against | None) -> bool:
        board = self.board
        step = self.geometry.directions[direction].vector
        before = board.offset(square, tuple(-part for part in step))
        if before is None or (onward and is_against(board, player, direction, before, onward)):
            return False
        if board.steps[direction][square] is None:
            return True
        return onward is not None and is_against(board, player, direction, square, onward)

    def _both(self, holds: Callable[[int, int], bool]) -> Sets:
        first, second = (
            sum(1 << square for square in range(len(self.board.squares)) if holds(player, square))
            for player in (0, 1)
        )
        return first, second
