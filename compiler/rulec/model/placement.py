"""The placement field of a FEN: ranks from the far side, files from the left.

Holes may be written as empty squares or as `*`; runs of empty squares may have several digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulec.model.board import Board, square_name
from rulec.model.game import PieceType, Placement

LETTER = r"\+?[A-Z]~?"
"""What the letter of a piece looks like, for the first player."""

_ANY_LETTER = re.compile(r"\+?[A-Za-z]~?|.", re.DOTALL)


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
    ranks = text.split("/")
    if len(ranks) != board.ranks:
        message = f"the placement has {len(ranks)} ranks, the board has {board.ranks}"
        raise PlacementError(message, 0, len(text))
    placements: list[Placement] = []
    start = 0
    for rank, row in zip(range(board.ranks - 1, -1, -1), ranks, strict=True):
        file = i = 0
        while i < len(row):
            char, width = row[i], 1
            end = i + 1
            if char in "0123456789":
                while end < len(row) and row[end] in "0123456789":
                    end += 1
                width = int(row[i:end]) if end - i <= 3 else board.files + 1
                if width == 0:
                    raise PlacementError("a run of no squares", start + i, start + end)
            if file + width > board.files:
                message = f"rank {rank + 1} of the placement has more than {board.files} squares"
                raise PlacementError(message, start, start + len(row))
            square = board.by_place.get((file, rank))
            if char == "*" and square is not None:
                message = f"`*` marks a hole, but {square_name(file, rank)} is a square"
                raise PlacementError(message, start + i, start + end)
            if char not in "0123456789*":
                found = _ANY_LETTER.match(row, i)
                assert found is not None
                char, end = found.group(), found.end()
                if char not in letters:
                    message = f"no piece has the letter {char!r}"
                    raise PlacementError(message, start + i, start + end)
                if square is None:
                    message = f"a piece stands on {square_name(file, rank)}, which is a hole"
                    raise PlacementError(message, start + i, start + end)
                placements.append(Placement(*letters[char], square))
            file += width
            i = end
        if file != board.files:
            message = f"rank {rank + 1} of the placement has {file} squares, not {board.files}"
            raise PlacementError(message, start, start + len(row))
        start += len(row) + 1
    return placements


def format_placement(
    placed: Mapping[int, tuple[int, int]], board: Board, pieces: Sequence[PieceType]
) -> str:
    """The placement field of a mapping from squares to (player, piece); holes as empties."""

    def row(rank: int) -> Iterable[str]:
        empty = 0
        for file in range(board.files):
            square = board.by_place.get((file, rank))
            if square is None or square not in placed:
                empty += 1
                continue
            if empty:
                yield str(empty)
            empty = 0
            yield piece_letter(pieces, *placed[square])
        if empty:
            yield str(empty)

    return "/".join("".join(row(rank)) for rank in range(board.ranks - 1, -1, -1))
