"""What the instructions, conditions, options and goals mean, each on a small game.

Where recorded games do not tell readings apart, these hold the reading of docs/zrf.md fast.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from rulec.syntax.diagnostics import RulecError
from rulec.zrf import chains, interpreter
from rulec.zrf.api import load
from rulec.zrf.position import PASS
from rulec.zrf.reach import Reach

if TYPE_CHECKING:
    from rulec.zrf.interpreter import Interpreter
    from rulec.zrf.position import Position
    from tests.zrf.conftest import Lab


def man(*blocks: str, more: str = "", name: str = "Man") -> str:
    """A piece with these move blocks."""
    return f'(piece (name {name}) (image White "w" Black "b") {more} (moves {" ".join(blocks)}))'


def moves(lab: Lab, block: str, setup: str, **parts: str) -> list[str]:
    """White's moves when a man has one block; a Stone cannot move."""
    more = parts.pop("attributes", "")
    rules = lab.game(pieces=man(block, more=more) + man(name="Stone"), setup=setup, **parts)
    return lab.texts(rules, rules.start())


def after(lab: Lab, block: str, setup: str, move: str, **parts: str) -> dict[str, str]:
    """The squares that hold something after a move of White's."""
    more = parts.pop("attributes", "")
    rules = lab.game(pieces=man(block, more=more) + man(name="Stone"), setup=setup, **parts)
    position = lab.play(rules, rules.start(), move)
    return occupied(lab, rules, position)


def occupied(lab: Lab, rules: Interpreter, position: Position) -> dict[str, str]:
    names = rules.game.board.positions
    found = {name: lab.at(rules, position, name) for name in names}
    return {name: what for name, what in found.items() if what != "empty"}


ONE = "(White (Man c3)) (Black (Stone a1))"


# --- where a move goes --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("(n add)", ["Man c3 - c4"]),
        ("(n add n add n add)", ["Man c3 - c4", "Man c3 - c5"]),
        ("(n e add)", ["Man c3 - d4"]),
        ("(e5 add)", ["Man c3 - e5"]),
        ("((while (on-board? n) n add))", ["Man c3 - c4", "Man c3 - c5"]),
        ("(mark n (while true e) back add)", []),
        ("(n mark e back add)", ["Man c3 - c4"]),
        ("(n e back w add)", ["Man c3 - b3"]),
        ("((opposite n) add)", ["Man c3 - c2"]),
        ("((mark e) n back add)", ["Man c3 - d3"]),
        ("(n to n add)", ["Man c3 - c4"]),
        ("(n to e (go to) n to add)", ["Man c3 - c5"]),
        ("(n from n add)", []),
        ("(n (go from) e add)", ["Man c3 - d3"]),
        ("(n (go last-to) add)", []),
        ("((if (on-board? n) n else s) add)", ["Man c3 - c4"]),
        ("((verify false) n add)", []),
        ("(n (verify (or false empty?)) (verify (and true empty?)) add)", ["Man c3 - c4"]),
    ],
)
def test_the_cursor(lab: Lab, block: str, expected: list[str]) -> None:
    assert moves(lab, block, ONE) == expected


def test_symmetry_turns_directions_and_their_opposites(lab: Lab) -> None:
    rules = lab.game(
        pieces=man("(n add)", "((opposite n) e add)"),
        setup="(White (Man c3)) (Black (Man c2))",
    )
    position = lab.play(rules, rules.start(), "Man c3 - c4")
    assert lab.texts(rules, position) == ["Man c2 - c1", "Man c2 - d3"]


def test_opposite_follows_links_backward(lab: Lab) -> None:
    board = "(dummy store) (links way (a1 c3) (b1 c3) (c3 e5))"
    assert moves(lab, "((opposite way) add)", "(White (Man c3))", board=board) == ["Man c3 - a1"]


def test_unlinked_and_killed_squares(lab: Lab) -> None:
    board = "(unlink (c3 c4) (c3 e)) (kill-positions c2)"
    block = "((if (on-board? n) n add)) ((if (on-board? e) e add)) (w add) (s add)"
    assert moves(lab, block, "(White (Man c3)) (Black (Stone a1))", board=board) == ["Man c3 - b3"]


