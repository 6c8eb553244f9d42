"""Positions as engines exchange them: a FEN of four or five fields, or some more.

Placement (behind it in brackets the hands, in games that have them), side to move (`w` is the
first player), marks (`-`, or the names of the gates crossed and the castlings that may still be
played), in games with en passant the square just passed (`-` for none), quiet plies. Runs of empty
squares may have several digits. Checks given (`+1+0`) and the number of a turn before play (`#1`)
come last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulec.engines.child import RefusedError
from rulec.model.board import file_name

HOLE = "*"
"""How a hole may be written; as an empty square it may be, too."""

_PIECE_OR_RUN = re.compile(r"[0-9]+|\+?[^0-9][~']?")


@dataclass(frozen=True, slots=True)
class Setting:
    """A position: which letter stands where (capitals are the first player's), and the rest."""

    pieces: tuple[tuple[str, str], ...]
    """(square, letter), from the far left to the near right."""
    files: int
    ranks: int
    side: str = "w"
    marks: str = "-"
    quiet: int = 0
    passed: str | None = None
    """The square just passed, or `-`; None in a game without en passant."""
    hand: str | None = None
    """The letters of all pieces in the hands; None in a game without hands."""
    more: tuple[str, ...] = ()
    """The fields behind the count of plies, of games that have any."""

    def at(self, square: str) -> str | None:
        """The letter on a square."""
        return dict(self.pieces).get(square)


def parse_setting(fen: str) -> Setting:
    """The position of a FEN; raises RefusedError."""
    fields = fen.split()
    more: list[str] = []
    while fields and fields[-1][0] in "+#":
        more.insert(0, fields.pop())
    passed = fields.pop(3) if len(fields) > 3 and not fields[3].isdigit() else None
    placement, side, marks, quiet = (*fields, *("", "w", "-", "0")[len(fields) :])[:4]
    if not placement or side not in ("w", "b") or not quiet.isdigit():
        raise RefusedError(f"{fen!r} is no position")
    board, bracket, hand = placement.partition("[")
    rows = board.split("/")
    pieces = [one for one in _standing(rows) if one[1] != HOLE]
    files = max(_width(text) for text in rows)
    held = hand.rstrip("]").strip("-") if bracket else None
    return Setting(
        tuple(pieces), files, len(rows), side, marks, int(quiet), passed, held, tuple(more)
    )


def parse_board(fen: str) -> Setting:
    """The position of a FEN that has neither hands nor fields of its own kind of game.

    Raises RefusedError.
    """
    setting = parse_setting(fen)
    if setting.hand is not None or setting.more:
        raise RefusedError(f"{fen!r} is more than pieces on a board in play")
    return setting


def holes(placement: str) -> tuple[tuple[str, str], ...]:
    """The squares that a placement writes as holes, as if these were pieces."""
    return tuple(one for one in _standing(placement.split("/")) if one[1] == HOLE)


def _standing(rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(square, letter) of what the rows of a placement name, from the far left."""
    for row, text in enumerate(rows):
        for file, letter in _row(text):
            yield f"{file_name(file)}{len(rows) - row}", letter


def _row(text: str) -> Iterator[tuple[int, str]]:
    file = 0
    for part in _PIECE_OR_RUN.findall(text):
        if part.isdigit():
            file += int(part)
        else:
            yield file, part
            file += 1


def _width(text: str) -> int:
    return sum(int(part) if part.isdigit() else 1 for part in _PIECE_OR_RUN.findall(text))


def format_setting(setting: Setting) -> str:
    """The FEN of a position."""
    letters = dict(setting.pieces)
    rows = []
    for rank in range(setting.ranks, 0, -1):
        row = [letters.get(f"{file_name(file)}{rank}", "") for file in range(setting.files)]
        text = "".join(letter or "." for letter in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), text))
    hand = "" if setting.hand is None else f"[{setting.hand or '-'}]"
    fields = [f"{'/'.join(rows)}{hand}", setting.side, setting.marks]
    if setting.passed is not None:
        fields.append(setting.passed)
    return " ".join([*fields, str(setting.quiet), *setting.more])
