"""FEN and moves as text: what is understood, and what is said about the rest."""

import pytest

from rulec.play.notation import (
    NotationError,
    format_fen,
    format_move,
    natural_move,
    parse_fen,
    parse_move,
    play_text,
)
from tests.support.games import PLAIN_CHESS, ROOT, plain_chess, rollerball, rules_of

START = "2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w - 0 1"
CLASSIC = (ROOT / "games" / "classic-chess.rules").read_text(encoding="utf-8")


def test_the_start() -> None:
    assert format_fen(rollerball().start()) == START


@pytest.mark.parametrize(
    "fen",
    [
        "2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w",
        "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w -",
        "2rbp2/2rkp2/7/2*1*2/7/2PKR2/2PBR2 w - 0",
        "  2rbp2/2rkp2/7/7/7/2PKR2/2PBR2   w - 0 1  ",
    ],
)
def test_ways_to_write_the_start(fen: str) -> None:
    assert format_fen(parse_fen(rollerball(), fen)) == START


def test_marks_are_part_of_a_fen() -> None:
    position = play_text(rollerball().start(), "c2b3 c7b7 d2c2")
    assert format_fen(position).split()[1:] == ["b", "K", "3", "2"]
    assert parse_fen(rollerball(), format_fen(position)).marks == position.marks
    assert format_fen(parse_fen(rollerball(), "7/4k2/7/7/7/2K4/7 b Kk")).split()[2] == "Kk"


def test_castling_rights_and_en_passant() -> None:
    rules = rules_of(CLASSIC)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert format_fen(rules.start()) == start
    position = play_text(rules.start(), "e2e4 a7a6 e4e5 d7d5")
    assert format_fen(position).split()[2:4] == ["KQkq", "d6"]
    assert "e5d6" in {format_move(rules, move) for move in position.legal_moves()}
    assert format_fen(play_text(position, "e1e2")).split()[2] == "kq"


def part(error: NotationError) -> tuple[str, str, str]:
    """Code, the part of the text that is marked, and the message."""
    (finding,) = error.diagnostics
    assert finding.span is not None
    return finding.code, finding.span.text, finding.message


