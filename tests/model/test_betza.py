"""Betza notation against the long form: the same ray tables, on boards of several kinds."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulec.model.lower import lower
from rulec.play.perft import perft
from rulec.syntax.diagnostics import Diagnostic, RulecError
from tests.support.games import changed, game_of, rules_of

BOARDS = {
    "plain": "grid 7 x 8 orientation White north symmetry rotation",
    "two ways": "grid 6 x 6 hole d4 orientation White north, Black west symmetry none",
    "cylinder": "grid 6 x 7 wrap files orientation White north symmetry reflection",
    "ring": """grid 7 x 7 hole c3:e5 symmetry rotation
        track outer = a1 -> a7 -> g7 -> g1 -> a1
        track inner = b2 -> b6 -> f6 -> f2 -> b2""",
}

LONG = {
    # atoms
    "W": "step orthogonal",
    "F": "step diagonal",
    "K": "step any",
    "R": "slide orthogonal",
    "B": "slide diagonal",
    "Q": "slide any",
    "D": "leap (2,0)",
    "N": "leap (2,1)",
    "A": "leap (2,2)",
    "H": "leap (3,0)",
    "C": "leap (3,1)",
    "L": "leap (3,1)",
    "Z": "leap (3,2)",
    "J": "leap (3,2)",
    "G": "leap (3,3)",
    "(1,4)": "leap (4,1)",
    "(0,1)": "step orthogonal",
    "BN KAD": "slide diagonal leap (2,1) step any leap (2,2), (2,0)",
    # ranges
    "W3": "slide orthogonal 3",
    "R4": "slide orthogonal 4",
    "R1": "step orthogonal",
    "F0": "slide diagonal",
    "WW": "slide orthogonal",
    "KK": "slide any",
    "K2": "slide any 2",
    "NN": "ride (2,1)",
    "N0": "ride (2,1)",
    "N2": "ride (2,1) 2",
    "DD": "ride (2,0)",
    "(4,1)(4,1)": "ride (4,1)",
    "(4,1)2": "ride (4,1) 2",
    # directions along lines and diagonals
    "fW": "step forward",
    "bW": "step backward",
    "lW": "step left",
    "rR": "slide right",
    "vR": "slide forward, backward",
    "sW": "step sideways",
    "fsW": "step forward, sideways",
    "frW": "step forward, right",
    "ffW": "step forward",
    "fF": "step forward-left, forward-right",
    "bB": "slide backward-left, backward-right",
    "lF": "step forward-left, backward-left",
    "frF": "step forward-right",
    "fsF": "step forward-left, forward-right",
    "blbrF": "step backward-left, backward-right",
    "vF": "step diagonal",
    "fK": "step forward, forward-left, forward-right",
    "WfF": "step orthogonal, forward-left, forward-right",
    "fD": "leap 2 forward",
    "sH": "leap 3 sideways",
    "fA": "leap 2 forward 2 sideways",
    "flA": "leap 2 forward 2 left",
    # directions of oblique leaps: narrow, wide, halves
    "fN": "leap 2 forward 1 sideways",
    "ffN": "leap 2 forward 1 sideways",
    "bN": "leap 2 backward 1 sideways",
    "rN": "leap 2 right 1 forward leap 2 right 1 backward",
    "vN": "leap 2 forward 1 sideways leap 2 backward 1 sideways",
    "sN": "leap 1 forward 2 sideways leap 1 backward 2 sideways",
    "fsN": "leap 1 forward 2 sideways",
    "frN": "leap 1 forward 2 right",
    "rfN": "leap 2 forward 1 right",
    "rvN": "leap 2 forward 1 right leap 2 backward 1 right",
    "ffrrN": "leap 2 forward 1 sideways leap 2 right 1 forward leap 2 right 1 backward",
    "fhC": "leap 3 forward 1 sideways leap 1 forward 3 sideways",
    "hrN": "leap 2 forward 1 right leap 2 right 1 backward leap 2 backward 1 left"
    " leap 2 left 1 forward",
    "hlZ": "leap 3 forward 2 left leap 3 left 2 backward leap 3 backward 2 right"
    " leap 3 right 2 forward",
    # what a move does
    "mW": "step orthogonal to empty",
    "cF": "step diagonal to enemy",
    "mcW": "step orthogonal",
    "mRcN": "slide orthogonal to empty leap (2,1) to enemy",
    "iW": "step orthogonal first",
    "ceF": "step diagonal to enemy step diagonal en passant",
    "ifmnD": "slide forward 2..2 to empty first leaving en passant",
    # lame, jumping and hopping
    "nD": "slide orthogonal 2..2",
    "nG": "slide diagonal 3..3",
    "nN": "step orthogonal then step outward",
    "nC": "slide orthogonal 2..2 then step outward",
    "nZ": "step orthogonal then slide outward 2..2",
    "fnN": "step forward then step outward",
    "snN": "step sideways then step outward",
    "lfnNrfnN": "step forward then step outward",
    "hrnNhlnN": "step orthogonal then step outward",
    "jD": "slide orthogonal 2..2 over 1 landing next",
    "fjA": "slide forward-left, forward-right 2..2 over 1 landing next",
    "jR": "leap (2,0) or then slide same",
    "jB3": "leap (2,2) or then slide same 1",
    "jW2": "leap (2,0)",
    "pR": "slide orthogonal over 1",
    "mRcpR": "slide orthogonal to empty slide orthogonal over 1 to enemy",
    "gQ": "slide any over 1 landing next",
    "gR3": "slide orthogonal 3 over 1 landing next",
    "pNN": "ride (2,1) over 1",
    "fcpB": "slide forward-left, forward-right over 1 to enemy",
    # legs in brackets
    "t[FR]": "step diagonal or then slide outward",
    "[FR]": "step diagonal or then slide outward",
    "[F?R]": "step diagonal or then slide outward",
    "[F-R]": "step diagonal then slide outward",
    "mt[WB]": "step orthogonal or then slide outward to empty",
    "t[fFR]": "step forward-left, forward-right or then slide outward",
    "[W?W-F3]": "step orthogonal or then step same then slide outward 3",
    "[N?B]": "leap (2,1) or then slide same",
    "[D-R]": "leap (2,0) then slide same",
    "[RB]": "slide orthogonal or then slide outward",
    "[W-sW]": "step orthogonal then step left, right",
    "[K-sK]": "step any then step sideways",
    "[F-K]": "step diagonal then step same step diagonal then step outward",
    # legs joined by a
    "afsW": "step orthogonal then step outward",
    "mafsF": "step diagonal then step outward",
    "afsK": "step any then step outward",
    "mafsmafW": "step orthogonal then step outward then step same",
    "yafsF": "step diagonal then slide outward",
    "yafB": "slide diagonal then step same",
    "asR": "slide orthogonal then slide sideways",
    "afR2": "slide orthogonal 2 then slide same 2",
    "fafsW": "step forward then step outward",
    "aF": "step diagonal then step same, sideways",
    "iafmW": "step orthogonal then step same to empty first",
}


def text_of(board: str, entry: str) -> str:
    return f"""
        game "Board" {{}}
        board {{ {board} }}
        piece Man "M" {{ {entry} }}
        setup {{ White Man a1 b2 Black Man f6 f5 }}
        goal {{ draw stalemate }}
    """


def lines(board: str, entry: str) -> list[list[set[object]]]:
    """By player and square what a man may run along."""
    tables = lower(game_of(text_of(board, entry)))
    return [
        [{(one.stops, one.screens, one.landing_next, one.needs) for one in own} for own in side[0]]
        for side in tables.lines
    ]


@pytest.mark.parametrize("betza", LONG)
def test_it_means_the_long_form(betza: str) -> None:
    for name, board in BOARDS.items():
        expected = lines(board, LONG[betza])
        assert lines(board, f'betza "{betza}"') == expected, name
        assert any(map(any, expected)) or name != "plain"


def test_k_in_a_later_leg_turns_anywhere_but_back() -> None:
    turns = "[W-fsF][W-bsF][W-f W][W-s W][F-fs W][F-bs W][F-f F][F-s F]".replace(" ", "")
    assert lines(BOARDS["plain"], 'betza "aK"') == lines(BOARDS["plain"], f'betza "{turns}"')


CHESS = """
    game "Chess" {}
    board { grid 8 x 8 orientation White north symmetry reflection }
    piece King "K" royal {
        betza "K"
        castle e1 -> g1 with Rook h1 -> f1
        castle e1 -> c1 with Rook a1 -> d1
    }
    piece Queen  "Q" { betza "Q" }
    piece Rook   "R" { betza "R" }
    piece Bishop "B" { betza "B" }
    piece Knight "N" { leap (2,1) }
    piece Pawn   "P" {
        betza "fmWfceF ifmnD"
        promotes to Queen, Rook, Bishop, Knight on rank 8
    }
    setup { White King e1, Queen d1, Rook a1 h1, Bishop c1 f1, Knight b1 g1, Pawn a2:h2 }
    goal { win checkmate draw stalemate }
