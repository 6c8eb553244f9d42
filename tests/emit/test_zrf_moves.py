"""Movements as macros: which one is chosen, with which arguments."""

from io import BytesIO

import pytest
from PIL import Image

from rulec.emit.zrf import emit
from rulec.emit.zrf.macros import Bend, Shape
from rulec.emit.zrf.paths import Run, packed
from rulec.model.tables import Ends

from .conftest import ROOT, lowered
from .structure import problems

ORIENTED = """
grid 6 x 6
orientation White north, Black south
symmetry reflection
zone home White = a1, b1, c1
"""
RINGS = """
grid 7 x 7
hole c3:e5
track outer = a1 -> a7 -> g7 -> g1 -> a1
track inner = b2 -> b6 -> f6 -> f2 -> b2
symmetry rotation
zone corners = a1, a7, g7, g1
"""


def written(board: str, rule: str, goals: str = "", king: str = "step any") -> str:
    """The ZRF of a game whose piece `Man` has a rule; the file is sound."""
    files = emit(
        *lowered(
            f"""
            game "Test" {{ players White, Black }}
            board {{ {board} }}
            piece King "K" {{ {king} }}
            piece Man "M" {{ {rule} }}
            setup {{ White King b1, Man a1 }}
            goal {{ {goals} draw stalemate draw repetition 3 }}
            """
        )
    )
    text = files["test.zrf"].decode("ascii")
    assert problems(text, files) == []
    return text


def calls(board: str, rule: str) -> str:
    """The move blocks of `Man`, on one line."""
    text = written(board, rule)
    moves = text[text.index("(name Man)") :].split("(moves", 1)[1].split("\n        )", 1)[0]
    return " ".join(line.strip() for line in moves.splitlines() if ";" not in line).strip()


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("step forward", "(step n)"),
        ("step forward to empty", "(step-to-empty n)"),
        ("step north, south to enemy", "(step-to-enemy n) (step-to-enemy s)"),
        ("slide east", "(slide e)"),
        ("slide east 2", "(slide-up-to-2 e)"),
        ("slide east 2..4 to enemy", "(slide-2-to-4-to-enemy e)"),
        ("step forward from home", "(step-from home n)"),
        ("leap (0, 2)", "(step nn) (step ee) (step ss) (step ww)"),
        ("ride (0, 2) 2", "(slide-up-to-2 nn) (slide-up-to-2 ee)"),
        ("leap 3 forward", "(step nnn)"),
        ("leap 5 forward", "(step leap-5n)"),
    ],
)
def test_plain_movements(rule: str, expected: str) -> None:
    assert calls(ORIENTED, rule).startswith(expected) or expected in calls(ORIENTED, rule)


def test_a_double_step_does_not_repeat_the_single_one() -> None:
    assert calls(ORIENTED, "step forward to empty  slide forward 2 to empty from home") == (
        "(step-to-empty n) (slide-2-to-empty-from home n)"
    )


def test_symmetry_is_written_only_where_players_differ() -> None:
    assert "(symmetry Black (n s) (ne se)" in written(ORIENTED, "step forward")
    assert "(symmetry" not in written(ORIENTED, "step any")
    assert "(symmetry" not in written(RINGS, "step forward")


def test_leaps_are_directions_of_the_grid_for_both_players() -> None:
    text = written(ORIENTED, "leap 2 forward 1 sideways")
    for direction in ("(nnw -1 -2)", "(nne 1 -2)", "(ssw -1 2)", "(sse 1 2)"):
        assert direction in text
    assert "(nne sse)" in text


def test_a_rule_that_only_one_player_can_use_in_a_direction_is_kept_from_the_other() -> None:
    # Turned by the arrow and mirrored by the board, north-west is not the same for Black.
    text = written(ORIENTED, "step forward-left  step north-west to empty")
    assert "(step-from white-start nw) (step-from black-start ne)" in text
    assert "(zone (name white-start) (players Black)\n            (positions outside))" in text
    assert "(dummy outside)" in text
    assert calls(ORIENTED, "step forward-left") == "(step nw)"


def test_arrows_that_differ_from_square_to_square_are_zones() -> None:
    assert "(step-from arrow-n n) (step-from arrow-w w)" in calls(RINGS, "step forward")
    assert "(step-from-both arrow-n corners n)" in calls(RINGS, "step forward from corners")


