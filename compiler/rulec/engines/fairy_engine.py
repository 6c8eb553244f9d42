"""`fairy:VARIANT[@INI]`: Fairy-Stockfish, through the package pyffish or a UCI binary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pyffish

from rulec.engines.protocol import (
    PASSED,
    Ending,
    EngineError,
    Place,
    RefusedError,
    Trait,
    View,
    Winner,
    stays,
)
from rulec.engines.recent import Recent
from rulec.engines.setting import Setting, format_setting, holes, parse_setting

_Line = tuple[str, list[str]]
"""A FEN and the moves since: only those that a repetition may reach back over."""


class FairyEngine:
    """A variant of pyffish as an engine.

    Repetition and counts of quiet plies end the game, without anybody claiming it.
    """

    traits = frozenset({Trait.SET, Trait.ENDINGS})

    def __init__(self, variant: str, name: str, *, ini: Path | None = None) -> None:
        self.name = name
        self._variant = variant
        if ini is not None:
            pyffish.load_variant_config(ini.read_text(encoding="utf-8"))
        if variant not in pyffish.variants():
            raise EngineError(f"{name}: Fairy-Stockfish has no variant {variant!r}")
        self._start: str = pyffish.start_fen(variant)
        self._holes = holes(self._start.split()[0].partition("[")[0])
        self._recent: Recent[_Line] = Recent()

    def close(self) -> None:
        """Forget the lines it keeps."""
        self._recent.clear()

    def look(self, places: Sequence[Place]) -> list[View]:
        """What Fairy-Stockfish says about each place."""
        return [self._look(place) for place in places]

    def fen(self, place: Place) -> str:
        """The position at a place."""
        placement, side, castling, passed, quiet, *_ = self._fen(self._at(place)).split()
        return f"{placement.replace('[]', '[-]')} {side} {castling} {passed} {quiet}"

    def _fen(self, line: _Line) -> str:
        found: str = pyffish.get_fen(self._variant, *line)
        return found

    def _at(self, place: Place) -> _Line:
        return self._recent.reach(place, self._first, self._played)

    def _first(self, start: str | None) -> _Line:
        if start is None:
            return self._start, []
        setting = parse_setting(start)
        if setting.more:
            raise RefusedError(f"{self.name}: {start} has fields that are not known here")
        placed = replace(setting, pieces=(*setting.pieces, *self._holes))
        fields = f"{format_setting(placed).split()[0]} {setting.side} {setting.marks}"
        fen = f"{fields} {setting.passed or '-'} {setting.quiet} 1"
        if pyffish.validate_fen(fen, self._variant) != pyffish.FEN_OK:
            raise RefusedError(f"{self.name}: {fen} is no position of {self._variant}")
        return fen, []

    def _played(self, line: _Line, move: str) -> _Line:
        fen, moves = line
        known = self._legal(line)
        if move not in known:
            raise RefusedError(f"{self.name}: {move} is not legal in {self._fen(line)}")
        longer = fen, [*moves, known[move]]
        after = self._fen(longer)
        return (after, []) if after.split()[4] == "0" else longer

    def _legal(self, line: _Line) -> dict[str, str]:
        """The legal moves as engines exchange them, and as Fairy-Stockfish writes them."""
        moves: list[str] = pyffish.legal_moves(self._variant, *line)
        names = {PASSED if stays(move) else move: move for move in moves}
        if any(move.endswith("+") for move in moves):
            # A promotion by a sign alone: the letter is that of the piece.
            here = parse_setting(self._placed(line))
            names = {_with_letter(name, here): move for name, move in names.items()}
        return names

    def _placed(self, line: _Line) -> str:
        placement, side, *_ = self._fen(line).split()
        return f"{placement} {side}"

    def _look(self, place: Place) -> View:
        fen, moves = line = self._at(place)
        legal = frozenset(self._legal(line))
        key = " ".join(self._fen(line).split()[:4])
        return View(legal, self._ending(fen, moves, bool(legal)), key)

    def _ending(self, fen: str, moves: list[str], can_move: bool) -> Ending | None:
        white_moves = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
        over, value = pyffish.is_immediate_game_end(self._variant, fen, moves)
        if over:
            return _valued(value, white_moves, None)
        if not can_move:
            reason = "checkmate" if pyffish.gives_check(self._variant, fen, moves) else "stalemate"
            return _valued(pyffish.game_result(self._variant, fen, moves), white_moves, reason)
        over, value = pyffish.is_optional_game_end(self._variant, fen, moves)
        if over:
            return _valued(value, white_moves, None)
        sides = pyffish.has_insufficient_material(self._variant, fen, moves)
        return Ending(Winner.DRAW, "material") if all(sides) else None


def _with_letter(move: str, setting: Setting) -> str:
    """`h1h7+r` for `h1h7+`."""
    if not move.endswith("+"):
        return move
    origin = re.match(r"[a-z][0-9]+", move)
    letter = origin and setting.at(origin.group())
    return f"{move}{letter.lower()}" if letter else move


def _valued(value: int, white_moves: bool, reason: str | None) -> Ending:
    """An ending from its value for the side to move."""
    if value == 0:
        return Ending(Winner.DRAW, reason)
    return Ending(Winner.WHITE if (value > 0) == white_moves else Winner.BLACK, reason)
