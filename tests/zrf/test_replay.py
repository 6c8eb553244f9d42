"""Recorded games: reading them, and playing them against the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from rulec.cli.replay import command
from rulec.syntax.diagnostics import RulecError
from rulec.syntax.source import Source
from rulec.zrf.api import load, replay
from rulec.zrf.notation import taken_apart
from rulec.zrf.replay import Likeness
from rulec.zrf.replay import replay as play_record
from rulec.zrf.report import Report
from rulec.zrf.saved import read_saved

CHESS = Path(__file__).parent.parent / "golden" / "zrf" / "chess.zrf"

RULES = load(CHESS)

HEAD = (
    "Zillions Save Game File Version 0.02 HC\r\nRulesFile=C:\\x\\chess.zrf\r\nVariantName=Chess\r\n"
)

SHORT_GAME = """1. Pawn f2 - f3
1. Pawn e7 - e5
2. Pawn g2 - g4
2. Queen d8 - h4
"""

CASTLING = """1. Pawn e2 - e4
1. Pawn e7 - e5
2. Knight g1 - f3
2. Knight b8 - c6
3. Bishop f1 - b5
3. Knight g8 - f6
4. King e1 - g1 @ f1 0 0 Rook h1 - f1 @ g1 0 0
"""


def record(folder: Path, moves: str) -> Path:
    path = folder / "game.zsg"
    path.write_bytes((HEAD + moves.replace("\n", "\r\n")).encode())
    return path


def test_a_game_to_its_end(tmp_path: Path) -> None:
    rules, played = replay(CHESS, record(tmp_path, SHORT_GAME))
    assert played.failure is None
    assert played.found == {Likeness.TEXT: 4}
    result = rules.result(played.position)
    assert result is not None
    assert (result.winner, result.reason) == (1, "checkmate")
    assert result.rule is not None
    assert result.rule.span.text.startswith("(loss-condition")


def test_effects_in_another_order_are_found(tmp_path: Path) -> None:
    _, played = replay(CHESS, record(tmp_path, CASTLING))
    assert played.failure is None
    assert played.found == {Likeness.TEXT: 6, Likeness.EFFECTS: 1}


def test_an_illegal_move_is_shown_with_legal_ones(tmp_path: Path) -> None:
    _, played = replay(CHESS, record(tmp_path, "1. Pawn e2 - e5\n"))
    assert played.failure is not None
    assert played.failure.code == "Z280"
    assert played.failure.span is not None
    assert played.failure.span.line == 4
    assert "Pawn e2 - e4" in played.nearest


def test_edits(tmp_path: Path) -> None:
    rules, played = replay(CHESS, record(tmp_path, "(x d8)\n(White Queen d8)\n1. Queen d8 x e8\n"))
    assert played.failure is None
    result = rules.result(played.position)
    assert result is not None
    assert (result.winner, result.reason) == (0, "capture")
    _, wrong = replay(CHESS, record(tmp_path, "(White Dragon d8)\n"))
    assert wrong.failure is not None
    assert wrong.failure.code == "Z281"


def test_plain_records(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(
        "rulec record\nvariant Chess\n# fool's mate\nf2f3\ne7e5\ng2g4 # ?\nQueen d8 - h4\n"
    )
    rules, played = replay(CHESS, path)
    assert played.failure is None
    assert rules.result(played.position) is not None


@pytest.mark.parametrize(
    ("content", "code"), [("1. e4 e5\n", "Z120"), (HEAD + "1. Pawn e2 - e4\nwhat\n", "Z121")]
)
def test_files_that_are_no_records(tmp_path: Path, content: str, code: str) -> None:
    path = tmp_path / "game.zsg"
    path.write_text(content)
    with pytest.raises(RulecError) as error:
        replay(CHESS, path)
    assert [finding.code for finding in error.value.diagnostics] == [code]


def test_reading_a_record() -> None:
    saved = read_saved(Source("game", HEAD + "(White Rook e4)\r\n1. Pass\r\n"), Report())
    assert saved is not None
    assert (saved.rules, saved.variant, len(saved.moves)) == ("chess.zrf", "Chess", 2)


@pytest.mark.parametrize(
    ("recorded", "kinds"),
    [
        ("Pawn e2 - e4", "part"),
        ("partial 3 Pawn e2 x e4 = Queen", "part become"),
        ("Rook a1 - b1 x c1 = Queen on c3 d4 @ b1 0 1", "part capture become become set"),
        ("White Pawn e4 flip e5", "create flip"),
        ("Pawn", None),
        ("", ""),
    ],
)
def test_notation_is_taken_apart(recorded: str, kinds: str | None) -> None:
    things = taken_apart(RULES.game, recorded)
    assert kinds == (None if things is None else " ".join(thing.kind for thing in things))


WORDS = ["Pawn", "e2", "-", "e4", "x", "=", "on", "@", "0", "White", "flip", "partial", "+", "Pass"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=8).map(" ".join))
def test_any_recorded_move_is_played_or_refused(line: str) -> None:
    report = Report()
    saved = read_saved(Source("game", f"{HEAD}1. {line}\r\n"), report)
    assert saved is not None
    played = play_record(RULES, saved)
    assert played.failure is None or played.failure.code == "Z280"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_record_or_an_error(text: str) -> None:
    report = Report()
    assert (read_saved(Source("game", text), report) is None) is report.has_errors


def test_command(tmp_path: Path) -> None:
    runner = CliRunner()
    good = runner.invoke(command, [str(CHESS), str(record(tmp_path, SHORT_GAME))])
    assert good.exit_code == 0
    assert "all 4 moves are allowed" in good.stdout
    assert "Black wins: checkmate" in good.stdout
    answer = runner.invoke(
        command, [str(CHESS), str(record(tmp_path, "1. Pawn a2 - a5\n")), "--json"]
    )
    assert answer.exit_code == 1
    assert json.loads(answer.stdout)["errors"][0]["code"] == "Z280"
    bad = runner.invoke(command, [str(CHESS), str(record(tmp_path, "1. Pawn a2 - a5\n"))])
    assert bad.exit_code == 1
    assert "Pawn a2 - a4" in bad.stdout
    assert "Z280" in bad.stderr
    missing = runner.invoke(command, [str(CHESS), str(tmp_path / "none.zsg")])
    assert missing.exit_code == 2
    assert "does not exist" in missing.stderr
