"""What single constructs of the language mean, on small boards."""

from functools import cache

import pytest

from rulec.play.notation import format_fen, format_move, parse_fen, parse_move
from rulec.play.position import Position, Rules
from rulec.play.reach import PASS
from tests.support.facts import move_texts
from tests.support.games import rules_of


@cache
def _rules(pieces: str, setup: str, goals: str = "", facts: str = "", board: str = "") -> Rules:
    return rules_of(
        f"""
        game "Small" {{ {facts} }}
        board {{ grid 6 x 6 orientation White north symmetry reflection {board} }}
        {pieces}
        setup {{ White {setup} }}
        goal {{ win checkmate draw stalemate {goals} }}
        """
    )


def _from(position: Position, square: str) -> list[str]:
    return [text for text in move_texts(position) if text.startswith(square)]


KING = 'piece King "K" royal { step any }'
ROOK = 'piece Rook "R" { slide orthogonal }'


def test_a_promotion_may_ask_where_the_move_starts() -> None:
    troll = """piece Troll "T" {
        leap (3,0)
        step forward
        promotes to Rook, Bee on rank 6 from rank 5
    }
    piece Bee "B" { step diagonal }"""
    rules = _rules(KING + ROOK + troll, "King a1, Troll d2")
    position = parse_fen(rules, "k5/3T2/2T3/1T4/6/K5 w")
    assert _from(position, "d5") == ["d5a5", "d5d2", "d5d6b", "d5d6r"]
    assert _from(position, "c4") == ["c4c1", "c4c5", "c4f4"]
    assert _from(parse_fen(rules, "k5/6/6/1T4/6/K5 w"), "b3") == ["b3b4", "b3b6", "b3e3"]
    assert position.state().count_moves() == len(position.legal_moves())


def test_a_leap_goes_on_in_the_direction_nearest_to_it() -> None:
    rhino = 'piece Rhino "U" { leap (2,1) or then slide same }'
    camel = 'piece Camel "C" { leap (3,1) then step same }'
    rules = _rules(KING + rhino + camel, "King f6, Rhino a1, Camel b1")
    position = parse_fen(rules, "k4K/6/6/6/6/UC4 w")
    assert _from(position, "a1") == ["a1b3", "a1c2", "a1c4", "a1d3", "a1d5", "a1e4", "a1e6", "a1f5"]
    assert _from(position, "b1") == ["b1a5", "b1c5", "b1f2"]


class TestExceptions:
    """`over 1 except Cannon`, `to enemy except Cannon`."""

    rules = _rules(
        KING
        + ROOK
        + """piece Cannon "C" {
            slide orthogonal over 1 except Cannon to empty
            slide orthogonal over 1 except Cannon to enemy except Cannon
        }""",
        "King e1, Cannon a1, Rook b1",
    )

    def moves(self, fen: str, square: str) -> list[str]:
        position = parse_fen(self.rules, fen)
        assert position.state().count_moves() == len(position.legal_moves())
        return [text[2:] for text in _from(position, square)]

    def test_no_jump_over_an_exception(self) -> None:
        assert self.moves("5k/6/r5/R5/6/C1C1K1 w", "a1") == ["a4"]
        assert self.moves("5k/r5/6/R5/6/CR2K1 w", "a1") == [
            "a4", "a5", "c1", "d1",
        ]  # fmt: skip

    def test_no_capture_of_an_exception(self) -> None:
        assert self.moves("5k/6/c5/R5/6/C1K3 w", "a1") == ["d1", "e1", "f1"]

    def test_an_exception_gives_and_stops_check(self) -> None:
        """What stands between counts by its type, also where a move changes it."""
        check = "k5/6/6/R5/6/C3K1 b"
        assert parse_fen(self.rules, check).in_check()
        assert not parse_fen(self.rules, "k5/6/6/C5/6/C3K1 b").in_check()
        # A cannon that takes what the other one jumps ends the check; a rook there does not.
        taken = "k5/6/6/R1Rc2/6/C3K1 b"
        assert self.moves(taken, "d3") == ["a3"]
        assert self.moves("k5/6/6/R2r2/6/C3K1 b", "d3") == []


