"""From a difference to the smallest witness of its cause, each step asked of both engines again.

Where both engines can be set to a position, the witness has few pieces: the line is cut to its
last moves, then pieces, marks and clocks are taken away as long as the cause still shows.
Otherwise it has few moves from the start.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from rulec.crosscheck.causes import Cause, Instance, instances, position_at
from rulec.crosscheck.compare import Difference, Pair
from rulec.crosscheck.notebook import Group
from rulec.engines.protocol import EngineError, Place, RefusedError
from rulec.engines.setting import Setting, format_setting, parse_setting
from rulec.model.board import file_name

_SECONDS = 10.0
"""How long one witness may be worked on."""
_ENOUGH_PIECES = 4
_RELOCATIONS = 400


@dataclass(frozen=True, slots=True)
class Witness:
    """A place at which a cause shows, verified on both engines."""

    place: Place
    difference: Difference
    instance: Instance
    fen: str | None
    """The position at the place, if an engine can tell it."""


class Shrinker:
    """Makes witnesses of one pair of engines smaller."""

    def __init__(self, pair: Pair, *, seconds: float = _SECONDS) -> None:
        self._pair = pair
        self._seconds = seconds
        self._deadline = 0.0
        self._direct = False

    def shrink(self, group: Group, *, tries: bool = True) -> Witness:
        """The smallest witness of a group's cause that is found in time.

        Without `tries`, or where an engine fails, the group's example as it is.
        """
        if tries:
            try:
                return self._smallest(group)
            except EngineError:
                pass
        return Witness(group.example.place, group.example, group.instance, None)

    def _smallest(self, group: Group) -> Witness:
        self._deadline = time.monotonic() + self._seconds
        self._direct = group.instance.direct
        cause = group.cause
        best = group.example.place
        if self._show(best, cause) is not None:
            if self._pair.settable:
                best = self._fewer_pieces(self._shorter_tail(best, cause), cause)
                if len(best.moves) > 1:
                    best = self._fewer_pieces(self._fewer_moves(best, cause), cause)
            if best.start is None or not self._pair.settable:
                best = self._fewer_moves(best, cause)
        shown = self._show(best, cause) or (group.example, group.instance)
        return Witness(best, *shown, position_at(self._pair, best))

    def _show(self, place: Place, cause: Cause) -> tuple[Difference, Instance] | None:
        """The difference at a place, if it has the cause."""
        difference = self._pair.probe(place)
        if difference is None:
            return None
        try:
            for one in instances(self._pair, difference):
                if one.cause == cause and one.direct >= self._direct:
                    return difference, one
        except RefusedError:
            pass
        return None

    def _first(self, cause: Cause, places: Iterator[Place]) -> Place | None:
        """The first of some places at which the cause shows, while there is time."""
        for place in places:
            if time.monotonic() > self._deadline:
                return None
            if self._show(place, cause) is not None:
                return place
        return None

    # -- few pieces

    def _shorter_tail(self, place: Place, cause: Cause) -> Place:
        """The last moves of a line, from the position before them, as few as will do."""

        def tails() -> Iterator[Place]:
            moves = place.moves
            for length in range(len(moves)):
                before = Place(place.start, moves[: len(moves) - length])
                fen = position_at(self._pair, before)
                if fen is not None:
                    yield Place(fen, moves[len(moves) - length :])
            yield Place(position_at(self._pair, Place(place.start)), moves)

        return self._first(cause, tails()) or place

    def _fewer_pieces(self, place: Place, cause: Cause) -> Place:
        if place.start is None:
            return place
        setting = parse_setting(place.start)

        def show(candidate: Setting) -> bool:
            if time.monotonic() > self._deadline:
                return False
            return self._show(Place(format_setting(candidate), place.moves), cause) is not None

        setting = _without(setting, show)
        if len(setting.pieces) > _ENOUGH_PIECES:
            setting = _rearranged(setting, show)
        if setting.marks != "-" and show(replace(setting, marks="-")):
            setting = replace(setting, marks="-")
        return Place(format_setting(_fresher(setting, show)), place.moves)

    # -- few moves

    def _fewer_moves(self, place: Place, cause: Cause) -> Place:
        """The line without stretches that it can do without, the longest first."""
        moves = place.moves
        length = len(moves) - 1
        while length:
            shorter = self._first(
                cause,
                (
                    Place(place.start, moves[:i] + moves[i + length :])
                    for i in range(len(moves) - length, -1, -1)
                ),
            )
            if shorter is not None:
                moves = shorter.moves
                length = min(length, len(moves))
            else:
                length -= 1
        return Place(place.start, moves)


def _without(setting: Setting, show: Callable[[Setting], bool]) -> Setting:
    """The setting without every piece that can be taken away, from the board and the hands."""
    changed = True
    while changed:
        changed = False
        for piece in setting.pieces:
            fewer = replace(setting, pieces=tuple(one for one in setting.pieces if one != piece))
            if show(fewer):
                setting, changed = fewer, True
    for letter in setting.hand or "":
        fewer = replace(setting, hand=(setting.hand or "").replace(letter, "", 1))
        if show(fewer):
            setting = fewer
    return setting


def _fresher(setting: Setting, show: Callable[[Setting], bool]) -> Setting:
    """The setting with the fewest quiet plies that will do."""
    if setting.quiet and show(replace(setting, quiet=0)):
        return replace(setting, quiet=0)
    while setting.quiet and show(replace(setting, quiet=setting.quiet - 1)):
        setting = replace(setting, quiet=setting.quiet - 1)
    return setting


def _rearranged(setting: Setting, show: Callable[[Setting], bool]) -> Setting:
    """The setting with one piece less after another has been moved somewhere else."""
    chance = Random(0)
    squares = [
        f"{file_name(file)}{rank + 1}"
        for file, rank in product(range(setting.files), range(setting.ranks))
    ]
    for _ in range(_RELOCATIONS):
        if len(setting.pieces) <= _ENOUGH_PIECES:
            break
        gone, moved = chance.sample(setting.pieces, 2)
        there = chance.choice(squares)
        if setting.at(there) is not None and there != gone[0]:
            continue
        pieces = tuple(
            (there, piece[1]) if piece == moved else piece
            for piece in setting.pieces
            if piece != gone
        )
        fewer = replace(setting, pieces=pieces)
        if show(fewer):
            setting = _without(fewer, show)
    return setting
