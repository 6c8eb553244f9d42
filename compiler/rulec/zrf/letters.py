"""Letters for pieces and players, as positions and moves are written with them."""

from __future__ import annotations

from rulec.zrf.model import Game

_USUAL = {"knight": "N"}
"""Letters that are not the first of a name."""


def wished_letter(name: str, notation: str) -> str:
    """The capital that a piece would like to be written with; empty if its name has none."""
    for text in (notation, _USUAL.get(name.lower(), ""), name):
        for char in text:
            if char.isascii() and char.isalpha():
                return char.upper()
    return ""


def letters(game: Game) -> tuple[str, ...] | None:
    """A capital for every piece type; None if two wish for the same."""
    found = tuple(wished_letter(piece.name, piece.notation) for piece in game.pieces)
    return found if "" not in found and len(set(found)) == len(found) else None


def side_names(game: Game) -> tuple[str, ...]:
    """How every player is named in short: by the first letter, in small, if these all differ."""
    initials = tuple(player[0].lower() for player in game.players)
    return initials if len(set(initials)) == len(initials) else game.players
