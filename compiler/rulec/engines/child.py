"""A child process that answers JSON lines, with time limits and no orphans."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, Any

_KEPT_LINES = 20
_KEPT_CHARACTERS = 2000


class EngineError(Exception):
    """An engine is missing, crashed, hung or answered nonsense."""


class RefusedError(EngineError):
    """An engine understood the question and said why it cannot answer it."""


class Child:
    """A long-lived process; every request is answered by one line or ends in EngineError.

    It starts with the first request, and again with the next one after a failure.
    """

    def __init__(self, command: Sequence[str], name: str) -> None:
        self._command = list(command)
        self._name = name
        self._running: _Running | None = None
        self._count = 0

    @property
    def alive(self) -> bool:
        """Whether the process is running and usable."""
        return self._running is not None and self._running.process.poll() is None

    def ask(self, request: dict[str, Any], timeout: float) -> Any:
        """Send a request and return its answer.

        Raises RefusedError for an error reply; for anything worse the process is ended and
        EngineError says what it printed last.
        """
        running = self._running or self._start()
        self._count += 1
        try:
            running.send(json.dumps({"id": self._count, **request}))
            line = running.receive(timeout)
        except _StoppedError as failure:
            raise self._failed(str(failure)) from None
        try:
            reply = json.loads(line)
        except ValueError:
            raise self._failed(f"printed {_cut(line)!r} instead of an answer") from None
        if not isinstance(reply, dict) or reply.get("id") != self._count:
            raise self._failed(f"answered {_cut(line)!r}, which is no reply to the question")
        if "error" in reply:
            raise RefusedError(f"{self._name}: {reply['error']}")
        return reply.get("ok")

    def close(self) -> None:
        """End the process and wait for it."""
        if self._running is not None:
            self._running.end()
            self._running = None

    def _start(self) -> _Running:
        try:
            self._running = _Running(self._command)
        except OSError as error:
            raise EngineError(f"{self._name}: cannot run {self._command[0]}: {error}") from error
        return self._running

    def _failed(self, what: str) -> EngineError:
        running = self._running
        self.close()
        said = running.last_output() if running else ""
        return EngineError(
            f"{self._name} {what}" + (f"; its last output was:\n{said}" if said else "")
        )


class _StoppedError(Exception):
    """What went wrong, in words that follow the engine's name."""


class _Running:
    """One started process and the threads that read it."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints = _Tail()
        # Neither the threads nor the finalizer hold `self`: forgetting it ends the process.
        self._readers = [
            _reader(self.process.stdout, self._lines),
            _reader(self.process.stderr, self._complaints),
        ]
        self.end = weakref.finalize(self, _end, self.process, self._readers)

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise _StoppedError(self._gone()) from None

    def receive(self, timeout: float) -> str:
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            raise _StoppedError(f"gave no answer within {timeout:g} seconds") from None
        if line is None:
            raise _StoppedError(self._gone())
        return line

    def last_output(self) -> str:
        """The end of what it wrote to standard error."""
        return _cut("\n".join(self._complaints.lines), keep_end=True)

    def _gone(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=1)
        self._readers[1].join(timeout=1)
        code = self.process.returncode
        return f"ended with exit code {code}" if code is not None else "closed its output"


class _Tail:
    """The last lines of a stream, put in like into a queue."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)

    def put(self, line: str | None) -> None:
        if line is not None:
            self.lines.append(line)


def _reader(
    stream: IO[str] | None, sink: queue.SimpleQueue[str | None] | _Tail
) -> threading.Thread:
    """A thread that puts the lines of a stream into a sink, and None at its end."""

    def read() -> None:
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            for line in stream:
                sink.put(line.rstrip("\n"))
        sink.put(None)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def _end(process: subprocess.Popen[str], readers: list[threading.Thread]) -> None:
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    process.kill()
    process.wait()
    for reader in readers:
        reader.join(timeout=1)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _cut(text: str, *, keep_end: bool = False) -> str:
    if len(text) <= _KEPT_CHARACTERS:
        return text
    return "..." + text[-_KEPT_CHARACTERS:] if keep_end else text[:_KEPT_CHARACTERS] + "..."