class TestPasses:
    rules = rules_of(
        """
        game "Passes" { players may pass }
        board { grid 4 x 4 orientation White north symmetry reflection }
        piece King "K" royal { step any }
        piece Rook "R" { slide orthogonal }
        setup { White King a1, Rook b1 }
        goal { win checkmate draw 2 passes }
        """
    )

    def test_instead_of_a_move(self) -> None:
        start = self.rules.start()
        assert move_texts(start)[0] == "--"
        assert start.state().count_moves() == len(start.legal_moves())
        after = start.play(parse_move(start, "--"))
        assert format_fen(after) == "kr2/4/4/KR2 b - 1 1"
        assert after.result() is None

    def test_not_in_check(self) -> None:
        position = parse_fen(self.rules, "k3/4/4/R1K1 b")
        assert "--" not in move_texts(position)
        assert position.state().count_moves() == len(position.legal_moves())

    def test_in_a_row(self) -> None:
        position = self.rules.start()
        for text in ("--", "b4b3", "--", "--"):
            assert position.result() is None
            position = position.play(parse_move(position, text))
        result = position.result()
        assert result is not None
        assert (result.winner, result.reason) == (None, "passes")

    def test_taken_back(self) -> None:
        state = self.rules.start().state()
        undo = state.push(PASS)
        assert state.side == 1
        state.pop(undo)
        assert (state.side, state.quiet_plies) == (0, 0)


class TestPassingSafely:
    rules = _rules(
        """piece King "K" royal {
            step any
            step any then step same, outward to empty first passing safely
        }"""
        + ROOK,
        "King c1, Rook a1",
    )

    def leaps(self, fen: str) -> set[str]:
        position = parse_fen(self.rules, fen)
        assert position.state().count_moves() == len(position.legal_moves())
        near = {"b1", "b2", "c2", "d2", "d1"}
        return {text[2:] for text in _from(position, "c1")} - near

    def test_over_what_stands_there(self) -> None:
        assert self.leaps("5k/6/6/6/1RRR2/1RKR2 w c1") == {
            "a2", "a3", "b3", "c3", "d3", "e1", "e2", "e3", "a1",
        }  # fmt: skip

    def test_not_over_and_not_to_attacked_squares(self) -> None:
        assert self.leaps("2k3/6/6/r5/6/2K3 w c1") == {"e1", "e2"}
        assert self.leaps("2k3/6/6/6/r5/2K3 w c1") == {"e1"}

    def test_not_out_of_check(self) -> None:
        assert self.leaps("2k3/6/6/6/6/r1K3 w c1") == set()

    def test_in_the_first_move_only(self) -> None:
        assert self.leaps("2k3/6/6/6/6/2K3 w -") == set()
        position = parse_fen(self.rules, "2k3/6/6/6/6/2K3 w c1")
        for text in ("c1c2", "c6c5", "c2c1", "c5c6"):
            position = position.play(parse_move(position, text))
        assert _from(position, "c1") == ["c1b1", "c1b2", "c1c2", "c1d1", "c1d2"]

    def test_a_move_that_another_movement_gives_is_one_move(self) -> None:
        king = """piece King "K" royal {
            step any
            leap (1,1), (2,0) to empty first passing safely
        }"""
        rules = _rules(king, "King a1")
        start = rules.start()
        assert _from(start, "a1") == ["a1a2", "a1a3", "a1b1", "a1b2", "a1c1"]
        assert start.state().count_moves() == 5


