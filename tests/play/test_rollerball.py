"""Rollerball against everything that is known about it."""

import pytest

from rulec.play.notation import parse_fen, parse_move
from rulec.play.perft import perft
from rulec.syntax.diagnostics import RulecError
from tests.support import facts
from tests.support.games import rollerball


@pytest.mark.parametrize("check", facts.ALL, ids=lambda check: check.__name__)
def test_rollerball_is_as_known(check: facts.Check) -> None:
    check(rollerball)


@pytest.mark.parametrize(
    ("piece", "square", "rays"),
    [
        ("Rook", "g1", "g2 | f1 e1 d1 c1 b1 a1 a2 a3 a4 a5 a6 a7"),
        ("Rook", "f1", "f2 | g1 | e1 d1 c1 b1 a1 a2 a3 a4 a5 a6 a7"),
        ("Rook", "b1", "b2 b3 b4 b5 b6 b7 | c1 | a1 a2 a3 a4 a5 a6 a7"),
        ("Rook", "f3", "f4 | g3 | f2 f1"),
        ("Bishop", "g4", "f5 | f3 e2 d1 c2 b3 a4"),
        ("Bishop", "b2", "c1 | a3 b4 | a1"),
        ("Bishop", "g1", "f2 e1"),
        ("Bishop", "c2", "d1 | b1 a2 | b3 a4 b5 c6 d7"),
        ("Pawn", "f3", "g2 | f2 | e2"),
        ("Pawn", "g1", "f1 | f2"),
    ],
)
def test_the_rule_sheets_examples(piece: str, square: str, rays: str) -> None:
    expected = {tuple(ray.split()) for ray in rays.split("|")}
    assert facts.rays_from(rollerball(), 0, piece, square) == expected


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("7/1rK4/7/7/5k1/7/7 w K", "c6d6"),
        ("2b4/2K4/7/7/5k1/7/R6 w K", "c6d6"),
    ],
)
def test_the_throne_must_be_safe(fen: str, move: str) -> None:
    position = parse_fen(rollerball(), fen)
    with pytest.raises(RulecError, match="cannot move to d6"):
        parse_move(position, move)


@pytest.mark.parametrize(
    ("variant", "counts"),
    [
        (None, [7, 49, 476, 4652, 53771]),
        ("Literal", [7, 49, 483, 4787, 56223]),
    ],
)
def test_perft(variant: str | None, counts: list[int]) -> None:
    start = rollerball(variant).start()
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


def test_perft_6() -> None:
    assert perft(rollerball().start(), 6) == 622173


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "count"), [(None, 8049487), ("Literal", 8683849)])
def test_perft_7(variant: str | None, count: int) -> None:
    assert perft(rollerball(variant).start(), 7) == count
