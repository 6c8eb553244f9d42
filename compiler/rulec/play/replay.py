"""Playing a record of moves against the rules, to the first one that they do not allow."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from rulec.play.notation import NotationError, format_move, parse_move
from rulec.play.position import Position
from rulec.record import replace
from rulec.syntax.diagnostics import Diagnostic
from rulec.syntax.source import Span

_NEAREST = 5


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a recorded game could be played.

    `nearest` are legal moves like the one that was refused, best first. `failure` is None when the
    whole game could be played.
    """

    position: Position
    played: int
    nearest: tuple[str, ...] = ()
    failure: Diagnostic | None = None


def replay(position: Position, moves: list[tuple[str, Span]]) -> Replay:
    """Play recorded moves, each a text and its place, from a position."""
    for played, (text, span) in enumerate(moves):
        try:
            position = position.play(parse_move(position, text))
        except NotationError as error:
            legal = [format_move(position.rules, move) for move in position.legal_moves()]
            nearest = difflib.get_close_matches(text, legal, n=_NEAREST, cutoff=0.3)
            failure = replace(error.diagnostics[0], span=span)
            return Replay(position, played, tuple(nearest), failure)
    return Replay(position, len(moves))
