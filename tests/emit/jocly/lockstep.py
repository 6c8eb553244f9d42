"""An emitted game in the real Jocly, in step with the interpreter."""

from __future__ import annotations

import random
from pathlib import Path

from rulec.emit.jocly.types import piece_types
from rulec.engines.jocly import Ending, JoclyGame, JoclyMove, Side
from rulec.play.notation import format_fen
from rulec.play.position import Position, Rules
from rulec.play.reach import HAND, Move
from rulec.syntax.diagnostics import Findings

Key = tuple[str, str, str | None, str | None, bool]
"""From, to, the piece it becomes, the partner's square in castling, whether it captures."""

Standing = tuple[str, int, str]
"""Square, player, piece."""

SIDES = (Side.WHITE, Side.BLACK)
WINNERS = {Ending.WHITE: 0, Ending.BLACK: 1, Ending.DRAW: None}


class Lockstep:
    """Plays one game on both sides; raises AssertionError where they differ.

    `positions` counts those whose moves have been compared, `endings` the games that ended.
    """

    def __init__(self, rules: Rules, jocly: JoclyGame) -> None:
        self.rules = rules
        self.jocly = jocly
        self.positions = 0
        self.endings = 0
        types = piece_types(rules.game, rules.tables, Findings()).types
        self._names = [piece.name for piece in rules.game.pieces]
        self._pieces = {kind.name: rules.game.pieces[kind.piece].name for kind in types}

    def play(self, seed: int, plies: int) -> None:
        """A seeded random game from the start, of so many plies at most."""
        chance = random.Random(f"{self.rules.game.name} {seed}")
        self.jocly.start()
        position = self.rules.start()
        for _ in range(plies):
            moves = self._paired(position)
            if not moves:
                return
            move, theirs = self._choose(chance, position, moves)
            ending = self.jocly.play(theirs)
            position = position.play(move)
            result = position.result()
            ours = (result.winner,) if result else None
            assert ours == ((WINNERS[ending],) if ending else None), (
                f"{format_fen(position)}: {result} here, {ending} in Jocly"
            )
            if result:
                self.endings += 1
                return

    def _paired(self, position: Position) -> list[tuple[Move, JoclyMove]]:
        if position.ahead:
            return self._paired_turns(position)
        ours = {self._key(position, move): move for move in position.legal_moves()}
        listed = self.jocly.moves()
        theirs = {self._their_key(position, move): move for move in listed}
        only_ours = sorted(map(str, ours.keys() - theirs.keys()))
        only_theirs = sorted(map(str, theirs.keys() - ours.keys()))
        assert not only_ours, f"{format_fen(position)}: not in Jocly: {only_ours}"
        assert not only_theirs, f"{format_fen(position)}: only in Jocly: {only_theirs}"
        assert len(listed) == len(theirs), f"{format_fen(position)}: Jocly lists a move twice"
        self.positions += 1
        return [(move, theirs[key]) for key, move in ours.items()]

    def _paired_turns(self, position: Position) -> list[tuple[Move, JoclyMove]]:
        """The moves of a turn before play: by all that stands after them."""
        names = [square.name for square in self.rules.game.board.squares]

        def ours_after(move: Move) -> frozenset[Standing]:
            placed = position.play(move).placements().items()
            return frozenset(
                (names[at], player, self._names[kind]) for at, (player, kind) in placed
            )

        def theirs_after(move: JoclyMove) -> frozenset[Standing]:
            return frozenset(
                (one.square, SIDES.index(one.side), self._pieces[one.type]) for one in move.after
            )

        ours = {ours_after(move): move for move in position.legal_moves()}
        listed = self.jocly.moves()
        theirs = {theirs_after(move): move for move in listed}
        assert ours.keys() == theirs.keys(), f"{format_fen(position)}: other ways to set up"
        assert len(listed) == len(theirs), f"{format_fen(position)}: Jocly lists a turn twice"
        self.positions += 1
        return [(move, theirs[after]) for after, move in ours.items()]

    def _key(self, position: Position, move: Move) -> Key:
        squares = self.rules.game.board.squares
        if move.origin == HAND:
            assert move.becomes is not None
            return "", squares[move.target].name, self._names[move.becomes], None, False
        castling = move.castling
        occupied = castling is None and position.piece_at(move.target) is not None
        return (
            squares[move.origin].name,
            squares[move.target].name,
            None if move.becomes is None else self._names[move.becomes],
            squares[castling.partner_origin].name if castling else None,
            move.captured is not None or occupied,
        )

    def _their_key(self, position: Position, move: JoclyMove) -> Key:
        if not move.start:
            assert move.becomes is not None
            return "", move.end, self._pieces[move.becomes], None, False
        standing = position.piece_at(self.rules.game.board.by_name[move.start])
        assert standing is not None, f"Jocly moves from {move.start}, where nothing stands"
        becomes = self._pieces[move.becomes] if move.becomes else None
        if becomes == self.rules.game.pieces[standing[1]].name:
            becomes = None
        return move.start, move.end, becomes, move.castles, move.captures

    def _choose(
        self,
        chance: random.Random,
        position: Position,
        moves: list[tuple[Move, JoclyMove]],
    ) -> tuple[Move, JoclyMove]:
        """A move at random; what is special in a game comes more often, and so do captures."""
        special = [
            (move, theirs)
            for move, theirs in moves
            if move.castling
            or move.origin == HAND
            or move.captured is not None
            or move.becomes is not None
            or move.trail
            or move.sets
        ]
        captures = [
            pair
            for pair in moves
            if pair[0].target != HAND and position.piece_at(pair[0].target) is not None
        ]
        for some, often in ((special, 0.3), (captures, 0.3)):
            if some and chance.random() < often:
                return chance.choice(some)
        return chance.choice(moves)


def plies_for(rules: Rules) -> int:
    """How long a game is in a plain run: shorter on large boards, where Jocly is slow."""
    return max(8, 1200 // max(30, len(rules.game.board.squares)))


def game_files(root: Path) -> list[tuple[str, str | None]]:
    """Every game that comes with the compiler, and every variant: file and variant name."""
    files = [root / "rollerball.rules", *sorted((root / "games").glob("*.rules"))]
    return [
        (str(file.relative_to(root)), variant)
        for file in files
        for variant in (None, *_variants(file))
    ]


def _variants(file: Path) -> list[str]:
    return [
        line.split('"')[1]
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("variant ")
    ]
