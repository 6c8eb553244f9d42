"""The positions that an engine was asked about last, so that lines are not replayed from afar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rulec.engines.protocol import Place

_Position = TypeVar("_Position")

_KEPT = 8192


class Recent(Generic[_Position]):
    """Positions by place, the least recently made ones forgotten."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept = kept
        self._found: dict[tuple[str | None, tuple[str, ...]], _Position] = {}

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()

    def reach(
        self,
        place: Place,
        first: Callable[[str | None], _Position],
        play: Callable[[_Position, str], _Position],
    ) -> _Position:
        """The position at a place, played on from the nearest one that is known."""
        start, moves = place.start, place.moves
        position = self._found.get((start, moves))
        if position is not None:
            return position
        length = len(moves)
        while position is None and length:
            length -= 1
            position = self._found.get((start, moves[:length]))
        if position is None:
            position = self._keep(start, (), first(start))
        for i in range(length, len(moves)):
            position = self._keep(start, moves[: i + 1], play(position, moves[i]))
        return position

    def _keep(self, start: str | None, moves: tuple[str, ...], position: _Position) -> _Position:
        if len(self._found) >= self._kept:
            for key in list(self._found)[: self._kept // 4]:
                del self._found[key]
        self._found[start, moves] = position
        return position
