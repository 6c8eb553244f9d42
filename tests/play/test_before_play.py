"""Turns before play: arrangements, their moves and FENs; leaps that must not be attacked."""

import pytest

from rulec.play.notation import (
    NotationError,
    format_fen,
    format_move,
    natural_move,
    parse_fen,
    parse_move,
)
from rulec.play.notation import play_text as play
from rulec.play.perft import perft
from rulec.play.position import Rules
from tests.support.games import PLAIN_CHESS, changed, rules_of

GAME = """
game "Case" {{}}
board {{ grid 6 x 6 orientation White north symmetry reflection }}
piece King "K" royal {{ {king} }}
piece Rook "R" {{ slide orthogonal }}
piece Bishop "B" {{ slide diagonal }}
piece Pawn "P" {{ step forward to empty }}
setup {{ White {setup} }}
before play {{ {before} }}
goal {{ win checkmate draw stalemate lose extinction of Pawn }}
"""


def game(before: str, setup: str = "King a1, Pawn a2", king: str = "step any") -> Rules:
    return rules_of(GAME.format(before=before, setup=setup, king=king))


def texts(rules: Rules, moves: str = "") -> list[str]:
    return [format_move(rules, move) for move in play(rules.start(), moves).legal_moves()]


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ("2 Rook on b1:d1", "#RR- #R-R #-RR"),
        ("Rook, Bishop on b1:c1", "#RB #BR"),
        ("2 Bishop on b1:d1 with Bishop on both colours", "#BB- #-BB"),
        ("Bishop, 2 Rook on b1:d1 with Bishop between Rook", "#RBR"),
        ("Bishop, Rook on b1:d1 with Rook on c1:d1", "#BR- #B-R #-BR #-RB"),
        ('"R-B", "--B" on b1:d1', "#R-B #--B"),
        ("Rook on c1, b2", "#R- #-R"),
    ],
)
def test_arrangements(places: str, found: str) -> None:
    assert texts(game(f"Black places {places}")) == found.split()


def test_a_turn_is_a_move_like_any_other() -> None:
    rules = game('White passes Black places Rook on b1:c1 White passes Black places own "B" on d1')
    start = rules.start()
    fens = ["k5/p5/6/6/P5/K5 w - 0 1 #1", "k5/p5/6/6/P5/K5 b - 0 1 #2"]
    fens += ["k1r3/p5/6/6/P5/K1R3 w - 0 1 #3", "k1r3/p5/6/6/P5/K1R3 b - 0 1 #4"]
    fens += ["k1rb2/p5/6/6/P5/K1R3 w - 0 1"]
    position = start
    for fen, move in zip(fens, ("--", "#-R", "--", "#B", ""), strict=True):
        assert format_fen(position) == format_fen(parse_fen(rules, fen)) == fen
        assert position.result() is None
        if move:
            position = position.play(parse_move(position, move))
    assert perft(start, 5) == sum(
        perft(play(start, f"-- {choice} -- #B"), 1) for choice in ("#R-", "#-R")
    )
    assert format_fen(start) == fens[0]


def test_goals_wait_for_play() -> None:
    """Before the pawns are placed nobody has lost them."""
    rules = game("Black places Pawn on b2:c2", setup="King a1")
    assert rules.start().result() is None
    assert perft(rules.start(), 2) > 0


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("k5/p5/6/6/P5/K5 w - 0 1 #1", "in this turn before play it is Black's move"),
        ("k5/p5/6/6/P5/K5 b - 0 1 #2", "this game has 1 turn before play"),
    ],
)
def test_fens_of_turns_that_are_not(fen: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_fen(game("Black places Rook on b1:c1"), fen)


def test_what_is_no_turn_is_refused() -> None:
    start = game("Black places Rook on b1:c1").start()
    with pytest.raises(NotationError, match="Black places pieces first, and 'a7a6' does not"):
        parse_move(start, "a7a6")


LEAP = "step any step any then step same, outward to empty first passing safely"


@pytest.mark.parametrize(
    ("fen", "leaps"),
    [
        ("k5/6/6/6/6/K5 w a1 0 1", "a1c1 a1c2 a1c3 a1b3 a1a3"),
        ("k5/6/6/6/6/K5 w - 0 1", ""),
        ("k5/6/6/6/PP4/KR4 w a1 0 1", "a1c1 a1c2 a1c3 a1b3 a1a3"),  # over what stands there
        ("1r4/6/5k/6/6/K5 w a1 0 1", "a1a3"),  # past a rook on the b-file
        ("6/k5/6/6/r5/K5 w a1 0 1", ""),  # in check
    ],
)
def test_leaps_of_a_royal_piece(fen: str, leaps: str) -> None:
    rules = game("", setup="King a1", king=LEAP)
    state = parse_fen(rules, fen).state()
    found = {format_move(rules, move) for move in state.legal_moves()}
    assert state.count_moves() == len(found)
    leapt = {text for text in found if text[:2] == "a1" and text[2:] not in ("a2", "b1", "b2")}
    assert leapt == set(leaps.split())


def test_a_variant_without_the_turns() -> None:
    text = changed(
        PLAIN_CHESS.read_text(encoding="utf-8"),
        ("goal {", "before play { White passes Black passes }\ngoal {"),
    )
    rules = rules_of(f'{text}\nvariant "At once" {{ before play {{}} }}', "At once")
    assert format_fen(rules.start()).endswith(" 0 1")


def test_nobody_is_in_check_before_play() -> None:
    """A king may be set where a rook stands against him: not all pieces are there yet."""
    rules = game(
        "White places own King on a1:b1  Black places own King on a1, d1",
        setup="Rook c1, Pawn a2  Black Rook b6, Pawn d5",
    )
    position = parse_fen(rules, "1r4/3p2/6/6/P5/1KR3 b - 0 1 #2")
    assert {natural_move(position, move) for move in position.legal_moves()} == {"#K-", "#-K"}
    assert format_fen(parse_fen(rules, format_fen(position))) == format_fen(position)
