"""Small rule files to read and play, written by the tests themselves."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from rulec.zrf.api import load
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.notation import text
from rulec.zrf.position import Position

BOARD = """
   (grid
      (start-rectangle 0 0 50 50)
      (dimensions ("a/b/c/d/e" (50 0)) ("5/4/3/2/1" (0 50)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))
   )
   (symmetry Black (n s) (s n))
"""


class Lab:
    """Makes rule files on a board of 5 by 5 squares, where Black's north is south."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count()

    def text(
        self,
        *,
        pieces: str,
        setup: str,
        board: str = "",
        more: str = "",
        turns: str = "White Black",
        players: str = "White Black",
        before: str = "",
    ) -> str:
        """A rule file."""
        return f"""
(version "2.0")
{before}
(game
   (title "Test")
   (players {players})
   (turn-order {turns})
   (board {BOARD} {board})
   {pieces}
   (board-setup {setup})
   {more}
)
"""

    def file(self, data: str | bytes) -> Path:
        """A new file with these contents."""
        path = self._folder / f"test{next(self._numbers)}.zrf"
        path.write_bytes(data if isinstance(data, bytes) else data.encode("cp1252"))
        return path

    def game(self, **parts: str) -> Interpreter:
        """A game from the parts that `text` takes."""
        return load(self.file(self.text(**parts)))

    def texts(self, rules: Interpreter, position: Position) -> list[str]:
        """The legal moves in Zillions' notation, sorted."""
        return sorted(text(rules.game, position, move) for move in rules.legal_moves(position))

    def play(self, rules: Interpreter, position: Position, *moves: str) -> Position:
        """The position after moves given in Zillions' notation."""
        for wanted in moves:
            known = {text(rules.game, position, move): move for move in rules.available(position)}
            assert wanted in known, (wanted, sorted(known))
            position = rules.play(position, known[wanted])
        return position

    def at(self, rules: Interpreter, position: Position, name: str) -> str:
        """What stands on a square, as `Player Type` and the attributes that are true."""
        piece = position.cells[rules.game.board.positions.index(name)]
        if piece is None:
            return "empty"
        words = [rules.game.players[piece.player], rules.game.pieces[piece.type].name]
        words += [
            attribute
            for number, attribute in enumerate(rules.game.attributes)
            if piece.attributes >> number & 1
        ]
        return " ".join(words)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    """A place to make rule files in."""
    return Lab(tmp_path_factory.mktemp("zrf"))
