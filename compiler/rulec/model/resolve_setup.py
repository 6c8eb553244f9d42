"""From the setup section to the pieces of the start position."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.model import game as model
from rulec.model import limits
from rulec.model.names import Names
from rulec.model.placement import PlacementError, parse_placement
from rulec.model.resolve_before import BeforeResolver
from rulec.model.resolve_board import player_number
from rulec.syntax import tree
from rulec.syntax.diagnostics import Label
from rulec.syntax.source import Span

_WITHOUT_ROYAL = (model.Extinction, model.Reach, model.NoMoves)
"""Conditions by which a player without a royal piece can lose."""


class SetupResolver(Names):
    """Resolves the setup of a game and the turns before play."""

    def start(
        self, section: tree.SetupSection, pieces: tuple[model.PieceType, ...]
    ) -> tuple[tuple[model.Placement, ...], tuple[model.InHand, ...], tuple[model.SetupTurn, ...]]:
        """The start position, on the board and in the hands, and the turns before play."""
        setup = self.setup(section, pieces)
        return setup, self.in_hand(section, pieces), self.before(section, pieces, setup)

    def setup(
        self, section: tree.SetupSection, pieces: Sequence[model.PieceType]
    ) -> tuple[model.Placement, ...]:
        """The start position: the second player's pieces mirrored where none is written."""
        fens = [entry for entry in section.entries if isinstance(entry, tree.Fen)]
        placings = [entry for entry in section.entries if isinstance(entry, tree.Placing)]
        if fens and len(section.entries) > 1:
            message = "a setup is one `fen` or lists of pieces, not both"
            self.findings.error("E202", fens[-1].span, message)
        return self.fen(fens[0], pieces) if fens else self.placings(placings)

    def before(
        self,
        section: tree.SetupSection,
        pieces: tuple[model.PieceType, ...],
        setup: tuple[model.Placement, ...],
    ) -> tuple[model.SetupTurn, ...]:
        """The turns before play; with the setup they give each player what the game needs."""
        turns = BeforeResolver(
            self.board, self.players, pieces, setup, self.reader, self.piece, self.findings
        ).turns(self.sections.before)
        self.check_captured(turns, pieces)
        return turns

    def fen(self, node: tree.Fen, pieces: Sequence[model.PieceType]) -> tuple[model.Placement, ...]:
        """The pieces of a FEN placement."""
        text = node.placement
        try:
            return tuple(parse_placement(text.text, self.board, pieces))
        except PlacementError as error:
            quote = text.span.start + 1
            where = Span(text.span.source, quote + error.start, quote + error.end)
            self.findings.error("E304", where, str(error))
            return ()

    def placings(self, nodes: Sequence[tree.Placing]) -> tuple[model.Placement, ...]:
        """The pieces of placing lists."""
        placed: dict[int, tuple[model.Placement, Span]] = {}
        written: set[int] = set()
        for node in nodes:
            player = player_number(node.player, self.players, self.findings)
            for group in node.groups:
                if isinstance(group, tree.InHand):
                    continue
                piece = self.piece(group.piece)
                for place in group.places:
                    for square in self.place(place):
                        if player is None or piece is None:
                            continue
                        written.add(player)
                        self.put(placed, model.Placement(player, piece, square), place.span)
        if len(written) == 1 and self.board.symmetry != "none":
            other = 1 - written.pop()
            for one, span in list(placed.values()):
                square = self.board.mirror[one.square]
                self.put(placed, model.Placement(other, one.piece, square), span)
        return tuple(one for one, _ in placed.values())

    def in_hand(
        self, section: tree.SetupSection, pieces: Sequence[model.PieceType]
    ) -> tuple[model.InHand, ...]:
        """What the players start with in the hand: the same where only one is written."""
        found: dict[tuple[int, int], int] = {}
        placings = [entry for entry in section.entries if isinstance(entry, tree.Placing)]
        written = {node.player.text for node in placings}
        for node in placings:
            names = list(self.players)
            player = names.index(node.player.text) if node.player.text in names else None
            for group in node.groups:
                if not isinstance(group, tree.InHand):
                    continue
                piece = self.piece(group.piece)
                if group.count is not None:
                    self.in_range(group.count, 1, limits.MOST_SQUARES, "how many are in the hand")
                if player is None or piece is None:
                    continue
                if pieces[piece].drop is None:
                    message = f"`{group.piece.text}` cannot be dropped, and would stay in the hand"
                    hint = "write `drop` among its rules"
                    self.findings.error("E326", group.piece.span, message, hint=hint)
                count = group.count.value if group.count else 1
                both = len(written) == 1 and self.board.symmetry != "none"
                for side in (0, 1) if both else (player,):
                    found[side, piece] = found.get((side, piece), 0) + count
        return tuple(model.InHand(*key, count) for key, count in found.items())

    def place(self, node: tree.SquareRef | tree.Rectangle) -> list[int]:
        """The squares of one place of a setup list."""
        if isinstance(node, tree.Rectangle):
            return self.reader.rectangle(node)
        square = self.reader.square(node.square)
        return [] if square is None else [square]

    def put(
        self,
        placed: dict[int, tuple[model.Placement, Span]],
        placement: model.Placement,
        span: Span,
    ) -> None:
        """Place a piece, unless its square is taken."""
        if placement.square in placed:
            other, where = placed[placement.square]
            name = self.board.squares[placement.square].name
            message = f"two pieces stand on {name}"
            if other.player != placement.player:
                message += f", one of {self.players[0]} and one of {self.players[1]}"
            labels = (Label(where, "the other"),) if where != span else ()
            hint = None
            if other.player != placement.player and self.board.symmetry != "none":
                hint = "a side that is not written has the other's pieces, mirrored"
            self.findings.error("E304", span, message, labels=labels, hint=hint)
            return
        placed[placement.square] = placement, span

    def check_royals(
        self,
        span: Span,
        setup: Sequence[model.Placement],
        before: Sequence[model.SetupTurn],
        pieces: Sequence[model.PieceType],
        goals: Sequence[model.Goal],
    ) -> None:
        """A game with a royal type starts with a royal piece for each player.

        One of them may do without where a goal says how else a player loses.
        """
        royals = [i for i, piece in enumerate(pieces) if piece.royal]
        if self.findings.has_errors or not royals:
            return
        without = [
            name
            for player, name in enumerate(self.players)
            if not (
                any(one.player == player and one.piece in royals for one in setup)
                or any(
                    all(
                        any(turn.count(i, player, royal) for royal in royals)
                        for i in range(len(turn.arrangements))
                    )
                    for turn in before
                )
            )
        ]
        instead = any(isinstance(goal.condition, _WITHOUT_ROYAL) for goal in goals)
        if instead and len(without) == 1:
            return
        hint = "one side can do without if it loses in another way, as by `win extinction of Pawn`"
        for name in without:
            message = f"{name} starts without a royal piece"
            self.findings.error("E305", span, message, hint=hint if len(without) == 1 else None)

    def check_captured(
        self, before: Sequence[model.SetupTurn], pieces: Sequence[model.PieceType]
    ) -> None:
        """What a player has lost is known only where all arrangements have the same pieces."""
        limited = [
            promotion for piece in pieces for promotion in piece.promotions if promotion.captured
        ]
        for turn in before if limited else ():
            kinds = {tuple(sorted(piece for piece in row if piece is not None))
                     for row in turn.arrangements}  # fmt: skip
            if len(kinds) > 1:
                message = "a game with promotions to captured pieces places the same ones each time"
                self.findings.error("E322", turn.span, message)