def test_onward_asks_for_zones_named_by_direction() -> None:
    assert calls(RINGS, "slide north onward") == "(onward-slide n)"
    text = written(RINGS, "slide north onward by arrow")
    assert "(onward-by-arrow-slide n)" in text
    assert "(zone (name against-arrow-n)" in text


def test_a_slide_turns_in_the_authors_zone_or_on_exactly_its_squares() -> None:
    assert (
        calls(RINGS, "slide west onward turning at corners") == "(onward-turning-slide w corners n)"
    )
    # Without `onward` a slide also comes to a7 from the east, against the track: no turn there.
    assert "(turning-slide w turn-w-n n)" in calls(RINGS, "slide west turning at corners")
    # Where no square of the zone can turn it, it is a plain slide.
    assert calls(RINGS, "slide west onward turning at a7") == "(onward-slide w)"


def test_reflection_names_the_sides_and_both_rebounds() -> None:
    assert calls(RINGS, "slide south-west onward reflecting") == (
        "(onward-reflecting-slide sw w s se nw)"
    )
    assert calls(RINGS, "slide south-west onward reflecting off sides") == (
        "(onward-side-reflecting-slide sw w s se nw)"
    )
    assert calls(RINGS, "slide south reflecting") == "(slide s)"


@pytest.mark.parametrize(
    "rule",
    ["slide diagonal 3 reflecting", "slide west 4 onward turning at corners"],
)
def test_what_no_macro_says_is_written_out_as_links(rule: str) -> None:
    text = written(RINGS, rule)
    assert "(slide-from line-1-start line-1)" in text
    assert "(links line-1 (" in text


def test_a_rule_that_adds_nothing_is_noted() -> None:
    text = written(RINGS, "step any  slide south-west 2 reflecting from a1")
    (line,) = (
        line for line in text.splitlines() if line.strip().startswith("; slide south-west 2")
    )
    assert line.endswith("): no moves of its own")
    assert "(links line-" not in text


def test_promotion_by_zone_chains_where_zones_differ() -> None:
    rule = "step forward promotes to King on rank 6"
    assert "(if (in-zone? rank-6)\n        (add King)\n    else\n        add\n    )" in written(
        ORIENTED, rule
    )


def test_a_side_that_lost_by_a_race_has_a_move_so_that_it_is_not_stalemated() -> None:
    text = written(ORIENTED, "step forward", goals="win Man on a6")
    assert "(concede a6 white-witness) (concede a1 black-witness)" in text
    assert "(links aside (white-witness outside) (black-witness outside))" in text
    agreeing = written(ORIENTED, "step forward", goals="draw Man on a6")
    assert "concede" not in agreeing


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("step north then step outward", "(step-then-step n nw) (step-then-step n ne)"),
        ("step north or then slide same", "(step n) (step-then-slide n n)"),
        ("slide east over 1 to enemy", "(slide-over-1-to-enemy e)"),
        ("slide east over 2 landing next", "(slide-over-2-landing-next e)"),
        ("slide east within home", "(slide-within e home)"),
        ("slide east to enemy home", "(slide-into e enemy-home)"),
        ("step forward first", "(man-first-step n)"),
    ],
)
def test_paths_screens_zones_and_first_moves(rule: str, expected: str) -> None:
    assert calls(ORIENTED, rule) == expected


def test_what_a_piece_moves_over_or_must_stay_in_is_in_its_macro() -> None:
    over = "( $1 (while empty? $1) $1 (while empty? $1) (verify enemy?) add )"
    assert over in " ".join(written(ORIENTED, "slide east over 1 to enemy").split())
    within = "($1 (verify (in-zone? $2)) (verify not-friend?) add)"
    assert within in written(ORIENTED, "step east within home")


def test_first_moves_are_known_by_an_attribute_that_every_move_clears() -> None:
    text = written(ORIENTED, "step forward  slide forward 2 first")
    assert text.count("(attribute never-moved? true)") == 1
    assert "(define man-add (set-attribute never-moved? false) add)" in text
    assert "(verify never-moved?)" in text


