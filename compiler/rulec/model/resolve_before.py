"""The turns before play: who places what where, and in which arrangements."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulec.model import limits
from rulec.model.arrangements import Arrangement, Wanted, arrangements, count_arrangements
from rulec.model.board import Board, squares_of
from rulec.model.game import PieceType, Placement, SetupTurn
from rulec.model.placement import LETTER
from rulec.model.resolve_board import player_number
from rulec.model.squares import SquareReader
from rulec.record import Record
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, RulecError
from rulec.syntax.source import Span


class BeforeResolver(Record):
    """Resolves the section `before play` against the board, the pieces and the setup."""

    board: Board
    players: tuple[str, ...]
    pieces: tuple[PieceType, ...]
    setup: tuple[Placement, ...]
    reader: SquareReader
    piece: Callable[[tree.Word], int | None]
    """The number of a piece type's name; reports unknown names itself."""
    findings: Findings

    def turns(self, section: tree.BeforeSection | None) -> tuple[SetupTurn, ...]:
        """The turns in order; the players must take turns, so that the first one begins to play."""
        nodes = section.turns if section else ()
        if len(nodes) > limits.MOST_SETUP_TURNS:
            where = nodes[limits.MOST_SETUP_TURNS].span
            message = f"a game may have {limits.MOST_SETUP_TURNS} turns before play at most"
            self.findings.error("E401", where, message)
            raise RulecError(self.findings)
        turns: list[SetupTurn] = []
        taken = {(one.player, one.square) for one in self.setup}
        for i, node in enumerate(nodes):
            player = player_number(node.player, self.players, self.findings)
            if player is None:
                continue
            due = (len(nodes) - i) % 2
            if player != due:
                message = (
                    f"this is {self.players[due]}'s turn: players take turns before play too, "
                    f"and {self.players[0]} begins to play"
                )
                hint = f"for example `{self.players[due]} passes`"
                self.findings.error("E319", node.player.span, message, hint=hint)
            turn = self._turn(node, player)
            if turn is not None:
                turns.append(turn)
                self._check_free(turn, taken)
        return tuple(turns)

    def _turn(self, node: tree.SetupTurn, player: int) -> SetupTurn | None:
        if isinstance(node, tree.PassingTurn):
            return SetupTurn(player, ((), ()), ((),), node.span)
        if self.board.symmetry == "none" and (player == 1 or node.own is None):
            message = "squares for the second player need the board's symmetry, and it has none"
            self.findings.error("E209", node.squares.span, message)
            return None
        squares = self._squares(node, player)
        row = max(squares, key=len)
        if isinstance(node, tree.ListingTurn):
            found = self._listed(node, len(row))
        else:
            found = self._placed(node, row)
        return SetupTurn(player, squares, found, node.span) if found else None

    def _squares(
        self, node: tree.PlacingTurn | tree.ListingTurn, player: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The squares for each player, those of the second being the images of the first's."""
        bits = self.reader.bits(node.squares, 0, mirrored=True)
        first = tuple(squares_of(bits))
        second = tuple(self.board.mirror[square] for square in first)
        if node.own is None:
            return first, second
        return (first, ()) if player == 0 else ((), second)

    def _check_free(self, turn: SetupTurn, taken: set[tuple[int, int]]) -> None:
        """No square may have been given to other pieces before."""
        occupied = {square for _, square in taken}
        for player, squares in enumerate(turn.squares):
            for square in squares:
                if square in occupied:
                    name = self.board.squares[square].name
                    message = f"two pieces may stand on {name}"
                    self.findings.error("E304", turn.span, message)
                    return
                occupied.add(square)
                taken.add((player, square))

    # -- arrangements written out

    def _listed(self, node: tree.ListingTurn, length: int) -> tuple[Arrangement, ...]:
        numbers = {piece.letter: i for i, piece in enumerate(self.pieces)}
        found: list[Arrangement] = []
        for word in node.listed:
            letters = re.findall(rf"{LETTER}|.", word.text)
            row: list[int | None] = []
            for letter in letters:
                if letter != "-" and letter not in numbers:
                    message = f"no piece has the letter {letter!r}"
                    self.findings.error("E304", word.span, message, hint="`-` is an empty square")
                row.append(numbers.get(letter))
            if len(row) != length:
                message = f"this places pieces on {len(row)} squares, not on {length}"
                self.findings.error("E304", word.span, message)
            elif tuple(row) in found:
                self.findings.error("E202", word.span, f"`{word.text}` is listed twice")
            else:
                found.append(tuple(row))
        return tuple(found)

    # -- arrangements under conditions

    def _placed(self, node: tree.PlacingTurn, row: Sequence[int]) -> tuple[Arrangement, ...]:
        pieces: list[int] = []
        for troop in node.troops:
            piece = self.piece(troop.piece)
            count = troop.most.value if troop.most else 1
            if piece in pieces:
                message = f"`{troop.piece.text}` is named twice"
                self.findings.error("E202", troop.span, message)
            elif not 1 <= count <= len(row):
                self._no_room(troop.span, len(row))
                return ()
            elif piece is not None:
                pieces += [piece] * count
        if len(pieces) > len(row):
            self._no_room(node.squares.span, len(row))
            return ()
        if count_arrangements(pieces, len(row)) > limits.MOST_ARRANGEMENTS:
            message = (
                f"there are more than {limits.MOST_ARRANGEMENTS} ways to place these pieces there"
            )
            self.findings.error("E401", node.span, message)
            return ()
        found = tuple(arrangements(pieces, len(row), self._wanted(node, row, pieces)))
        if not found and not self.findings.has_errors:
            message = "no way to place these pieces meets all the conditions"
            self.findings.error("E322", node.span, message)
        return found

    def _no_room(self, span: Span, length: int) -> None:
        self.findings.error("E322", span, f"the pieces placed must be 1 to {length}, one a square")

    def _wanted(self, node: tree.PlacingTurn, row: Sequence[int], pieces: Sequence[int]) -> Wanted:
        kept: dict[int, frozenset[int]] = {}
        between: list[tuple[int, int]] = []
        spread: list[tuple[int, frozenset[int]]] = []
        for arrangement in node.arrangements:
            piece = self._placed_piece(arrangement.piece, pieces)
            if piece is None:
                continue
            match arrangement:
                case tree.KeptOn(squares=squares):
                    bits = self.reader.bits(squares, 0, mirrored=True)
                    places = frozenset(i for i, square in enumerate(row) if bits >> square & 1)
                    kept[piece] = kept.get(piece, places) & places
                case tree.Between(outer=outer):
                    other = self._placed_piece(outer, pieces)
                    if other is not None:
                        between.append((piece, other))
                case tree.OnBothColours():
                    spread.append((piece, self._dark(row, arrangement.span)))
        return Wanted(tuple(kept.items()), tuple(between), tuple(spread))

    def _placed_piece(self, word: tree.Word, pieces: Sequence[int]) -> int | None:
        """A piece type that a condition names: one of those that are placed."""
        piece = self.piece(word)
        if piece is not None and piece not in pieces:
            message = f"`{word.text}` is not among the pieces placed here"
            self.findings.error("E322", word.span, message)
            return None
        return piece

    def _dark(self, row: Sequence[int], span: Span) -> frozenset[int]:
        """The places of a row on squares of the first square's colour."""
        if not self.board.geometry.squared:
            message = "`on both colours` needs a board of squares in one plane"
            self.findings.error("E317", span, message)
        squares = [self.board.squares[square] for square in row]
        return frozenset(i for i, sq in enumerate(squares) if (sq.file + sq.rank) % 2 == 0)
