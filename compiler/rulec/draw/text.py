"""A position as text for the terminal, with colours where they are wanted."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rulec.model.board import file_name
from rulec.model.game import Game
from rulec.model.placement import piece_letter

_SQUARES = ("\x1b[48;5;180m", "\x1b[48;5;137m")
"""Backgrounds of light and dark squares."""
_MARKED = "\x1b[48;5;108m"
_PIECES = ("\x1b[1;38;5;231m", "\x1b[1;38;5;16m")
"""Foregrounds of the first and the second player."""
_RESET = "\x1b[0m"


def board_text(
    game: Game,
    placements: Mapping[int, tuple[int, int]],
    *,
    marked: Collection[int] = (),
    colour: bool = False,
) -> str:
    """The board, rank by rank from the far side; holes are blank.

    `placements` maps squares to (player, piece type). A marked square is a `*`, or a piece in
    `[ ]`; with `colour` it is green.
    """

    def cell(file: int, rank: int) -> str:
        square = game.board.by_place.get((file, rank))
        if square is None:
            return "   "
        piece = placements.get(square)
        letter = piece_letter(game.pieces, *piece) if piece else " "
        if colour:
            ground = _MARKED if square in marked else _SQUARES[(file + rank) % 2 == 0]
            return f"{ground}{_PIECES[piece[0]] if piece else ''} {letter} {_RESET}"
        if square in marked:
            return f"[{letter}]" if piece else " * "
        return f" {letter if piece else '.'} "

    width = len(str(game.board.ranks))
    lines = [
        f"{rank + 1:>{width}} {''.join(cell(file, rank) for file in range(game.board.files))}"
        for rank in range(game.board.ranks - 1, -1, -1)
    ]
    files = "".join(f" {file_name(file)} " for file in range(game.board.files))
    return "\n".join([*(line.rstrip() for line in lines), f"{' ' * width} {files}".rstrip()])
