"""Foreign text made fit for JavaScript, its comments, and file names."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import PurePath
from typing import Any

from rulec.syntax.diagnostics import printable
from rulec.syntax.source import Span

_LONGEST_SLUG = 48
_LONGEST_COMMENT = 88


def js(value: Any, *, indent: int | None = None) -> str:
    """A JavaScript literal that is safe in a script, in HTML and as JSON."""
    return json.dumps(value, ensure_ascii=True, indent=indent).replace("<", "\\u003c")


def js_comment(text: str) -> str:
    """Text for a comment of one line."""
    line = printable(" ".join(text.split())).replace("<", "\\x3c")
    return line if len(line) <= _LONGEST_COMMENT else line[: _LONGEST_COMMENT - 3] + "..."


def rule_comment(span: Span) -> str:
    """`file:line: rule`, the file without its folder so that builds do not depend on it."""
    return js_comment(f"{PurePath(span.source.name).name}:{span.line}: {span.text}")


def slug(title: str) -> str:
    """A title as a name of letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
    return words[:_LONGEST_SLUG].rstrip("-") or "game"
