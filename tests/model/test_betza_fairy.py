"""Betza notation against Fairy-Stockfish, whose custom pieces are written in it.

A man moves alone from every square, and among stones of both sides that never move.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

from rulec.model.placement import parse_placement
from rulec.play.position import Rules
from tests.conftest import missing
from tests.support.games import rules_of

SIZE = 7
CROWDED = 16
"""Random positions for each piece."""

PIECES = re.findall(
    r"\S+",
    """
    W F D N A H C L Z J G K R B Q WW FF KK NN N0 N2 W3 F2 R4 B3 K2
    fW vW fsW frW fF rF fsF frF fD sH fA flA
    fN rN vN sN fsN bsN lvN frN rfN blN lbN fhN rhN hrN hlN ffrrN fsC frZ hrC hlZ fNN hrNN
    fK fR bB vQ sR
    mW cF mKcN mRcN fmWfcF mNfcsN
    nN nA nD nZ fnN hrnN vnN rfnN nfD
    pR cpR mRcpR pQ gB gQ pR3 RcpRnN KAD
    """,
)

DEPARTURES = {
    "DD": "there only steps to neighbours and a knight's leaps are repeated",
    "C2": "there only steps to neighbours and a knight's leaps are repeated",
    "nH": "there lame leaps are two squares long, or (3,2)",
    "nC": "there lame leaps are two squares long, or (3,2)",
    "nG": "there lame leaps are two squares long, or (3,2)",
    "pNN": "there only pieces that slide hop",
    "gR3": "there the number takes the place of landing right behind",
}
"""Strings that Fairy-Stockfish takes otherwise, or not to the full, and how."""


@pytest.fixture(scope="module")
def fairy() -> ModuleType:
    """Fairy-Stockfish with a variant for every piece."""
    try:
        import pyffish
    except ImportError:
        missing("no Fairy-Stockfish found; install pyffish")
        raise
    pyffish.load_variant_config("".join(map(variant, (*PIECES, *DEPARTURES))))
    module: ModuleType = pyffish
    return module


def name(betza: str) -> str:
    """A variant's name, which is not told from another by its capitals alone."""
    return "betza-" + betza.encode().hex()


def variant(betza: str) -> str:
    return f"""
[{name(betza)}]
maxRank = {SIZE}
maxFile = {SIZE}
pieceToCharTable = -
immobile = x
customPiece1 = m:{betza}
castling = false
doubleStep = false
startFen = {"/".join("8" * SIZE)} w - - 0 1
"""


def game(betza: str) -> Rules:
    return rules_of(f"""
        game "Men and stones" {{}}
        board {{ grid {SIZE} x {SIZE} orientation White north symmetry rotation }}
        piece Man   "M" {{ betza "{betza}" }}
        piece Stone "X" {{}}
        setup {{ White Man a1 }}
        goal {{ draw stalemate }}
    """)


def placements(seed: str) -> Iterator[str]:
    """The first field of FENs: a man alone on every square, then among stones."""
    squares = [(file, rank) for rank in range(SIZE) for file in range(SIZE)]
    for square in squares:
        yield placement({square: "M"})
    chance = random.Random(seed)
    for _ in range(CROWDED):
        stones = chance.sample(squares, chance.choice((6, 14, 30)))
        standing = {square: chance.choice("Xx") for square in stones}
        yield placement(standing | {chance.choice(squares): "M"})


def placement(standing: dict[tuple[int, int], str]) -> str:
    rows = (
        "".join(standing.get((file, rank), " ") for file in range(SIZE))
        for rank in reversed(range(SIZE))
    )
    return re.sub(" +", lambda run: str(len(run.group())), "/".join(rows))


def ours(rules: Rules, where: str) -> set[str]:
    board = rules.game.board
    state = rules.state(parse_placement(where, board, rules.game.pieces))
    names = [square.name for square in board.squares]
    return {names[move.origin] + names[move.target] for move in state.legal_moves()}


def theirs(fairy: ModuleType, betza: str, where: str) -> set[str]:
    return set(fairy.legal_moves(name(betza), f"{where} w - - 0 1", []))


@pytest.mark.parametrize("betza", PIECES)
def test_the_same_moves(fairy: ModuleType, betza: str) -> None:
    rules = game(betza)
    for where in placements(betza):
        assert ours(rules, where) == theirs(fairy, betza, where), where


@pytest.mark.parametrize("betza", DEPARTURES)
def test_departures_are_real(fairy: ModuleType, betza: str) -> None:
    rules = game(betza)
    assert any(ours(rules, where) != theirs(fairy, betza, where) for where in placements(betza)), (
        f"Fairy-Stockfish now agrees about {betza}"
    )
