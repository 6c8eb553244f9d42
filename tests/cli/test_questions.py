"""`rulec moves`, `perft` and `show`."""

import json
import os
import sys

import pytest

from rulec.cli import main
from tests.support.command import answer, rulec
from tests.support.games import ROLLERBALL


def test_moves_json() -> None:
    assert answer("moves", ROLLERBALL, "--json") == {
        "game": "Rollerball",
        "variant": None,
        "fen": "2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w - 0 1",
        "side": "w",
        "check": False,
        "moves": ["c1b1", "c1b2", "c2b1", "c2b2", "c2b3", "e1f1", "e2f2"],
        "result": None,
    }


def test_moves_after_moves_from_a_square() -> None:
    report = answer("moves", ROLLERBALL, "--moves", "c2b3 c7b7", "--from", "d2", "--json")
    assert report["moves"] == ["d2c2"]
    assert report["fen"].endswith(" w - 2 2")


def test_a_result_says_who_why_and_where() -> None:
    won = "--fen", "7/2K4/7/7/7/1RR4/k6 w K", "--moves", "c6d6"
    report = answer("moves", ROLLERBALL, *won, "--json")
    assert report["result"]["winner"] == "w"
    assert report["result"]["reason"] == "reach"
    line = ROLLERBALL.read_text(encoding="utf-8").splitlines()[report["result"]["rule"]["line"] - 1]
    assert "King on enemy throne" in line
    shown = rulec("show", ROLLERBALL, *won).stdout
    assert "White wins: win King on enemy throne after start-line (" in shown


def test_errors_as_json() -> None:
    report = answer("moves", ROLLERBALL, "--fen", "7/7/7/7/7/7/9 w", "--json")
    (error,) = report["errors"]
    assert (error["code"], error["file"], error["column"]) == ("E501", "FEN", 13)


def test_a_stream_of_positions_is_answered_line_by_line() -> None:
    start = "2rbp2/2rkp2/7/7/7/2PKR2/2PBR2"
    lines = [f"{start} w", "nonsense", f"{start} b", "x" * 20_000, f"{start} w"]
    result = rulec("moves", ROLLERBALL, "--fen", "-", text="\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["errors" in one for one in answers] == [False, True, False, True, False]
    assert [one.get("side") for one in answers] == ["w", None, "b", None, "w"]
    assert result.exit_code == 1


def test_a_stream_of_bytes_that_are_no_text() -> None:
    result = rulec("moves", ROLLERBALL, "--fen", "-", text=b"\xff\xfe w\n\n\x00\n")
    assert ["errors" in json.loads(line) for line in result.stdout.splitlines()] == [True, True]


def test_an_empty_stream() -> None:
    result = rulec("moves", ROLLERBALL, "--fen", "-", text="")
    assert (result.exit_code, result.stdout) == (0, "")


def test_perft_json() -> None:
    report = answer("perft", ROLLERBALL, "3", "--divide", "--json")
    assert (report["depth"], report["nodes"]) == (3, 476)
    assert sum(report["divide"].values()) == 476
    assert report["variant"] is None


def _written(master: int) -> str:
    """All that was written to a terminal that has been closed."""
    told = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # so Linux says that there is no more
            part = b""
        if not part:
            os.close(master)
            return told.decode()
        told += part


def test_a_long_perft_tells_on_a_terminal_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulec.cli.perft._QUIET_SECONDS", 0.0)
    master, slave = os.openpty()
    with os.fdopen(slave, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        main(["perft", str(ROLLERBALL), "3"], standalone_mode=False)
    monkeypatch.undo()
    lines = _written(master).split("\r")
    assert lines[1] == "1 of 7 first moves, 77 leaves\x1b[K"
    assert lines[7] == "7 of 7 first moves, 476 leaves\x1b[K"
    assert lines[8:] == ["\x1b[K"]  # wiped in the end
    assert capsys.readouterr().out.startswith("476 leaves at depth 3")


def test_perft_tells_nothing_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulec.cli.perft._QUIET_SECONDS", 0.0)
    assert rulec("perft", ROLLERBALL, "3").stderr == ""


def test_perft_on_two_processes_prints_the_same() -> None:
    one, two = (
        answer("perft", ROLLERBALL, "4", "--divide", "--json", "--jobs", jobs) for jobs in (1, 2)
    )
    assert one["divide"] == two["divide"]
    assert one["nodes"] == two["nodes"] == 4652


def test_perft_of_a_variant_from_a_position() -> None:
    fen = "2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w"
    assert answer("perft", ROLLERBALL, "3", "--variant", "Literal", "--json")["nodes"] == 483
    assert answer("perft", ROLLERBALL, "3", "--fen", fen, "--json")["nodes"] == 476


def test_show_draws_holes_as_blanks_and_marks_targets() -> None:
    result = rulec("show", ROLLERBALL, "--moves-of", "e1")
    assert result.stdout.splitlines()[2] == "5  .  .           .  ."
    assert result.stdout.splitlines()[6] == "1  .  .  P  B  R  *  ."
