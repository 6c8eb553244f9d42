"""Foreign text made fit for a ZRF: plain ASCII, nothing that ends a string or a comment."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import PurePath

from rulec.syntax.source import Span

_LETTERS = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d",
        "Đ": "D", "ł": "l", "Ł": "L", "þ": "th", "Þ": "Th", "ð": "d", "ı": "i", "°": " degrees",
        "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"',
        "×": "x", "→": "->", "«": '"', "»": '"',
    }
)  # fmt: skip

_LONGEST_SLUG = 48
_LONGEST_QUOTE = 100
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(-|$)")


def ascii_text(text: str) -> str:
    """Text on one line in ASCII: accents dropped, what cannot be transliterated a `?`."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    kept = (char for char in plain if not unicodedata.combining(char))
    line = "".join(_ascii(char) for char in kept)
    return " ".join(line.split())


def _ascii(char: str) -> str:
    if " " <= char <= "~":
        return char
    return " " if char.isspace() or unicodedata.category(char) == "Cc" else "?"


def zrf_string(text: str) -> str:
    """A string literal. A back-quote stands for a quote there, and a backslash cannot be said."""
    safe = ascii_text(text).replace("`", "'").replace('"', "`").replace("\\", "/")
    return f'"{safe}"'


def slug(title: str) -> str:
    """A title as the stem of a file name, safe on every system."""
    stem = re.sub(r"[^a-z0-9]+", "-", ascii_text(title).lower()).strip("-")
    stem = stem[:_LONGEST_SLUG].rstrip("-")
    return f"game-{stem}" if _DEVICES.match(stem) else stem or "game"


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in the author's words with its place, and the code that carries it out."""

    comment: str
    code: tuple[str, ...]


def words(span: Span) -> str:
    """A rule's own words on one line, cut if they are many."""
    text = ascii_text(span.text)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."


def file_of(span: Span) -> str:
    """The name of the file that a rule stands in."""
    return ascii_text(PurePath(span.source.name).name)


def quoted(span: Span) -> str:
    """A rule's own words, with its file and line."""
    return f"{words(span)}  ({file_of(span)}:{span.line})"
