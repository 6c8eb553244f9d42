"""A child process that answers JSON lines, with time limits and no orphans."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, Any

_KEPT_LINES = 20
_KEPT_CHARACTERS = 2000
_LONGEST_LINE = 4_000_000
_MOST_WAITING = 10_000
"""Lines that may wait to be read; a process that prints more is no longer listened to."""
_GROUPS = os.name == "posix"


class EngineError(Exception):
    """An engine is missing, crashed, hung or answered nonsense."""


class RefusedError(EngineError):
    """An engine understood the question and said why it cannot answer it."""


class Program:
    """A long-lived process that is spoken to in lines.

    It starts with the first line, and again with the next one after a failure. It leads a process
    group of its own, which is killed with it; and it is killed when this process ends, however
    that comes about.
    """

    def __init__(self, command: Sequence[str], name: str) -> None:
        self.name = name
        self._command = list(command)
        self._running: _Running | None = None

    @property
    def alive(self) -> bool:
        """Whether the process is running and usable."""
        return self._running is not None and self._running.process.poll() is None

    def write(self, line: str) -> None:
        """Send a line, starting the process if need be; raises EngineError."""
        running = self._running or self._start()
        try:
            running.send(line)
        except _StoppedError as failure:
            raise self.failed(str(failure)) from None

    def read(self, timeout: float) -> str:
        """The next line it prints; raises EngineError if there is none in time."""
        assert self._running is not None
        try:
            return self._running.receive(timeout)
        except _StoppedError as failure:
            raise self.failed(str(failure)) from None

    def failed(self, what: str) -> EngineError:
        """End the process; the error to raise, with what it printed last."""
        running = self._running
        self.close()
        said = running.last_output() if running else ""
        return EngineError(
            f"{self.name} {what}" + (f"; its last output was:\n{said}" if said else "")
        )

    def close(self) -> None:
        """End the process and wait for it."""
        if self._running is not None:
            self._running.end()
            self._running = None

    def _start(self) -> _Running:
        try:
            self._running = _Running(self._command)
        except (OSError, ValueError) as error:
            raise EngineError(f"{self.name}: cannot run {self._command[0]}: {error}") from error
        return self._running


class Child:
    """A program that answers JSON lines: each request is answered, or ends in EngineError."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        self._program = Program(command, name)
        self._count = 0

    @property
    def alive(self) -> bool:
        """Whether the process is running and usable."""
        return self._program.alive

    def ask(self, request: dict[str, Any], timeout: float) -> Any:
        """Send a request and return its answer.

        Raises RefusedError for an error reply; for anything worse the process is ended and
        EngineError says what it printed last.
        """
        program = self._program
        self._count += 1
        program.write(json.dumps({"id": self._count, **request}))
        line = program.read(timeout)
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            raise program.failed(f"printed {cut(line)!r} instead of an answer") from None
        if not isinstance(reply, dict) or reply.get("id") != self._count:
            raise program.failed(f"answered {cut(line)!r}, which is no reply to the question")
        if "error" in reply:
            raise RefusedError(f"{program.name}: {reply['error']}")
        return reply.get("ok")

    def close(self) -> None:
        """End the process and wait for it."""
        self._program.close()


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
            start_new_session=_GROUPS,
        )
        watcher = _watcher(self.process.pid) if _GROUPS else None
        self._lines = _Lines()
        self._complaints = _Tail()
        # Neither the threads nor the finalizer hold `self`: forgetting it ends the process.
        self._readers = [
            _reader(self.process.stdout, self._lines),
            _reader(self.process.stderr, self._complaints),
        ]
        self.end = weakref.finalize(self, _end, self.process, self._readers, watcher)

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
        return cut("\n".join(self._complaints.lines), keep_end=True)

    def _gone(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=1)
        self._readers[1].join(timeout=1)
        code = self.process.returncode
        return f"ended with exit code {code}" if code is not None else "closed its output"


class _Lines(queue.Queue[str | None]):
    """Lines that wait to be read."""

    def __len__(self) -> int:
        return self.qsize()


class _Tail:
    """The last lines of a stream, put in like into a queue."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)

    def put(self, line: str | None) -> None:
        if line is not None:
            self.lines.append(line)

    def __len__(self) -> int:
        return 0


def _reader(stream: IO[str] | None, sink: _Lines | _Tail) -> threading.Thread:
    """A thread that puts the lines of a stream into a sink, and None at its end."""

    def read() -> None:
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while len(sink) < _MOST_WAITING and (line := stream.readline(_LONGEST_LINE)):
                sink.put(line.rstrip("\r\n"))
        sink.put(None)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def _watcher(process: int) -> subprocess.Popen[bytes]:
    """A shell that waits for this process to end, and then kills the group of another.

    It notices by the end of its input, which only this process can write to.
    """
    script = 'read line; kill -9 "-$0" 2>/dev/null'
    return subprocess.Popen(
        ["/bin/sh", "-c", script, str(process)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _end(
    process: subprocess.Popen[str],
    readers: list[threading.Thread],
    watcher: subprocess.Popen[bytes] | None,
) -> None:
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    if _GROUPS:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    if watcher is not None:
        watcher.kill()
        watcher.wait()
        assert watcher.stdin is not None
        watcher.stdin.close()
    for reader in readers:
        reader.join(timeout=1)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def cut(text: str, *, keep_end: bool = False) -> str:
    """A text of an engine, shortened for a message."""
    if len(text) <= _KEPT_CHARACTERS:
        return text
    return "..." + text[-_KEPT_CHARACTERS:] if keep_end else text[:_KEPT_CHARACTERS] + "..."
