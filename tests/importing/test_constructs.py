"""What Zillions files say in many words, each in a small file: read, and proved by playing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulec.importing.run import Imported, import_game
from rulec.syntax.diagnostics import RulecError

GRID = """
   (board
      (grid (start-rectangle 0 0 50 50)
         (dimensions ("a/b/c/d/e" (50 0)) ("5/4/3/2/1" (0 50)))
         (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (se 1 1) (nw -1 -1) (sw -1 1)))
      (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw) (e e) (w w))
      (zone (name far) (players White) (positions a4 b4 c4 d4 e4 a5 b5 c5 d5 e5))
      (zone (name far) (players Black) (positions a1 b1 c1 d1 e1 a2 b2 c2 d2 e2))
      {more})
"""
GAME = """
(version "2.0")
(define step ($1 (verify not-friend?) add))
(define king (step n) (step s) (step e) (step w))
(define rush ($1 (while empty? add $1) (verify not-friend?) add))
{macros}
(game
   (title "Small")
   (players White Black)
   (turn-order White Black)
   {options}
   {board}
   (board-setup (White {white}) (Black {black}))
   {pieces}
   {goals}
)
"""
KING = "(piece (name King) (moves (king)))"
MATE = "(loss-condition (White Black) (checkmated King))"


def imported(
    folder: Path,
    pieces: str,
    *,
    macros: str = "",
    options: str = "",
    board: str = "",
    more: str = "",
    white: str = "(King c1) (Man b2 d2)",
    black: str = "(King c5) (Man b4 d4)",
    goals: str = MATE,
    partial: bool = False,
) -> Imported:
    """The rules of a small game, which has been played beside them."""
    text = GAME.format(
        macros=macros,
        options=options,
        board=board or GRID.format(more=more),
        white=white,
        black=black,
        pieces=pieces,
        goals=goals,
    )
    path = folder / "small.zrf"
    path.write_text(text)
    return import_game(path, positions=120, partial=partial)


def lines(found: Imported) -> list[str]:
    """The lines of the rules, without comments and space around them."""
    assert found.comparison is None or found.comparison.difference is None
    return [" ".join(line.split("#")[0].split()) for line in found.text.splitlines()]


def test_promotion_where_a_move_starts_or_ends(tmp_path: Path) -> None:
    macros = """(define rise (
        (set-flag there (in-zone? far)) $1 (verify not-friend?)
        (if (in-zone? far) (set-flag there true))
        (if (flag? there) (add Lord) else add)))"""
    pieces = f"""{KING} (piece (name Man) (moves (rise n) (rise s)))
        (piece (name Lord) (moves (king)))"""
    assert "promotes to Lord in far" in lines(imported(tmp_path, pieces, macros=macros))


def test_promotion_by_change_of_type(tmp_path: Path) -> None:
    macros = "(define rise (n (verify not-friend?) (if (in-zone? far) (change-type Lord)) add))"
    pieces = f"{KING} (piece (name Man) (moves (rise))) (piece (name Lord) (moves (king)))"
    assert "promotes to Lord on far" in lines(imported(tmp_path, pieces, macros=macros))


def test_promotion_on_some_ways_only(tmp_path: Path) -> None:
    macros = "(define rise (n (verify not-friend?) (if (in-zone? far) (add Lord) else add)))"
    pieces = f"""{KING} (piece (name Man) (moves (rise) (step e)))
        (piece (name Lord) (moves (king)))"""
    found = lines(imported(tmp_path, pieces, macros=macros))
    assert any(line.startswith("promotes to Lord on ") for line in found)


def test_promotion_from_some_squares(tmp_path: Path) -> None:
    macros = """(define rise ((verify (not-in-zone? far)) n (verify not-friend?)
        (if (in-zone? far) (add Lord)) add))"""
    pieces = f"""{KING} (piece (name Man) (moves (rise) (step e)))
        (piece (name Lord) (moves (king)))"""
    found = lines(imported(tmp_path, pieces, macros=macros))
    assert any(line.startswith("may promote to Lord on rank 4 from ") for line in found)


def test_captures_only_of_the_opposing_king(tmp_path: Path) -> None:
    macros = "(define face (n (while empty? n) (verify (piece? King)) add))"
    pieces = "(piece (name King) (moves (face) (king))) (piece (name Man) (moves (step e)))"
    found = imported(tmp_path, pieces, macros=macros)
    assert "slide forward to royal" in lines(found)


def test_captures_first_are_compulsory(tmp_path: Path) -> None:
    pieces = """(piece (name King) (moves (move-type quiet) (quiet n) (quiet s) (quiet e)
           (move-type taking) (take n) (take s) (take e)))
        (piece (name Man) (moves (move-type quiet) (quiet n) (quiet w)
           (move-type taking) (take n) (take w)))"""
    macros = "(define quiet ($1 (verify empty?) add)) (define take ($1 (verify enemy?) add))"
    options = "(move-priorities taking quiet)"
    found = imported(tmp_path, pieces, macros=macros, options=options)
    assert "captures are compulsory" in lines(found)
    with pytest.raises(RulecError, match="move priorities other than captures first"):
        imported(tmp_path, pieces, macros=macros, options="(move-priorities quiet taking)")


def test_pieces_off_the_board(tmp_path: Path) -> None:
    pieces = f"""{KING} (piece (name Man) (moves (step n)))
        (piece (name Horse) (moves (step ne) (step nw)) (drops ((verify empty?) add)))"""
    found = lines(
        imported(tmp_path, pieces, white="(King c1) (Horse off 2)", black="(King c5) (Man b4)")
    )
    assert "drop" in found
    assert any("2 Horse in hand" in line for line in found)
    assert "captures return to the hand" not in found


def test_captured_pieces_come_back_from_the_store(tmp_path: Path) -> None:
    pieces = f"""{KING} (piece (name Man) (moves (step n) (step e))
        (drops ((verify (in-zone? far)) (verify empty?) add)))"""
    found = imported(tmp_path, pieces, options='(option "recycle captures" true)')
    assert {"captures return to the hand", "drop on far"} <= set(lines(found))


HANDS = """
   (board
      (grid (start-rectangle 0 0 50 50)
         (dimensions ("a/b/c/x/y" (50 0)) ("4/3/2/1" (0 50)))
         (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
      (unlink (c4 x4) (c3 x3) (c2 x2) (c1 x1))
      (dummy START END)
      (links hand (START x1) (x1 x2) (x2 x3) (x3 x4) (x4 END))
      (links other (START y1) (y1 y2) (y2 y3) (y3 y4) (y4 END))
      (links next (START a1) (a1 a2) (a2 a3) (a3 a4) (a4 b1) (b1 b2) (b2 b3) (b3 b4)
         (b4 c1) (c1 c2) (c2 c3) (c3 c4) (c4 END))
      (symmetry Black (n s) (s n) (hand other) (other hand))
      (zone (name field) (players White Black)
         (positions a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4)))
"""


def test_captured_pieces_are_kept_on_squares_beside_the_board(tmp_path: Path) -> None:
    macros = """
        (define go ((verify (in-zone? field)) $1 (verify (in-zone? field)) (verify not-friend?)
           (set-flag grown (piece? Lord))
           (if empty? add else (keep))))
        (define keep cascade START hand (while not-empty? hand) (verify (not-position? END))
           (if (flag? grown) (change-type Man)) change-owner add)
        (define enter ((verify (not-in-zone? field)) START next
           (while (not-position? END) (if empty? add) next)))"""
    pieces = """(piece (name King) (moves (go n) (go s) (go e) (go w)))
        (piece (name Man) (moves (go n) (enter)))
        (piece (name Lord) (moves (go n) (go e) (go w)))"""
    found = lines(
        imported(
            tmp_path,
            pieces,
            macros=macros,
            board=HANDS,
            white="(King a1) (Man b2 c2 x1)",
            black="(King c4) (Man a3) (Lord b3)",
        )
    )
    assert {"captures join the hand", "captured as Man", "drop"} <= set(found)
    assert "grid 3 x 4" in found
    assert "Man in hand" in found


def test_ways_that_bend_are_routes(tmp_path: Path) -> None:
    macros = """(define bend ($1 (verify empty?) add $2
        (while empty? add $2) (verify not-friend?) add))"""
    pieces = f"{KING} (piece (name Man) (moves (bend ne n) (bend ne e)))"
    found = lines(imported(tmp_path, pieces, macros=macros))
    assert any(line.startswith("route Man-2 White = a4 -> b5 -> c5, ") for line in found)
    assert {"step along Man-1 to empty", "slide along Man-2 2..2"} <= set(found)


RING = """
   (board
      (positions (p 0 0 9 9) (q 10 0 19 9) (r 20 0 29 9) (s 20 10 29 19) (t 10 10 19 19)
         (u 0 10 9 19))
      (links on (p q) (q r) (r s) (s t) (t u) (u p))
      (links off (q p) (r q) (s r) (t s) (u t) (p u))
      (links over (q t) (t q) (p r) (u s)))
"""


def test_a_board_that_is_no_grid(tmp_path: Path) -> None:
    pieces = """(piece (name King) (moves (step over) (step on)))
        (piece (name Man) (moves (rush on) (rush off)))"""
    found = lines(
        imported(tmp_path, pieces, board=RING, white="(King p) (Man q)", black="(King s) (Man u)")
    )
    assert "grid 3 x 2" in found
    assert any(line.startswith("slide along Man-1") for line in found)


def test_a_piece_that_only_one_player_has(tmp_path: Path) -> None:
    pieces = f"{KING} (piece (name Man) (moves (step n))) (piece (name Ogre) (moves (rush s)))"
    goals = f"{MATE} (win-condition (Black) (absolute-config Ogre (a1)))"
    goals += " (win-condition (Black) (absolute-config Ogre (c1)))"
    found = lines(imported(tmp_path, pieces, black="(King c5) (Ogre a5 e5)", goals=goals))
    assert any(line.startswith("win Ogre on ") for line in found)


def test_each_player_may_have_a_royal_piece_of_his_own(tmp_path: Path) -> None:
    pieces = f"{KING} (piece (name Man) (moves (step n))) (piece (name Shah) (moves (king)))"
    goals = "(loss-condition (White) (checkmated King)) (loss-condition (Black) (checkmated Shah))"
    found = imported(tmp_path, pieces, black="(Shah c5) (Man b4)", goals=goals).text
    assert 'piece Shah "S" royal' in found
    assert found.count("win checkmate") == 1


def test_who_repeats_loses(tmp_path: Path) -> None:
    pieces = f"{KING} (piece (name Man) (moves (step n)))"
    goals = f"{MATE} (loss-condition (White Black) repetition)"
    found = imported(tmp_path, pieces, white="(King a1)", black="(King e5)", goals=goals)
    assert "lose repetition 3" in lines(found)
    assert found.comparison is not None
    assert found.comparison.endings["repetition"] > 0


def test_players_who_may_always_pass(tmp_path: Path) -> None:
    pieces = f"{KING} (piece (name Man) (moves (step n)))"
    found = imported(tmp_path, pieces, options='(option "pass turn" true)')
    assert "players may pass" in lines(found)
    with pytest.raises(RulecError, match="passing only when there is no move"):
        imported(tmp_path, pieces, options='(option "pass turn" forced)')


def test_what_is_carried_whole_is_compared_in_part(tmp_path: Path) -> None:
    pieces = f"{KING} (piece (name Man) (moves (step n) (n add)))"
    found = imported(tmp_path, pieces, partial=True)
    assert found.comparison is None
    assert found.partly is not None
    assert found.partly.pieces == ("King",)
    assert found.partly.positions == 120
    assert found.partly.moves > 120


def test_what_is_wrong_with_the_rules_is_said_of_the_file_they_are_from(tmp_path: Path) -> None:
    many = " ".join(f"(piece (name P{i}) (moves (step n)))" for i in range(60))
    places = '(dimensions ("a/b/c/d/e/f/g/h" (50 0)) ("8/7/6/5/4/3/2/1" (0 50)))'
    board = f"""(board (grid (start-rectangle 0 0 50 50) {places}
        (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))) (symmetry Black (n s) (s n)))"""
    white = "(King e1) " + " ".join(f"(P{i} {'abcdefgh'[i % 8]}{i // 8 + 1})" for i in range(4))
    rest = " ".join(f"(P{i} {'abcdefgh'[i % 8]}{i // 8 + 1})" for i in range(8, 60))
    with pytest.raises(RulecError) as caught:
        imported(
            tmp_path, f"{KING} {many}", board=board, white=f"{white} {rest}", black="(King e8)"
        )
    found = caught.value.diagnostics[0]
    assert found.code == "E635"
    assert found.span is not None
    assert found.span.source.name.endswith("small.zrf")
    assert "piece types" in found.message


def test_a_long_block_is_read_to_its_end(tmp_path: Path) -> None:
    man = f"(piece (name Man) (moves ({'n s ' * 600} n (verify not-friend?) add)))"
    assert "step forward" in lines(imported(tmp_path, KING + man))


def test_a_board_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    ranks = "/".join(str(rank) for rank in range(99, 0, -1))
    board = GRID.format(more="").replace("5/4/3/2/1", ranks)
    with pytest.raises(RulecError) as caught:
        imported(tmp_path, KING + "(piece (name Man) (moves (step n)))", board=board)
    assert [one.code for one in caught.value.diagnostics] == ["E630"]