@pytest.mark.parametrize(
    ("fen", "marked", "message"),
    [
        ("", "", "a FEN is placement, side, marks"),
        ("2rbp2/2rkp2 w", "2rbp2/2rkp2", "the placement has 2 ranks, the board has 7"),
        ("2rbp2/2rkp3/7/7/7/2PKR2/2PBR2 w", "2rkp3", "rank 6 of the placement has more than 7"),
        ("2rbp2/2rkp1/7/7/7/2PKR2/2PBR2 w", "2rkp1", "rank 6 of the placement has 6 squares"),
        ("2rbp2/2rkx2/7/7/7/2PKR2/2PBR2 w", "x", "no piece has the letter 'x'"),
        ("2rbp2/2rkp2/3R3/7/7/2PKR2/2PBR2 w", "R", "a piece stands on d5, which is a hole"),
        ("2*bp2/2rkp2/7/7/7/2PKR2/2PBR2 w", "*", "`*` marks a hole, but c7 is a square"),
        ("2rbp2/2rkp2/70/7/7/2PKR2/2PBR2 w", "70", "rank 5 of the placement has more than 7"),
        ("2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 x", "x", "the side to move is `w` (White) or `b` (Black)"),
        ("2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w Q", "Q", "the marks are `-` or some of `K`, `k`"),
        ("2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w KK", "K", "the mark `K` is given twice"),
        ("2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w - x", "x", "the number of quiet plies is a whole number"),
        ("2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w - 0 0", "0", "the move number is a whole number from 1"),
    ],
)  # fmt: skip
def test_a_fen_that_cannot_be_read(fen: str, marked: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_fen(rollerball(), fen)
    code, text, said = part(caught.value)
    assert (code, text) == ("E501", marked)
    assert said.startswith(message)


@pytest.mark.parametrize(
    ("fen", "marked", "message"),
    [
        ("7/7/7/7/7/3K3/7 w", "7/7/7/7/7/3K3/7", "Black has no royal piece"),
        ("7/3k3/7/7/7/3KK2/7 w", "7/3k3/7/7/7/3KK2/7", "White has 2 royal pieces, not one"),
        ("7/7/7/7/7/2kK3/7 w", "w", "Black is in check though it is White's turn"),
    ],
)
def test_a_fen_that_no_position_has(fen: str, marked: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_fen(rollerball(), fen)
    code, text, said = part(caught.value)
    assert (code, text) == ("E502", marked)
    assert said.startswith(message)


def test_a_side_that_starts_without_a_royal_piece_has_none() -> None:
    horde = rules_of((ROOT / "games" / "horde.rules").read_text(encoding="utf-8"))
    assert parse_fen(horde, "4k3/8/8/8/8/8/8/P7 w").legal_moves()
    with pytest.raises(NotationError) as caught:
        parse_fen(horde, "4k3/8/8/8/8/8/8/P3K3 w")
    assert part(caught.value)[2] == "White has 1 royal piece, not none"


@pytest.mark.parametrize("text", ["e1f1", "Re1-f1", "Re1f1", "e1-f1"])
def test_ways_to_write_a_move(text: str) -> None:
    start = rollerball().start()
    assert format_move(start.rules, parse_move(start, text)) == "e1f1"


@pytest.mark.parametrize(
    ("fen", "natural"),
    [
        ("3P3/1k5/7/7/7/3K3/7 w", "Pd7-e7=B"),
        ("4r2/1k1P3/7/7/7/3K3/7 w", "Pd6xe7=R"),
        ("7/1k5/7/6B/7/3K3/7 w", "Bg4-a4"),
        ("7/1k5/7/7/7/3K3/6R w", "Rg1-b1+"),
    ],
)
def test_natural_moves(fen: str, natural: str) -> None:
    position = parse_fen(rollerball(), fen)
    found = {natural_move(position, move) for move in position.legal_moves()}
    assert natural in found
    assert natural_move(position, parse_move(position, natural)) == natural


def test_mate_is_marked() -> None:
    position = play_text(plain_chess().start(), "f2f3 e7e5 g2g4")
    assert natural_move(position, parse_move(position, "d8h4")) == "Qd8-h4#"


@pytest.mark.parametrize(
    ("text", "code", "marked", "message"),
    [
        ("", "E503", "", "'' is no move"),
        ("castle", "E503", "castle", "'castle' is no move"),
        ("e1z9", "E503", "z9", "there is no square z9"),
        ("e1f1x", "E503", "x", "no piece has the letter x"),
        ("a1a2", "E504", "a1", "nothing stands on a1"),
        ("c7b7", "E504", "c7", "the piece on c7 is Black's, and it is White's turn"),
        ("e1e7", "E504", "e7", "Rook e1 cannot move to e7"),
        ("e1f1r", "E504", "r", "this move does not promote so"),
        ("Be1-f1", "E504", "B", "the piece there is `R`, not `B`"),
        ("Re1xf1", "E504", "x", "this move is written with `-`, not `x`"),
        ("e1f1+", "E504", "+", "the move gives no such check"),
    ],
)
def test_a_move_that_cannot_be_played(text: str, code: str, marked: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(rollerball().start(), text)
    assert part(caught.value) == (code, marked, message)


def test_a_promotion_must_be_named() -> None:
    position = parse_fen(rollerball(), "7/1k1P3/7/7/7/3K3/7 w")
    with pytest.raises(NotationError, match="does not say what it promotes to") as caught:
        parse_move(position, "d6e6")
    assert caught.value.diagnostics[0].hint == "legal here: d6e6r, d6e6b"


def test_players_with_one_initial_are_w_and_b() -> None:
    base = PLAIN_CHESS.read_text(encoding="utf-8")
    rules = rules_of(base.replace("White", "Blue").replace("Black", "Brown"))
    assert rules.game.players == ("Blue", "Brown")
    assert format_fen(rules.start()).split()[1] == "w"


def test_a_mark_outlives_its_piece() -> None:
    """A bit belongs to a player's pieces of a type; a FEN keeps it when the last is captured."""
    base = PLAIN_CHESS.read_text(encoding="utf-8")
    rules = rules_of(
        base.replace("symmetry reflection", "symmetry reflection gate mid White = rank 1 -> rank 2")
        .replace("goal {", "goal { win Queen on rank 8 after mid")
    )  # fmt: skip
    fen = "4k3/8/8/8/8/8/3q4/3QK3 w Q 0 1"
    position = play_text(parse_fen(rules, fen), "e1d2")
    assert format_fen(parse_fen(rules, format_fen(position))) == format_fen(position)


def test_a_wrong_move_of_a_list_is_shown_in_the_list() -> None:
    moves = "c2b3  c7b7\ne1e7 b7b6"
    with pytest.raises(NotationError) as caught:
        play_text(rollerball().start(), moves)
    assert part(caught.value) == ("E504", "e7", "move 3: Rook e1 cannot move to e7")
    [finding] = caught.value.diagnostics
    assert str(finding.span) == "moves:1:14"
    assert "c2b3  c7b7 e1e7 b7b6" in str(caught.value)


def test_a_long_list_of_moves_is_shown_around_the_wrong_one() -> None:
    moves = "e1f1 c7b7 f1e1 b7c7 " * 300 + "e1e9"
    with pytest.raises(NotationError, match="move 1201: there is no square e9") as caught:
        play_text(rollerball().start(), moves)
    assert part(caught.value)[1] == "e9"