def test_an_optional_promotion_repeats_the_effects_before_each_add() -> None:
    text = written(ORIENTED, "step forward first may promote to King on rank 6")
    assert text.count("(set-attribute never-moved? false)\n") == 3
    assert "        add\n        (set-attribute never-moved? false)\n        (add King)\n" in text


COUNTING = """
game "Test" { players White, Black }
board { grid 6 x 6  orientation White north, Black south  symmetry reflection }
piece King "K" royal { step any }
piece Rook "R" { slide orthogonal }
piece Man "M" {
    slide forward 2 to empty from rank 2 leaving en passant
    step forward-left en passant
    may promote to captured Rook on rank 5
    promotes to captured Rook on rank 6 ILLEGAL
}
setup { White King b1, Rook a1 f1, Man a2 }
goal { win checkmate  draw stalemate }
"""


def test_a_promotion_to_lost_pieces_counts_those_that_stand() -> None:
    files = emit(*lowered(COUNTING.replace("ILLEGAL", "")))
    text = " ".join(files["test.zrf"].decode().split())
    assert "(links next (a1 b1) (b1 c1)" in text
    assert "(f6 outside))" in text
    assert "(while (on-board? next) (if (and friend? (piece? $1))" in text
    assert "add (count-to-2 Rook) (if (not-flag? stand-2) (add Rook) )" in text
    assert "(if (not-flag? promotes) add )" in text
    assert "(capture $1) add (count-to-2 Rook)" in text
    assert "(last-from? n)) (man-take s))" in text


def test_what_may_become_nothing_attacks_a_royal_piece_all_the_same() -> None:
    files = emit(*lowered(COUNTING.replace("ILLEGAL", "or is illegal")))
    text = " ".join(files["test.zrf"].decode().split())
    assert "(if (and enemy? (piece? King)) (add Rook) )" in text
    assert "promotes)" not in text


def test_shapes_have_telling_names() -> None:
    names = {
        Shape(Ends.BOTH, most=1): "step",
        Shape(Ends.MOVE, most=1, guards=2): "step-to-empty-from-both",
        Shape(Ends.BOTH, least=3): "slide-3-or-more",
        Shape(Ends.CAPTURE, least=2, most=2): "slide-2-to-enemy",
        Shape(Ends.BOTH, against="against-", bend=Bend.TURNING): "onward-turning-slide",
    }
    assert {shape: shape.name for shape in names} == names


def test_lines_that_share_their_way_share_a_direction() -> None:
    long, short = Run(0, 1, (2, 3, 4)), Run(0, 2, (3, 4))
    crossing, shorter = Run(0, 9, (3, 8)), Run(1, 1, (2, 3))
    directions = packed([short, shorter, crossing, long])
    assert [direction.runs for direction in directions] == [[long, short], [crossing], [shorter]]
    assert directions[0].links == {1: 2, 2: 3, 3: 4}
    assert directions[0].starts == (0b110, 0)


def test_a_promotion_that_depends_on_the_start_asks_a_flag_set_there() -> None:
    rule = "step forward promotes to King on rank 6 from home"
    from_home = " ".join(written(ORIENTED, rule).split())
    assert "(define man-start (set-flag from-home (in-zone? home)))" in from_home
    assert "(if (and (in-zone? rank-6) (flag? from-home))" in from_home
    also = written(ORIENTED, "step forward may promote to King in home")
    assert "(if (or (in-zone? home) (flag? from-home))" in also


def test_captures_of_royal_or_of_common_pieces_only() -> None:
    text = """
    game "Test" { players White, Black }
    board { grid 6 x 6  orientation White north, Black south  symmetry reflection }
    piece King "K" royal { step any  slide forward to royal }
    piece Man "M" { step any to common  step sideways }
    setup { White King b1, Man a1 }
    goal { win checkmate  draw stalemate }
    """
    (zrf,) = (data.decode() for name, data in emit(*lowered(text)).items() if "zrf" in name)
    assert "(slide-to-royal n)" in zrf
    assert "(verify (and enemy? (piece? King))) add" in " ".join(zrf.split())
    assert "(verify (and enemy? (not-piece? King))) add" in " ".join(zrf.split())


