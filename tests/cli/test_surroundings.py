"""What is round a command: cache, streams, file names, terminals. Never a traceback."""

import json
import os
from pathlib import Path

import pytest

from tests.support.command import ENVIRONMENT, rulec, run, shell
from tests.support.games import PLAIN_CHESS, ROLLERBALL, ROOT

FAULTY = ROOT / "tests" / "cases" / "errors" / "E201-piece.rules"
CHESS = PLAIN_CHESS.read_text(encoding="utf-8")


@pytest.mark.parametrize("cache", ["/dev/null", "{}/file", ""])
def test_no_cache_folder_is_no_trouble(cache: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    places = {"HOME": str(tmp_path / "nobody"), "XDG_CACHE_HOME": cache.format(tmp_path)}
    ran = run("check", ROLLERBALL, environment=ENVIRONMENT | places)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    for _ in range(2):
        environment = ENVIRONMENT | {"XDG_CACHE_HOME": str(tmp_path)}
        ran = run("moves", ROLLERBALL, "--json", environment=environment)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert len(json.loads(ran.stdout)["moves"]) == 7
        for file in (tmp_path / "rulec").iterdir():
            file.write_bytes(b"junk")


def test_the_cache_knows_an_edited_file(tmp_path: Path) -> None:
    environment = ENVIRONMENT | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    game = tmp_path / "game.rules"
    longer = CHESS.replace("slide forward 2 ", "slide forward 3 ")
    for text, count in ((CHESS, 20), (longer, 28)):
        game.write_text(text, encoding="utf-8")
        report = json.loads(run("moves", game, "--json", environment=environment).stdout)
        assert len(report["moves"]) == count


@pytest.mark.parametrize("command", ["moves {game}", "dump {game}", "check {faulty}"])
@pytest.mark.parametrize("streams", [">&-", "| true", ">&- 2>&-"])
def test_nobody_listening(command: str, streams: str) -> None:
    """Standard output closed, or closed by its reader half way."""
    line = command.format(game=ROLLERBALL, faulty=FAULTY)
    assert "Traceback" not in shell(f"rulec {line} {streams}").stderr


def test_nobody_asking() -> None:
    ran = shell(f"rulec moves {ROLLERBALL} --fen - <&-")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_said_so() -> None:
    ran = shell(f"rulec dump {ROLLERBALL} >/dev/full")
    assert (ran.returncode, ran.stderr) == (1, "Error: No space left on device\n")


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\x1b.rules"
    Path(os.fsdecode(name)).write_bytes(ROLLERBALL.read_bytes())
    ran = run("check", name)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("/\\udcff\\x1b.rules: no findings\n")


def test_goals_are_shown_without_comments(tmp_path: Path) -> None:
    game = tmp_path / "game.rules"
    text = CHESS.replace("draw stalemate", "draw # \x1b[2J evil\n stalemate")
    game.write_text(text, encoding="utf-8")
    shown = rulec("show", game, "--fen", "7k/5Q2/6K1/8/8/8/8/8 b").stdout
    assert shown.splitlines()[-1].startswith("draw: draw stalemate (")


def test_a_terminal_without_the_letter(tmp_path: Path) -> None:
    game = tmp_path / "żywy.rules"
    game.write_bytes(ROLLERBALL.read_bytes())
    ran = run("check", game, environment=ENVIRONMENT | {"PYTHONIOENCODING": "latin-1"})
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("/\\u017cywy.rules: no findings\n")
