"""Moves as text: the way Zillions records them, and a short form.

In Zillions' notation a move is a row of primitives: `Rook h1 - f1` moves a piece (`x` if the
square is occupied before the move), `x e5` captures, `White Queen d8` drops or creates, `= Queen on
d8` changes the type or the owner, `flip d8` the owner, and `@ h1 0 1` gives the first attribute the
value true.
Taking a text apart into primitives is what lets two texts be compared.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulec.zrf.model import Game
from rulec.zrf.position import OFF, PASS, Effect, EffectKind, Move, Position


class Primitive(NamedTuple):
    """One thing that a move does, in names: its kind and the words that say what."""

    kind: str
    words: tuple[str, ...]


def primitives(game: Game, position: Position, move: Move) -> tuple[Primitive, ...]:
    """What a move does, in the order Zillions names it: parts, changes, promotions, captures."""
    squares = game.board.positions
    side = game.turns[position.turn].side
    result: list[Primitive] = []
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
    changes = [_change(game, effect) for effect in move.effects]
    captures = [thing for thing in changes if thing.kind == "capture"]
    others = [thing for thing in changes if thing.kind != "capture"]
    return (*result, *others, *promotions, *captures)


def _change(game: Game, effect: Effect) -> Primitive:
    square = game.board.positions[effect.square]
    match effect.kind:
        case EffectKind.CAPTURE:
            return Primitive("capture", (square,))
        case EffectKind.CREATE:
            words = (game.players[effect.value], game.pieces[effect.subject].name, square)
            return Primitive("create", words)
        case EffectKind.CHANGE_TYPE:
            return Primitive("become", (game.pieces[effect.subject].name, square))
        case EffectKind.CHANGE_OWNER:
            return Primitive("become", (game.players[effect.subject], square))
        case EffectKind.FLIP:
            return Primitive("flip", (square,))
        case EffectKind.SET_ATTRIBUTE:
            number = game.recorded_attributes.index(effect.subject)
            return Primitive("set", (square, str(number), str(effect.value)))


def text(game: Game, position: Position, move: Move) -> str:
    """A move as Zillions records it, but for the number after `partial`."""
    if move == PASS:
        return "Pass"
    words = [] if move.then is None else ["partial"]
    before = Primitive("", ())
    for thing in primitives(game, position, move):
        if thing.kind != "become":
            words.append(_plain(thing))
        elif before.kind == "part" and before.words[-1] == thing.words[1]:
            words.append(f"= {thing.words[0]}")
        elif before.kind == "become" and before.words[0] == thing.words[0]:
            words.append(thing.words[1])
        else:
            words.append(f"= {thing.words[0]} on {thing.words[1]}")
        before = thing
    return " ".join(words)


_SIGNS = {"part": "", "create": "", "copy": "+ ", "capture": "x ", "flip": "flip ", "set": "@ "}


def _plain(thing: Primitive) -> str:
    """A primitive that is written the same wherever it stands."""
    return _SIGNS[thing.kind] + " ".join(thing.words)


_FORMS = (
    ("become", re.compile(r"= (\S+) on (\S+)")),
    ("promotion", re.compile(r"= (\S+)")),
    ("flip", re.compile(r"flip (\S+)")),
    ("set", re.compile(r"@ (\S+) (\d+) (\d+)")),
    ("capture", re.compile(r"x (\S+)")),
    ("copy", re.compile(r"\+ (\S+) (\S+) ([-x]) (\S+)")),
    ("part", re.compile(r"(\S+) (\S+) ([-x]) (\S+)")),
)
_CREATED = re.compile(r"(\S+) (\S+) (\S+)")
_SQUARE = re.compile(r"(\S+)")
_PARTIAL = re.compile(r"partial (?:\d+ )?")


def taken_apart(game: Game, recorded: str) -> tuple[Primitive, ...] | None:
    """The primitives of a recorded move; None if it is not in the notation.

    `= Type` without a square is about the square that the part before it goes to, and squares
    that follow one are of the same type.
    """
    rest = _PARTIAL.sub("", recorded.strip(), count=1)
    result: list[Primitive] = []
    while rest:
        taken = _next_primitive(game, rest, result[-1] if result else Primitive("", ()))
        if taken is None:
            return None
        thing, length = taken
        result.append(thing)
        rest = rest[length:].lstrip()
    return tuple(result)


def _next_primitive(game: Game, rest: str, before: Primitive) -> tuple[Primitive, int] | None:
    """The primitive that a text begins with, and how long it is there."""
    for kind, form in _FORMS:
        match = form.match(rest)
        if match is None or not _ends_word(match, rest):
            continue
        if kind != "promotion":
            return Primitive(kind, match.groups()), match.end()
        if before.kind != "part":
            return None
        return Primitive("become", (match[1], before.words[-1])), match.end()
    created = _CREATED.match(rest)
    if created and created[1] in game.players:
        return Primitive("create", created.groups()), created.end()
    square = _SQUARE.match(rest)
    if square and before.kind == "become" and square[1] in game.board.positions:
        return Primitive("become", (before.words[0], square[1])), square.end()
    return None


def _ends_word(match: re.Match[str], rest: str) -> bool:
    return match.end() == len(rest) or rest[match.end()] == " "


def setup(game: Game, position: Position) -> str:
    """The pieces on the board and off it, a line for each player."""
    lines: list[str] = []
    for player, name in enumerate(game.players):
        groups: list[str] = []
        for number, piece in enumerate(game.pieces):
            squares = [
                game.board.positions[square]
                for square, cell in enumerate(position.cells)
                if cell is not None and cell.player == player and cell.type == number
            ]
            count = position.stores[player * len(game.pieces) + number]
            if count:
                squares.append(f"off {count}")
            if squares:
                groups.append(f"{piece.name} {' '.join(squares)}")
        lines.append(f"{name}: {', '.join(groups) or 'nothing'}")
    return "\n".join(lines)


def short(game: Game, position: Position, move: Move) -> str:
    """A short form: `e2e4`, `e7e8=Queen`, `Pawn@e4`; further parts come after commas.

    Moves that differ only in other effects have the same short form.
    """
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
