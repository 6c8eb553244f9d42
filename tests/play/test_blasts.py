"""Captures that explode: what goes with the victim, and what that makes of check."""

import pytest

from rulec.emit.targets import target
from rulec.play.notation import format_fen, format_move, parse_fen, play_text
from rulec.play.perft import perft
from rulec.play.position import Position, Rules
from rulec.syntax.diagnostics import RulecError
from tests.support.games import ROOT, game_of

ATOMIC = ROOT / "games" / "atomic.rules"
PLAIN = """
game "Blasts" {{ captures explode {blast} }}
board {{ {board}  orientation White north  symmetry none }}
piece King   "K" royal {{ step any }}
piece Rook   "R" {{ slide orthogonal }}
piece Knight "N" {{ leap (2,1) }}
setup {{ White King a1  Black King e5 }}
goal {{ win extinction of King  win checkmate  draw stalemate }}
"""


@pytest.fixture(scope="module")
def atomic() -> Rules:
    return Rules.load(ATOMIC)


def at(fen: str, blast: str = "on step any", board: str = "grid 5 x 5") -> Position:
    return parse_fen(Rules(game_of(PLAIN.format(blast=blast, board=board))), fen)


def after(position: Position, move: str) -> str:
    return format_fen(play_text(position, move)).split()[0]


def moves(position: Position, origin: str) -> set[str]:
    found = (format_move(position.rules, move) for move in position.legal_moves())
    return {text for text in found if text.startswith(origin)}


def test_perft(atomic: Rules) -> None:
    """Counts that python-chess and Fairy-Stockfish give too."""
    assert [perft(atomic.start(), depth) for depth in (1, 2, 3)] == [20, 400, 8902]


def test_a_capture_takes_off_what_stands_around_but_not_the_spared(atomic: Rules) -> None:
    position = parse_fen(atomic, "4k3/8/2npn3/3bP3/2PqP3/8/8/K2R4 w - - 0 1")
    assert after(position, "d1d4") == "4k3/8/2npn3/4P3/2P1P3/8/8/K7"


def test_en_passant_explodes_where_the_captor_comes_to(atomic: Rules) -> None:
    position = parse_fen(atomic, "4k3/3p4/2n5/4P3/4r3/8/8/K7 b - - 0 1")
    passed = play_text(position, "d7d5")
    assert after(passed, "e5d6") == "4k3/8/8/8/4r3/8/8/K7"


def test_without_on_only_the_captor_goes() -> None:
    assert after(at("4k/2n2/1nr2/1R3/K4 w", blast=""), "b2b3") == "4k/2n2/2r2/5/K4"


def test_a_blast_may_be_a_leap_and_goes_over_glued_edges() -> None:
    assert after(at("3nk/4r/5/1n2R/K4 w", blast="on leap (2,1)"), "e2e4") == "3nk/5/5/1n3/K4"
    strip = "grid 5 x 5 wrap files"
    assert after(at("2k2/n4/n3r/5/K3R w", blast="on step orthogonal", board=strip), "e1e3") == (
        "2k2/n4/5/5/K4"
    )


def test_a_king_takes_nothing_and_no_capture_beside_it_is_legal(atomic: Rules) -> None:
    position = parse_fen(atomic, "7k/8/8/8/8/8/1n6/K1R4r w - - 0 1")
    assert moves(position, "a1") == {"a1a2", "a1b1"}
    beside = parse_fen(atomic, "7k/8/8/8/8/8/1n6/K1B5 w - - 0 1")
    assert moves(beside, "c1") >= {"c1d2"}
    assert "c1b2" not in moves(beside, "c1")


def test_a_king_beside_the_enemys_is_not_in_check(atomic: Rules) -> None:
    position = parse_fen(atomic, "8/8/8/3kK3/8/8/8/4r3 w - - 0 1")
    assert not position.in_check()
    assert {"e5d4", "e5e4", "e5e6"} <= moves(position, "e5")
    away = parse_fen(atomic, "8/8/8/1k2K3/8/8/8/4r3 w - - 0 1")
    assert away.in_check()
    assert "e5e4" not in moves(away, "e5")


def test_to_blow_the_enemys_king_up_wins_even_in_check(atomic: Rules) -> None:
    position = parse_fen(atomic, "3qk3/8/8/8/8/8/8/K2R3r w - - 0 1")
    won = play_text(position, "d1d8")
    result = won.result()
    assert result is not None
    assert (result.winner, result.reason) == (0, "extinction")
    again = parse_fen(atomic, format_fen(won))
    assert format_fen(again) == format_fen(won)


def test_a_rook_that_has_been_blown_up_castles_no_more(atomic: Rules) -> None:
    position = parse_fen(atomic, "4k3/8/8/8/6n1/8/7P/4K2R b K - 0 1")
    assert format_fen(play_text(position, "g4h2")).split()[2] == "-"


@pytest.mark.parametrize(("name", "code"), [("zrf", "E604"), ("jocly", "E615")])
def test_targets_refuse_it_by_name(name: str, code: str, atomic: Rules) -> None:
    """Royal pieces that may be blown up, that is; Zillions takes it without them."""
    with pytest.raises(RulecError) as caught:
        target(name).emit(atomic.game, atomic.tables)
    found = [one for one in caught.value.diagnostics if one.code == code]
    assert [one.span.text for one in found if one.span] == [
        "captures explode on step any sparing Pawn"
    ]
