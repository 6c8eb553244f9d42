"""A position as text for the terminal, with colours where they are wanted.

Every cell takes three columns. Hexes in level ranks are shifted by their place; files of upright
hexes stand in columns of their own, a cell two lines high. Levels stand one above the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from rulec.model.board import Board, Square, file_name
from rulec.model.game import Game
from rulec.model.geometry import UPRIGHT_HEXES
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
    """The board, rank by rank from the far side, level A first; holes are blank.

    `placements` maps squares to (player, piece type). A marked square is a `*`, or a piece in
    `[ ]`; with `colour` it is green.
    """
    board = game.board

    def text(cell: Square) -> str:
        square = board.by_name.get(cell.name)
        if square is None:
            return "   "
        piece = placements.get(square)
        letter = piece_letter(game.pieces, *piece) if piece else " "
        if colour:
            ground = _MARKED if square in marked else _SQUARES[sum(cell.place) % 2 == 0]
            return f"{ground}{_PIECES[piece[0]] if piece else ''} {letter} {_RESET}"
        if square in marked:
            return f"[{letter}]" if piece else " * "
        return f" {letter if piece else '.'} "

    if board.geometry.flat and not board.geometry.squared:
        return _hexes(board, text)
    width = len(str(board.ranks))
    files = f"{' ' * width} {''.join(f' {name} ' for name in board.file_names)}".rstrip()
    lines = []
    for level, rows in enumerate(board.rows):
        if not board.geometry.flat:
            lines += ["", f"level {file_name(level).upper()}"] if level else ["level A"]
        for row in reversed(rows):
            cells = "".join(map(text, row))
            lines.append(f"{row[0].rank + 1:>{width}} {cells}".rstrip())
        lines.append(files)
    return "\n".join(lines)


def _hexes(board: Board, text: Callable[[Square], str]) -> str:
    """Hexes on lines by their height, in columns by their place, names of files around them."""
    upright = board.geometry.name == UPRIGHT_HEXES
    rights, ups = zip(*(cell.place for cell in board.cells), strict=True)
    left, wide = min(rights), 3 if upright else 2
    lines: list[str] = []
    for up in range(max(ups), min(ups) - 1, -1):
        row = [cell for cell in board.cells if cell.place[1] == up]
        row.sort(key=lambda cell: cell.place)
        line, column = "", 0
        for cell in row:
            start = (cell.place[0] - left) * wide
            line += " " * (start - column) + text(cell)
            column = start + 3
        number = "" if upright else f"  {row[0].rank + 1}"
        lines.append(f"{line.rstrip()}{number}")
    if upright:
        lines.append("".join(f" {name} " for name in board.file_names).rstrip())
    else:
        first = [next(c for c in board.cells if c.file == i) for i in range(board.files)]
        lowest = [cell for cell in first if cell.rank == 0]
        names = {(cell.place[0] - left) * wide: board.file_names[cell.file] for cell in lowest}
        lines.append("".join(f" {names[i]} " if i in names else " " for i in range(max(names) + 1) if i in names or not any(0 < i - j < 3 for j in names)).rstrip())
    return "\n".join(lines)