# --- conditions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(empty? n)", True),
        ("(empty? e)", False),
        ("(enemy? e)", True),
        ("(friend? w)", True),
        ("(not-friend? w)", False),
        ("friend?", True),
        ("(piece? Stone e)", True),
        ("(piece? Man e)", False),
        ("(neutral? s)", True),
        ("(enemy? s)", True),
        ("(friend? s)", False),
        ("(in-zone? far)", False),
        ("(in-zone? far c5)", True),
        ("(in-zone? far c1)", False),
        ("(on-board? n)", True),
        ("(position? c3)", True),
        ("(not-position? c3)", False),
        ("(position? c4 n)", True),
        ("(marked? c3)", False),
        ("(goal-position? c5)", True),
        ("(adjacent-to-enemy? c4)", False),
        ("adjacent-to-enemy?", True),
        ("fresh?", True),
        ("(fresh? e)", False),
        ("(fresh? c5)", False),
        ("(not-fresh? c5)", True),
        ("(not (or false (empty? c3)))", True),
        ("last-to?", False),
    ],
)
def test_conditions(lab: Lab, condition: str, holds: bool) -> None:
    found = moves(
        lab,
        f"((verify {condition}) c4 add)",
        "(White (Man c3) (Stone b3)) (Black (Stone d3)) (Grey (Stone c2))",
        players="White Black Grey",
        board="(zone (name far) (players White) (positions c5 d5))"
        " (zone (name far) (players Black) (positions c1))",
        more="(win-condition (White) (absolute-config Man (c5)))",
        attributes="(attribute fresh? true)",
    )
    assert found == (["Man c3 - c4"] if holds else [])


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(empty? n)", False),
        ("(not-empty? n)", True),
        ("(not (enemy? n))", True),
        ("(enemy? n)", False),
        ("(not-friend? n)", True),
        ("(on-board? n)", False),
        ("(in-zone? far n)", False),
        ("(not-in-zone? far n)", True),
        ("(last-to? n)", False),
        ("(position-flag? seen n)", False),
    ],
)
def test_off_the_board_a_condition_is_false_and_its_negation_true(
    lab: Lab, condition: str, holds: bool
) -> None:
    found = moves(
        lab,
        f"((verify {condition}) s add)",
        "(White (Man c5))",
        board="(zone (name far) (players White) (positions c5))",
    )
    assert found == (["Man c5 - c4"] if holds else [])


def test_attacked_and_defended(lab: Lab) -> None:
    block = "(n (verify not-attacked?) add) (e (verify attacked?) add) (w (verify defended?) add)"
    rook = man("(n (while empty? add n) add) (s (while empty? add s) add)", name="Tower")
    rules = lab.game(
        pieces=man(block) + rook,
        setup="(White (Man c3) (Tower b1)) (Black (Tower d5))",
    )
    texts = [text for text in lab.texts(rules, rules.start()) if text.startswith("Man")]
    assert texts == ["Man c3 - b3", "Man c3 - c4", "Man c3 - d3"]


def test_attacked_by_moves_of_one_type_only(lab: Lab) -> None:
    block = "((verify (attacked? jump)) n add) ((verify (attacked? slide)) s add)"
    piece = man(block) + man("(move-type jump) (n n add) (move-type slide) (n add)", name="Frog")
    rules = lab.game(pieces=piece, setup="(White (Man c3)) (Black (Frog c5))")
    assert lab.texts(rules, rules.start()) == ["Man c3 - c4"]


def test_flags_and_position_flags(lab: Lab) -> None:
    block = """(
       (set-flag odd? false) (set-position-flag seen true e) (set-position-flag seen true n)
       (set-position-flag seen false n)
       (while (on-board? n)
          n (if (flag? odd?) (set-flag odd? false) add else (set-flag odd? true)))
       c3 e (verify (position-flag? seen)) (verify (not-position-flag? seen c4)) add
    )"""
    assert moves(lab, block, ONE) == ["Man c3 - c5", "Man c3 - d3"]


def test_a_position_flag_off_the_board_does_not_end_the_block(lab: Lab) -> None:
    assert moves(lab, "((set-position-flag seen true n) s add)", "(White (Man c5))") == [
        "Man c5 - c4"
    ]


