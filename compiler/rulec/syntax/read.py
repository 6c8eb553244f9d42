"""Reading rule files from disk."""

from __future__ import annotations

from pathlib import Path

from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity
from rulec.syntax.source import LARGEST_FILE, Source


def read(path: Path) -> Source:
    """The text of a rule file; raises RulecError where it cannot be read."""
    try:
        with path.open("rb") as file:  # which may have no end, as some devices do
            content = file.read(4 * LARGEST_FILE + 1)
        if len(content) <= 4 * LARGEST_FILE:
            text = content.decode("utf-8-sig")
            return Source(str(path), text.replace("\r\n", "\n"))
        code, message = "E105", f"{path} is too large: {LARGEST_FILE} characters at most"
    except UnicodeDecodeError as error:
        code, message = "E106", f"{path} is no UTF-8 text: byte {error.start} is wrong"
    except OSError as error:
        code, message = "E107", f"cannot read {path}: {error.strerror or error}"
    raise RulecError([Diagnostic(code, Severity.ERROR, message)])
