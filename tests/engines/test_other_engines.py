"""python-chess, Fairy-Stockfish, UCI programs and Zillions files against this package's rules."""

import importlib.util
import shlex
import sys
from pathlib import Path

import pytest

from rulec.crosscheck.causes import Kind
from rulec.crosscheck.plan import Plan
from rulec.crosscheck.run import Report, Verdict, crosscheck

ROOT = Path(__file__).parents[2]
CHESS = f"rules:{ROOT / 'games' / 'classic-chess.rules'}"
ROLLERBALL = f"rules:{ROOT / 'rollerball.rules'}"

LINES = Plan(depth=2, games=4, plies=60, sparse=False)


def only_material(report: Report) -> bool:
    """Our chess draws lone kings only; the others also know that a knight does not suffice."""
    return all(
        finding.group.cause.kind is Kind.ENDING and "material" in str(finding.group.cause.endings)
        for finding in report.findings
    )


def test_python_chess() -> None:
    assert crosscheck(CHESS, "chess:", LINES).verdict is Verdict.EQUAL


@pytest.mark.slow
def test_python_chess_in_positions_made_for_it() -> None:
    report = crosscheck(CHESS, "chess:", Plan(depth=3, games=30))
    assert only_material(report)
    assert [item.key for item in report.items if not report.notebook.coverage[item.key]] == []


@pytest.mark.skipif(importlib.util.find_spec("pyffish") is None, reason="needs pyffish")
def test_fairy_stockfish() -> None:
    report = crosscheck(CHESS, "fairy:chess", Plan(depth=1, games=1, plies=30, sparse=False))
    assert report.verdict is Verdict.EQUAL


UCI = """
import sys, chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("id name toy\\nuciok", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[0] == "position":
        end = words.index("moves") if "moves" in words else len(words)
        fen = words[2:end]
        board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(fen))
        for move in words[end + 1:]:
            board.push_uci(move)
    elif words[:2] == ["go", "perft"]:
        for move in board.legal_moves:
            print(f"{move.uci()}: 1")
        print("\\nNodes searched: 0", flush=True)
"""


def test_uci(tmp_path: Path) -> None:
    program = tmp_path / "toy.py"
    program.write_text(UCI)
    spec = f"uci:{shlex.join([sys.executable, str(program)])}"
    report = crosscheck(CHESS, spec, LINES)
    assert report.verdict is Verdict.EQUAL
    assert not report.endings_compared


def test_a_program_that_does_not_speak_uci() -> None:
    report = crosscheck(CHESS, f"uci:{sys.executable} -c pass", LINES)
    assert report.verdict is Verdict.FAILED
    assert report.failure is not None
    assert "ended with exit code 0" in report.failure.error


def test_an_emitted_zillions_file() -> None:
    emitted = ROOT / "tests" / "golden" / "zrf-out" / "rollerball.zrf"
    report = crosscheck(ROLLERBALL, f"zrf:{emitted}", Plan(depth=2, games=4, plies=80))
    assert report.verdict is Verdict.EQUAL
    assert report.endings_compared