def test_last_move_is_the_first_part_of_the_last_move(lab: Lab) -> None:
    block = "(n cascade e from e add)"
    watcher = man(
        "((if (last-to? c4) e add))", "((if (last-from? c3) w add))", "((if (last-to? e3) n add))",
        name="Watch",
    )  # fmt: skip
    rules = lab.game(
        pieces=man(block) + watcher + man(name="Stone"),
        setup="(White (Man c3) (Stone d4)) (Black (Watch c1))",
    )
    position = lab.play(rules, rules.start(), "Man c3 - c4 Stone d4 - e4")
    assert lab.texts(rules, position) == ["Watch c1 - b1", "Watch c1 - d1"]


# --- what a move does ---------------------------------------------------------------------------


def test_landing_takes_friends_too(lab: Lab) -> None:
    assert after(lab, "(n add)", "(White (Man c3) (Stone c4))", "Man c3 x c4") == {
        "c4": "White Man"
    }


def test_parts_move_at_the_same_time(lab: Lab) -> None:
    swap = "(n (verify friend?) cascade from s to add)"
    setup = "(White (Man c3) (Stone c4)) (Black (Stone a1))"
    assert after(lab, swap, setup, "Man c3 x c4 Stone c4 x c3") == {
        "c4": "White Man", "c3": "White Stone", "a1": "Black Stone",
    }  # fmt: skip


def test_cascades_stay_after_add(lab: Lab) -> None:
    block = "(n cascade e (verify friend?) from e add back w add)"
    setup = "(White (Man c3) (Stone d4))"
    assert moves(lab, block, setup) == ["Man c3 - c4 Man c3 - b3", "Man c3 - c4 Stone d4 - e4"]
    discard = '(option "discard cascades" true)'
    assert moves(lab, block, setup, more=discard) == ["Man c3 - b3", "Man c3 - c4 Stone d4 - e4"]


def test_effects_are_forgotten_after_add(lab: Lab) -> None:
    block = "((capture e) (change-type Stone w) n add s s add)"
    setup = "(White (Man c3) (Man b3)) (Black (Stone d3))"
    assert "Man c3 - c4 = Stone on b3 x d3" in moves(lab, block, setup)
    assert "Man c3 - c2" in moves(lab, block, setup)


def test_from_is_the_start_again_after_add(lab: Lab) -> None:
    block = "(e from n add n add)"
    setup = "(White (Man c3) (Stone d3))"
    assert moves(lab, block, setup) == ["Man c3 - d5", "Stone d3 - d4"]


def test_changes_come_before_captures(lab: Lab) -> None:
    block = "(e capture (create Black Stone) n add)"
    setup = "(White (Man c3)) (Black (Stone d3))"
    found = after(lab, block, setup, "Man c3 - d4 Black Stone d3 x d3")
    assert found == {"d4": "White Man"}


@pytest.mark.parametrize(
    ("block", "move", "expected"),
    [
        ("((capture e) n add)", "Man c3 - c4 x d3", {}),
        ("((flip e) n add)", "Man c3 - c4 flip d3", {"d3": "White Stone"}),
        ("((change-owner e) n add)", "Man c3 - c4 = White on d3", {"d3": "White Stone"}),
        ("((change-type Man e) n add)", "Man c3 - c4 = Man on d3", {"d3": "Black Man"}),
        (
            "((create Black Stone w) n add)",
            "Man c3 - c4 Black Stone b3",
            {"d3": "Black Stone", "b3": "Black Stone"},
        ),
        ("((create e) n add)", "Man c3 - c4 White Man d3", {"d3": "White Man"}),
        ("((capture w) (capture a1) n add)", "Man c3 - c4 x b3 x a1", {"d3": "Black Stone"}),
        ("(n (add Stone))", "Man c3 - c4 = Stone", {"c4": "White Stone", "d3": "Black Stone"}),
    ],
)
def test_effects(lab: Lab, block: str, move: str, expected: dict[str, str]) -> None:
    setup = "(White (Man c3)) (Black (Stone d3))"
    assert after(lab, block, setup, move) == {"c4": "White Man"} | expected


