"""Moves by name: a name for every move of a position, and lists of moves taken apart.

A move's name is its short form, or, where several moves share that, the way Zillions writes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import count

from rulec.play.notation import LONGEST_LIST, NotationError
from rulec.syntax.diagnostics import did_you_mean
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.notation import short, text
from rulec.zrf.position import Move, Position

_BETWEEN = " \t\r\n;"
"""What stands between moves."""


def named(rules: Interpreter, position: Position, moves: Iterable[Move]) -> dict[str, Move]:
    """Moves of a position by name; the few that even Zillions writes alike are numbered."""
    pairs = [(short(rules.game, position, move), move) for move in moves]
    shared = Counter(name for name, _ in pairs)
    found: dict[str, Move] = {}
    for name, move in pairs:
        full = name if shared[name] == 1 else text(rules.game, position, move)
        numbered = (f"{full} #{number}" for number in count(2))
        while full in found:
            full = next(numbered)
        found[full] = move
    return found


def play_moves(rules: Interpreter, position: Position, moves: str) -> Position:
    """The position after a list of moves, in either form; raises RulecError.

    Moves follow each other after spaces, semicolons or line breaks.
    """
    if len(moves) > LONGEST_LIST:
        raise NotationError("E503", "moves", moves, 0, 1, "this list of moves is too long")
    at = 0
    while True:
        while at < len(moves) and moves[at] in _BETWEEN:
            at += 1
        if at == len(moves):
            return position
        move, length = _first(rules, position, moves, at)
        position = rules.play(position, move)
        at += length


def _first(rules: Interpreter, position: Position, moves: str, at: int) -> tuple[Move, int]:
    """The legal move that a list has at a place, by the longest text that fits."""
    legal = rules.legal_moves(position)
    texts = {text(rules.game, position, move): move for move in legal}
    texts |= named(rules, position, legal)
    fitting = [known for known in texts if moves.startswith(known, at)]
    fitting = [known for known in fitting if _ends(moves, at + len(known))]
    if fitting:
        best = max(fitting, key=len)
        return texts[best], len(best)
    word = moves[at:].split(";")[0].split("\n")[0].rstrip()
    if " - " not in word and " x " not in word:
        word = word.split()[0]
    hint = did_you_mean(word, texts)
    if hint is None:
        hint = f"{len(texts)} moves are legal" if texts else "the game is over"
    message = f"the rules do not allow `{word}` here"
    raise NotationError("E504", "moves", moves, at, at + len(word), message, hint)


def _ends(moves: str, at: int) -> bool:
    """Whether a list goes on with another move at a place, or is at its end."""
    return at == len(moves) or moves[at] in _BETWEEN
