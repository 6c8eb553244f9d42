"""The placement field of a FEN: ranks from the far side, files from the left.

Holes may be written as empty squares or as `*`; runs of empty squares may have several digits. On
hexes a rank has as many squares as the board has there; levels are divided by `|`, A first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulec.model.board import Board, Square, file_name
from rulec.model.game import PieceType, Placement

LETTER = r"\+?[A-Z][~']?"
"""What the letter of a piece looks like, for the first player."""

ANY_LETTER = re.compile(r"\+?[A-Za-z][~']?|.", re.DOTALL)
"""The letter of a piece of either player; of what is none the first character."""


class PlacementError(ValueError):
    """A placement that cannot be read; `start` and `end` bound the bad part of the text."""

    def __init__(self, message: str, start: int, end: int) -> None:
        self.start = start
        self.end = end
        super().__init__(message)


def piece_letter(pieces: Sequence[PieceType], player: int, piece: int) -> str:
    """The FEN letter of a player's piece: capital for the first player, small for the second."""
    letter = pieces[piece].letter
    return letter if player == 0 else letter.lower()


def parse_placement(text: str, board: Board, pieces: Sequence[PieceType]) -> list[Placement]:
    """The pieces of a placement field, in reading order; raises PlacementError."""
    letters = {
        piece_letter(pieces, player, i): (player, i)
        for player in (0, 1)
        for i in range(len(pieces))
    }
    placements: list[Placement] = []
    start = 0
    for cells, row in _written_rows(text, board):
        name = _row_name(board, cells)
        at = i = 0
        while i < len(row):
            char, width = row[i], 1
            end = i + 1
            if char in "0123456789":
                while end < len(row) and row[end] in "0123456789":
                    end += 1
                width = int(row[i:end]) if end - i <= 3 else len(cells) + 1
                if width == 0:
                    raise PlacementError("a run of no squares", start + i, start + end)
            if at + width > len(cells):
                message = f"{name} of the placement has more than {len(cells)} squares"
                raise PlacementError(message, start, start + len(row))
            cell = cells[at]
            square = board.by_name.get(cell.name)
            if char == "*" and square is not None:
                message = f"`*` marks a hole, but {cell.name} is a square"
                raise PlacementError(message, start + i, start + end)
            if char not in "0123456789*":
                found = ANY_LETTER.match(row, i)
                assert found is not None
                char, end = found.group(), found.end()
                if char not in letters:
                    message = f"no piece has the letter {char!r}"
                    raise PlacementError(message, start + i, start + end)
                if square is None:
                    message = f"a piece stands on {cell.name}, which is a hole"
                    raise PlacementError(message, start + i, start + end)
                placements.append(Placement(*letters[char], square))
            at += width
            i = end
        if at != len(cells):
            message = f"{name} of the placement has {at} squares, not {len(cells)}"
            raise PlacementError(message, start, start + len(row))
        start += len(row) + 1
    return placements


def _written_rows(text: str, board: Board) -> list[tuple[tuple[Square, ...], str]]:
    """The cells of every rank with what is written for it, as the placement has them."""
    levels = text.split("|")
    if len(levels) != board.levels:
        message = f"the placement has {len(levels)} levels, the board has {board.levels}"
        raise PlacementError(message, 0, len(text))
    found: list[tuple[tuple[Square, ...], str]] = []
    start = 0
    for rows, level in zip(board.rows, levels, strict=True):
        ranks = level.split("/")
        if len(ranks) != len(rows):
            message = f"the placement has {len(ranks)} ranks, the board has {len(rows)}"
            raise PlacementError(message, start, start + len(level))
        found += zip(reversed(rows), ranks, strict=True)
        start += len(level) + 1
    return found


def _row_name(board: Board, cells: tuple[Square, ...]) -> str:
    """`rank 8`, and on a board with levels `rank 8 of level A`."""
    first = cells[0]
    level = "" if board.geometry.flat else f" of level {file_name(first.level).upper()}"
    return f"rank {first.rank + 1}{level}"


def format_placement(
    placed: Mapping[int, tuple[int, int]], board: Board, pieces: Sequence[PieceType]
) -> str:
    """The placement field of a mapping from squares to (player, piece); holes as empties."""

    def row(cells: tuple[Square, ...]) -> Iterable[str]:
        empty = 0
        for cell in cells:
            square = board.by_name.get(cell.name)
            if square is None or square not in placed:
                empty += 1
                continue
            if empty:
                yield str(empty)
            empty = 0
            yield piece_letter(pieces, *placed[square])
        if empty:
            yield str(empty)

    return "|".join("/".join("".join(row(cells)) for cells in rows[::-1]) for rows in board.rows)
