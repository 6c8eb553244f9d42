"""The board as a ZRF's code sees it: the same directions for both players, read by each his way.

With `symmetry`, a direction of the code means its image to the second player. Zones are written
one set a player, so that everything that depends on the player is in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulec.model.board import Board, Zone
from rulec.model.directions import is_against
from rulec.model.game import Against
from rulec.model.geometry import COMPASS, Vector

Sets = tuple[int, int]
"""A set of squares for each player, as bits."""

PLAIN = (0, 1, 2, 3, 4, 5, 6, 7)
"""The directions of a file without symmetry."""
HALF_TURN = (4, 5, 6, 7, 0, 1, 2, 3)


@dataclass(frozen=True)
class View:
    """A board, and what the second player reads for each compass direction."""

    board: Board
    image: tuple[int, ...]

    @property
    def everywhere(self) -> Sets:
        """All squares, for both players."""
        everything = (1 << len(self.board.squares)) - 1
        return everything, everything

    def read(self, player: int, vector: Vector) -> Vector:
        """The vector that a player reads for one of the code, and back: images undo themselves."""
        if player == 0:
            return vector
        right, up = vector
        east, north = COMPASS[self.image[2]].vector, COMPASS[self.image[0]].vector
        return right * east[0] + up * north[0], right * east[1] + up * north[1]

    def direction(self, player: int, direction: int) -> int:
        """The same for a direction of the compass."""
        return direction if player == 0 else self.image[direction]

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
        for after in range(len(COMPASS)):

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
        before = board.offset(square, COMPASS[HALF_TURN[direction]].vector)
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


def direction_name(vector: Vector) -> str:
    """What a direction is called: `n`, `ne`, and `nne` for a knight's leap."""
    right, up = vector
    parts = ((abs(up), "n" if up > 0 else "s"), (abs(right), "e" if right > 0 else "w"))
    if sum(steps for steps, _ in parts) <= 4:
        return "".join(letter * steps for steps, letter in parts)
    return "leap" + "".join(f"-{steps}{letter}" for steps, letter in parts if steps)
