"""Games that Zillions has saved (`.zsg`): a header, changes to the start position, and moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PureWindowsPath

from rulec.syntax.source import Source, Span
from rulec.zrf.report import Report

_PLACED = re.compile(r"\((\S+) (\S+) (\S+)\)")
_REMOVED = re.compile(r"\(x (\S+)\)")
_NUMBERED = re.compile(r"\d+\. ?(.+)")
_TITLE = "Zillions Save Game File"


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
    """The saved game of a text; None, with a finding, when it is none."""
    rules = variant = ""
    moves: list[Recorded | Edit] = []
    lines = source.text.split("\n")
    if not lines[0].startswith(_TITLE):
        report.error("Z120", Span(source, 0, 0), "this is no game saved by Zillions")
        return None
    for number, (start, line) in enumerate(zip(source.line_starts, lines, strict=True)):
        content = line.strip()
        span = Span(source, start, start + len(line.rstrip()))
        if not content or number == 0:
            continue
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
        elif number > 0 and not moves:
            continue
        else:
            report.error("Z121", span, "this line is neither a move nor a change of a square")
    return SavedGame(rules, variant, tuple(moves))
