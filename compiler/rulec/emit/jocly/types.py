"""From the model's pieces to Jocly's piece types.

A Jocly type moves alike for both players and has no state. So a piece whose lines differ between
the players becomes two types; one that can carry a mark has a marked type, and one that has moves
of its own before it has moved at all has a fresh type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase

from rulec.model.game import Game
from rulec.model.tables import Line, Tables
from rulec.syntax.diagnostics import Findings


@dataclass(frozen=True, slots=True)
class JoclyType:
    """One type: a piece of the model, for one player or both, in one state."""

    number: int
    name: str
    piece: int
    player: int | None
    """The only player who has it, or None."""
    mark: int | None
    """The mark that is set on it, as an index into the game's marks."""
    fresh: bool
    """Whether it has not moved, and has moves that it loses then."""
    letter: str
    """Shown in a FEN; the same for fresh pieces and others, and for both players' types."""
    royal: bool
    value: float
    """What Jocly's search thinks it is worth: how many squares it reaches on an empty board."""

    def lines(self, tables: Tables) -> tuple[tuple[Line, ...], ...]:
        """Its lines from every square."""
        squares = tables.lines[self.player or 0][self.piece]
        if self.fresh:
            return squares
        return tuple(tuple(line for line in lines if not line.needs) for lines in squares)


class TypeList:
    """All types of a game, and which of them a piece is."""

    def __init__(self, types: tuple[JoclyType, ...]) -> None:
        self.types = types
        self._numbers = {
            (kind.piece, player, kind.mark, kind.fresh): kind.number
            for kind in types
            for player in ((0, 1) if kind.player is None else (kind.player,))
        }

    def number(self, piece: int, player: int, mark: int | None = None) -> int:
        """The type of a player's piece that has moved, or has nothing to lose by it."""
        return self._numbers[piece, player, mark, False]

    def fresh(self, piece: int, player: int) -> int:
        """The type of a player's piece at the start."""
        return self._numbers.get((piece, player, None, True), self.number(piece, player))

    def named(self, number: int) -> JoclyType:
        """The type of a number."""
        return self.types[number]


def piece_types(game: Game, tables: Tables, findings: Findings) -> TypeList:
    """The types of a game; findings for what Jocly's types cannot say."""
    _check_marks(game, findings)
    spare = _spare_letters(game)
    names: Counter[str] = Counter()
    types: list[JoclyType] = []
    for number, piece in enumerate(game.pieces):
        split = _shape(tables, 0, number) != _shape(tables, 1, number)
        marks = [None, *(i for i, mark in enumerate(game.marks) if mark.piece == number)]
        letters = [piece.letter if mark is None else next(spare, None) for mark in marks]
        ages = (True, False) if _has_first_moves(tables, number) else (False,)
        for (mark, letter), fresh, player in product(
            zip(marks, letters, strict=True), ages, (0, 1) if split else (None,)
        ):
            if letter is None:
                message = f"no letter is left for the {piece.name} that has crossed its gate"
                findings.error("E613", piece.span, message, hint="Jocly has 26 letters for pieces")
                continue
            name = piece.name.lower()
            if player is not None:
                name += f" of {game.players[player].lower()}"
            if fresh:
                name = f"unmoved {name}"
            if mark is not None:
                name += f" after {game.marks[mark].gate.name}"
            names[name] += 1
            types.append(
                JoclyType(
                    number=len(types),
                    name=name if names[name] == 1 else f"{name} {names[name]}",
                    piece=number,
                    player=player,
                    mark=mark,
                    fresh=fresh,
                    letter=letter,
                    royal=piece.royal,
                    value=_value(tables, player or 0, number),
                )
            )
    return TypeList(tuple(types))


def several_royals(game: Game) -> bool:
    """Whether a player may have more than one royal piece."""
    return any(game.most_royals(player) > 1 for player in (0, 1))


def _check_marks(game: Game, findings: Findings) -> None:
    """A mark belongs to the player, a type to the piece: they agree only on a single piece."""
    for mark in game.marks:
        piece = game.pieces[mark.piece]
        counts = [game.start_counts(player, mark.piece)[1] for player in (0, 1)]
        promoted = any(
            mark.piece in promotion.choices
            for other in game.pieces
            for promotion in other.promotions
        )
        dropped = game.hands and not game.pieces[mark.piece].royal
        if promoted or dropped or any(count > 1 for count in counts):
            message = (
                f"Jocly can remember that a {piece.name} has crossed `{mark.gate.name}` "
                "only while a player cannot have two of them"
            )
            findings.error("E612", mark.gate.span, message)


def _spare_letters(game: Game) -> Iterator[str]:
    """Capitals that no piece has; Jocly's own name for a changed king comes first."""
    used = {piece.letter for piece in game.pieces}
    return (letter for letter in dict.fromkeys("O" + ascii_uppercase) if letter not in used)


def _has_first_moves(tables: Tables, piece: int) -> bool:
    return any(line.needs for side in tables.lines for lines in side[piece] for line in lines)


def _shape(tables: Tables, player: int, piece: int) -> list[set[object]]:
    """The lines of a player's piece from every square, apart from what happens on arrival."""
    return [
        {
            (
                tuple((stop.square, stop.ends, stop.trail) for stop in line.stops),
                line.screens,
                bool(line.needs),
            )
            for line in lines
        }
        for lines in tables.lines[player][piece]
    ]


def _value(tables: Tables, player: int, piece: int) -> float:
    squares = tables.lines[player][piece]
    return max(0.1, round(sum(map(_targets, squares)) / len(squares), 1))


def _targets(lines: tuple[Line, ...]) -> int:
    return len({stop.square for line in lines for stop in line.stops if stop.ends})