def test_round_joined_files_the_next_partner_is_the_nearest() -> None:
    """The rook on e1 lies west of the king too, four squares round the board."""
    king = """piece King "K" royal {
        step any
        castle from rank 1 -> b1 with Rook west -> c1
        castle from rank 1 -> d1 with Rook east -> c1
    }"""
    start = _rules(king + ROOK, "King c1, Rook a1 e1", board="wrap files").start()
    castlings = {format_move(start.rules, move) for move in start.legal_moves() if move.castling}
    assert castlings == {"c1a1", "c1e1"}
    assert len(start.rules.tables.castlings[0]) == 2


class TestCastlingOfOthers:
    rules = _rules(
        KING
        + """piece Bishop "B" {
            slide diagonal
            castle b1 -> a1 with Rook a1 -> b1
            castle e1 -> f1 with Rook f1 -> e1
        }"""
        + ROOK,
        "King c1, Bishop b1 e1, Rook a1 f1",
    )

    def swaps(self, position: Position) -> list[str]:
        return [format_move(self.rules, move) for move in position.legal_moves() if move.castling]

    def test_a_type_of_piece_castles_once(self) -> None:
        position = self.rules.start()
        assert self.swaps(position) == ["b1a1", "e1f1"]
        position = position.play(parse_move(position, "b1a1"))
        assert self.swaps(position) == ["b6a6", "e6f6"]
        position = position.play(parse_move(position, "c6c5"))
        assert self.swaps(position) == []

    def test_not_in_check_and_not_into_it(self) -> None:
        assert self.swaps(parse_fen(self.rules, "2r2k/6/6/6/6/RBK3 w a1")) == []
        assert self.swaps(parse_fen(self.rules, "3r1k/6/6/6/6/RBK3 w a1")) == ["b1a1"]

    def test_both_must_be_where_they_started(self) -> None:
        position = self.rules.start()
        for text in ("a1a2", "a6a5", "a2a1", "a5a6"):
            position = position.play(parse_move(position, text))
        assert self.swaps(position) == ["e1f1"]


@pytest.mark.parametrize(
    ("placement", "drawn"),
    [
        ("k5/6/6/6/6/K5", True),
        ("k5/6/6/6/6/KB4", True),
        ("kb4/6/6/6/6/K5", True),
        ("k5/6/6/6/6/KBB3", False),
        ("kb4/6/6/6/6/KB4", False),
        ("k5/6/6/6/6/KR4", False),
    ],
)
def test_material_may_bound_how_many(placement: str, drawn: bool) -> None:
    pieces = KING + ROOK + 'piece Bishop "B" { slide diagonal }'
    rules = _rules(pieces, "King a1, Rook b1", "draw material King against King, 1 Bishop")
    assert bool(parse_fen(rules, f"{placement} w").result()) == drawn


def test_a_piece_that_may_take_en_passant_does_not_just_move_there() -> None:
    corporal = """piece Corporal "C" {
        slide forward 2 to empty leaving en passant
        step forward-left, forward-right
        step forward-left, forward-right en passant
    }"""
    rules = _rules(KING + corporal, "King a1, Corporal b2 d4")
    position = parse_fen(rules, "k5/4c1/3C2/6/6/K5 b - - 0 1")
    position = position.play(parse_move(position, "e5e3"))
    there = [move for move in position.legal_moves() if format_move(rules, move) == "d4e5"]
    assert len(there) == 1
    passed = parse_fen(rules, "k5/3c2/6/2C3/6/K5 b - - 0 1")
    passed = passed.play(parse_move(passed, "d5d3"))
    takes = [move for move in passed.legal_moves() if format_move(rules, move) == "c3d4"]
    assert [move.captured for move in takes] == [rules.game.board.by_name["d3"]]
    assert passed.state().count_moves() == len(passed.legal_moves())