def test_a_copy_leaves_the_piece_where_it_was(lab: Lab) -> None:
    found = after(lab, "(n add-copy)", "(White (Man c3))", "+ Man c3 - c4")
    assert found == {"c3": "White Man", "c4": "White Man"}


def test_attributes_belong_to_the_piece_and_survive_promotion(lab: Lab) -> None:
    pieces = man(
        "(n (set-attribute moved? true) (add Stone))", "(e add)",
        more="(attribute moved? false) (attribute new? true)",
    ) + man("(w add)", name="Stone")  # fmt: skip
    rules = lab.game(pieces=pieces, setup="(White (Man c3)) (Black (Stone e1))")
    position = lab.play(rules, rules.start(), "Man c3 - c4 @ c4 0 1 = Stone on c4", "Stone e1 - d1")
    assert lab.at(rules, position, "c4") == "White Stone moved? new?"
    position = lab.play(rules, position, "Stone c4 - b4")
    assert lab.at(rules, position, "b4") == "White Stone moved? new?"


def test_the_board_does_not_change_while_a_block_runs(lab: Lab) -> None:
    block = "(e capture (verify not-empty?) (create Stone c5) c5 (verify empty?) c4 add)"
    setup = "(White (Man c3)) (Black (Stone d3))"
    assert moves(lab, block, setup) == ["Man c3 - c4 White Stone c5 x d3"]


def test_macros_may_stand_for_parts_of_an_if(lab: Lab) -> None:
    before = """
       (define here? empty?)
       (define otherwise else e)
       (define asked (not-empty? e) n)
    """
    block = "((if (here?) s (otherwise)) add) ((if (asked) n else w) add)"
    setup = "(White (Man c3)) (Black (Stone d3))"
    assert moves(lab, block, setup, before=before) == ["Man c3 - c5", "Man c3 x d3"]


def test_equal_moves_are_one(lab: Lab) -> None:
    assert moves(lab, "(n add) (n (verify empty?) add)", ONE) == ["Man c3 - c4"]


# --- drops and stores ---------------------------------------------------------------------------

DROPS = (
    '(piece (name Man) (image White "w" Black "b") (moves (n add)) (drops ((verify empty?) add)))'
)


def test_drops_come_from_the_store(lab: Lab) -> None:
    rules = lab.game(pieces=DROPS, setup="(White (Man off 1)) (Black (Man c3))")
    start = rules.start()
    assert len(rules.legal_moves(start)) == 24
    position = lab.play(rules, start, "White Man a1", "Man c3 - c2")
    assert lab.texts(rules, position) == ["Man a1 - a2"]
    assert position.last != start.last


def test_a_drop_block_may_begin_with_its_squares(lab: Lab) -> None:
    pieces = '(piece (name Man) (image White "w") (drops (home (verify empty?) add) (e5 add)))'
    rules = lab.game(
        pieces=pieces,
        setup="(White (Man off 9))",
        board="(zone (name home) (players White) (positions a1 b1))",
    )
    assert lab.texts(rules, rules.start()) == ["White Man a1", "White Man b1", "White Man e5"]


def test_captured_pieces_go_to_the_store_of_their_owner(lab: Lab) -> None:
    rules = lab.game(
        pieces=DROPS, setup="(White (Man c2)) (Black (Man c3))",
        more='(option "recycle captures" true)',
    )  # fmt: skip
    position = lab.play(rules, rules.start(), "Man c2 x c3")
    assert position.stores == (0, 1)
    assert "Black Man a1" in lab.texts(rules, position)


def test_promotion_needs_a_piece_in_the_store(lab: Lab) -> None:
    pieces = man("(n (add Stone))") + man(name="Stone")
    option = '(option "recycle promotions" true)'
    empty = lab.game(pieces=pieces, setup="(White (Man c3))", more=option)
    assert not lab.texts(empty, empty.start())
    full = lab.game(pieces=pieces, setup="(White (Man c3) (Stone off 1))", more=option)
    position = lab.play(full, full.start(), "Man c3 - c4 = Stone")
    assert position.stores == (1, 0, 0, 0)


# --- turns --------------------------------------------------------------------------------------


