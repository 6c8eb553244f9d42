"""Exit status of all commands, and `rulec check`."""

from pathlib import Path

import pytest

from rulec.syntax.source import LARGEST_FILE
from tests.support.command import answer, rulec
from tests.support.games import PLAIN_CHESS, ROLLERBALL, ROOT

FAULTY = ROOT / "tests" / "cases" / "errors" / "E201-piece.rules"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["check", ROLLERBALL], 0),
        (["check", ROLLERBALL, PLAIN_CHESS], 0),
        (["check", FAULTY], 1),
        (["check", ROLLERBALL, FAULTY], 1),
        (["check"], 2),
        (["check", "missing.rules"], 2),
        (["check", ROOT], 2),
        (["moves", ROLLERBALL], 0),
        (["moves", FAULTY], 1),
        (["moves", ROLLERBALL, "--variant", "Nothing"], 1),
        (["moves", ROLLERBALL, "--fen", "nonsense"], 1),
        (["moves", ROLLERBALL, "--moves", "e1e7"], 1),
        (["moves", ROLLERBALL, "--from", "z9"], 2),
        (["perft", ROLLERBALL, "2"], 0),
        (["perft", ROLLERBALL, "-1"], 2),
        (["perft", ROLLERBALL, "41"], 2),
        (["perft", ROLLERBALL, "many"], 2),
        (["perft", ROLLERBALL, "2", "--jobs", "0"], 2),
        (["show", ROLLERBALL], 0),
        (["show", ROLLERBALL, "--moves-of", "d4"], 2),
        (["dump", ROLLERBALL], 0),
        (["dump", FAULTY], 1),
        (["nonsense"], 2),
        (["--help"], 0),
        (["--version"], 0),
    ],
)
def test_exit_status(arguments: list[object], status: int) -> None:
    assert rulec(*arguments).exit_code == status


def test_findings_name_file_line_and_column() -> None:
    result = rulec("check", FAULTY)
    assert result.stdout == ""
    assert result.stderr.startswith(f"{FAULTY}:14:24: error E201: there is no piece `Rok`\n")


def test_check_json() -> None:
    report = answer("check", ROLLERBALL, FAULTY, "--json")
    clean, faulty = report["files"]
    assert clean == {"file": str(ROLLERBALL), "findings": []}
    (finding,) = faulty["findings"]
    assert (finding["code"], finding["line"], finding["column"]) == ("E201", 14, 24)
    assert finding["hint"] == "did you mean `Rook`?"


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    binary = tmp_path / "binary.rules"
    binary.write_bytes(bytes(range(256)))
    assert "error E106" in rulec("check", binary).stderr


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    large = tmp_path / "large.rules"
    large.write_text(" " * (LARGEST_FILE + 1), encoding="utf-8")
    assert "error E105" in rulec("check", large).stderr
    large.write_text(" " * (5 * LARGEST_FILE), encoding="utf-8")
    assert "error E105" in rulec("check", large).stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero on this system")
def test_a_file_without_an_end() -> None:
    assert "error E105" in rulec("check", "/dev/zero").stderr


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = tmp_path / "locked.rules"
    locked.write_text("", encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert f"error E107: cannot read {locked}: Permission denied" in rulec("check", locked).stderr


def test_windows_line_ends_and_byte_order_marks_are_welcome(tmp_path: Path) -> None:
    file = tmp_path / "windows.rules"
    text = FAULTY.read_text(encoding="utf-8").replace("\n", "\r\n")
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert f"{file}:14:24: error E201" in rulec("check", file).stderr


def test_an_unknown_variant_names_those_there_are() -> None:
    result = rulec("moves", ROLLERBALL, "--variant", "Literl")
    assert "error E206: there is no variant `Literl`" in result.stderr
    assert "did you mean `Literal`?" in result.stderr
