"""What a written set of squares means on a board."""

from __future__ import annotations

from collections.abc import Callable

from rulec.model.board import Board, Zone, square_name
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
        last = square_name(board.files - 1, board.ranks - 1)
        inside = any(
            square_name(file, rank) == word.text
            for file in range(board.files)
            for rank in range(board.ranks)
        )
        if inside:
            self.findings.error("E204", word.span, f"the square {word.text} is in a hole")
        else:
            message = f"the square {word.text} is off the board"
            self.findings.error("E203", word.span, message, hint=f"squares run from a1 to {last}")

    def rectangle(self, node: tree.Rectangle) -> list[int]:
        """The usable squares between two corners, holes left out, rank by rank."""
        corners = [place_of(word.text) for word in (node.first, node.last)]
        board = self.board
        for word, (file, rank) in zip((node.first, node.last), corners, strict=True):
            inside = 0 <= file < board.files and 0 <= rank < board.ranks
            if not inside or word.text != square_name(file, rank):
                self._missing(word)
                return []
        (file_a, rank_a), (file_b, rank_b) = corners
        return [
            board.by_place[file, rank]
            for rank in range(min(rank_a, rank_b), max(rank_a, rank_b) + 1)
            for file in range(min(file_a, file_b), max(file_a, file_b) + 1)
            if (file, rank) in board.by_place
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
                return sum(1 << square for square in set(squares))

    def _literal(
        self, node: tree.SquareRef | tree.Rectangle | tree.RankRef | tree.FileRef
    ) -> list[int]:
        board = self.board
        match node:
            case tree.SquareRef(square=word):
                square = self.square(word)
                return [] if square is None else [square]
            case tree.Rectangle():
                return self.rectangle(node)
            case tree.RankRef(rank=number):
                if not 1 <= number.value <= board.ranks:
                    message = f"the board has no rank {number.value}"
                    hint = f"ranks run from 1 to {board.ranks}"
                    self.findings.error("E203", number.span, message, hint=hint)
                return [i for i, sq in enumerate(board.squares) if sq.rank == number.value - 1]
            case tree.FileRef(file=word):
                files = [i for i in range(board.files) if square_name(i, 0)[:-1] == word.text]
                if not files:
                    message = f"the board has no file {word.text}"
                    hint = f"files run from a to {square_name(board.files - 1, 0)[:-1]}"
                    self.findings.error("E203", word.span, message, hint=hint)
                return [i for i, square in enumerate(board.squares) if square.file in files]


def place_of(name: str) -> tuple[int, int]:
    """File and rank of a written square, from 0; a file no board has is -1."""
    letters = name.rstrip("0123456789")
    file = ord(letters) - ord("a") if len(letters) == 1 else -1
    return file, int(name[len(letters) :]) - 1


def unknown(
    kind: str, word: tree.Word, known: list[str], findings: Findings, code: str = "E201"
) -> None:
    """Report a name that nothing has, with the nearest that something has."""
    hint = did_you_mean(word.text, known)
    if hint is None and known:
        hint = f"known: {', '.join(known[:12])}"
    findings.error(code, word.span, f"there is no {kind} `{word.text}`", hint=hint)