def sides(rules: Interpreter, count: int) -> list[str]:
    """Whose turn it is, move after move, and whose pieces move."""
    position = rules.start()
    result: list[str] = []
    for _ in range(count):
        turn = rules.turn(position)
        result.append(rules.game.players[turn.player] + "-" + rules.game.players[turn.side])
        position = rules.play(position, rules.available(position)[0])
    return result


def test_turn_order_with_repeat(lab: Lab) -> None:
    rules = lab.game(
        pieces=man("(n add)", "(s add)"), setup="(White (Man c3)) (Black (Man a3))",
        turns="White repeat Black White White",
    )  # fmt: skip
    assert [side[0] for side in sides(rules, 7)] == list("WBWWBWW")


def test_a_turn_with_the_pieces_of_another(lab: Lab) -> None:
    rules = lab.game(
        pieces=man("(n add)", "(s add)"), setup="(White (Man c3)) (Black (Man a3))",
        turns="(White Black) Black",
    )  # fmt: skip
    assert sides(rules, 2) == ["White-Black", "Black-Black"]
    assert lab.texts(rules, rules.start()) == ["Man a3 - a2", "Man a3 - a4"]


def test_a_turn_of_one_move_type(lab: Lab) -> None:
    rules = lab.game(
        pieces=man("(w add) (move-type jump) (n n add) (move-type walk) (n add)"),
        setup="(White (Man c3)) (Black (Man a3))",
        turns="(White jump) Black (White walk) Black",
    )
    position = rules.start()
    assert lab.texts(rules, position) == ["Man c3 - c5"]
    position = lab.play(rules, position, "Man c3 - c5")
    assert len(lab.texts(rules, position)) == 2


def test_chance_moves_for_players_with_a_question_mark(lab: Lab) -> None:
    rules = lab.game(
        pieces=DROPS, setup="(?Dice (Man off 5)) (White (Man c3))", players="White Black ?Dice",
        turns="?Dice White",
    )  # fmt: skip
    start = rules.start()
    assert rules.is_random(start)
    first = rules.random_move(start, Random(1))
    assert first == rules.random_move(start, Random(1))
    assert first in rules.legal_moves(start)


def test_priorities(lab: Lab) -> None:
    pieces = man("(w add) (move-type walk) (n add) (move-type jump) (e (verify enemy?) add)")
    more = "(move-priorities jump walk)"
    take = lab.game(pieces=pieces, setup="(White (Man c3)) (Black (Man d3))", more=more)
    assert lab.texts(take, take.start()) == ["Man c3 x d3"]
    walk = lab.game(pieces=pieces, setup="(White (Man c3)) (Black (Man d1))", more=more)
    assert lab.texts(walk, walk.start()) == ["Man c3 - c4"]
    rest = lab.game(pieces=pieces, setup="(White (Man c5)) (Black (Man d1))", more=more)
    assert lab.texts(rest, rest.start()) == ["Man c5 - b5"]


def test_priorities_come_before_check(lab: Lab) -> None:
    pieces = man("(move-type jump) (e (verify enemy?) add)", "(move-type walk) (w add)") + man(
        "(n (while empty? add n) (verify not-friend?) add)", name="Tower"
    )
    rules = lab.game(
        pieces=pieces,
        setup="(White (Man c3)) (Black (Tower d5) (Man d3))",
        more="(move-priorities jump walk) (loss-condition (White Black) (checkmated Man))",
    )
    # The capture is the only move of its type and loses the man, so there is no move at all.
    assert lab.texts(rules, rules.start()) == []


@pytest.mark.parametrize(
    ("option", "free", "stuck"),
    [("true", True, True), ("forced", False, True), ("false", False, False)],
)
def test_passing(lab: Lab, option: str, free: bool, stuck: bool) -> None:
    more = f'(option "pass turn" {option})'
    rules = lab.game(pieces=man("(n add)"), setup="(White (Man c3)) (Black (Man c1))", more=more)
    assert (PASS in rules.legal_moves(rules.start())) is free
    position = lab.play(rules, rules.start(), "Man c3 - c4")
    assert (PASS in rules.legal_moves(position)) is stuck
    assert (rules.result(position) is None) is stuck


JUMP = "(move-type jump) (n (verify enemy?) capture n (verify empty?) (add-partial jump))"


