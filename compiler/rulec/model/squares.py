"""What a written set of squares means on a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulec.model.board import Board, Zone, bits_of, file_name
from rulec.record import Record
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, did_you_mean


class SquareReader(Record):
    """Reads sets of squares, noting what does not exist in `findings`."""

    board: Board
    zone: Callable[[tree.Word], Zone | None]
    """The zone of a name; reports unknown names itself."""
    findings: Findings

    def square(self, word: tree.Word) -> int | None:
        """The number of a written square; off the board or in a hole is an error."""
        number = self.board.by_name.get(word.text)
        if number is None:
            self._missing(word)
        return number

    def _missing(self, word: tree.Word) -> None:
        board = self.board
        if word.text in board.cell_of:
            self.findings.error("E204", word.span, f"the square {word.text} is in a hole")
        else:
            message = f"the square {word.text} is off the board"
            hint = f"squares run from {board.cells[0].name} to {board.cells[-1].name}"
            self.findings.error("E203", word.span, message, hint=hint)

    def rectangle(self, node: tree.Rectangle) -> list[int]:
        """The usable squares between two corners, holes left out, in square order.

        On hexes they have the files and ranks between those of the corners.
        """
        board = self.board
        corners = []
        for word in (node.first, node.last):
            if word.text not in board.cell_of:
                self._missing(word)
                return []
            corners.append(board.cell_of[word.text])
        files, ranks, levels = (
            range(min(ends), max(ends) + 1)
            for ends in zip(*((cell.file, cell.rank, cell.level) for cell in corners), strict=True)
        )
        return [
            i
            for i, square in enumerate(board.squares)
            if square.file in files and square.rank in ranks and square.level in levels
        ]

    def in_place(self, node: tree.SquareSet) -> tuple[int, int]:
        """A set written in a piece or goal: the first player's, mirrored for the second."""
        return self.bits(node, 0, mirrored=True), self.bits(node, 1, mirrored=True)

    def bits(self, node: tree.SquareSet, player: int, *, mirrored: bool) -> int:
        """The squares of a set as `player` sees them, as bits.

        `mirrored`: squares written out are the first player's, so that the second sees them
        through the board's symmetry. Named zones know themselves whose they are.
        """
        result = 0
        for term in node.terms:
            bits = self._atom(term.atom, player, mirrored)
            for filtering in term.filters:
                other = self._atom(filtering.atom, player, mirrored)
                bits &= ~other if isinstance(filtering, tree.Without) else other
            result |= bits
        return result

    def _atom(self, node: tree.SquareAtom, player: int, mirrored: bool) -> int:
        match node:
            case tree.ZoneName(zone=name):
                zone = self.zone(name)
                return zone.of(player) if zone else 0
            case tree.EnemyZone(zone=name):
                zone = self.zone(name)
                return zone.of(1 - player) if zone else 0
            case _:
                squares = self._literal(node)
                if mirrored and player == 1:
                    squares = [self.board.mirror[square] for square in squares]
                return bits_of(squares)

    def _literal(
        self,
        node: tree.SquareRef | tree.Rectangle | tree.RankRef | tree.FileRef | tree.LevelRef,
    ) -> list[int]:
        board = self.board
        match node:
            case tree.SquareRef(square=word):
                square = self.square(word)
                return [] if square is None else [square]
            case tree.Rectangle():
                return self.rectangle(node)
            case tree.RankRef(rank=first, last=last):
                ends = [self._rank(number) for number in (first, last or first)]
                return [
                    i for i, sq in enumerate(board.squares) if min(ends) <= sq.rank <= max(ends)
                ]
            case tree.FileRef(file=word, last=other):
                ends = [
                    self._lettered("file", name, board.file_names) for name in (word, other or word)
                ]
                return [
                    i for i, sq in enumerate(board.squares) if min(ends) <= sq.file <= max(ends)
                ]
            case tree.LevelRef(level=word, last=other):
                names = tuple(file_name(level).upper() for level in range(board.levels))
                known = () if board.geometry.flat else names
                ends = [self._lettered("level", name, known) for name in (word, other or word)]
                return [
                    i for i, sq in enumerate(board.squares) if min(ends) <= sq.level <= max(ends)
                ]

    def _rank(self, number: tree.Number) -> int:
        """A rank counted from 0; -1 where the board has no such rank, which is an error."""
        if 1 <= number.value <= self.board.ranks:
            return number.value - 1
        message = f"the board has no rank {number.value}"
        hint = f"ranks run from 1 to {self.board.ranks}"
        self.findings.error("E203", number.span, message, hint=hint)
        return -1

    def _lettered(self, what: str, word: tree.Word, names: Sequence[str]) -> int:
        """A file or level counted from 0; -1 where the board has none, which is an error."""
        if word.text in names:
            return names.index(word.text)
        hint = f"{what}s run from {names[0]} to {names[-1]}" if names else "this board is flat"
        message = f"the board has no {what} {word.text}"
        self.findings.error("E203", word.span, message, hint=hint)
        return -1


def unknown(
    kind: str, word: tree.Word, known: list[str], findings: Findings, code: str = "E201"
) -> None:
    """Report a name that nothing has, with the nearest that something has."""
    hint = did_you_mean(word.text, known)
    if hint is None and known:
        hint = f"known: {', '.join(known[:12])}"
    findings.error(code, word.span, f"there is no {kind} `{word.text}`", hint=hint)
