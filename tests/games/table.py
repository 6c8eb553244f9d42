"""Jocly's chess games: which are written here, and how each is compared with the real Jocly."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

GAMES = Path(__file__).parents[2] / "games"

NO_MORE = """
    win  checkmate
    draw stalemate
    draw repetition 3 (pieces distinct, start not counted)
"""
QUIET = NO_MORE + "    draw 100 plies without capture\n"
"""Jocly's way to count fifty moves: the move of a pawn does not start it afresh."""


def dead(*spared: str) -> str:
    """Jocly's orthodox draws: a lone king against a king with `spared`, and any knights."""
    return f"{QUIET}    draw material King against {', '.join(['King', *spared])}\n"


DEAD = dead("Knight", "1 Bishop")


class Kind(StrEnum):
    """A kind of move that Jocly may leave out."""

    EN_PASSANT = "en passant"
    CASTLING = "castling"


@dataclass(frozen=True, slots=True)
class Compared:
    """A game that is written, and what Jocly does otherwise."""

    name: str
    endings: str = NO_MORE
    """Jocly's endings, as goals: its results are compared with these."""
    lacks: tuple[Kind, ...] = ()
    """Legal moves that Jocly does not list."""
    why: str = ""
    """Why Jocly lacks them."""
    thinned: bool = True
    """Whether games also start from the start position with pieces taken off."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A game that is not written, and what it waits for."""

    name: str
    why: str


ONLY_LAST = "of the squares a pawn has passed, only the last may be taken on"

COMPARED = (
    Compared("classic-chess", DEAD),
    Compared("basic-chess", DEAD),
    Compared("gardner-chess", DEAD),
    Compared(
        "baby-chess",
        DEAD,
        lacks=(Kind.CASTLING,),
        why="Black's king and rook are looked for on each other's squares",
    ),
    Compared("malett-chess", DEAD),
    Compared("micro4x5-chess", DEAD),
    Compared("mini4x4-chess", dead()),
    Compared("mini4x5-chess", dead()),
    Compared("los-alamos-chess", dead("Knight")),
    Compared("attack-chess", DEAD),
    Compared("demi-chess", DEAD),
    Compared("capablanca-chess"),
    Compared("carrera-chess"),
    Compared("gothic-chess"),
    Compared("janus-chess"),
    Compared("chancellor-chess"),
    Compared("amazon-chess"),
    Compared("tutti-frutti-chess"),
    Compared("reformed-courier-chess"),
    Compared("sweet16-chess", DEAD),
    Compared("gustav3-chess"),
    Compared("romanchenko-chess", DEAD),
    Compared(
        "dukerutland-chess",
        lacks=(Kind.EN_PASSANT,),
        why=ONLY_LAST,
    ),
    Compared("courier-chess", QUIET),
    Compared("shako-chess"),
    Compared("pemba-chess"),
    Compared("wild-tamerlane-chess"),
    Compared("timurid-chess"),
    Compared("wild-timurid-chess"),
    Compared("babur-chess"),
    Compared("wild-babur-chess"),
    Compared("wild-mirza-chess"),
    Compared("giga-chess"),
    Compared("grand-chess", thinned=False),
    Compared("hyderabad-chess", thinned=False),
    Compared(
        "kaisergame-chess",
        lacks=(Kind.EN_PASSANT,),
        why=ONLY_LAST,
        thinned=False,
    ),
    Compared(
        "sultangame-chess",
        lacks=(Kind.EN_PASSANT,),
        why=ONLY_LAST,
        thinned=False,
    ),
    Compared("wildebeest-chess", lacks=(Kind.EN_PASSANT,), why=ONLY_LAST),
)

MISSING: tuple[Missing, ...] = ()