def test_a_partial_move_goes_on_with_the_same_piece(lab: Lab) -> None:
    setup = "(White (Man c1 e1)) (Black (Stone c2 c4 e2))"
    rules = lab.game(pieces=man(JUMP, "(move-type walk) (w add)") + man(name="Stone"), setup=setup)
    position = lab.play(rules, rules.start(), "partial Man c1 - c3 x c2")
    assert rules.turn(position).player == 0
    assert lab.texts(rules, position) == ["partial Man c3 - c5 x c4"]
    assert rules.result(position) is None
    position = lab.play(rules, position, "partial Man c3 - c5 x c4")
    assert rules.turn(position).player == 1
    assert position.chain is None


def test_a_chain_may_stop_with_pass_partial(lab: Lab) -> None:
    setup = "(White (Man c1)) (Black (Stone c2 c4))"
    more = '(option "pass partial" true)'
    rules = lab.game(pieces=man(JUMP) + man(name="Stone"), setup=setup, more=more)
    assert PASS not in rules.legal_moves(rules.start())
    position = lab.play(rules, rules.start(), "partial Man c1 - c3 x c2", "Pass")
    assert rules.turn(position).player == 1


def test_maximal_captures(lab: Lab) -> None:
    setup = "(White (Man c1 e1)) (Black (Stone c2 c4 e2))"
    parts = {"pieces": man(JUMP) + man(name="Stone"), "setup": setup}
    free = lab.game(**parts)
    assert lab.texts(free, free.start()) == ["partial Man c1 - c3 x c2", "partial Man e1 - e3 x e2"]
    most = lab.game(**parts, more='(option "maximal captures" true)')
    assert lab.texts(most, most.start()) == ["partial Man c1 - c3 x c2"]


def test_last_from_is_the_partial_move_just_made(lab: Lab) -> None:
    block = "(n (verify not-last-from?) (add-partial)) (s (verify not-last-from?) (add-partial))"
    rules = lab.game(pieces=man(block), setup="(White (Man c3)) (Black (Man a3))")
    position = lab.play(rules, rules.start(), "partial Man c3 - c4")
    assert lab.texts(rules, position) == ["partial Man c4 - c5"]


# --- check --------------------------------------------------------------------------------------

TOWER = man(
    "(n (while empty? add n) (verify not-friend?) add)",
    "(s (while empty? add s) (verify not-friend?) add)",
    "(e (while empty? add e) (verify not-friend?) add)",
    "(w (while empty? add w) (verify not-friend?) add)",
    name="Tower",
)
KING = man(*(f"({d} (verify not-friend?) add)" for d in ("n", "s", "e", "w")), name="King")
ROYAL = "(loss-condition (White Black) (checkmated King))"


def test_a_royal_piece_may_not_be_left_under_attack(lab: Lab) -> None:
    rules = lab.game(
        pieces=KING + TOWER, setup="(White (King c3)) (Black (King a1) (Tower d5))", more=ROYAL
    )
    assert lab.texts(rules, rules.start()) == ["King c3 - b3", "King c3 - c2", "King c3 - c4"]


def test_checkmate_and_stalemate(lab: Lab) -> None:
    mate = lab.game(
        pieces=KING + TOWER, setup="(White (King a1)) (Black (King c3) (Tower e1 e2))", more=ROYAL
    )
    result = mate.result(mate.start())
    assert result is not None
    assert (result.winner, result.loser, result.reason) == (1, 0, "checkmate")
    stale = lab.game(
        pieces=KING + TOWER, setup="(White (King a1)) (Black (King c3) (Tower b5 e2))", more=ROYAL
    )
    result = stale.result(stale.start())
    assert result is not None
    assert (result.winner, result.reason, result.rule) == (None, "stalemate", None)


def test_passing_does_not_help_against_check(lab: Lab) -> None:
    rules = lab.game(
        pieces=KING + TOWER,
        setup="(White (King a1)) (Black (King c3) (Tower e1 e2))",
        more=ROYAL + '(option "pass turn" true)',
    )
    result = rules.result(rules.start())
    assert result is not None
    assert result.reason == "checkmate"


