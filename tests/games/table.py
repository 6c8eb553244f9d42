"""The games that are written here, and what each is compared with.

Jocly's chess games with the real Jocly; others with Fairy-Stockfish.
"""

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
    """A kind of move that Jocly may leave out or add."""

    EN_PASSANT = "en passant"
    CASTLING = "castling"
    PROMOTION = "promotion"
    PASSED = "a pawn's step to a square that an enemy pawn has just passed"


@dataclass(frozen=True, slots=True)
class Compared:
    """A game that is written, and what Jocly does otherwise."""

    name: str
    endings: str = NO_MORE
    """Jocly's endings, as goals: its results are compared with these."""
    lacks: tuple[Kind, ...] = ()
    """Legal moves that Jocly does not list."""
    why: str = ""
    """Why Jocly departs from the rules."""
    adds: tuple[Kind, ...] = ()
    """Moves that Jocly lists though they are not legal."""
    pieces: str = ""
    """Pieces as Jocly has them, where it does not follow the rules of a piece."""
    lacks_leaps: tuple[tuple[str, int, int], ...] = ()
    """Leaps (piece, files, ranks) that Jocly does not list."""
    both_ways: bool = False
    """Whether a first leap to a square with two ways needs both of them unattacked."""
    leaps: tuple[tuple[str, str, str], ...] = ()
    """First leaps (from, to, passing) for which Jocly looks at other squares than ours."""
    names: tuple[tuple[str, str], ...] = ()
    """Jocly's names of piece types and ours, where the start position does not tell."""
    file: str = ""
    """The rule file, where it is not `games/NAME.rules`."""
    squares: tuple[tuple[str, str], ...] = ()
    """Jocly's names of squares and ours, where it has a name wrong."""
    more_leaves: tuple[int, ...] = ()
    """By plies, how many leaves Jocly lacks from the start position."""
    draws_more: bool = False
    """Whether Jocly calls positions drawn in which somebody can still win."""
    thinned: bool = True
    """Whether games also start from the start position with pieces taken off."""


def short_snake(letter: str, most: int, becomes: str = "Rhino", last: int = 12) -> str:
    """The snake as Jocly has it, whose slide is some squares too short."""
    return f"""piece Snake "{letter}" {{
        step north, south or then slide outward {most}
        promotes to {becomes} on rank {last}
    }}
    """


def short_rhino(most: int) -> str:
    """The rhino as Jocly has it."""
    return f'piece Rhino "U" {{ step orthogonal or then slide outward {most} }}'


def passing_giraffe(last: int) -> str:
    """The giraffe as Jocly has it: it takes en passant like a pawn."""
    return f"""piece Giraffe "Z" {{
        leap (3,2)
        leap (3,2) en passant
        promotes to Buffalo on rank {last}
    }}
    """


MAKRUK_COUNTS = "".join(
    f"    draw {plies} plies without capture while no Pawn{against}\n"
    for plies, against in (
        (16, " against 2 Rook"),
        (32, " against Rook"),
        (44, " against 2 Khon"),
        (88, " against Khon"),
        (64, " against 2 Horse, no Khon"),
        (128, ""),
    )
)

SHORT = "the slides of snakes and rhinos end two squares before the edge of the board"
NO_STEP = "a pawn may not step to a cell that an enemy pawn has just passed"
ONE_WAY = "pawns of one way are forgotten where positions are called drawn"
BOTH_WAYS = (
    "a king leaps like a knight only if both squares that it may pass are unattacked; "
    "of White's king, f1h1 looks at i1 instead of g1, and f1d2 at g1 instead of e2"
)
OFF_THE_WAY = (("f1", "h1", "i1"), ("f1", "d2", "e1 g1"))
ONLY_LAST = "of the squares a pawn has passed, only the last may be taken on"

