import subprocess
import sys
import textwrap
import time

import pytest

from rulec.engines.child import Child, EngineError, RefusedError


def child(program: str) -> Child:
    return Child([sys.executable, "-c", textwrap.dedent(program)], "toy")


ECHO = """
    import json, sys
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "refuse":
            print(json.dumps({"id": request["id"], "error": "not today"}), flush=True)
        elif request["op"] == "crash":
            sys.exit("out of luck")
        elif request["op"] == "garbage":
            print("Hello!", flush=True)
        elif request["op"] == "confuse":
            print(json.dumps({"id": 0, "ok": 1}), flush=True)
        else:
            print(json.dumps({"id": request["id"], "ok": request["op"]}), flush=True)
"""


def test_answers_and_refuses() -> None:
    toy = child(ECHO)
    assert toy.ask({"op": "é♔"}, 10) == "é♔"
    with pytest.raises(RefusedError, match=r"^toy: not today$"):
        toy.ask({"op": "refuse"}, 10)
    assert toy.ask({"op": "still here"}, 10) == "still here"
    toy.close()
    assert not toy.alive


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        ("crash", "(?s)toy ended with exit code 1.*out of luck"),
        ("garbage", "toy printed 'Hello!' instead of an answer"),
        ("confuse", "which is no reply to the question"),
    ],
)
def test_failure_ends_it_and_the_next_question_starts_it_again(
    operation: str, message: str
) -> None:
    toy = child(ECHO)
    with pytest.raises(EngineError, match=message):
        toy.ask({"op": operation}, 10)
    assert not toy.alive
    assert toy.ask({"op": "again"}, 10) == "again"
    toy.close()


def test_hanging_is_ended() -> None:
    toy = child("import time; time.sleep(60)")
    began = time.monotonic()
    with pytest.raises(EngineError, match=r"gave no answer within 0.2 seconds"):
        toy.ask({"op": "anything"}, 0.2)
    assert time.monotonic() - began < 10
    assert not toy.alive


def test_missing_executable() -> None:
    with pytest.raises(EngineError, match="cannot run /no/such/program"):
        Child(["/no/such/program"], "toy").ask({"op": "anything"}, 1)


def test_forgetting_it_ends_the_process() -> None:
    toy = child("""
        import json, os
        input()
        print(json.dumps({"id": 1, "ok": os.getpid()}), flush=True)
        input()
    """)
    process = toy.ask({"op": "pid"}, 10)
    del toy
    assert not running(process)


def running(process: int) -> bool:
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return bool(found.stdout.strip()) and "Z" not in found.stdout
