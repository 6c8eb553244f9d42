"""What the strings of a rule file show."""

from __future__ import annotations


def shown(text: str) -> str:
    """The text that a string stands for.

    A line break is a space, a blank line or a backslash a new line, and a back-quote a quote.
    """
    lines = [line.strip() for line in text.split("\n")]
    inner = [line or "\\" for line in lines[1:-1]]
    joined = " ".join([lines[0], *inner, *lines[1:][-1:]])
    paragraphs = joined.replace("`", '"').split("\\")
    return "\n".join(paragraph.strip() for paragraph in paragraphs).strip()
