"""python-chess, Fairy-Stockfish, UCI programs and Zillions files against this package's rules."""

import importlib.util
import shlex
import sys
from pathlib import Path

import pytest

from rulec.crosscheck.causes import Kind
from rulec.crosscheck.plan import Plan
from rulec.crosscheck.run import Report, Verdict, crosscheck
from rulec.engines.protocol import EngineError, Place
from rulec.engines.setting import format_setting, holes, parse_setting
from rulec.engines.uci_engine import UciEngine

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
@pytest.mark.parametrize(
    ("rules", "variant"),
    [
        (CHESS, "chess"),
        (f"rules:{ROOT / 'games' / 'crazyhouse.rules'}", "crazyhouse"),
        (f"rules:{ROOT / 'games' / 'shogi.rules'}", "shogi"),
        (f"rules:{ROOT / 'games' / 'omega-chess.rules'}#Omicron", "omicron"),
        (f"rules:{ROOT / 'games' / 'janggi.rules'}", "janggimodern"),
    ],
)
def test_fairy_stockfish(rules: str, variant: str) -> None:
    """Drops, promotions by a sign, holes and passes are translated."""
    made = Plan(depth=0, games=0, positions=30)
    played = Plan(depth=0, games=1, plies=50, sparse=False)
    for plan in (made, played):
        assert only_material(crosscheck(rules, f"fairy:{variant}", plan))


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


LINES_OF_UCI = """
import sys
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("option name UCI_Variant type combo default chess var chess var small\\nuciok")
    elif words == ["isready"]:
        print("readyok")
    elif words[0] == "position":
        place = words[1:]
    elif words[:2] == ["go", "perft"]:
        print("info string", *place)
        for move in ("+P@a3", "P@b2", "a1a2", "e2e2", "a7a8+", "a7a8q"):
            print(f"{move}: 1")
        print("\\nNodes searched: 6")
    sys.stdout.flush()
"""


@pytest.fixture
def program(tmp_path: Path) -> list[str]:
    path = tmp_path / "lines.py"
    path.write_text(LINES_OF_UCI)
    return [sys.executable, str(path)]


def test_moves_of_a_uci_program(program: list[str]) -> None:
    engine = UciEngine(program, "uci", timeout=30)
    try:
        [view] = engine.look([Place()])
        assert view.moves == {"+P@a3", "P@b2", "a1a2", "--", "a7a8+", "a7a8q"}
        # A pass is sent back as the program writes it, asked for first where it is not known.
        assert engine.spelt(Place(None, ("a1a2", "--", "P@b2", "--"))).moves == (
            "a1a2", "e2e2", "P@b2", "e2e2",
        )  # fmt: skip
    finally:
        engine.close()


def test_a_variant_that_a_uci_program_does_not_know(program: list[str]) -> None:
    known = UciEngine(program, "uci", timeout=30, options={"UCI_Variant": "small"})
    other = UciEngine(program, "uci", timeout=30, options={"UCI_Variant": "large"})
    try:
        assert known.look([Place()])
        with pytest.raises(EngineError, match="it knows no UCI_Variant 'large'"):
            other.look([Place()])
    finally:
        known.close()
        other.close()


@pytest.mark.parametrize(
    ("fen", "pieces", "hand"),
    [
        ("2k1/4/4/K~r2 w - 0", {"c4": "k", "a1": "K~", "b1": "r"}, None),
        ("2k1/4/+p3/K3[Pp] b - - 3", {"c4": "k", "a2": "+p", "a1": "K"}, "Pp"),
        ("2k1/4/4/K3[-] w - 0", {"c4": "k", "a1": "K"}, ""),
    ],
)
def test_positions_with_hands_and_signs(fen: str, pieces: dict[str, str], hand: str | None) -> None:
    setting = parse_setting(fen)
    assert (dict(setting.pieces), setting.hand, setting.files) == (pieces, hand, 4)
    assert format_setting(setting) == fen


def test_holes() -> None:
    assert holes("*k2/4/2**") == (("a3", "*"), ("c1", "*"), ("d1", "*"))
    assert dict(parse_setting("*k2/4/2** w").pieces) == {"b3": "k"}


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
