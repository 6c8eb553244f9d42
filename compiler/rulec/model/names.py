"""What names mean in one game: zones, piece types, arrows; unknown ones are reported."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.model.board import Board, Zone
from rulec.model.sections import Sections
from rulec.model.squares import SquareReader, unknown
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings
from rulec.syntax.source import Span


class Names:
    """The names of one game and its board; the resolvers of its sections build on it."""

    def __init__(
        self, board: Board, players: tuple[str, ...], sections: Sections, findings: Findings
    ) -> None:
        self.board = board
        self.players = players
        self.sections = sections
        self.findings = findings
        self.piece_numbers = {section.name.text: i for i, section in enumerate(sections.pieces)}
        self.zones = {zone.name: zone for zone in board.zones}
        self.reader = SquareReader(board, self.named_zone, findings)

    def named_zone(self, name: tree.Word) -> Zone | None:
        """A zone of the board by its name."""
        if name.text not in self.zones:
            unknown("zone", name, list(self.zones), self.findings)
        return self.zones.get(name.text)

    def zone(self, node: tree.SquareSet) -> Zone:
        """A set of squares written in place, as a zone: a named one keeps its name."""
        match node.terms:
            case [tree.SquareTerm(atom=tree.ZoneName(zone=name), filters=())]:
                named = self.named_zone(name)
                if named:
                    return named
        return Zone(node.span.text, self.reader.in_place(node), node.span)

    def piece(self, name: tree.Word) -> int | None:
        """The number of a piece type's name."""
        number = self.piece_numbers.get(name.text)
        if number is None:
            unknown("piece", name, list(self.piece_numbers), self.findings)
        return number

    def pieces_named(self, names: Sequence[tree.Word]) -> tuple[int, ...]:
        """The numbers of several piece types."""
        numbers = (self.piece(name) for name in names)
        return tuple(number for number in numbers if number is not None)

    def in_range(self, number: tree.Number, least: int, most: int, what: str) -> None:
        """Report a number out of its range."""
        if not least <= number.value <= most:
            message = f"{what} goes from {least} to {most}"
            self.findings.error("E311", number.span, message)

    def need_arrows(self, span: Span, what: str) -> None:
        """Report the use of a relative direction on a board whose squares have no arrow."""
        for player, arrows in zip(self.players, self.board.arrows, strict=True):
            if None in arrows:
                square = self.board.squares[arrows.index(None)].name
                message = (
                    f"{what} needs an arrow on every square, and {square} has none for {player}"
                )
                hint = "give the board an `orientation`, a `track` or `arrow` lists"
                self.findings.error("E303", span, message, hint=hint)
                return

    def need_straight_arrows(self, span: Span, what: str) -> None:
        """Report a relative leap on a board of squares where an arrow is diagonal."""
        geometry = self.board.geometry
        if geometry.squared and any(
            arrow is not None and not geometry.directions[arrow].orthogonal
            for arrows in self.board.arrows
            for arrow in arrows
        ):
            message = f"{what} needs arrows along files and ranks, and one is diagonal"
            self.findings.error("E303", span, message)
