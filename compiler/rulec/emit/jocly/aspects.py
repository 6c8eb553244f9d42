"""Which of Jocly's piece sets draws a game, and which of its figures stands for each piece."""

from __future__ import annotations

from dataclasses import dataclass

from rulec.model.game import Game
from rulec.syntax.diagnostics import Findings


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A set of Jocly's: its view script, the function that makes it, its figures by piece name."""

    script: str
    function: str
    prefix: str
    figures: tuple[str, ...]


_STAUNTON = PieceSet(
    script="staunton-set-view.js",
    function="cbStauntonPieceStyle",
    prefix="",
    figures=("king", "queen", "rook", "bishop", "knight", "pawn"),
)
_FAIRY = PieceSet(
    script="fairy-set-view.js",
    function="cbFairyPieceStyle",
    prefix="fr-",
    # Pieces without a figure of their name take them in this order: the best known come last.
    figures=(
        "elephant", "camel", "lion", "unicorn", "dragon", "eagle", "prince", "marshall",
        "cardinal", "amazon", "cannon", "crowned-rook", "admiral", "antelope", "buffalo", "bull",
        "rhino", "ship", "star", "bow", "lighthouse", "machine", "corporal", "giraffe", "griffin",
        "hawk", "leopard", "mammoth", "wolf", "zebra", "squirle", "duchess", "emperor", "ferz",
        "wazir", "man", "gate", "hoplit", "huscarl", "birdie", "nightrider", "crowned-bishop",
        "crowned-knight", "ferz-knight", "wazir-knight", "small-bishop", "small-rook", "cannon2",
        "pawn", "knight", "bishop", "rook", "queen", "king",
    ),
)  # fmt: skip
_ALIASES = {
    "archbishop": "cardinal",
    "princess": "cardinal",
    "chancellor": "marshall",
    "empress": "marshall",
    "marshal": "marshall",
    "general": "king",
    "horse": "knight",
    "chariot": "rook",
    "soldier": "pawn",
    "alfil": "elephant",
    "griffon": "griffin",
    "cheetah": "leopard",
    "direwolf": "wolf",
    "squirrel": "squirle",
    "fers": "ferz",
    "missionary": "crowned-bishop",
    "centaur": "crowned-knight",
}
_STAND_INS = {"pawn": ("corporal", "hoplit", "huscarl")}
"""For further pieces of one kind."""


def piece_set(game: Game) -> PieceSet:
    """The Staunton set where it has every piece by name, else the fairy set."""
    names = {piece.name.lower() for piece in game.pieces}
    return _STAUNTON if names <= set(_STAUNTON.figures) else _FAIRY


def check_figures(game: Game, findings: Findings) -> None:
    """An error for a game with more pieces than there are figures."""
    if len(game.pieces) > len(piece_set(game).figures):
        message = (
            f"Jocly has {len(_FAIRY.figures)} figures, and this game {len(game.pieces)} pieces"
        )
        findings.error("E616", game.span, message)


def aspects(game: Game) -> tuple[str, ...]:
    """For every piece the name of its figure, no two alike.

    A piece takes the figure of its own name, then of a name that means the same or of its name's
    first word, a royal piece the king's; whoever is left takes what is left, in order.
    """
    chosen = piece_set(game)
    taken: dict[int, str] = {}

    def take(number: int, figure: str | None) -> None:
        if number not in taken and figure in chosen.figures and figure not in taken.values():
            taken[number] = str(figure)

    names = [piece.name.lower() for piece in game.pieces]
    for number, name in enumerate(names):
        take(number, name)
    for number, name in enumerate(names):
        take(number, _ALIASES.get(name))
    for number, name in enumerate(names):
        word = name.split("-")[0]
        for figure in (word, *_STAND_INS.get(word, ())):
            take(number, figure)
    for number, piece in enumerate(game.pieces):
        take(number, "king" if piece.royal else None)
    for number in range(len(names)):
        for figure in chosen.figures:
            take(number, figure)
    return tuple(chosen.prefix + taken[number] for number in range(len(names)))
