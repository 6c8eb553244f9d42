"""The zones of a ZRF: sets of squares, one set a player, each under one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulec.emit.zrf.names import Names
from rulec.emit.zrf.view import Sets
from rulec.model.board import Zone
from rulec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class NamedZone:
    """A zone as it is declared: why it is there, and the rule it comes from, if it is one's own."""

    name: str
    sets: Sets
    about: str
    span: Span | None = None


class ZoneBook:
    """Collects the zones that the code asks for."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._zones: dict[str, NamedZone] = {}
        self._written: dict[tuple[str, Sets], str] = {}

    def __iter__(self) -> Iterator[NamedZone]:
        return iter(self._zones.values())

    def __len__(self) -> int:
        return len(self._zones)

    def reserved(self, name: str, sets: Sets, about: str) -> str:
        """A zone under exactly a name that was reserved for it."""
        self._zones.setdefault(name, NamedZone(name, sets, about))
        return name

    def written(self, zone: Zone) -> str:
        """A zone of the rules under the author's name, or the nearest to it."""
        sets = (zone.squares[0], zone.squares[1])
        key = zone.name, sets
        if key not in self._written:
            self._written[key] = self._new(zone.name, sets, "", zone.span)
        return self._written[key]

    def same(self, wish: str, sets: Sets, about: str) -> str:
        """Any zone with these squares; a new one under the wished name if there is none."""
        for zone in self._zones.values():
            if zone.sets == sets:
                return zone.name
        return self._new(wish, sets, about, None)

    def _new(self, wish: str, sets: Sets, about: str, span: Span | None) -> str:
        name = self._names.new(wish, "zone")
        self._zones[name] = NamedZone(name, sets, about, span)
        return name
