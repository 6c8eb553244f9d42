"""Moves as text: the way Zillions records them, and a short form.

In Zillions' notation a move is a row of primitives: `Rook h1 - f1` moves a piece (`x` if the square
is occupied before the move), `x e5` captures, `White Queen d8` drops or creates, `= Queen on d8` changes
the type or the owner, `flip d8` the owner, and `@ h1 0 1` gives the first attribute the value true.
Taking a text apart into primitives is what lets two texts be compared.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulec.zrf.model import Game
from rulec.zrf.position import OFF, PASS, EffectKind, Move, Position

_MAIN = frozenset({"part", "promotion"})


class Primitive(NamedTuple):
    """One thing that a move does, in names: its kind and the words that say what."""

    kind: str
    words: tuple[str, ...]


def primitives(game: Game, position: Position, move: Move) -> tuple[Primitive, ...]:
    """What a move does, in the order Zillions names it."""
    squares = game.board.positions
    result: list[Primitive] = []
    side = game.turns[position.turn].side
    promotions: list[Primitive] = []
    for part in move.parts:
        end = squares[part.end]
        if part.start == OFF:
            words = (game.players[side], game.pieces[part.type].name, end)
            result.append(Primitive("create", words))
            continue
        piece = position.cells[part.start]
        assert piece is not None
        if part.start != part.end:
            sign = "-" if position.cells[part.end] is None else "x"
            name = game.pieces[piece.type].name
            kind = "copy" if part.copy else "part"
            result.append(Primitive(kind, (name, squares[part.start], sign, end)))
        if part.type != OFF:
            promotions.append(Primitive("become", (game.pieces[part.type].name, end)))
    for effect in move.effects:
        square = squares[effect.square]
        match effect.kind:
            case EffectKind.CAPTURE:
                result.append(Primitive("capture", (square,)))
            case EffectKind.CREATE:
                player = game.players[effect.value]
                words = (player, game.pieces[effect.subject].name, square)
                result.append(Primitive("create", words))
            case EffectKind.CHANGE_TYPE:
                result.append(Primitive("become", (game.pieces[effect.subject].name, square)))
            case EffectKind.CHANGE_OWNER:
                result.append(Primitive("become", (game.players[effect.subject], square)))
            case EffectKind.FLIP:
                result.append(Primitive("flip", (square,)))
            case EffectKind.SET_ATTRIBUTE:
                number = game.recorded_attributes.index(effect.subject)
                words = (square, str(number), str(effect.value))
                result.append(Primitive("set", words))
    return (*result, *promotions)


def text(game: Game, position: Position, move: Move) -> str:
    """A move as Zillions records it."""
    if move == PASS:
        return "Pass"
    things = primitives(game, position, move)
    prefix = "" if move.then is None else f"partial {_chain_number(move)} "
    if len(things) == 2 and [thing.kind for thing in things] == ["part", "become"]:
        part, become = things
        if become.words[1] == part.words[3]:
            return f"{prefix}{' '.join(part.words)} = {become.words[0]}"
    return prefix + " ".join(_primitive_text(thing) for thing in things)


def _chain_number(move: Move) -> int:
    """Zillions' number of the move type that a partial move goes on with."""
    assert move.then is not None
    return move.then + 2


def _primitive_text(thing: Primitive) -> str:
    words = thing.words
    match thing.kind:
        case "part" | "create":
            return " ".join(words)
        case "copy":
            return f"{words[0]} {words[1]} + {words[3]}"
        case "capture":
            return f"x {words[0]}"
        case "become":
            return f"= {words[0]} on {words[1]}"
        case "flip":
            return f"flip {words[0]}"
        case "set":
            return f"@ {' '.join(words)}"
    raise AssertionError(thing)


_FORMS = (
    ("become", re.compile(r"= (\S+) on (\S+)")),
    ("promotion", re.compile(r"= (\S+)")),
    ("flip", re.compile(r"flip (\S+)")),
    ("set", re.compile(r"@ (\S+) (\d+) (\d+)")),
    ("capture", re.compile(r"x (\S+)")),
    ("part", re.compile(r"(\S+) (\S+) ([-x]) (\S+)")),
    ("create", re.compile(r"(\S+) (\S+) (\S+)")),
)
_PARTIAL = re.compile(r"partial \d+ ")


def taken_apart(recorded: str) -> tuple[Primitive, ...] | None:
    """The primitives of a recorded move; None if it is not in the notation.

    `= Type` without a square is about the square that the part before it goes to.
    """
    rest = _PARTIAL.sub("", recorded.strip(), count=1)
    result: list[Primitive] = []
    while rest:
        for kind, form in _FORMS:
            match = form.match(rest)
            if match and (match.end() == len(rest) or rest[match.end()] == " "):
                break
        else:
            return None
        words = tuple(match.groups())
        if kind == "promotion":
            if not result or result[-1].kind != "part":
                return None
            words = (words[0], result[-1].words[3])
            kind = "become"
        result.append(Primitive(kind, words))
        rest = rest[match.end() :].lstrip()
    return tuple(result)


def short(game: Game, position: Position, move: Move) -> str:
    """A short form: `e2e4`, `e7e8=Queen`, `Pawn@e4`, further parts after commas; not always unique."""
    if move == PASS:
        return "pass"
    squares = game.board.positions
    parts: list[str] = []
    for part in move.parts:
        if part.start == OFF:
            parts.append(f"{game.pieces[part.type].name}@{squares[part.end]}")
        else:
            became = "" if part.type == OFF else f"={game.pieces[part.type].name}"
            parts.append(f"{squares[part.start]}{squares[part.end]}{became}")
    return ",".join(parts) + ("" if move.then is None else "...")
