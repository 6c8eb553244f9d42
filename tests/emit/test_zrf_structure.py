"""The checker itself: it must see what it is for."""

import pytest

from .structure import parse, problems

SOUND = """(version "2.0")

(define step ($1 (verify not-friend?) add))

; a comment ) that must not count
(game
    (title "T ; ) not a comment")
    (players White Black)
    (turn-order White Black)
    (board
        (image "images/board.bmp")
        (grid
            (start-rectangle 0 0 49 49)
            (dimensions ("a/b" (50 0)) ("2/1" (0 50)))
            (directions (n 0 -1) (s 0 1))
        )
        (kill-positions b2)
        (symmetry Black (n s) (s n))
        (zone (name end) (players White) (positions a2))
        (zone (name end) (players Black) (positions a1))
    )
    (board-setup (White (Man a1)) (Black (Man a2)))
    (piece
        (name Man)
        (image White "images/w.bmp" Black "images/b.bmp")
        (moves (step n))
    )
    (win-condition (White Black) (absolute-config Man (end)))
    (draw-condition (White Black) stalemated)
)
"""
FILES = ("images/board.bmp", "images/w.bmp", "images/b.bmp")


def test_a_sound_file_has_no_problems() -> None:
    assert problems(SOUND, FILES) == []
    assert parse(SOUND)[0] == ["version", '"2.0"']


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("(title", "((title", "brackets are never closed"),
        ("(moves (step n))", "(moves (step n)))", "a bracket closes"),
        ("White Black)\n    (turn", "White Blåck)\n    (turn", "ASCII"),
        ('(version "2.0")\n', '\n(version "2.0")\n', "the first line"),
        ("stalemated)\n)\n", "stalemated)\n)\n; end\n", "follows the last bracket"),
        ("(moves (step n))", "(moves (slide n))", "there is no direction or macro slide"),
        ("(moves (step n))", "(moves (step w))", "there is no direction or macro w"),
        ("(moves (step n))", "", "macro step is never called"),
        ("not-friend?", "not-fiend?", "there is no condition"),
        ("not-friend?", "(flag? free)", "no flag that has been set free"),
        ("not-friend?", "(in-zone? corner)", "there is no zone corner"),
        ("add))", "(add Queen)))", "there is no piece to become Queen"),
        ("(name Man)", "(name step)", "macro step is also a piece"),
        ("(name Man)", "(name add)", "has no proper name"),
        ("(name Man)", "(name A1)", "is also a piece"),
        ("(White (Man a1))", "(White (Man b2))", "there is no square of the setup b2"),
        ("(White (Man a1))", "(White (Man a2))", "two pieces start on a2"),
        ("images/w.bmp", "images/x.bmp", "there is no picture images/x.bmp"),
        ('"images/w.bmp" Black "images/b.bmp"', '"images/w.bmp"', "one picture for every player"),
        ("(symmetry Black (n s) (s n))", "(symmetry Black (n s))", "no permutation"),
        ("(players Black) (positions a1)", "(players Black) (positions b2)", "square of zone end"),
        ("(zone (name end) (players Black) (positions a1))", "", "is not given for Black"),
        ("Man (end)", "Man (a2)", "zone end is never asked for"),
        ("stalemated)", "(and stalemated repetition))", "is no goal here"),
        ("    (draw", "\n\n    (draw", "two empty lines"),
    ],
)  # fmt: skip
def test_every_kind_of_mistake_is_seen(old: str, new: str, complaint: str) -> None:
    assert SOUND.count(old) >= 1
    found = problems(SOUND.replace(old, new, 1), FILES)
    assert any(complaint in problem for problem in found), found