def test_the_first_of_two_moves_in_a_row_may_leave_the_king_attacked(lab: Lab) -> None:
    rules = lab.game(
        pieces=KING + TOWER, setup="(White (King c3)) (Black (King a1) (Tower d5))", more=ROYAL,
        turns="White White Black Black",
    )  # fmt: skip
    assert "King c3 - d3" in lab.texts(rules, rules.start())
    position = lab.play(rules, rules.start(), "King c3 - d3")
    assert lab.texts(rules, position) == ["King d3 - c3", "King d3 - e3"]


def test_a_piece_that_captured_names_may_be_left_under_attack(lab: Lab) -> None:
    rules = lab.game(
        pieces=KING + TOWER, setup="(White (King c3)) (Black (King a1) (Tower d5))",
        more=ROYAL + "(loss-condition (White Black) (captured King))",
    )  # fmt: skip
    assert "King c3 - d3" in lab.texts(rules, rules.start())


# --- goals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "winner", "reason"),
    [
        ("(win-condition (White Black) (absolute-config Man (c4)))", 0, "pieces on their places"),
        ("(win-condition (White Black) (absolute-config Man Stone (c4 top)))", None, None),
        ("(win-condition (White) (absolute-config (not Man) (c4)))", None, None),
        ("(loss-condition (Black) (absolute-config (opponent Man) (c4)))", 0, "pieces on"),
        ("(draw-condition (Black) (absolute-config (any-owner Man) (c4)))", -1, "pieces on"),
        ("(win-condition (White) (relative-config Man n (opponent Stone)))", 0, "pattern"),
        ("(win-condition (White) (relative-config Man n n Stone))", None, None),
        ("(loss-condition (White Black) (pieces-remaining 0))", None, None),
        ("(loss-condition (White Black) (pieces-remaining 2))", 0, "number of pieces"),
        ("(loss-condition (Black White) (pieces-remaining 1 Man))", 1, "number of pieces"),
        ("(win-condition (total-piece-count 3))", 0, "number of pieces on the board"),
        ("(count-condition (total-piece-count 3))", 1, "with more pieces"),
        ("(win-condition (Black) (not (absolute-config Man (c3))))", 1, "position"),
        (
            "(win-condition (White) (and (absolute-config Man (c4)) (pieces-remaining 1)))",
            0,
            "position",
        ),
        ("(win-condition (White) (or (pieces-remaining 5) (pieces-remaining 6)))", None, None),
        ("(loss-condition (Black) (captured Stone))", None, None),
    ],
)
def test_goals(lab: Lab, goal: str, winner: int | None, reason: str | None) -> None:
    rules = lab.game(
        pieces=man("(n add)", "(s add)") + man(name="Stone"),
        setup="(White (Man c3)) (Black (Stone c5 a1))",
        board="(zone (name top) (players White Black) (positions d5 e5))",
        more=goal + '(option "pass turn" true)',
    )
    position = lab.play(rules, rules.start(), "Man c3 - c4")
    result = rules.result(position)
    if reason is None:
        assert result is None
        return
    assert result is not None
    assert result.winner == (None if winner == -1 else winner)
    assert reason in result.reason
    assert rules.legal_moves(position) == ()


def test_captured(lab: Lab) -> None:
    rules = lab.game(
        pieces=man("(n add)"), setup="(White (Man c3)) (Black (Man c4 c5))",
        more="(loss-condition (White Black) (captured Man))",
    )  # fmt: skip
    position = lab.play(rules, rules.start(), "Man c3 x c4")
    result = rules.result(position)
    assert result is not None
    assert (result.winner, result.reason) == (0, "capture")


@pytest.mark.parametrize(
    ("goal", "winner"),
    [
        ("", None),
        ("(loss-condition (White Black) repetition)", 0),  # Black has repeated the position
        ("(loss-condition (White) repetition)", 1),
        ("(win-condition (Black) repetition)", 1),
    ],
)
def test_repetition(lab: Lab, goal: str, winner: int | None) -> None:
    rules = lab.game(
        pieces=man("(n add)", "(s add)"), setup="(White (Man c3)) (Black (Man a3))", more=goal
    )
    position = rules.start()
    there_and_back = ("Man c3 - c4", "Man a3 - a2", "Man c4 - c3", "Man a2 - a3")
    position = lab.play(rules, position, *there_and_back)
    assert rules.result(position) is None
    position = lab.play(rules, position, *there_and_back)
    result = rules.result(position)
    assert result is not None
    assert (result.winner, result.reason) == (winner, "repetition")


