"""Lowering: lines and their limit."""

from pathlib import Path

import pytest

from rulec.model.load import load
from rulec.model.lower import lower
from rulec.play.position import Rules
from rulec.syntax.diagnostics import RulecError
from tests.support.games import PLAIN_CHESS, ROOT, changed, game_of, plain_chess, rules_of

CHESS = PLAIN_CHESS.read_text(encoding="utf-8")
QUEEN = 'piece Queen  "Q" { slide any }'


def targets(rules: Rules, piece: str, square: str, player: int = 0) -> set[str]:
    game = rules.game
    number = [one.name for one in game.pieces].index(piece)
    lines = rules.tables.lines[player][number][game.board.by_name[square]]
    return {
        game.board.squares[stop.square].name for line in lines for stop in line.stops if stop.ends
    }


def test_a_game_with_too_many_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulec.model.lower.MOST_PASSED", 1000)
    with pytest.raises(RulecError) as caught:
        lower(plain_chess().game)
    (finding,) = caught.value.diagnostics
    assert finding.code == "E403"
    assert finding.span is not None
    assert finding.span.text == "slide any"


@pytest.mark.parametrize(
    ("movement", "square", "expected"),
    [
        ("step orthogonal", "a1", "a2 b1"),
        ("step n, sw, east", "d4", "d5 c3 e4"),
        ("slide forward 2", "d4", "d5 d6"),
        ("slide forward 2..3", "d4", "d6 d7"),
        ("step backward-left, sideways", "d4", "c3 c4 e4"),
        ("leap (2,1)", "a1", "b3 c2"),
        ("leap (3,0)", "a1", "a4 d1"),
        ("leap 2 forward 1 sideways", "d4", "c6 e6"),
        ("leap 1 backward", "d4", "d3"),
        ("ride (2,1)", "a1", "b3 c5 d7 c2 e3 g4"),
        ("ride (2,1) 2", "a1", "b3 c5 c2 e3"),
        ("step orthogonal then step outward", "a1", "b3 c2"),
        ("step diagonal or then slide outward", "a1", "b2 b3 b4 b5 b6 b7 b8 c2 d2 e2 f2 g2 h2"),
        ("step north then step same then step back", "a1", "a2"),
        ("step any from rank 2", "d4", ""),
        ("step any to file d", "d4", "d3 d5"),
        ("slide orthogonal within c3:d6", "d4", "d3 d5 d6 c4"),
    ],
)
def test_paths(movement: str, square: str, expected: str) -> None:
    rules = rules_of(changed(CHESS, (QUEEN, f'piece Queen "Q" {{ {movement} }}')))
    assert targets(rules, "Queen", square) == set(expected.split())


SMALL = [path for path in sorted((ROOT / "games").glob("*.rules")) if path.stat().st_size < 1700]
"""Games that are lowered quickly."""


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_what_both_players_share_is_what_each_would_have(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines are made once for pieces whose rules do not tell the players apart."""
    game = load(path)
    shared = lower(game)
    monkeypatch.setattr("rulec.model.lower._same_for_both", lambda *_: False)
    apart = lower(game)
    assert [[[set(ray) for ray in piece] for piece in side] for side in shared.lines] == [
        [[set(ray) for ray in piece] for piece in side] for side in apart.lines
    ]


def test_the_second_player_sees_the_board_mirrored() -> None:
    rules = rules_of(
        changed(CHESS, (QUEEN, 'piece Queen "Q" { step north, forward-left from rank 2 }'))
    )
    assert targets(rules, "Queen", "d2", 0) == {"d3", "c3"}
    assert targets(rules, "Queen", "d7", 1) == {"d6", "e6"}
    assert targets(rules, "Queen", "d2", 1) == set()


def test_two_rules_that_give_one_line_give_it_once() -> None:
    game = game_of(
        changed(CHESS, (QUEEN, 'piece Queen "Q" { slide any step north slide north 1 }'))
    )
    queen = [piece.name for piece in game.pieces].index("Queen")
    lines = lower(game).lines[0][queen][game.board.by_name["d4"]]
    assert len({line.squares for line in lines}) == len(lines) == 9