LEAPING = """
game "Test" { players White, Black }
board { grid 6 x 6  orientation White north, Black south  symmetry reflection }
piece King "K" royal {
    step any
    step any then step same, outward to empty first passing safely
}
piece Gun "G" { slide any to empty  slide any over 1 to enemy }
setup { White King b1, Gun a1 }
goal { win checkmate  draw stalemate }
"""


def test_a_leap_over_squares_not_attacked_goes_one_way_or_the_other() -> None:
    calm = LEAPING.replace(" over 1 to enemy", "")
    (zrf,) = (data.decode() for name, data in emit(*lowered(calm)).items() if "zrf" in name)
    assert "(king-safe-leap nn n)" in zrf
    assert "(king-safe-leap-either-way nne n ne)" in zrf
    ways = "(or (and (on-board? $2) (not-attacked? $2)) (and (on-board? $3) (not-attacked? $3)) )"
    assert ways in " ".join(zrf.split())


def test_who_asks_what_is_attacked_is_not_jumped_itself() -> None:
    (zrf,) = (data.decode() for name, data in emit(*lowered(LEAPING)).items() if "zrf" in name)
    assert zrf.count("(move-type plain)") == 2
    assert zrf.count("(move-type over-king)") == 1
    assert "(not-attacked? plain $2)" in zrf
    assert "(verify (not (and enemy? (piece? King))))" in zrf


BEFORE = """
game "Test" { players White, Black }
board { grid 6 x 6  orientation White north, Black south  symmetry reflection }
piece King "K" royal { step any }
piece Rook "R" { slide orthogonal }
setup { White Rook a2 }
before play { White passes  Black places King, Rook on a1:c1 }
goal { win checkmate  draw stalemate }
"""


def test_turns_before_play_are_those_of_a_piece_beside_the_board() -> None:
    files = emit(*lowered(BEFORE))
    text = files["test.zrf"].decode()
    assert problems(text, files) == []
    assert "(turn-order (Black setting-up) repeat White Black)" in text
    assert "(Black (Rook a5) (Set-up black-choice))" in text
    assert "(links aside (black-choice black-chosen))" in text
    assert "(move-type setting-up)" in text
    # Two pieces on three squares: a macro for each pair of squares.
    assert text.count("(aside (arrange") == 6
    assert "(create White $1 a1)\n    (create White $2 c1)\n    (create Black $1 a6)" in text


def test_castling_of_two_of_which_one_is_in_its_place() -> None:
    text = (ROOT / "games/chess960.rules").read_text(encoding="utf-8")
    files = emit(*lowered(text, "Zillions"))
    (zrf,) = (data.decode() for name, data in files.items() if name.endswith(".zrf"))
    assert problems(zrf, files) == []
    assert zrf.count("(aside (arrange ") == 960
    assert "((verify (and (position? g1) (empty? f1)))" in zrf
    assert "(king-castle-in-place g1 h1 f1)" in zrf
    assert "(king-castle-beside g1 f1 f1)" in zrf


def test_a_piece_that_castles_spends_the_right_of_its_like() -> None:
    text = (ROOT / "games/modern-chess.rules").read_text(encoding="utf-8")
    files = emit(*lowered(text, "Zillions"))
    (zrf,) = (data.decode() for name, data in files.items() if name.endswith(".zrf"))
    assert "((verify (position? c1)) (bishop-spent g1) (bishop-castle b1 b1 c1))" in " ".join(
        zrf.split()
    )


def test_compulsory_captures_have_a_move_type_of_their_own() -> None:
    game = BEFORE[: BEFORE.index("piece")].replace("Black }", "Black  captures are compulsory }", 1)
    files = emit(
        *lowered(
            f"""{game}
            piece Man "M" {{ step any  step north to empty }}
            setup {{ White Man a1 }}
            goal {{ lose no moves }}
            """
        )
    )
    text = files["test.zrf"].decode()
    assert problems(text, files) == []
    assert "(move-priorities taking)" in text
    assert "(win-condition (White Black) stalemated)" in text
    assert "(move-type taking) (step-to-enemy n)" in text
    assert text.index("(step-to-empty n)") < text.index("(move-type taking)")


