"""Games of Zillions rule files, as the commands ask them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulec.cli.kinds import Replayed
from rulec.play.perft import spread
from rulec.syntax.diagnostics import printable, span_json
from rulec.zrf.api import load
from rulec.zrf.api import replay as play_record
from rulec.zrf.fen import Fens
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.letters import side_names, wished_letter
from rulec.zrf.lines import named, play_moves
from rulec.zrf.notation import setup, text
from rulec.zrf.position import OFF, Move, Position

if TYPE_CHECKING:
    from rulec.draw.drawing import Drawing
    from rulec.draw.fields import Field, Stone


class ZillionsGame:
    """A game of a `.zrf` file."""

    def __init__(self, path: Path, variant: str | None) -> None:
        self.path, self.variant = path, variant
        self.rules = load(path, variant)
        self.fens = Fens(self.rules)

    @property
    def title(self) -> str:
        """The title of the game or variant."""
        return self.rules.game.title

    @property
    def squares(self) -> Collection[str]:
        """The names of the squares."""
        return self.rules.game.board.positions

    def position(self, fen: str | None, played: str | None) -> ZillionsPosition:
        """The start, or the position of a FEN, after some moves."""
        position = self.rules.start() if fen is None else self.fens.position(fen)
        if played:
            position = play_moves(self.rules, position, played)
        return ZillionsPosition(self, position)

    def dump(self) -> dict[str, Any]:
        """The resolved game, with its move blocks (docs/zrf.md)."""
        from rulec.zrf.dump import dump

        return dump(self.rules.game)


class ZillionsPosition:
    """A position of such a game."""

    between = "; "

    def __init__(self, game: ZillionsGame, position: Position) -> None:
        self._game = game
        self._rules = game.rules
        self._position = position

    @property
    def fen(self) -> str | None:
        """The position as a FEN, in a game that has them."""
        return self._game.fens.text(self._position)

    @property
    def side(self) -> str:
        """The name of the player to move."""
        return self._rules.game.players[self._rules.turn(self._position).player]

    def describe(self, origin: str | None = None) -> dict[str, Any]:
        """The object of `rulec moves --json`."""
        game = self._rules.game
        moves = named(self._rules, self._position, self._moves(origin))
        return {
            "game": game.title,
            "variant": self._game.variant,
            "fen": self.fen,
            "side": side_names(game)[self._rules.turn(self._position).player],
            "check": self.in_check(),
            "moves": sorted(moves),
            "result": self._result(),
        }

    def in_check(self) -> bool:
        """Whether a piece that can be checkmated is attacked."""
        side = self._rules.turn(self._position).side
        return self._rules.attacks.in_check(self._position.cells, side)

    def texts(self, origin: str | None = None) -> list[list[str]]:
        """The legal moves as Zillions writes them, a list for each square they start on."""
        groups: dict[int, list[str]] = {}
        for move in self._moves(origin):
            found = groups.setdefault(_start(move), [])
            found.append(text(self._rules.game, self._position, move))
        return [sorted(groups[start]) for start in sorted(groups)]

    def ending(self) -> str | None:
        """How the game has ended, in words, with the goal that says so."""
        result = self._rules.result(self._position)
        if result is None:
            return None
        place = "" if result.rule is None else f" ({result.rule.span})"
        return printable(f"{result.words(self._rules.game.players)}{place}")

    def counts(self, depth: int, jobs: int) -> Iterator[tuple[str, int]]:
        """(move, leaves below it) for every first move; each part of a chain counts as a move."""
        moves = named(self._rules, self._position, self._rules.legal_moves(self._position))
        positions = {name: self._rules.play(self._position, move) for name, move in moves.items()}
        if jobs <= 1:
            for name, position in positions.items():
                yield name, self._rules.perft(position, depth - 1)
            return
        # A count does not ask how a position was reached, and pickling dislikes long chains.
        work = {
            name: (replace(position, earlier=None), depth - 1)
            for name, position in positions.items()
        }
        yield from spread(work, _below, jobs, _start_worker, (self._game.path, self._game.variant))

    def board(self, origin: str | None, *, colour: bool) -> str:
        """The board for a terminal, and what stands where if the board alone does not say it."""
        from rulec.draw.fields import fields_text

        del colour
        board = fields_text(self._fields(), self._stones(), self._targets(origin))
        lines = [] if board is None else [board]
        if board is None or self.fen is None:
            lines.append(setup(self._rules.game, self._position))
        return "\n".join(printable(line) for line in "\n".join(lines).split("\n"))

    def drawing(self, origin: str | None, *, arrows: bool) -> Drawing:
        """The board as a picture; its squares have no arrows."""
        from rulec.draw.fields import fields_drawing

        del arrows
        return fields_drawing(
            self._fields(), self._stones(), start=origin, targets=self._targets(origin)
        )

    def _moves(self, origin: str | None) -> tuple[Move, ...]:
        moves = self._rules.legal_moves(self._position)
        if origin is None:
            return moves
        square = self._rules.game.board.positions.index(origin)
        return tuple(move for move in moves if _start(move) == square)

    def _targets(self, origin: str | None) -> set[str]:
        names = self._rules.game.board.positions
        if origin is None:
            return set()
        return {names[move.parts[0].end] for move in self._moves(origin)}

    def _fields(self) -> list[Field]:
        from rulec.draw.fields import Field

        board = self._rules.game.board
        return [
            Field(name, place.left, place.top, place.right, place.bottom)
            for name, place in zip(board.positions, board.rectangles, strict=True)
            if place is not None
        ]

    def _stones(self) -> dict[str, Stone]:
        from rulec.draw.fields import Stone

        game = self._rules.game
        stones: dict[str, Stone] = {}
        for name, piece in zip(game.board.positions, self._position.cells, strict=True):
            if piece is not None:
                kind = game.pieces[piece.type]
                letter = wished_letter(kind.name, kind.notation) or "?"
                stones[name] = Stone(piece.player, kind.name, letter)
        return stones

    def _result(self) -> dict[str, Any] | None:
        result = self._rules.result(self._position)
        if result is None:
            return None
        winner = "draw" if result.loser is None else None
        if result.winner is not None:
            winner = side_names(self._rules.game)[result.winner]
        return {
            "winner": winner,
            "reason": result.reason,
            "rule": None if result.rule is None else span_json(result.rule.span),
        }


def _start(move: Move) -> int:
    """The square a move starts on; OFF for drops, and for passing."""
    return move.parts[0].start if move.parts else OFF


_worker_rules: list[Interpreter] = []


def _start_worker(path: Path, variant: str | None) -> None:
    _worker_rules[:] = [load(path, variant)]


def _below(position: Position, depth: int) -> int:
    return _worker_rules[0].perft(position, depth)


def replay(path: Path, record: Path, variant: str | None) -> Replayed:
    """Play a recorded game against the rules; raises RulecError."""
    rules, played = play_record(path, record, variant)
    result = rules.result(played.position) if played.failure is None else None
    return Replayed(
        title=rules.game.title,
        played=played.played,
        moves=played.total,
        found={likeness.name.lower(): count for likeness, count in played.found.items()},
        nearest=played.nearest,
        position=tuple(setup(rules.game, played.position).split("\n")),
        ending=None if result is None else result.words(rules.game.players),
        failure=played.failure,
    )
