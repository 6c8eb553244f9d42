"""What the strings of a rule file show."""

from __future__ import annotations

import re

_BLANK_LINE = re.compile(r"[ \t]*\r?\n[ \t]*(?:\r?\n[ \t]*)+")
_LINE_BREAK = re.compile(r"\s*\n\s*")


def shown(text: str) -> str:
    """The text that a string stands for.

    A line break is a space, a blank line or a backslash a new line, and a back-quote a quote.
    """
    text = _BLANK_LINE.sub("\\\\", text)
    text = _LINE_BREAK.sub(" ", text)
    return text.replace("\\", "\n").replace("`", '"').strip()
