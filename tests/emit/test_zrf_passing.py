"""Captures en passant of every kind: what is written of them plays as the rules do."""

from random import Random

import pytest

from rulec.emit.zrf import emit
from rulec.play.reach import Move
from rulec.syntax.diagnostics import RulecError
from rulec.zrf.twins import Twins

from .conftest import lowered
from .test_zrf_boards import HEX, LINKED, RING, beside
from .test_zrf_proof import twins

GAME = """
game "Test" {{ players White, Black }}
board {{ {board} }}
piece King "K" royal {{ step any }}
piece Man  "M" {{ {rule} }}
piece Lady "L" {{ {lady} }}
setup {{ {setup} }}
goal {{ win checkmate  draw stalemate  draw repetition 3 }}
"""
FLAT = "grid 6 x 6  orientation White north  symmetry reflection  zone low = a1:f3"
MEN = "White King a1, Man b1 d2 e1 f2"


def text(rule: str, board: str = FLAT, setup: str = MEN, lady: str = "leap (3,1)") -> str:
    return GAME.format(board=board, rule=rule, setup=setup, lady=lady)


def captures(twins: Twins, positions: int) -> int:
    """How often pieces took en passant in games that are alike, played so that they often can."""
    chance, found = Random(4), 0
    kinds = twins.rules.game.pieces
    takers = {i for i, kind in enumerate(kinds) if any(one.en_passant for one in kind.movements)}
    pair = twins.start()
    for _ in range(positions):
        assert twins.differ(pair) is None
        moves = pair.own.legal_moves()
        if not moves or pair.own.result() or len(pair.line) > 40:
            pair = twins.thinned(chance)
            continue
        placed = pair.own.placements()
        passing = [move for move in moves if _takes(move)]
        baits = [
            move
            for move in moves
            if move.trail and any(map(_takes, pair.own.play(move).legal_moves()))
        ]
        near = [move for move in moves if placed[move.origin][1] in takers]
        move = chance.choice(passing or baits or (near if chance.random() < 0.7 else ()) or moves)
        found += move in passing
        pair = twins.play(pair, twins.own_key(move))
    return found


def _takes(move: Move) -> bool:
    """Whether a move takes en passant."""
    return move.captured not in (None, move.target)


@pytest.mark.parametrize(
    "rule",
    [
        # trails of one to five squares, seen along directions
        "slide forward 2 to empty leaving en passant  step diagonal en passant",
        "slide forward 3 to empty leaving en passant  step diagonal en passant",
        "slide forward 3 to empty from low leaving en passant  step sideways en passant"
        "  step forward to empty",
        "slide any to empty leaving en passant  leap (2,1) en passant",
        "ride (1,0) 3 to empty leaving en passant  step any en passant",
        # along links of their own
        "step orthogonal then step outward to empty leaving en passant  step any en passant",
        "slide forward 4 to empty from low leaving en passant  leap 2 backward  step sideways"
        "  step any en passant",
        # captors that may go there anyway
        "slide forward 2 to empty leaving en passant  step diagonal  step diagonal en passant",
        "slide forward 2 to empty leaving en passant  step any  step diagonal en passant",
        "slide any 3 to empty leaving en passant  slide diagonal  slide any en passant",
        # captors that slide, leap, bend, keep to zones
        "slide forward 3 to empty leaving en passant  slide sideways, diagonal en passant",
        "slide sideways 3 to empty leaving en passant  step forward to empty"
        "  step forward then step outward en passant",
        "slide any 3 to empty leaving en passant  slide any en passant to low",
        "slide any 3 to empty leaving en passant  slide any 2..3 en passant from low",
        # promotion, by choice, and of what is taken
        "slide any 2 to empty leaving en passant  step any en passant  may promote to Lady on low",
        "slide any 2 to empty leaving en passant  step any en passant  promotes to Lady on low",
    ],
)  # fmt: skip
def test_captures_en_passant(rule: str) -> None:
    assert captures(beside(text(rule)), 200) > 0


@pytest.mark.parametrize("board", [HEX, RING, LINKED], ids=["hex", "ring", "links"])
def test_captures_en_passant_on_every_board(board: str) -> None:
    rule = "slide any 3 to empty leaving en passant  step any en passant"
    setup = "White King a1, Man b1 c2"
    assert captures(beside(text(rule, board, setup)), 150) > 1


GAMES = """
    3dchess brusky-chess classic-chess cylinder-chess devasa-chess dukerutland-chess giga-chess
    glinski-chess grand-chess kaisergame-chess mccooey-chess shafran-chess sultangame-chess
    tera-chess wildebeest-chess
"""


@pytest.mark.slow
@pytest.mark.ci
@pytest.mark.parametrize("game", GAMES.split())
def test_captures_en_passant_of_games(game: str) -> None:
    assert captures(twins(f"games/{game}.rules", "Zillions"), 500) > 0


@pytest.mark.parametrize(
    ("rule", "lady", "named"),
    [
        # A piece that has become another looks like one that was it before.
        (
            "slide any 2 to empty leaving en passant  step any en passant  promotes to Lady on low",
            "slide any",
            "cannot tell a trail of the Lady from another move",
        ),
        (
            "slide any 2 to empty leaving en passant  slide any 2 en passant  leap (2,0)",
            "slide any",
            "a move that is sometimes a capture en passant",
        ),
    ],
)
def test_what_cannot_be_told_is_refused(rule: str, lady: str, named: str) -> None:
    with pytest.raises(RulecError, match=named) as caught:
        emit(*lowered(text(rule, lady=lady)))
    assert {one.code for one in caught.value.diagnostics} == {"E604"}