"""


def test_chess_in_betza_notation() -> None:
    """The perft numbers of orthodox chess, known to everyone; en passant is there from ply 5 on."""
    assert [perft(rules_of(CHESS).start(), depth) for depth in (1, 2, 3)] == [20, 400, 8902]


def test_like_copies_it_and_variants_replace_it() -> None:
    text = changed(CHESS, ('"Q" { betza "Q" }', '"Q" { like Rook, Bishop }'))
    text += 'variant "Short" { piece Bishop "B" { betza "B1" } }'
    assert perft(rules_of(text).start(), 3) == 8902
    assert perft(rules_of(text, "Short").start(), 3) < 8902


def test_a_move_points_at_its_letters() -> None:
    game = game_of(CHESS)
    assert [one.span.text for one in game.pieces[5].movements] == ["fmW", "fceF", "fceF", "ifmnD"]


LETTERS = "WFDNAHCLZJGKRBQOUfblrvshmceinjpgyatdz[]?-(),0123 xé!"
ANYTHING = st.text(
    st.sampled_from(LETTERS) | st.characters(codec="utf-8", exclude_characters='"\n'),
    max_size=12,
)
LIKELY = st.from_regex(
    re.compile(
        r"([fblrvsh]{0,3}[mceinjpg]{0,2}(a[fblrs]{1,2}m?){0,2}[WFDNACZKRBQ]([0-9]|NN)?){1,4}"
        r"|[fsm]{0,2}t?\[[flrs]{0,2}[WFDNKRB][0-3]?[?-]?[fsb]{0,2}[WFKRBQ]\]",
        re.ASCII,
    ),
    fullmatch=True,
)


@settings(max_examples=300, deadline=None)
@given(betza=ANYTHING | LIKELY, board=st.sampled_from(sorted(BOARDS)))
def test_any_string_is_read_or_refused_with_its_place(betza: str, board: str) -> None:
    text = text_of(BOARDS[board], f'betza "{betza}"')
    for finding in findings(text):
        assert finding.span is not None
        assert text.index(betza) - 1 <= finding.span.start < finding.span.end <= len(text)


def findings(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a game, which moves if nothing is."""
    try:
        perft(rules_of(text).start(), 1)
    except RulecError as error:
        return error.diagnostics
    return ()


def test_a_long_string_is_refused_quickly() -> None:
    for betza in ("W" * 4000, "a" * 4000 + "W", "[" * 4000, f"[{'K' * 2000}]", "fK" * 2000):
        with pytest.raises(RulecError):
            rules_of(text_of(BOARDS["plain"], f'betza "{betza}"'))
