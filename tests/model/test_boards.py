"""Boards of every shape: who is whose neighbour, and what the rest of the language makes of it."""

from pathlib import Path

import pytest

from rulec.model.board import Board
from rulec.model.game import Game
from rulec.model.resolve import resolve
from rulec.play.notation import format_fen, format_move, parse_fen, parse_move, play_text
from rulec.play.position import Rules
from rulec.syntax.diagnostics import RulecError
from rulec.syntax.parse import parse
from rulec.syntax.source import Source

GAMES = Path(__file__).parents[2] / "games"
GLINSKI = "hex files a1:a6, b1:b7, c1:c8, d1:d9, e1:e10, f1:f11, g1:g10, h1:h9, i1:i8, k1:k7, l1:l6"
RHOMBUS = "hex ranks a1:c1, a2:c2, a3:c3"


def game(board: str, pieces: str = "", white: str = "", black: str = "") -> Game:
    """A game with kings in two places of a board, and some other pieces."""
    text = f"""
        game "Board" {{}}
        board {{ {board} }}
        piece King "K" royal {{ step any }}
        {pieces}
        setup {{ White King {white} Black King {black} }}
        goal {{ win checkmate draw stalemate }}
    """
    return resolve(parse(Source("board.rules", text)))[0]


def around(board: Board, name: str) -> dict[str, str]:
    """The neighbours of a square by the short names of their directions."""
    found = ((d.short, board.steps[i][board.by_name[name]])
             for i, d in enumerate(board.geometry.directions))  # fmt: skip
    return {short: board.squares[there].name for short, there in found if there is not None}


def reached(rules: Rules, name: str) -> list[str]:
    """Where the piece on a square may go, each move once, in the order of squares."""
    squares = rules.game.board.squares
    moves = [move for move in rules.start().legal_moves() if squares[move.origin].name == name]
    return [squares[move.target].name for move in moves]


# -- hexes


def test_ranks_bend_where_files_begin_to_fall() -> None:
    board = game(GLINSKI, white="g1", black="g10").board
    assert len(board.squares) == 91
    assert around(board, "f5") == {
        "n": "f6", "nne": "g6", "ne": "g5", "e": "h4", "se": "g4", "sse": "g3",
        "s": "f4", "ssw": "e3", "sw": "e4", "w": "d4", "nw": "e5", "nnw": "e6",
    }  # fmt: skip
    assert around(board, "k1") == {
        "n": "k2", "nne": "l2", "ne": "l1", "sw": "i1", "w": "h2", "nw": "i2", "nnw": "i3",
    }  # fmt: skip


def test_rows_of_one_length_lean_to_the_left() -> None:
    board = game(RHOMBUS, white="a1", black="c3").board
    assert around(board, "b2") == {
        "ne": "c3", "e": "c2", "ese": "c1", "se": "b1",
        "sw": "a1", "w": "a2", "wnw": "a3", "nw": "b3",
    }  # fmt: skip
    assert around(board, "a1")["ene"] == "c2"


def test_straight_ranks_may_begin_beyond_one() -> None:
    board = game("hex files a1:a2, b1:b3, c2:c3", white="a1", black="c3").board
    assert around(board, "b2") == {
        "n": "b3", "ne": "c3", "se": "c2", "s": "b1", "sw": "a1", "nw": "a2",
    }  # fmt: skip


def test_a_rectangle_of_hexes_has_the_files_and_ranks_between() -> None:
    board = game(f"{GLINSKI} zone part = e9:g10, file a & rank 6", white="g1", black="g10").board
    assert board.names(board.zones[0].of(0)) == ["a6", "e9", "f9", "g9", "e10", "f10", "g10"]


def test_a_hole_in_a_board_of_hexes() -> None:
    board = game(f"{GLINSKI} hole f6", white="g1", black="g10").board
    assert "n" not in around(board, "f5")
    assert len(board.squares) == 90


# -- rings


def test_a_slide_round_a_ring_ends_where_it_started() -> None:
    rook = 'piece Rook "R" { slide orthogonal }'
    rules = Rules(game("grid 6 x 3 wrap files", rook, "a1, Rook b2", "d3"))
    assert reached(rules, "b2") == ["b1", "a2", "c2", "d2", "e2", "f2", "b3"]


def test_a_square_reached_twice_is_one_move() -> None:
    bishop = 'piece Bishop "B" { slide diagonal }'
    rules = Rules(game("grid 4 x 4 wrap files, ranks", bishop, "a1, Bishop b1", "c1"))
    found = reached(rules, "b1")
    assert found == sorted(set(found), key=rules.game.board.by_name.__getitem__)
    assert "d3" in found  # both ways round lead there


def test_nothing_steps_round_to_where_it_stands() -> None:
    found = around(game("grid 1 x 4 wrap files", white="a1", black="a4").board, "a2")
    assert found.keys().isdisjoint({"e", "w"})