FACES = tuple(
    (f"{face}{'abcd'[across]}{along + 1}", f"{'abcdefghijklmnop'[file]}{rank + 1}")
    for across in range(4)
    for along in range(4)
    for face, (file, rank) in {
        "A": (11 - across, 3 - along),
        "B": (15 - across, 7 - along),
        "C": (11 - across, 7 - along),
        "D": (3 - across, 7 - along),
        "E": (7 - across, 7 - along),
        "F": (4 + along, 11 - across),
    }.items()
)
"""Where the squares of a cube's faces lie when Jocly's picture of it is turned upside down."""

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
    Compared(
        "modern-chess",
        adds=(Kind.CASTLING,),
        why="bishops change places in check, too",
    ),
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
    Compared("metamachy-chess", both_ways=True, leaps=OFF_THE_WAY, why=BOTH_WAYS, thinned=False),
    Compared(
        "leychessalpha-chess", both_ways=True, leaps=OFF_THE_WAY, why=BOTH_WAYS, thinned=False
    ),
    Compared(
        "zanzibar-s-chess",
        both_ways=True,
        leaps=OFF_THE_WAY,
        pieces=short_rhino(9),
        why=f"{BOTH_WAYS}; {SHORT}",
        thinned=False,
    ),
    Compared("timurid-chess"),
    Compared("wild-timurid-chess"),
    Compared("babur-chess"),
    Compared("wild-babur-chess"),
    Compared("wild-mirza-chess", pieces=short_snake("S", 9) + short_rhino(9), why=SHORT),
    Compared("giga-chess"),
    Compared("tera-chess"),
    Compared(
        "giga-chessII",
        pieces=short_rhino(11) + passing_giraffe(14),
        leaps=(
            *(("h2", "f2", "g2"), ("h2", "f2", "g1"), ("h2", "f2", "g3")),
            *(("h2", "j2", "i2"), ("h2", "j2", "i1"), ("h2", "j2", "i3")),
            *(("h13", "f14", "g13"), ("h13", "j14", "i13")),
        ),
        why=SHORT + "; giraffes take en passant; White's king may leap sideways round a corner, "
        "two leaps of Black's have one way only",
    ),
    Compared(
        "fantasticXIII-chess",
        pieces=short_snake("N", 10, "Rhino", 13) + short_rhino(10),
        lacks_leaps=(("Troll", 3, -3),),
        why=SHORT + "; trolls do not leap to the lower right",
    ),
    Compared(
        "bigorra-chess",
        pieces=short_snake("+S", 13, "Rhino", 16) + short_rhino(13) + passing_giraffe(16),
        lacks_leaps=(("Troll", 3, -3),),
        why=SHORT + "; trolls do not leap to the lower right; giraffes take en passant",
    ),
    Compared("grand-chess", thinned=False),
    Compared("hyderabad-chess", thinned=False),
    Compared(
        "kaisergame-chess",
        lacks=(Kind.EN_PASSANT,),
        adds=(Kind.PROMOTION,),
        why=f"{ONLY_LAST}; a piece once lost may be promoted to again and again",
        thinned=False,
    ),
    Compared(
        "sultangame-chess",
        lacks=(Kind.EN_PASSANT,),
        adds=(Kind.PROMOTION,),
        why=f"{ONLY_LAST}; a piece once lost may be promoted to again and again",
        thinned=False,
    ),
    Compared("makruk", NO_MORE + MAKRUK_COUNTS),
    Compared(
        "shatranj-chess",
        QUIET + "    win bare King\n",
        why="stalemate is a draw, and a bared king loses without an answer",
    ),
    Compared(
        "losing-chess", "lose no moves draw repetition 3 (pieces distinct, start not counted)"
    ),
    Compared(
        "xiangqi",
        NO_MORE.replace("draw stalemate", "lose stalemate"),
        names=(("pawn-w", "Soldier"), ("pawn-b", "Soldier")),
        why="who has no move wins, where by the rules he loses",
    ),
    Compared("smess", QUIET + "    draw material Brain against Brain\n"),
    Compared(
        "rollerball-chess",
        QUIET
        + """draw material King against King, Bishop
        win King on enemy throne after start-line""",
        names=(("king-out", "King"),),
        why="draws overwrite a race that is won",
        file="rollerball.rules",
        thinned=False,
    ),
    Compared("chess960", DEAD, thinned=False),
    Compared("wildebeest-chess", lacks=(Kind.EN_PASSANT,), why=ONLY_LAST),
    Compared("glinski-chess", DEAD),
    Compared("mccooey-chess", DEAD),
    Compared("brusky-chess", DEAD, lacks=(Kind.PASSED,), why=NO_STEP),
    Compared(
        "devasa-chess",
        DEAD,
        lacks=(Kind.PASSED, Kind.CASTLING),
        more_leaves=(0, 0, 27),
        why=f"{NO_STEP}; the king is looked for on a wrong cell for castling",
    ),
    Compared(
        "shafran-chess",
        DEAD,
        lacks=(Kind.EN_PASSANT,),
        why=f"{ONLY_LAST}; g7 is called f11",
        squares=(("f11", "g7"),),
    ),
    Compared("circular-chess", DEAD, draws_more=True, why=ONE_WAY),
    Compared("byzantine-chess", dead("Knight", "1 Elephant"), draws_more=True, why=ONE_WAY),
    Compared("cylinder-chess", DEAD),
    Compared("raumschach", QUIET),
    Compared("3dchess", QUIET),
    Compared("cubic-chess", squares=FACES),
)


@dataclass(frozen=True, slots=True)
class Fairy:
    """A game that Fairy-Stockfish knows, and Jocly does not."""

    file: str
    name: str
    """Fairy-Stockfish's name of it."""
    variant: str | None = None
    """The variant of the file that is compared."""


FAIRY = (
    Fairy("shogi", "shogi"),
    Fairy("crazyhouse", "crazyhouse"),
    Fairy("atomic", "atomic"),
    Fairy("atomic", "nocheckatomic", "No check"),
    Fairy("horde", "horde"),
    Fairy("omega-chess", "omicron", "Omicron"),
    Fairy("janggi", "janggimodern"),
    Fairy("classic-chess", "kingofthehill", "King of the Hill"),
    Fairy("classic-chess", "3check", "Three-check"),
)
