"""The turns before play: what each may place, and the pieces that wait to be placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits

from rulec.emit.jocly.types import TypeList
from rulec.model.game import Game, Placement, SetupTurn
from rulec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class TurnSpec:
    """A turn: by player the squares by name, and the rows of signs to choose from."""

    squares: tuple[str, str]
    rows: tuple[str, ...]
    rule: Span


@dataclass(frozen=True, slots=True)
class Before:
    """All turns before play, and for every sign in their rows the types it places, by player."""

    turns: tuple[TurnSpec, ...]
    signs: dict[str, tuple[int, int]]


def before_play(game: Game, types: TypeList) -> Before | None:
    """What is done before play; None in a game that begins at once."""
    if not game.before:
        return None
    signs = _signs(game)
    return Before(
        tuple(
            TurnSpec(
                squares=(_names(game, turn.squares[0]), _names(game, turn.squares[1])),
                rows=tuple("".join(map(signs.__getitem__, row)) for row in turn.arrangements),
                rule=turn.span,
            )
            for turn in game.before
        ),
        {
            sign: (types.fresh(piece, 0), types.fresh(piece, 1))
            for piece, sign in signs.items()
            if piece is not None
        },
    )


def first_placements(game: Game) -> Iterator[Placement]:
    """The pieces that Jocly has to know at the start: those that stand and those that may come.

    The latter on squares where they may be placed, some of them on one square.
    """
    yield from game.setup
    for turn in game.before:
        for player in (0, 1):
            for piece in range(len(game.pieces)):
                squares = _squares(turn, player, piece)
                for i in range(_most(turn, player, piece)):
                    yield Placement(player, piece, squares[min(i, len(squares) - 1)])


def _most(turn: SetupTurn, player: int, piece: int) -> int:
    """How many pieces of a type a turn places at most."""
    return max(turn.count(choice, player, piece) for choice in range(len(turn.arrangements)))


def _squares(turn: SetupTurn, player: int, piece: int) -> list[int]:
    """Where a turn may place a piece of a type, in the order of the squares."""
    columns = zip(turn.squares[player], zip(*turn.arrangements, strict=True), strict=False)
    return [square for square, column in columns if piece in column]


def _signs(game: Game) -> dict[int | None, str]:
    """A character for every piece: its letter if that is one, else one that is left."""
    letters = {piece.letter for piece in game.pieces}
    left = (sign for sign in ascii_lowercase + ascii_uppercase + digits if sign not in letters)
    signs: dict[int | None, str] = {None: "-"}
    for i, piece in enumerate(game.pieces):
        signs[i] = piece.letter if len(piece.letter) == 1 else next(left)
    return signs


def _names(game: Game, squares: tuple[int, ...]) -> str:
    return " ".join(game.board.squares[square].name for square in squares)
