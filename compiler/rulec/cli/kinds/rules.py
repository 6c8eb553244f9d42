"""Games of rulec's own rule files, as the commands ask them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.cli.kinds import Replayed
from rulec.cli.positions import describe, position_of, result_text
from rulec.play.notation import format_fen, natural_move
from rulec.play.perft import divide
from rulec.play.position import Position, Rules

if TYPE_CHECKING:
    from rulec.draw.drawing import Drawing


class RulesGame:
    """A game of a `.rules` file."""

    def __init__(self, path: Path, variant: str | None) -> None:
        self._rules = Rules.load(path, variant)

    @property
    def title(self) -> str:
        """The title of the game."""
        return self._rules.game.title

    @property
    def squares(self) -> Collection[str]:
        """The names of the squares."""
        return self._rules.game.board.by_name

    def position(self, fen: str | None, played: str | None) -> RulesPosition:
        """The start, or the position of a FEN, after some moves."""
        return RulesPosition(position_of(self._rules, fen, played))

    def dump(self) -> dict[str, Any]:
        """The game and its ray tables (docs/dump.schema.json)."""
        from rulec.model.dump import dump

        return dump(self._rules.game, self._rules.tables)


class RulesPosition:
    """A position of such a game."""

    between = " "

    def __init__(self, position: Position) -> None:
        self._position = position
        self._game = position.rules.game

    @property
    def fen(self) -> str:
        """The position as a FEN."""
        return format_fen(self._position)

    @property
    def side(self) -> str:
        """The name of the player to move."""
        return self._game.players[self._position.side]

    def describe(self, origin: str | None = None) -> dict[str, Any]:
        """The object of `rulec moves --json`."""
        return describe(self._position, self._number(origin))

    def in_check(self) -> bool:
        """Whether a royal piece of the player to move is attacked."""
        return self._position.in_check()

    def texts(self, origin: str | None = None) -> list[list[str]]:
        """The legal moves in long natural form, a list for each square they start on."""
        square = self._number(origin)
        moves = [
            move for move in self._position.legal_moves() if square is None or move.origin == square
        ]
        return [
            sorted(natural_move(self._position, move) for move in moves if move.origin == start)
            for start in sorted({move.origin for move in moves})
        ]

    def ending(self) -> str | None:
        """How the game has ended, in words, with the goal that says so."""
        result = self._position.result()
        return None if result is None else result_text(self._position, result)

    def counts(self, depth: int, jobs: int) -> Iterator[tuple[str, int]]:
        """(move, leaves below it) for every first move."""
        return divide(self._position, depth, jobs)

    def board(self, origin: str | None, *, colour: bool) -> str:
        """The board for a terminal."""
        from rulec.draw.text import board_text

        placements = self._position.placements()
        return board_text(self._game, placements, marked=self._targets(origin), colour=colour)

    def drawing(self, origin: str | None, *, arrows: bool) -> Drawing:
        """The board as a picture, a piece's moves along their lines."""
        # The pictures are slower to load than all the rest.
        from rulec.draw.board import Moves, position_drawing

        moves = None
        square = self._number(origin)
        if square is not None:
            piece = self._position.piece_at(square)
            tables = self._position.rules.tables
            lines = tables.lines[piece[0]][piece[1]][square] if piece else ()
            moves = Moves(square, lines, self._targets(origin))
        placements = self._position.placements()
        return position_drawing(self._game, placements, arrows=arrows, moves=moves)

    def _number(self, name: str | None) -> int | None:
        return None if name is None else self._game.board.by_name[name]

    def _targets(self, origin: str | None) -> set[int]:
        square = self._number(origin)
        return {
            move.target
            for move in self._position.legal_moves()
            if square is not None and move.origin == square
        }


def replay(path: Path, record: Path, variant: str | None) -> Replayed:
    """Play a record of moves against the rules; raises RulecError."""
    from rulec.play.replay import replay as play_record
    from rulec.zrf.api import read_record
    from rulec.zrf.report import failure
    from rulec.zrf.saved import Recorded

    saved = read_record(record)
    moves = [(one.text, one.span) for one in saved.moves if isinstance(one, Recorded)]
    if saved.rules or len(moves) < len(saved.moves):
        message = "a game saved by Zillions is replayed against the .zrf file it was played with"
        raise failure("Z120", None, message)
    rules = Rules.load(path, variant or saved.variant or None)
    played = play_record(rules.start(), moves)
    position = RulesPosition(played.position)
    return Replayed(
        title=rules.game.title,
        played=played.played,
        moves=len(moves),
        found={"text": played.played} if played.played else {},
        nearest=played.nearest,
        position=(position.fen,),
        ending=None if played.failure else position.ending(),
        failure=played.failure,
    )
