"""Rules read from Zillions files: approved, proved by playing, or refused."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulec.cli import main
from rulec.emit.zrf import emit
from rulec.importing.run import import_game
from rulec.model.load import load
from rulec.model.lower import lower
from rulec.play.checks import check_file
from rulec.syntax.diagnostics import RulecError

ROOT = Path(__file__).parents[2]
CHESS = ROOT / "tests" / "golden" / "zrf" / "chess.zrf"
GOLDEN = ROOT / "tests" / "golden" / "importing" / "chess.rules"

MOVES = "(define step ($1 (verify not-friend?) add))"
GAME = """
{macros}
(game
   (title "Small")
   (players White Black)
   (turn-order White Black)
   (board
      (grid (start-rectangle 0 0 50 50)
         (dimensions ("a/b/c/d/e" (50 0)) ("5/4/3/2/1" (0 50)))
         (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (se 1 1) (nw -1 -1) (sw -1 1)))
      (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw) (e e) (w w))
      (zone (name end) (players White) (positions a5 b5 c5 d5 e5))
      (zone (name end) (players Black) (positions a1 b1 c1 d1 e1)))
   (board-setup (White (King c1) (Man b2 d2)) (Black (King c5) (Man b4 d4)))
   (piece (name King) (moves (step n) (step s) (step e) (step w)))
   (piece (name Man) (moves {moves}))
   (piece (name Queen) (moves (step n) (step ne)))
   {goals}
)
"""


def small(
    folder: Path, moves: str, goals: str = "(loss-condition (White Black) (checkmated King))"
) -> Path:
    path = folder / "small.zrf"
    path.write_text(GAME.format(macros=MOVES, moves=moves, goals=goals))
    return path


def man(folder: Path, moves: str) -> str:
    """The rules of the piece Man with some blocks, on one line."""
    text = import_game(small(folder, moves), positions=40).text
    body = text.split("piece Man")[1].split("}")[0].splitlines()[1:]
    return "; ".join(line.split("#")[0].strip() for line in body if line.strip())


def test_chess_is_read_as_it_was_approved(update_golden: bool) -> None:
    found = import_game(CHESS, positions=60)
    if update_golden:
        GOLDEN.write_text(found.text, encoding="utf-8")
    assert found.text == GOLDEN.read_text(encoding="utf-8")
    assert check_file(GOLDEN) == ()
    assert found.comparison is not None
    assert found.comparison.positions == 60


@pytest.mark.parametrize(
    ("moves", "rules"),
    [
        ("(step n)", "step forward"),
        ("(n (verify empty?) add) (ne (verify enemy?) add)",
         "step north to empty; step north-east to enemy"),
        ("(n (while empty? add n) (verify not-friend?) add)", "slide forward"),
        ("(n n (verify not-friend?) add)", "leap 2 forward"),
        ("(n (verify empty?) add n (verify not-friend?) add)",
         "step forward to empty; slide forward 2..2"),
        ("(n (verify empty?) (if (in-zone? end) (add Queen) else add))",
         "step forward to empty; promotes to Queen on rank 5"),
        ("(n (verify empty?) ne (verify not-friend?) add)"
         " (n (verify empty?) nw (verify not-friend?) add)",
         "step forward then step outward"),
        ("(n (while empty? n) (verify not-empty?) n (while empty? n) (verify enemy?) add)",
         "slide forward over 1 to enemy"),
        ("((verify (in-zone? end)) s (verify not-friend?) add)", "step backward from rank 5"),
    ],
)  # fmt: skip
def test_blocks_as_movements(tmp_path: Path, moves: str, rules: str) -> None:
    assert man(tmp_path, moves) == rules


@pytest.mark.parametrize(
    ("moves", "code", "words"),
    [
        ("(n add)", "E632", "may take a piece of its own side"),
        ("(n (flip) (verify empty?) add)", "E631", "`flip` has no counterpart"),
        ("(n (verify (piece? Man)) (verify enemy?) add)", "E632", "depends on"),
        ("(n (verify empty?) add-partial)", "E631", "`add-partial` has no counterpart"),
    ],
)
def test_what_cannot_be_carried_stops_the_import(
    tmp_path: Path, moves: str, code: str, words: str
) -> None:
    path = small(tmp_path, f"(step s) {moves}")
    with pytest.raises(RulecError) as caught:
        import_game(path)
    found = caught.value.diagnostics[0]
    assert found.code == code
    assert words in found.message
    assert found.span is not None
    partial = import_game(path, partial=True)
    assert partial.comparison is None
    assert [one.code for one in partial.left_out][:1] == [code]
    assert "step backward" in partial.text


def test_goals(tmp_path: Path) -> None:
    goals = """(loss-condition (White Black) (captured King))
        (win-condition (White Black) (absolute-config Man (end)))
        (loss-condition (White Black) stalemated)"""
    text = import_game(small(tmp_path, "(step n)", goals), positions=80).text
    assert "    win extinction of King\n    win Man on rank 5\n    win stalemate\n" in text
    with pytest.raises(RulecError, match="E633"):
        import_game(small(tmp_path, "(step n)", "(win-condition (White) (pieces-remaining 3))"))


@pytest.mark.parametrize(
    ("file", "variant"),
    [("classic-chess", "Zillions"), ("mini4x5-chess", "Zillions"), ("plain-chess", None)],
)
def test_what_the_target_writes_can_be_read_back(
    tmp_path: Path, file: str, variant: str | None
) -> None:
    game = load(ROOT / "games" / f"{file}.rules", variant)
    files = emit(game, lower(game))
    (name,) = (name for name in files if name.endswith(".zrf"))
    (tmp_path / name).write_bytes(files[name])
    found = import_game(tmp_path / name, positions=60)
    assert found.comparison is not None
    assert found.comparison.difference is None


def test_the_command_writes_a_file_that_is_in_order(tmp_path: Path) -> None:
    target = tmp_path / "chess.rules"
    arguments = ["import", str(CHESS), "-o", str(target), "--positions", "30"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0
    assert "the same moves, pieces and results in 30 positions" in result.stdout
    assert CliRunner().invoke(main, ["check", str(target)]).exit_code == 0
    wrong = tmp_path / "wrong.rules"
    path = small(tmp_path, "(n add)")
    result = CliRunner().invoke(main, ["import", str(path), "-o", str(wrong)])
    assert result.exit_code == 1
    assert "error E632" in result.stderr
    assert not wrong.exists()
    result = CliRunner().invoke(main, ["import", str(path), "-o", str(wrong), "--partial"])
    assert result.exit_code == 0
    assert wrong.exists()