class TestRoutes:
    rules = _rules(
        """piece King "K" royal { step any }
        piece Wheel "W" { slide along ring }
        piece Horse "H" { step along charge  slide along charge 2..2 to enemy }""",
        "King f1, Wheel a2, Horse c1",
        board="""route ring = a2 -> a4 -> c4 -> c2 -> a2
            route charge White = c1 -> d3 -> e5 -> d3, b1 -> d3""",
    )

    def test_a_closed_course_goes_round_to_where_it_began(self) -> None:
        position = parse_fen(self.rules, "5k/6/6/6/W5/5K w")
        assert _from(position, "a2") == ["a2a4", "a2c2", "a2c4"]
        position = parse_fen(self.rules, "5k/6/h1W3/6/6/5K w")
        assert _from(position, "c4") == ["c4a2", "c4a4", "c4c2"]

    def test_a_course_is_gone_forward_from_every_square_on_it(self) -> None:
        position = parse_fen(self.rules, "5k/6/6/3H2/6/2H2K w")
        assert _from(position, "c1") == []
        assert _from(position, "d3") == ["d3e5"]
        position = parse_fen(self.rules, "5k/4h1/6/6/6/2H2K w")
        assert _from(position, "c1") == ["c1d3", "c1e5"]

    def test_one_player_s_route_is_mirrored_for_the_other(self) -> None:
        position = parse_fen(self.rules, "1hh2k/6/6/6/6/5K b")
        assert _from(position, "c6") == ["c6d4"]
        assert _from(position, "b6") == ["b6d4"]

    def test_counted_as_made(self) -> None:
        position = parse_fen(self.rules, "5k/4h1/6/6/W5/2H2K w")
        assert position.state().count_moves() == len(position.legal_moves())


def test_captured_pieces_return_to_their_player_s_hand() -> None:
    rook = 'piece Rook "R" { slide orthogonal  drop on rank 1:2 }'
    rules = _rules(
        KING + rook, "King f1, Rook a1, 2 Rook in hand", "", "captures return to the hand"
    )
    start = rules.start()
    assert start.hand(0) == start.hand(1) == {1: 2}
    position = start.play(parse_move(start, "a1a6"))
    assert (position.hand(0), position.hand(1)) == ({1: 2}, {1: 3})
    assert "f6" not in {text[2:] for text in move_texts(position) if text.startswith("R@")}


def test_hands_of_pieces_whose_letters_have_signs_are_written_and_read() -> None:
    pieces = """piece Gold "+P" { step any  drop }  piece Guard "P'" { step any  drop }
    piece Pawn "P" { step forward  drop }"""
    setup = "King f1, 2 Gold in hand, Guard in hand, Pawn in hand"
    start = _rules(KING + pieces, setup).start()
    fen = format_fen(start)
    assert "[+P+PP'P+p+pp'p]" in fen
    again = parse_fen(start.rules, fen)
    assert (again.hand(0), again.hand(1)) == (start.hand(0), start.hand(1))


def test_who_repeats_a_position_may_lose() -> None:
    rules = _rules(KING, "King a1", "lose repetition 2")
    position = rules.start()
    for text in ("a1b1", "a6b6", "b1a1", "b6a6"):
        assert position.result() is None
        position = position.play(parse_move(position, text))
    result = position.result()
    assert result is not None
    assert (result.winner, result.reason) == (0, "repetition")


def test_nobody_has_passed_the_piece_that_he_has_leapt_over() -> None:
    man = """piece Man "M" {
        slide forward 2 to empty leaving en passant
        leap 2 forward to empty
        step forward-left, forward-right en passant
    }"""
    rules = _rules(KING + man, "King a1, Man c2")

    def answers(fen: str) -> tuple[str, list[str]]:
        position = parse_fen(rules, fen)
        after = position.play(parse_move(position, "c2c4"))
        return format_fen(after).split()[3], _from(after, "b4")

    assert answers("k5/6/1m4/6/2M3/K5 w") == ("c3", ["b4b2", "b4b3", "b4c3"])
    assert answers("k5/6/1m4/2m3/2M3/K5 w") == ("-", ["b4b2", "b4b3"])