def test_hands_are_rows_of_squares_beside_the_board() -> None:
    text = (ROOT / "games/shogi.rules").read_text(encoding="utf-8")
    files = emit(*lowered(text, "Zillions"))
    (zrf,) = (data.decode() for name, data in files.items() if name.endswith(".zrf"))
    assert problems(zrf, files) == []
    flat = " ".join(zrf.split())
    assert "white-pawn-18" in flat
    assert "white-pawn-19" not in flat
    assert "(if (and enemy? (or (piece? Pawn) (piece? Tokin))) (hold Pawn white-pawn-1" in flat
    assert "(drop-one-a-file-into rank-1-8)" in flat
    assert "(loss-condition (White Black) (checkmated King))" in flat
    picture = Image.open(BytesIO(files["images/board.bmp"]))
    assert picture.size == (9 * 50 + 36 + 9 * 50, 2 * 5 * 50)


def test_what_is_in_the_hand_is_there_as_itself_even_if_captured_as_another() -> None:
    text = """
        game "Test" { captures join the hand }
        board { grid 5 x 5 orientation White north symmetry reflection }
        piece King "K" royal { step any }
        piece Rook "R" { slide orthogonal  captured as Pawn  drop }
        piece Pawn "P" { step forward  drop }
        setup { White King c1, Rook in hand }
        goal { win checkmate draw stalemate }
    """
    files = emit(*lowered(text))
    zrf = files["test.zrf"].decode()
    assert problems(zrf, files) == []
    assert "white-rook-1" in zrf
    assert "white-pawn-2" in zrf


def test_what_is_taken_en_passant_joins_the_hand() -> None:
    text = (ROOT / "games/crazyhouse.rules").read_text(encoding="utf-8")
    files = emit(*lowered(text))
    (zrf,) = (data.decode() for name, data in files.items() if name.endswith(".zrf"))
    assert problems(zrf, files) == []
    assert "(pawn-take s Pawn white-pawn-1 black-pawn-1)" in zrf
    # What is dropped does not castle.
    assert "(if empty? (set-attribute never-moved? false) add )" in " ".join(zrf.split())


def test_goals_about_pieces_that_are_lost_count_them() -> None:
    bare = written(ORIENTED, "step forward", goals="draw bare King")
    assert (
        "(draw-condition (White Black)"
        " (and (pieces-remaining 0 Man) (not (total-piece-count 0 Man))))" in bare
    )
    gone = written(ORIENTED, "step forward", goals="draw extinction of King")
    assert "(draw-condition (White Black) (pieces-remaining 0 King))" in gone


def test_who_has_lost_all_pieces_is_not_stalemated_as_well() -> None:
    text = (ROOT / "games/horde.rules").read_text(encoding="utf-8")
    files = emit(*lowered(text))
    zrf = files["horde-chess.zrf"].decode()
    assert problems(zrf, files) == []
    assert "(loss-condition (Black) (checkmated King))" in zrf
    assert "(verify (not-flag? friend-left)) aside (verify empty?) add" in " ".join(zrf.split())


def test_passes_and_exceptions() -> None:
    text = (ROOT / "games/janggi.rules").read_text(encoding="utf-8")
    files = emit(*lowered(text, "Zillions"))
    zrf = files["janggi-zillions.zrf"].decode()
    assert problems(zrf, files) == []
    assert '(option "pass turn" true)' in zrf
    assert "(slide-over-1-not-cannon-to-empty n)" in zrf
    assert "(slide-over-1-to-enemy-not-cannon n)" in zrf
    assert "(verify (and enemy? (not-piece? Cannon)))" in zrf


def test_captures_that_explode_take_what_stands_around() -> None:
    text = (ROOT / "games/atomic.rules").read_text(encoding="utf-8")
    files = emit(*lowered(text, "Zillions"))
    zrf = files["atomic-chess-zillions.zrf"].decode()
    assert problems(zrf, files) == []
    flat = " ".join(zrf.split())
    assert "(define blast capture (blast-part n) (blast-part ne)" in flat
    assert "(not-piece? Pawn $1)) (capture $1))" in flat
    assert "(capture $1) (blast)" in flat
    # Both kings at once: who has moved wins.
    assert "(win-condition (total-piece-count 0 King))" in zrf
    assert "(verify (or (not-flag? friend-left) (not-flag? enemy-left)))" in zrf
