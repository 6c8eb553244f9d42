"""Programs behind the line protocol: good ones, and every kind of bad one."""

import os
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from rulec.crosscheck.causes import Kind
from rulec.crosscheck.plan import Plan
from rulec.crosscheck.run import Report, Verdict, crosscheck
from rulec.engines.exec_engine import ExecEngine

ROOT = Path(__file__).parents[2]
SMALL = f"rules:{ROOT / 'examples' / 'small.rules'}"
SHORT = Plan(depth=1, games=2, plies=20)

PROGRAM = """
import sys, time, os
sys.path.insert(0, {compiler!r})
from rulec.engines.protocol import Place
from rulec.engines.rules_engine import RulesEngine
from pathlib import Path
engine = RulesEngine.load(Path({rules!r}), None, "own")
count = 0

def look(words):
    if words[0] == "start":
        place = Place(None, tuple(words[1:]))
    else:
        end = words.index("moves")
        place = Place(" ".join(words[1:end]), tuple(words[end + 1:]))
    return place, engine.look([place])[0]

for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("hello own fen endings", flush=True)
        continue
    count += 1
    place, view = look(words)
    moves = set(view.moves)
{fault}
    if view.ending:
        print("over", view.ending.winner, view.ending.reason, flush=True)
    else:
        print("go", *moves, flush=True)
"""


def report(tmp_path: Path, fault: str, plan: Plan = SHORT, *, timeout: float = 5) -> Report:
    program = tmp_path / "engine.py"
    compiler, rules = str(ROOT / "compiler"), str(ROOT / "examples" / "small.rules")
    fault = textwrap.indent(textwrap.dedent(fault), "    ")
    program.write_text(PROGRAM.format(compiler=compiler, rules=rules, fault=fault))
    spec = f"exec:{shlex.join([sys.executable, str(program)])}"
    return crosscheck(SMALL, spec, plan, timeout=timeout)


def test_a_faithful_program(tmp_path: Path) -> None:
    assert report(tmp_path, "").verdict is Verdict.EQUAL


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("if count == 9: time.sleep(60)", "gave no answer within 1 seconds"),
        ("if count == 9: print('oh no', file=sys.stderr); os._exit(3)",
         r"(?s)ended with exit code 3; its last output was:\noh no"),
        ("if count == 9: os.kill(os.getpid(), 11)", "ended with exit code -11"),
        ("if count == 9: moves = ['castles', '\\x1b[31m']", "printed 'go castles"),
        ("if count == 9: print('over nobody', flush=True); continue", "printed 'over nobody'"),
        ("if count == 9: print('', flush=True); continue", "printed ''"),
        ("if count == 9:\n    while True: print('x' * 1000)", "printed 'xxx"),
        ("if count == 9: sys.stdout.write('x'); os._exit(0)", "ended with exit code 0|printed"),
    ],
)  # fmt: skip
def test_programs_that_fail(tmp_path: Path, fault: str, message: str) -> None:
    started = time.monotonic()
    found = report(tmp_path, fault, timeout=1 if "sleep" in fault else 20)
    assert time.monotonic() - started < 60
    assert found.verdict is Verdict.FAILED
    assert found.failure is not None
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(found.failure.error)


def test_the_question_that_kills_it_is_named(tmp_path: Path) -> None:
    found = report(tmp_path, "if place.moves == ('b1a3', 'b5a3'): os._exit(1)", Plan(
        depth=3, games=0, sparse=False))  # fmt: skip
    assert found.failure is None or found.failure.place is not None


def test_illegal_moves_are_found(tmp_path: Path) -> None:
    found = report(tmp_path, "if not view.ending: moves.add('c1c3')")
    assert found.verdict is Verdict.DIFFERENT
    assert all(finding.group.cause.has == 1 for finding in found.findings)


def test_moves_of_the_wrong_side_are_told(tmp_path: Path) -> None:
    fault = """
    fen = engine.fen(place).split()
    other = " ".join([fen[0], "b" if fen[1] == "w" else "w", *fen[2:]])
    try:
        view = engine.look([Place(other)])[0]
        moves = set(view.moves)
    except Exception:
        pass
    """
    found = report(tmp_path, fault, Plan(depth=2, games=0, sparse=False))
    assert {finding.group.cause.kind for finding in found.findings} == {Kind.SIDE}


def test_moves_that_are_listed_and_then_declined(tmp_path: Path) -> None:
    fault = "if place.moves[-1:] == ('b1a3',): print('no such thing', flush=True); continue"
    found = report(tmp_path, fault, Plan(depth=2, games=0, sparse=False))
    [finding] = found.findings
    assert finding.group.cause.kind is Kind.REFUSAL
    assert finding.witness.place.moves == ("b1a3",)


def test_a_program_that_is_not_there() -> None:
    found = crosscheck(SMALL, "exec:/nowhere/engine", SHORT)
    assert found.verdict is Verdict.FAILED
    assert found.failure is not None
    assert "cannot run /nowhere/engine" in found.failure.error


def test_a_program_that_greets_wrongly() -> None:
    found = crosscheck(SMALL, f"exec:{sys.executable} -c 'print(42)'", SHORT)
    assert found.failure is not None
    assert "answered '42'" in found.failure.error


def test_programs_end_with_their_parent_and_take_their_children_along(tmp_path: Path) -> None:
    """Even a parent that is killed leaves neither the program nor what it has started."""
    engine = tmp_path / "engine.py"
    engine.write_text(
        "import subprocess, sys\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        "for line in sys.stdin:\n"
        "    print('hello', child.pid, flush=True)\n"
    )
    parent_code = (
        f"import sys, time; sys.path.insert(0, {str(ROOT / 'compiler')!r})\n"
        "from rulec.engines.child import Program\n"
        f"program = Program([sys.executable, {str(engine)!r}], 'toy')\n"
        "program.write('hello')\n"
        "print(program._running.process.pid, program.read(10).split()[1], flush=True)\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", parent_code], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    processes = [int(word) for word in parent.stdout.readline().split()]
    assert all(map(running, processes))
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    deadline = time.monotonic() + 10
    while any(map(running, processes)):
        assert time.monotonic() < deadline, "a process has outlived its parent"
        time.sleep(0.05)


def running(process: int) -> bool:
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat")
        return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_closing_twice_is_harmless() -> None:
    engine = ExecEngine([sys.executable, "-c", "input(); print('hello you')"], "x", timeout=5)
    assert engine.traits
    engine.close()
    engine.close()
