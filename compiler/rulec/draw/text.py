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
    """Hexes on lines by their height, in columns by their place; each row's ends are named."""
    upright = board.geometry.name == UPRIGHT_HEXES
    wide = 3 if upright else 2
    left = min(cell.place[0] for cell in board.cells)
    top = max(cell.place[1] for cell in board.cells)
    shown: dict[int, list[tuple[int, int, str]]] = {}

    def show(right: int, up: int, width: int, words: str) -> None:
        shown.setdefault(top - up, []).append((right, width, words))

    for cell in board.cells:
        right, up = cell.place
        show((right - left) * wide, up, 3, text(cell))
    rows: dict[int, list[Square]] = {}
    for cell in board.cells:
        rows.setdefault(cell.file if upright else cell.rank, []).append(cell)
    for row in rows.values():
        for cell, beyond in ((row[0], -1), (row[-1], 1)):
            right, up = cell.place
            name = f"{cell.name:^3}"
            if upright:
                show((right - left) * wide, up + 2 * beyond, len(name), name)
            else:
                show((right - left + 2 * beyond) * wide, up, len(name), name)
    margin = -min(0, *(right for line in shown.values() for right, _, _ in line))
    lines: list[str] = []
    for number in range(min(shown), max(shown) + 1):
        line, column = "", 0
        for right, width, words in sorted(shown.get(number, ())):
            line += " " * (right + margin - column) + words
            column = right + margin + width
        lines.append(line.rstrip())
    return "\n".join(lines)