def test_leaps_go_round_too() -> None:
    knight = 'piece Knight "N" { leap (2,1) }'
    rules = Rules(game("grid 8 x 8 wrap files", knight, "e1, Knight a1", "e8"))
    assert reached(rules, "a1") == ["c2", "g2", "b3", "h3"]


def test_castling_on_a_cylinder_takes_the_way_of_the_king() -> None:
    rules = Rules.load(GAMES / "cylinder-chess.rules")
    short, long = rules.tables.castlings[0]
    assert rules.game.board.names(short.empty) == ["f1", "g1"]
    assert rules.game.board.names(long.empty) == ["b1", "c1", "d1"]


# -- links


def test_a_link_leads_one_way() -> None:
    board = game("grid 3 x 3 link a1 n c3 unlink b1 e", white="a1", black="c3").board
    assert around(board, "a1")["n"] == "c3"
    assert around(board, "a2")["s"] == "a1"
    assert "e" not in around(board, "b1")
    assert around(board, "c1")["w"] == "b1"


def test_a_slide_into_a_loop_of_links_ends() -> None:
    rook = 'piece Rook "R" { slide north }'
    rules = Rules(game("grid 2 x 4 link a4 n a2", rook, "b1, Rook a1", "b4"))
    assert reached(rules, "a1") == ["a2", "a3", "a4"]


# -- levels


def test_levels_lie_on_top_of_each_other() -> None:
    board = game("grid 2 x 2 x 2", white="Aa1", black="Bb2").board
    assert [square.name for square in board.squares] == [
        "Aa1",
        "Ab1",
        "Aa2",
        "Ab2",
        "Ba1",
        "Bb1",
        "Ba2",
        "Bb2",
    ]
    assert around(board, "Aa1") == {
        "n": "Aa2", "ne": "Ab2", "e": "Ab1", "nu": "Ba2", "neu": "Bb2", "eu": "Bb1", "u": "Ba1",
    }  # fmt: skip


def test_boxes_and_levels_are_sets_of_squares() -> None:
    zones = "zone box = Aa1:Ba2 zone top = level B & file b"
    board = game(f"grid 2 x 2 x 2 {zones}", white="Aa1", black="Bb2").board
    box, top = (board.names(zone.of(0)) for zone in board.zones)
    assert box == ["Aa1", "Aa2", "Ba1", "Ba2"]
    assert top == ["Bb1", "Bb2"]


@pytest.mark.parametrize(
    ("symmetry", "image"),
    [
        ("rotation", "Ac3"),
        ("reflection", "Aa3"),
        ("side-reflection", "Ac1"),
        ("inversion", "Cc3"),
        ("none", "Aa1"),
    ],
)
def test_symmetries(symmetry: str, image: str) -> None:
    board = game(f"grid 3 x 3 x 3 symmetry {symmetry}", white="Aa1", black="Cb2").board
    assert board.squares[board.mirror[board.by_name["Aa1"]]].name == image


def test_up_is_down_for_the_second_player_of_an_inverted_board() -> None:
    pawn = 'piece Pawn "P" { step up to empty }'
    rules = Rules(game("grid 3 x 3 x 3 symmetry inversion", pawn, "Aa1, Pawn Ab1", "Cc3, Pawn Cb3"))
    position = play_text(rules.start(), "Ab1Bb1")
    assert "Cb3Bb3" in [format_move(rules, move) for move in position.legal_moves()]


# -- positions and moves as text


@pytest.mark.parametrize(
    ("name", "placement"),
    [
        ("glinski-chess", "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1"),
        ("brusky-chess", "rnbkbqbnr/pppppppppp/11/12/12/11/PPPPPPPPPP/RNBQBKBNR"),
        (
            "raumschach",
            "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5",
        ),
    ],
)
def test_placements_have_ranks_from_the_far_side(name: str, placement: str) -> None:
    rules = Rules.load(GAMES / f"{name}.rules")
    fen = format_fen(rules.start())
    assert fen.split()[0] == placement
    assert format_fen(parse_fen(rules, fen)) == fen


@pytest.mark.parametrize("name", ["3dchess", "shafran-chess", "cylinder-chess"])
def test_fens_go_round(name: str) -> None:
    rules = Rules.load(GAMES / f"{name}.rules")
    position = rules.start()
    for i in (7, 3, 11, 5, 2, 9):
        moves = position.legal_moves()
        position = position.play(moves[i % len(moves)])
        assert format_fen(parse_fen(rules, format_fen(position))) == format_fen(position)


def test_moves_between_levels_are_read_in_both_notations() -> None:
    position = Rules.load(GAMES / "raumschach.rules").start()
    assert parse_move(position, "Ab1Aa3") == parse_move(position, "NAb1-Aa3")


def test_a_placement_says_how_many_levels_it_lacks() -> None:
    rules = Rules.load(GAMES / "raumschach.rules")
    with pytest.raises(RulecError, match="has 1 levels, the board has 5"):
        parse_fen(rules, "5/5/5/5/5 w")
