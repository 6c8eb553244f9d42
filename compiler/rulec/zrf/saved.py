"""Recorded games: those that Zillions saves (`.zsg`), and plain records of moves.

A plain record begins with the line `rulec record`. After it come an optional line `variant TITLE`
and the moves, one a line, in the notation of Zillions or the short one; `#` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PureWindowsPath

from rulec.syntax.source import Source, Span
from rulec.zrf.report import Report

_PLACED = re.compile(r"\((\S+) (\S+) (\S+)\)")
_REMOVED = re.compile(r"\(x (\S+)\)")
_NUMBERED = re.compile(r"\d+\. ?(.+)")
_ZILLIONS = "Zillions Save Game File"
_PLAIN = "rulec record"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change made by hand: a piece put on a square, or (without a player) the square emptied."""

    square: str
    player: str | None
    piece: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Recorded:
    """A move as it is written."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a saved game says, in order. `rules` is the name of its rule file, without folders."""

    rules: str
    variant: str
    moves: tuple[Recorded | Edit, ...]


def read_saved(source: Source, report: Report) -> SavedGame | None:
    """The game that a text records; None, with a finding, when it records none."""
    if source.text.startswith(_ZILLIONS):
        return _zillions(source, report)
    if source.text.startswith(_PLAIN):
        return _plain(source)
    report.error(
        "Z120",
        Span(source, 0, 0),
        "this is neither a game saved by Zillions nor a record of moves",
        f"a record begins with the line `{_PLAIN}`",
    )
    return None


def _lines(source: Source) -> Iterator[tuple[str, Span]]:
    """The lines after the first that are not empty, stripped, and where they are."""
    lines = source.text.split("\n")
    for start, line in list(zip(source.line_starts, lines, strict=True))[1:]:
        content = line.strip()
        if content:
            yield content, Span(source, start, start + len(line.rstrip()))


def _plain(source: Source) -> SavedGame:
    variant = ""
    moves: list[Recorded | Edit] = []
    for line, span in _lines(source):
        content = line.partition("#")[0].strip()
        if content.startswith("variant ") and not moves:
            variant = content.removeprefix("variant ").strip()
        elif content:
            moves.append(Recorded(content, span))
    return SavedGame("", variant, tuple(moves))


def _zillions(source: Source, report: Report) -> SavedGame:
    rules = variant = ""
    moves: list[Recorded | Edit] = []
    for content, span in _lines(source):
        if content.startswith("RulesFile="):
            rules = PureWindowsPath(content.partition("=")[2]).name
        elif content.startswith("VariantName="):
            variant = content.partition("=")[2].strip()
        elif numbered := _NUMBERED.fullmatch(content):
            moves.append(Recorded(numbered[1].strip(), span))
        elif removed := _REMOVED.fullmatch(content):
            moves.append(Edit(removed[1], None, None, span))
        elif placed := _PLACED.fullmatch(content):
            moves.append(Edit(placed[3], placed[1], placed[2], span))
        elif moves:
            report.error("Z121", span, "this line is neither a move nor a change of a square")
    return SavedGame(rules, variant, tuple(moves))
