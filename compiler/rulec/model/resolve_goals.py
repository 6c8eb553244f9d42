"""From the goal section to the goals and the marks they ask for."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.model import game as model
from rulec.model import limits
from rulec.model.board import bits_of
from rulec.model.names import Names
from rulec.model.squares import unknown
from rulec.syntax import tree


class GoalResolver(Names):
    """Resolves the goals of a game."""

    def goals(
        self, section: tree.GoalSection, pieces: Sequence[model.PieceType]
    ) -> tuple[tuple[model.Goal, ...], tuple[model.Mark, ...]]:
        """The goals in order of precedence, and the marks they ask for."""
        if len(section.entries) > limits.MOST_GOALS:
            message = f"a game may have {limits.MOST_GOALS} goals at most"
            self.findings.error("E401", section.entries[limits.MOST_GOALS].span, message)
        marks: list[model.Mark] = []
        goals: list[model.Goal] = []
        for entry in section.entries[: limits.MOST_GOALS]:
            condition = self.condition(entry.ending, marks, pieces)
            if condition is not None:
                outcome = model.Outcome(entry.outcome.text)
                goals.append(model.Goal(outcome, condition, entry.span))
                self.check_outcome(entry, condition)
        self.check_no_moves(section, goals, pieces)
        return tuple(goals), tuple(marks)

    @property
    def may_pass(self) -> bool:
        """Whether players may pass in this game."""
        game = self.sections.game
        return game is not None and any(isinstance(entry, tree.MayPass) for entry in game.entries)

    def check_outcome(self, entry: tree.GoalEntry, condition: model.Condition) -> None:
        """Quiet plies and the like belong to neither player."""
        shared = (model.Passes, model.QuietPlies, model.Material, model.BothReach)
        if isinstance(condition, shared) and entry.outcome.text != "draw":
            message = f"`{entry.ending.span.text}` can only be a draw"
            self.findings.error("E312", entry.span, message)

    def check_no_moves(
        self,
        section: tree.GoalSection,
        goals: Sequence[model.Goal],
        pieces: Sequence[model.PieceType],
    ) -> None:
        """Every way in which a player can be without a move needs a goal that says what then."""
        if any(isinstance(goal.condition, model.NoMoves) for goal in goals):
            return
        royal = any(piece.royal for piece in pieces)
        wanted: list[tuple[type[model.Condition], str]] = []
        if not self.may_pass:
            wanted.append((model.Stalemate, "draw stalemate"))
        if royal:
            wanted.insert(0, (model.Checkmate, "win checkmate"))
        for kind, example in wanted:
            if not any(isinstance(goal.condition, kind) for goal in goals):
                name = kind.__name__.lower()
                message = f"the goals do not say what {name} means"
                hint = f"for example `{example}`"
                self.findings.error("E313", section.span, message, hint=hint)

    def condition(
        self, node: tree.Ending, marks: list[model.Mark], pieces: Sequence[model.PieceType]
    ) -> model.Condition | None:
        """One ending; adds the mark it asks for to `marks`."""
        match node:
            case tree.Checkmate():
                if not any(piece.royal for piece in pieces):
                    message = "checkmate needs a royal piece, and there is none"
                    self.findings.error("E305", node.span, message)
                return model.Checkmate()
            case tree.Stalemate():
                return model.Stalemate()
            case tree.NoMoves():
                return model.NoMoves()
            case tree.Extinction(pieces=names):
                return model.Extinction(bits_of(self.pieces_named(names)))
            case tree.Bare(pieces=names, unless_answered=unless):
                return model.Bare(bits_of(self.pieces_named(names)), unless is not None)
            case tree.Checks(count=count):
                self.in_range(count, 1, limits.MOST_CHECKS, "the number of checks")
                if not any(piece.royal for piece in pieces):
                    message = "a check needs a royal piece, and there is none"
                    self.findings.error("E305", node.span, message)
                return model.Checks(count.value)
            case tree.ReachGoal():
                return self.reach(node, marks)
            case tree.BothReach(piece=name, squares=squares):
                piece, zone = self.piece(name), self.zone(squares)
                return None if piece is None else model.BothReach(piece, zone)
            case tree.Passes(count=count):
                self.in_range(count, 1, limits.MOST_QUIET_PLIES, "the number of passes")
                if not self.may_pass:
                    message = "in this game nobody passes"
                    hint = "write `players may pass` in the section `game`"
                    self.findings.error("E315", node.span, message, hint=hint)
                return model.Passes(count.value)
            case tree.Repetition(count=count, notes=notes):
                self.in_range(count, 2, limits.MOST_REPETITIONS, "the count of a repetition")
                kinds = {type(note) for note in notes or ()}
                if len(kinds) < len(notes or ()):
                    self.findings.error("E202", node.span, "the same note is written twice")
                return model.Repetition(
                    count.value, tree.PiecesDistinct in kinds, tree.StartNotCounted not in kinds
                )
            case tree.QuietPlies(count=count, movers=movers, held=held):
                self.in_range(count, 1, limits.MOST_QUIET_PLIES, "the number of plies")
                sides = None
                if held is not None:
                    sides = self.holdings(held.first), self.holdings(held.second or ())
                return model.QuietPlies(
                    count.value, bits_of(self.pieces_named(movers or ())), sides
                )
            case tree.Material(first=first, second=second):
                return model.Material(self.troops(first), self.troops(second))

    def troops(self, nodes: Sequence[tree.Troop]) -> tuple[model.Troop, ...]:
        """What one side may have left; each type is named once."""
        troops: dict[int, model.Troop] = {}
        for node in nodes:
            piece = self.piece(node.piece)
            if node.most is not None:
                self.in_range(node.most, 1, limits.MOST_SQUARES, "how many pieces a side may have")
            if piece is None:
                continue
            if piece in troops:
                message = f"`{node.piece.text}` is named twice on one side"
                self.findings.error("E202", node.span, message)
            troops[piece] = model.Troop(piece, node.most.value if node.most else None)
        return tuple(troops.values())

    def holdings(self, nodes: Sequence[tree.Troop | tree.Lacking]) -> tuple[model.Holding, ...]:
        """What one side must have; each type is named once."""
        found: dict[int, model.Holding] = {}
        for node in nodes:
            piece = self.piece(node.piece)
            least = 0
            if isinstance(node, tree.Troop):
                least = node.most.value if node.most else 1
            if isinstance(node, tree.Troop) and node.most:
                self.in_range(node.most, 1, limits.MOST_SQUARES, "how many pieces a side must have")
            if piece is None:
                continue
            if piece in found:
                message = f"`{node.piece.text}` is named twice on one side"
                self.findings.error("E202", node.span, message)
            found[piece] = model.Holding(piece, least)
        return tuple(found.values())

    def reach(self, node: tree.ReachGoal, marks: list[model.Mark]) -> model.Reach | None:
        """`T on Z after GATE`."""
        piece = self.piece(node.piece)
        zone = self.zone(node.squares)
        if piece is None:
            return None
        if node.gate is None:
            return model.Reach(piece, zone, None, node.unless_answered is not None)
        gates = {gate.name: gate for gate in self.board.gates}
        if node.gate.text not in gates:
            unknown("gate", node.gate, list(gates), self.findings)
            return None
        mark = model.Mark(gates[node.gate.text], piece)
        if mark not in marks:
            if any(other.piece == piece for other in marks):
                message = f"`{node.piece.text}` is asked for two gates; a piece remembers one"
                self.findings.error("E314", node.gate.span, message)
                return None
            marks.append(mark)
        return model.Reach(piece, zone, marks.index(mark), node.unless_answered is not None)
