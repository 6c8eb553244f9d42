"""Turns before play: a piece beside the board places an arrangement and steps aside for good.

Each arrangement is a move block of that piece, under a move type that only its turn allows.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulec.emit.zrf.macros import Macro
from rulec.emit.zrf.names import Names
from rulec.model.game import Game, SetupTurn
from rulec.syntax.source import Span

_MOST_ARGUMENTS = 9


@dataclass(frozen=True, slots=True)
class Chooser:
    """Who places what in one turn: a piece on a square beside the board, with its blocks."""

    piece: str
    player: int
    squares: tuple[str, str]
    """Where it stands until its turn, and then."""
    move_type: str
    macros: tuple[Macro, ...]
    blocks: tuple[str, ...]
    span: Span


def choosers(
    game: Game, players: tuple[str, ...], pieces: tuple[str, ...], aside: str, names: Names
) -> tuple[Chooser, ...]:
    """A chooser for every turn before play in which something is placed, in order."""
    found = []
    for turn in game.before:
        if not turn.passes:
            owner = players[turn.player].lower()
            piece = names.new("Set-up", "piece")
            squares = tuple(names.new(f"{owner}-{word}", "square") for word in ("choice", "chosen"))
            macros = _macros(game, turn, players, names)
            blocks = tuple(
                f"({aside} {_placing(turn, choice, macros, pieces)} add)"
                for choice in range(len(turn.arrangements))
            )
            move_type = names.new("setting-up", "type")
            found.append(
                Chooser(
                    piece,
                    turn.player,
                    (squares[0], squares[1]),
                    move_type,
                    tuple(macros.values()),
                    blocks,
                    turn.span,
                )
            )
    return tuple(found)


_Group = tuple[int, ...]
"""Numbers of the squares that one macro fills."""


def _groups(turn: SetupTurn, choice: int) -> list[_Group]:
    """The squares that an arrangement fills, in groups of as many as a macro has arguments."""
    filled = [i for i, piece in enumerate(turn.arrangements[choice]) if piece is not None]
    return [tuple(filled[i : i + _MOST_ARGUMENTS]) for i in range(0, len(filled), _MOST_ARGUMENTS)]


def _macros(
    game: Game, turn: SetupTurn, players: tuple[str, ...], names: Names
) -> dict[_Group, Macro]:
    """A macro for every group of squares that is filled together."""
    macros: dict[_Group, Macro] = {}
    for choice in range(len(turn.arrangements)):
        for group in _groups(turn, choice):
            if group in macros:
                continue
            lines = [
                f"(create {name} ${argument} {game.board.squares[squares[i]].name})"
                for name, squares in zip(players, turn.squares, strict=True)
                if squares
                for argument, i in enumerate(group, 1)
            ]
            where = turn.squares[turn.player] or turn.squares[1 - turn.player]
            first, last = (game.board.squares[where[i]].name for i in (group[0], group[-1]))
            about = (f"Sets pieces on the board, from {first} to {last}.",)
            name = names.new("arrange", "macro")
            macros[group] = Macro(name, about, tuple(lines), block=False)
    return macros


def _placing(
    turn: SetupTurn, choice: int, macros: dict[_Group, Macro], pieces: tuple[str, ...]
) -> str:
    """The calls that place an arrangement."""
    row = [None if piece is None else pieces[piece] for piece in turn.arrangements[choice]]
    calls = (
        " ".join([macros[group].name, *(name for i in group if (name := row[i]))])
        for group in _groups(turn, choice)
    )
    return " ".join(f"({call})" for call in calls)
