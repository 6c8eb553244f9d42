"""Positions as text, for the games that allow it.

A FEN is placement, side to move, changed attributes and last move; the latter two may be left out:

    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - e2e4
    4k3/8/8/8/8/8/4K3/7R w e1:never-moved?,h1:never-moved? -

An attribute is named with the square of its piece where it is not what a new piece has. A game has
FENs if its squares are those of a grid (`a1`, `b1`, ...), its piece types have different letters,
two players take turns, and nothing stands beside the board.
"""

from __future__ import annotations

import re
from functools import cached_property

from rulec.play.notation import LONGEST_TEXT, NotationError
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.letters import letters, side_names
from rulec.zrf.position import OFF, Piece, Position
from rulec.zrf.report import failure

_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")


class Fens:
    """The FENs of one game."""

    def __init__(self, rules: Interpreter) -> None:
        self._rules = rules
        self._game = rules.game

    @cached_property
    def missing(self) -> str | None:
        """Why the positions of this game have no FEN; None if they have."""
        game = self._game
        if letters(game) is None:
            return "two of its pieces have the same letter"
        sides = [turn.side for turn in game.turns]
        plain = all(turn.player == turn.side and turn.move_type is None for turn in game.turns)
        if len(sides) != 2 or sides[0] == sides[1] or not plain or game.repeat:
            return "its turns are not those of two players"
        if game.reserves or any(piece.drops for piece in game.pieces):
            return "it has pieces off the board"
        if not self._grid:
            return "its squares are not named as those of a grid"
        if any(place.position not in self._shown for place in game.placements):
            return "it has pieces beside the board"
        if any(place.player not in sides for place in game.placements):
            return "it has pieces of other players"
        return None

    @cached_property
    def _grid(self) -> tuple[tuple[int | None, ...], ...]:
        """The ranks, the far one first, with the squares' numbers; empty if they make no grid."""
        places: dict[tuple[int, int], int] = {}
        for number, name in enumerate(self._game.board.positions):
            if self._game.board.rectangles[number] is None:
                continue
            match = _SQUARE.fullmatch(name)
            if match is None:
                return ()
            places[ord(match[1]) - ord("a"), int(match[2])] = number
        if not places:
            return ()
        files = range(max(file for file, _ in places) + 1)
        ranks = range(max(rank for _, rank in places), 0, -1)
        return tuple(tuple(places.get((file, rank)) for file in files) for rank in ranks)

    @cached_property
    def _shown(self) -> frozenset[int]:
        return frozenset(square for row in self._grid for square in row if square is not None)

    @cached_property
    def _symbols(self) -> dict[tuple[int, int], str]:
        """How the pieces of each player and type are written."""
        found = letters(self._game) or ()
        first, second = (turn.side for turn in self._game.turns)
        return {(first, i): letter for i, letter in enumerate(found)} | {
            (second, i): letter.lower() for i, letter in enumerate(found)
        }

    # --- writing --------------------------------------------------------------------------------

    def text(self, position: Position) -> str | None:
        """A position as FEN; None if it has none."""
        if self.missing is not None or position.chain is not None:
            return None
        shown = {square: cell for square, cell in enumerate(position.cells) if cell is not None}
        if any(
            square not in self._shown or (cell.player, cell.type) not in self._symbols
            for square, cell in shown.items()
        ):
            return None
        side = side_names(self._game)[self._rules.turn(position).player]
        names = self._game.board.positions
        last = "-"
        if OFF not in position.last:
            last = "".join(names[square] for square in position.last)
        return f"{self._placement(position)} {side} {self._changed(position)} {last}"

    def _placement(self, position: Position) -> str:
        rows: list[str] = []
        for row in self._grid:
            text = ""
            empty = 0
            for square in row:
                piece = None if square is None else position.cells[square]
                if piece is None:
                    empty += 1
                    continue
                text += (str(empty) if empty else "") + self._symbols[piece.player, piece.type]
                empty = 0
            rows.append(text + (str(empty) if empty else ""))
        return "/".join(rows)

    def _changed(self, position: Position) -> str:
        found: list[str] = []
        for square, piece in enumerate(position.cells):
            if piece is None:
                continue
            changed = piece.attributes ^ self._rules.piece(piece.player, piece.type).attributes
            found += (
                f"{self._game.board.positions[square]}:{name}"
                for number, name in enumerate(self._game.attributes)
                if changed >> number & 1
            )
        return ",".join(found) or "-"

    # --- reading --------------------------------------------------------------------------------

    def position(self, fen: str) -> Position:
        """The position of a FEN; raises RulecError."""
        if self.missing is not None:
            raise failure(
                "Z282",
                None,
                f"a position of this game cannot be given as FEN: {self.missing}",
                "give the moves that lead to it with --moves",
            )
        fields = [(match[0], match.start()) for match in re.finditer(r"\S+", fen[:LONGEST_TEXT])]
        if len(fen) > LONGEST_TEXT or not 2 <= len(fields) <= 4:
            message = "a FEN of a Zillions game is placement, side, changed attributes, last move"
            hint = "the latter two may be left out"
            raise NotationError("E501", "FEN", fen, 0, len(fen), message, hint)
        cells = self._read_placement(fen, *fields[0])
        turn = self._read_side(fen, *fields[1])
        if len(fields) > 2:
            self._read_changed(fen, *fields[2], cells)
        last = self._read_last(fen, *fields[3]) if len(fields) > 3 else (OFF, OFF)
        return self._rules.position(cells.items(), turn, last=last)

    def _read_placement(self, fen: str, field: str, at: int) -> dict[int, Piece]:
        rows = field.split("/")
        if len(rows) != len(self._grid):
            message = f"the placement has {len(rows)} ranks, the board has {len(self._grid)}"
            raise NotationError("E501", "FEN", fen, at, at + len(field), message)
        known = {symbol: key for key, symbol in self._symbols.items()}
        cells: dict[int, Piece] = {}
        for cells_of_row, row in zip(self._grid, rows, strict=True):
            column = 0
            for match in re.finditer(r"[0-9]+|.", row):
                where = at + match.start(), at + match.end()
                word = match[0]
                if word[0] in "0123456789":
                    column += int(word[:4])
                elif word == "*":
                    column += 1
                elif word not in known:
                    message = f"no piece has the letter {word!r}"
                    raise NotationError("E501", "FEN", fen, *where, message)
                else:
                    square = cells_of_row[column] if column < len(cells_of_row) else None
                    if square is None:
                        message = "a piece stands where the board has no square"
                        raise NotationError("E501", "FEN", fen, *where, message)
                    cells[square] = self._rules.piece(*known[word])
                    column += 1
            if column != len(cells_of_row):
                message = f"this rank has {column} squares, not {len(cells_of_row)}"
                raise NotationError("E501", "FEN", fen, at, at + len(row), message)
            at += len(row) + 1
        return cells

    def _read_side(self, fen: str, field: str, at: int) -> int:
        names = side_names(self._game)
        sides = [names[turn.player] for turn in self._game.turns]
        if field not in sides:
            message = f"the side to move is `{sides[0]}` or `{sides[1]}`"
            raise NotationError("E501", "FEN", fen, at, at + len(field), message)
        return sides.index(field)

    def _read_changed(self, fen: str, field: str, at: int, cells: dict[int, Piece]) -> None:
        if field == "-":
            return
        game = self._game
        for word in field.split(","):
            name, _, attribute = word.partition(":")
            square = self._square(name)
            if square not in cells or attribute not in game.attributes:
                message = f"`{word}` is not an attribute of a piece on its square"
                hint = "write it as `e1:ATTRIBUTE`, for what a new piece has not; `-` for none"
                raise NotationError("E501", "FEN", fen, at, at + len(word), message, hint)
            piece = cells[square]
            changed = piece.attributes ^ 1 << game.attributes.index(attribute)
            cells[square] = piece._replace(attributes=changed)
            at += len(word) + 1

    def _read_last(self, fen: str, field: str, at: int) -> tuple[int, int]:
        if field == "-":
            return OFF, OFF
        squares = [self._square(match[0]) for match in _SQUARE.finditer(field)]
        if len(squares) != 2 or OFF in squares:
            message = "the last move is two squares, such as `e2e4`, or `-`"
            raise NotationError("E501", "FEN", fen, at, at + len(field), message)
        return squares[0], squares[1]

    def _square(self, name: str) -> int:
        positions = self._game.board.positions
        return positions.index(name) if name in positions else OFF
