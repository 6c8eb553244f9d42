"""What is rare in the written games, in small games that come to it, and to their ends, quickly."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.emit.jocly import emit
from rulec.engines.jocly import playing
from rulec.play.position import Rules
from tests.emit.jocly.lockstep import Lockstep

pytestmark = pytest.mark.node

SMALL = """
game "Small" {{ players White, Black }}
board {{ {board}  orientation White north, Black south  symmetry rotation }}
piece King   "K" {king} {{ step any {moves} }}
piece Rook   "R" {{ slide orthogonal {rook} }}
piece Knight "N" {{ leap (2,1) }}
piece Pawn   "P" {{
    step  forward                     to empty
    slide forward 3                   to empty leaving en passant
    step  forward-left, forward-right to enemy
    step  forward-left, forward-right en passant
    promotes to Rook, Knight on rank 6
}}
setup {{ White King c1, Rook a1 f1, Knight b1, Pawn b2 d2 e2 }}
goal {{ {goals} draw repetition 3 draw 60 plies without capture }}
"""
MATE = "win checkmate draw stalemate"


@pytest.mark.parametrize(
    ("king", "moves", "rook", "goals"),
    [
        ("royal", "", "", f"win check 2 times {MATE}"),
        ("royal", "", "", f"win bare King unless answered {MATE}"),
        ("royal", "", "", f"lose bare King {MATE}"),
        ("royal", "", "", f"win extinction of Knight, Pawn {MATE}"),
        ("royal", "", "", "lose checkmate win stalemate"),
        ("royal", "step any then step same, outward to empty first passing safely", "", MATE),
        (
            "royal",
            "castle c1 -> d1 with Rook f1 -> c1  castle c1 -> e1 with Rook f1 -> d1",
            "",
            MATE,
        ),
        (
            "royal",
            "castle c1 -> e1 with Rook f1 -> d1",
            "castle a1 -> b1 with Knight b1 -> a1  castle f1 -> d1 with King c1 -> e1",
            MATE,
        ),
        ("royal", "step any then step same to empty first passing safely", "", MATE),
        ("royal", "step any over 1 landing next", "slide any over 1 landing next", MATE),
        ("royal", "", "slide orthogonal over 2 to enemy  slide diagonal over 1", MATE),
        ("royal", "slide any over 1 to royal", "slide diagonal over 1 to common", MATE),
        ("royal", "", "slide diagonal over 1 first  slide diagonal over 1 landing next", MATE),
        (
            "royal",
            "leap (2,1) to empty first  castle c1 -> e1 with Rook f1 -> d1",
            "step diagonal first  castle a1 -> b1 with Knight b1 -> a1",
            MATE,
        ),
        ("royal", "", "", f"draw both King on rank 6  win King on rank 6 unless answered {MATE}"),
        ("royal", "", "", f"draw 4 plies without capture while no Knight against 2 Rook {MATE}"),
        ("", "", "", "win extinction of King  draw no moves"),
        ("", "", "slide diagonal 2 en passant", "lose no moves"),
    ],
)
def test_moves_and_endings(
    king: str,
    moves: str,
    rook: str,
    goals: str,
    write_rules: Callable[[str], Rules],
    jocly_package: Path,
) -> None:
    text = SMALL.format(board="grid 6 x 6", king=king, moves=moves, rook=rook, goals=goals)
    in_step(write_rules(text), jocly_package)


@pytest.mark.parametrize(
    "moves",
    [
        "castle c1 -> b1 with Knight b1 -> c1",
        "step any then step same, outward to empty first passing safely",
    ],
)
def test_several_royal_pieces(
    moves: str, write_rules: Callable[[str], Rules], jocly_package: Path
) -> None:
    text = SMALL.format(board="grid 6 x 6", king="royal", moves=moves, rook="", goals=MATE)
    text = text.replace("King c1, Rook a1 f1", "King a1 c1 f1")
    in_step(write_rules(text), jocly_package)


def test_compulsory_captures(write_rules: Callable[[str], Rules], jocly_package: Path) -> None:
    text = SMALL.format(board="grid 6 x 6", king="", moves="", rook="", goals="lose no moves")
    in_step(write_rules(text.replace("players", "captures are compulsory  players")), jocly_package)


def test_checks_are_illegal(write_rules: Callable[[str], Rules], jocly_package: Path) -> None:
    goals = f"draw both King on rank 6  win King on rank 6 unless answered {MATE}"
    text = SMALL.format(board="grid 6 x 6", king="royal", moves="", rook="", goals=goals)
    in_step(write_rules(text.replace("players", "checks are illegal  players")), jocly_package)


HANDS = """
game "Hands" {{ players White, Black captures join the hand {rules} }}
board {{ grid 5 x 6  orientation White north, Black south  symmetry rotation }}
piece King   "K" {king} {{ step any {castle} }}
piece Rook   "R" {{ slide orthogonal  may promote to Dragon on rank 5:6  drop }}
piece Dragon "+R" {{ like Rook  step diagonal  captured as Rook }}
piece Knight "N" {{ leap (2,1)  step forward first  drop on rank 1:4 }}
piece Pawn   "P" {{
    step  forward
    slide forward 2                     to empty first leaving en passant
    step  forward-left, forward-right   en passant
    promotes to Knight on rank 6
    drop on rank 1:5 one a file without mate
}}
setup {{ White King c1, Rook e1, Knight b1, Pawn b2:d2 }}
goal {{ {goals} win bare King  draw repetition 4  draw 40 plies without capture or Pawn move }}
"""


@pytest.mark.parametrize(
    ("rules", "king", "castle", "goals"),
    [
        ("", "royal", "castle c1 -> d1 with Rook e1 -> c1", MATE),
        ("checks are illegal", "royal", "", f"win King on rank 6  {MATE}"),
        ("captures are compulsory", "", "drop", "win extinction of King  lose no moves"),
    ],
)
def test_hands(
    rules: str,
    king: str,
    castle: str,
    goals: str,
    write_rules: Callable[[str], Rules],
    jocly_package: Path,
) -> None:
    text = HANDS.format(rules=rules, king=king, castle=castle, goals=goals)
    in_step(write_rules(text), jocly_package)


@pytest.mark.parametrize(
    "turns",
    [
        "White passes  Black places King, 2 Rook, Knight on a1:f1 with King between Rook",
        """White places own "KRNR", "KRR-", "RK-R" on a1, c1, d1, f1
        Black places own King, Rook on b1:d1""",
    ],
)
def test_set_ups(turns: str, write_rules: Callable[[str], Rules], jocly_package: Path) -> None:
    castling = """castle from rank 1 -> e1 with Rook east -> d1
        castle from rank 1 -> b1 with Rook west -> c1"""
    text = SMALL.format(board="grid 6 x 6", king="royal", moves=castling, rook="", goals=MATE)
    before = f"before play {{ {turns} }}  setup {{ White Pawn b2 d2 e2 }}"
    start, end = text.index("setup {"), text.index("goal {")
    in_step(write_rules(text[:start] + before + text[end:]), jocly_package)


@pytest.mark.parametrize(
    "board",
    [
        "grid 6 x 6 wrap files",
        "grid 6 x 6 link a3 w f4 link f4 e a3",
        "grid 6 x 6 glue a1:a6 west to f6:f1 east",
        "grid 6 x 6 glue a2:a5 west to b1:e1 south glue f5:f2 east to e6:b6 north",
    ],
)
def test_boards_that_close_up(
    board: str, write_rules: Callable[[str], Rules], jocly_package: Path
) -> None:
    text = SMALL.format(board=board, king="royal", moves="", rook="", goals=MATE)
    in_step(write_rules(text), jocly_package)


def in_step(rules: Rules, package: Path) -> None:
    with playing(emit(rules.game, rules.tables), package) as game:
        played = Lockstep(rules, game)
        for seed in range(12):
            if seed < 4 or not played.endings:
                played.play(seed, 90)
    assert played.endings > 0
