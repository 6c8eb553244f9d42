"""The command: exit statuses, JSON, pages, saved witnesses, escaping."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulec.cli import main

ROOT = Path(__file__).parents[2]
ROLLERBALL = f"rules:{ROOT / 'rollerball.rules'}"
QUICK = ("--depth", "1", "--games", "1", "--plies", "10")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["crosscheck", *arguments])


def test_equal() -> None:
    result = run(ROLLERBALL, ROLLERBALL, *QUICK, "--no-sparse")
    assert result.exit_code == 0
    assert "\nequal\n" in result.output


def test_different_saved_and_run_again(tmp_path: Path) -> None:
    saved, page = tmp_path / "w.json", tmp_path / "page.html"
    literal = f"{ROLLERBALL}#Literal"
    result = run(ROLLERBALL, literal, *QUICK, "--save", str(saved), "--html", str(page))
    assert result.exit_code == 1
    assert "1. B has a ray of Rook (straight) that A has not" in result.output
    assert "rollerball.rules:47:22" in result.output
    text = page.read_text()
    assert "<svg" in text
    assert "B has a ray of Rook" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    again = run("--witness", str(saved))
    assert again.exit_code == 1
    assert "only in B: " in again.output
    mended = run("--witness", str(saved), ROLLERBALL, ROLLERBALL)
    assert mended.exit_code == 0
    assert "agree: " in mended.output
    plain = json.loads(run("--witness", str(saved), "--json").output)
    assert plain["verdict"] == "different"
    assert len(plain["cases"]) == 1


def test_json() -> None:
    result = run(ROLLERBALL, f"{ROLLERBALL}#Stop", *QUICK, "--json")
    report = json.loads(result.output)
    assert report["verdict"] == "different"
    [cause] = report["causes"]
    assert (cause["kind"], cause["piece"], cause["shape"]) == ("ray", "Bishop", "reflection")
    assert set(cause["squares"]) == {"a1-a3", "a7-c7", "g7-g5", "g1-e1"}
    assert cause["witness"]["only"][1] == []
    assert sum(report["searches"].values()) == report["positions"]


def test_lines_from_a_file(tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text(
        "# a game, a position, a game from a position\n\n"
        "start moves e1f1 c7b7\n"
        "7/7/7/6k/7/r5K/7 b - 0\n"
        "7/4K2/7/1k5/7/7/R5r w K moves e6d6\n"
    )
    alone = ("--depth", "0", "--games", "0", "--no-sparse", "--lines", str(lines))
    result = run(ROLLERBALL, f"{ROLLERBALL}#Literal", *alone, "--json")
    assert json.loads(result.output)["searches"] == {"given lines": 6}
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [("nonsense\n7/7 x\n", "E702"), ("7/7/7/7/7/7/7 x - 0\n", "E702")],
)
def test_bad_lines(tmp_path: Path, text: str, code: str) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text(text)
    result = run(ROLLERBALL, ROLLERBALL, "--lines", str(lines))
    assert result.exit_code == 2
    assert code in result.output


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"witnesses": 1}', '{"witnesses": 99}', "[" * 9999]
)
def test_bad_witnesses(tmp_path: Path, text: str) -> None:
    path = tmp_path / "w.json"
    path.write_text(text)
    result = run("--witness", str(path))
    assert result.exit_code == 2
    assert "E705" in result.output


def test_nothing_can_be_written(tmp_path: Path) -> None:
    path = str(tmp_path / "no" / "w.json")
    result = run(ROLLERBALL, ROLLERBALL, *QUICK, "--no-sparse", "--save", path)
    assert result.exit_code == 2
    assert "E706" in result.output


def test_misuse() -> None:
    assert run(ROLLERBALL).exit_code == 2
    assert "E701" in run("what:ever", ROLLERBALL).output
    assert json.loads(run("what:ever", ROLLERBALL, "--json").output)["errors"][0]["code"] == "E701"


def test_what_an_engine_says_is_escaped(tmp_path: Path) -> None:
    program = tmp_path / "evil.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('hello'):\n"
        "        print('hello evil', flush=True)\n"
        "    else:\n"
        "        print('<script>alert(1)</script>\\x1b[31m', file=sys.stderr)\n"
        "        sys.exit(1)\n"
    )
    page = tmp_path / "page.html"
    result = run(ROLLERBALL, f"exec:{sys.executable} {program}", *QUICK, "--html", str(page))
    assert result.exit_code == 2
    assert "could not compare" in result.output
    assert "\x1b" not in result.output
    assert "<script>" not in page.read_text()
    assert "&lt;script&gt;" in page.read_text()