@pytest.mark.parametrize(
    ("goal", "winner"), [("", None), ("(loss-condition (White Black) stalemated)", 1)]
)
def test_no_move(lab: Lab, goal: str, winner: int | None) -> None:
    rules = lab.game(pieces=man("(n add)"), setup="(White (Man c5)) (Black (Man c3))", more=goal)
    result = rules.result(rules.start())
    assert result is not None
    assert (result.winner, result.reason) == (winner, "stalemate")


def test_a_puzzle_without_a_move_is_lost(lab: Lab) -> None:
    rules = lab.game(pieces=man("(n add)"), setup="(White (Man c5))", turns="White")
    result = rules.result(rules.start())
    assert result is not None
    assert (result.winner, result.loser) == (None, 0)


# --- positions of one's own ---------------------------------------------------------------------


def test_a_position_can_be_set(lab: Lab) -> None:
    rules = lab.game(pieces=man("(n add)"), setup="(White (Man c3)) (Black (Man a3))")
    square = rules.game.board.positions.index("e5")
    position = rules.position([(square, rules.piece(1, 0))], turn=1)
    assert lab.texts(rules, position) == ["Man e5 - e4"]


# --- bounds -------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", ["((while true n s) add)", "((while friend? add) n add)"])
def test_endless_blocks_are_errors(lab: Lab, block: str) -> None:
    rules = lab.game(pieces=man(block), setup="(White (Man c3)) (Black (Man a1))")
    with pytest.raises(RulecError) as error:
        rules.legal_moves(rules.start())
    (finding,) = error.value.diagnostics
    assert finding.code == "Z270"
    assert finding.span is not None


def test_macros_in_macros_are_bounded_too(lab: Lab) -> None:
    before = "(define m0 (verify true))" + "".join(
        f"(define m{level} {f'(m{level - 1})' * 9})" for level in range(1, 7)
    )
    rules = lab.game(pieces=man("((m6) n add)"), setup="(White (Man c3))", before=before)
    with pytest.raises(RulecError, match="Z270"):
        rules.legal_moves(rules.start())


def test_too_many_chains_are_an_error(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "MAX_LOOKED_AT", 1)
    rules = lab.game(
        pieces=man(JUMP) + man(name="Stone"),
        setup="(White (Man c1 e1)) (Black (Stone c2 c4 e2))",
        more='(option "maximal captures" true)',
    )
    with pytest.raises(RulecError, match="Z272"):
        rules.legal_moves(rules.start())


def test_too_many_moves_are_an_error(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "MAX_MOVES", 3)
    rules = lab.game(pieces=man("(n add)"), setup="(White (Man a1 b1 c1 d1))")
    with pytest.raises(RulecError, match="Z273"):
        rules.legal_moves(rules.start())


def test_games_of_other_programs_are_refused(lab: Lab) -> None:
    path = lab.file(lab.text(pieces=man(), setup="", more='(engine "axiom.dll")'))
    with pytest.raises(RulecError, match="Z271"):
        load(path)


@pytest.mark.parametrize(
    ("block", "taken"),
    [
        ("(n (verify empty?) add)", ""),
        ("(n (verify (and empty? true)) add)", ""),
        ("(n (verify not-friend?) add)", "b3"),
        ("(n (while empty? add n) add)", "b3 b4 b5"),
        ("(n (if empty? add n else add))", "b3"),
        ("(n (verify empty?) mark n back add)", "b3"),
        ("(n (verify empty?) (capture n) add)", "b4"),
    ],
)
def test_what_a_block_may_take_leaves_out_squares_that_it_finds_empty(
    lab: Lab, block: str, taken: str
) -> None:
    game = lab.game(pieces=man(block), setup="(White (Man b2))").game
    names = game.board.positions
    code = game.pieces[0].moves[0].code
    touched = Reach(game.board, 0).touched(code, 1 << names.index("b2"))
    assert " ".join(sorted(name for i, name in enumerate(names) if touched >> i & 1)) == taken
