"""A headless Chromium, driven over its debugging pipe: pages, scripts, mouse, screenshots."""

import base64
import contextlib
import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_LONGEST_TEST = 180
# Runs a command with two open files as its third and fourth, where Chromium expects its pipe.
_WITH_PIPES = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for number, pipe in enumerate(pipes, 3):
    os.dup2(pipe, number)
os.execvp(sys.argv[3], sys.argv[3:])
"""


class Page:
    """One page of the browser."""

    def __init__(self, connection: "_Connection", session: str) -> None:
        self._connection = connection
        self._session = session

    def call(self, method: str, **parameters: Any) -> Any:
        return self._connection.call(method, parameters, self._session)

    def run(self, script: str) -> Any:
        """The value (awaited) of a JavaScript expression."""
        reply = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in reply:
            raise AssertionError(reply["exceptionDetails"])
        return reply["result"].get("value")

    def wait(self, script: str, seconds: float = 60) -> Any:
        """The first true value of an expression."""
        for _ in range(int(seconds * 10)):
            value = self.run(script)
            if value:
                return value
            time.sleep(0.1)
        raise AssertionError(f"never true: {script}")

    def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button="none" if kind == "mouseMoved" else "left",
                clickCount=1,
            )

    def screenshot(self) -> bytes:
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


class _Connection:
    def __init__(self, write: int, read: int) -> None:
        self._out = os.fdopen(write, "wb", buffering=0)
        self._in = os.fdopen(read, "rb")
        self._count = 0

    def call(
        self, method: str, parameters: dict[str, Any], session: str | None = None
    ) -> dict[str, Any]:
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            reply = json.loads(self._message())
            if reply.get("id") == self._count:
                if "error" in reply:
                    raise AssertionError(f"{method}: {reply['error']}")
                result = reply["result"]
                assert isinstance(result, dict)
                return result

    def _message(self) -> bytes:
        text = bytearray()
        while (char := self._in.read(1)) != b"\0":
            if not char:
                raise AssertionError("the browser has closed its pipe")
            text += char
        return bytes(text)

    def close(self) -> None:
        self._out.close()
        self._in.close()


@contextlib.contextmanager
def browser(executable: str, url: str, width: int, height: int) -> Iterator[Page]:
    """A page of a new browser at an address."""
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                _WITH_PIPES,
                str(to_read),
                str(from_write),
                executable,
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--mute-audio",
                "--no-first-run",
                "--use-gl=angle",
                "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader",
                "--remote-debugging-pipe",
                f"--user-data-dir={profile}",
                f"--window-size={width},{height}",
                "about:blank",
            ],
            pass_fds=(to_read, from_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(from_write)
        killer = threading.Timer(_LONGEST_TEST, process.kill)
        killer.start()
        connection = _Connection(to_write, from_read)
        try:
            target = connection.call("Target.createTarget", {"url": "about:blank"})["targetId"]
            session = connection.call(
                "Target.attachToTarget", {"targetId": target, "flatten": True}
            )["sessionId"]
            page = Page(connection, session)
            page.call(
                "Emulation.setDeviceMetricsOverride",
                width=width,
                height=height,
                deviceScaleFactor=1,
                mobile=False,
            )
            page.call("Page.navigate", url=url)
            yield page
        finally:
            killer.cancel()
            process.kill()
            process.wait()
            connection.close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a web server of a folder."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
