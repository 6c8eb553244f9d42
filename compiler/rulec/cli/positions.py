"""Positions as the commands take and describe them."""

from __future__ import annotations

import re
from typing import Any

from rulec.play.notation import format_fen, format_move, parse_fen, play_text, side_letters
from rulec.play.position import Position, Result, Rules
from rulec.syntax.diagnostics import printable, span_json


def position_of(rules: Rules, fen: str | None, played: str | None) -> Position:
    """The position of a FEN, or the start, after some moves; raises NotationError."""
    position = parse_fen(rules, fen) if fen is not None else rules.start()
    return play_text(position, played) if played else position


def describe(position: Position, origin: int | None = None) -> dict[str, Any]:
    """The object that `rulec moves --json` prints; `origin` keeps only moves from a square."""
    rules = position.rules
    moves = position.legal_moves()
    return {
        "game": rules.game.title,
        "variant": rules.game.variant,
        "fen": format_fen(position),
        "side": side_letters(rules)[position.side],
        "check": position.in_check(),
        "moves": sorted(
            format_move(rules, move) for move in moves if origin is None or move.origin == origin
        ),
        "result": result_json(position),
    }


def result_json(position: Position) -> dict[str, Any] | None:
    """Winner (side letter, or `draw`), reason and the rule's place; None while it goes on."""
    result = position.result()
    if result is None:
        return None
    letters = side_letters(position.rules)
    return {
        "winner": "draw" if result.winner is None else letters[result.winner],
        "reason": result.reason,
        "rule": span_json(result.goal.span),
    }


def result_text(position: Position, result: Result) -> str:
    """`White wins: win checkmate (rollerball.rules:38:5)`."""
    players = position.rules.game.players
    outcome = "draw" if result.winner is None else f"{players[result.winner]} wins"
    words = " ".join(re.sub(r"#[^\n]*", "", result.goal.span.text).split())
    return printable(f"{outcome}: {words} ({result.goal.span})")
