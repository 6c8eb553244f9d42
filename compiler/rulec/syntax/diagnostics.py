"""Findings about a source: what is wrong, where, and what to do about it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any

from rulec.record import Record
from rulec.syntax.source import Span


class Severity(StrEnum):
    """How bad a finding is; only errors stop a compilation."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Label(Record):
    """A second place that a finding is about, with a word on it."""

    span: Span
    text: str


class Diagnostic(Record):
    """One finding: a stable code, one plain sentence, and where it is in the source."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    hint: str | None = None


class RulecError(Exception):
    """Carries the findings that stopped a stage; `str()` renders them all."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(render(diagnostic) for diagnostic in self.diagnostics)


MOST_FINDINGS = 100
"""How many findings one run over a game collects."""


class Findings:
    """An ordered collection of diagnostics that a pass fills and hands back.

    Beyond MOST_FINDINGS it raises RulecError with what it has: whoever has so many is helped by
    the first ones, and nobody waits for the rest.
    """

    def __init__(self) -> None:
        self._items: dict[Diagnostic, None] = {}

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    @property
    def has_errors(self) -> bool:
        """Whether anything here stops the compilation."""
        return any(item.severity is Severity.ERROR for item in self._items)

    def add(self, diagnostic: Diagnostic) -> None:
        """Append one finding, unless the same one is there already."""
        if len(self._items) == MOST_FINDINGS and diagnostic not in self._items:
            message = f"there are more than {MOST_FINDINGS} findings: mend these first"
            raise RulecError((*self._items, Diagnostic("E109", Severity.ERROR, message)))
        self._items[diagnostic] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Append several findings."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        hint: str | None = None,
        labels: tuple[Label, ...] = (),
    ) -> None:
        """Append an error."""
        self.add(Diagnostic(code, Severity.ERROR, message, span, labels, hint))

    def warning(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        hint: str | None = None,
        labels: tuple[Label, ...] = (),
    ) -> None:
        """Append a warning."""
        self.add(Diagnostic(code, Severity.WARNING, message, span, labels, hint))

    def raise_errors(self) -> None:
        """Raise RulecError with everything found, if any of it is an error."""
        if self.has_errors:
            raise RulecError(self._items)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint naming the known word nearest to a mistyped one, or None."""
    candidates = sorted(set(known))
    folded = {name.lower(): name for name in candidates}
    import difflib  # only where something is wrong: it is slow to import

    near = difflib.get_close_matches(word.lower(), list(folded), n=1, cutoff=0.6)
    return f"did you mean `{folded[near[0]]}`?" if near else None


def printable(text: str) -> str:
    """`text` with control and format characters escaped, safe to send to a terminal."""
    return "".join(
        char if not unicodedata.category(char).startswith("C") else ascii(char)[1:-1]
        for char in text
    )


_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def render(diagnostic: Diagnostic, *, colour: bool = False) -> str:
    """The finding as text: place, sentence, source line with carets, labels, hint."""

    def paint(text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if colour else text

    tone = f"1;{_COLOURS[diagnostic.severity]}"
    place = f"{printable(str(diagnostic.span))}: " if diagnostic.span else ""
    kind = paint(f"{diagnostic.severity} {diagnostic.code}", tone)
    lines = [f"{place}{kind}: {printable(diagnostic.message)}"]
    if diagnostic.span:
        lines += _excerpt(diagnostic.span, "^", "", lambda text: paint(text, tone))
    for label in diagnostic.labels:
        lines += _excerpt(label.span, "-", label.text, lambda text: paint(text, "1;34"))
    if diagnostic.hint:
        lines.append(f"  hint: {printable(diagnostic.hint)}")
    return "\n".join(lines)


_WIDEST_EXCERPT = 160


def _excerpt(span: Span, mark: str, text: str, paint: Any) -> list[str]:
    """The source line of a span, underlined; long lines are cut around the span."""
    line = span.source.line(span.line)
    first = span.column - 1
    last = max(first + 1, min(first + span.end - span.start, len(line)))
    cut = max(0, first - _WIDEST_EXCERPT // 2)
    line = line[cut : cut + _WIDEST_EXCERPT]
    first, last = first - cut, min(last - cut, cut + _WIDEST_EXCERPT)
    before = printable(line[:first].replace("\t", "    "))
    within = printable(line[first:last].replace("\t", "    "))
    after = printable(line[last:].replace("\t", "    "))
    carets = paint((mark * max(1, len(within))) + (f" {printable(text)}" if text else ""))
    number = str(span.line)
    return [
        f" {number} | {before}{within}{after}",
        f" {' ' * len(number)} | {' ' * len(before)}{carets}",
    ]


def as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """The finding as plain data, for `--json`."""
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        **(span_json(diagnostic.span) if diagnostic.span else {}),
        "labels": [{"text": label.text, **span_json(label.span)} for label in diagnostic.labels],
        "hint": diagnostic.hint,
    }


def span_json(span: Span) -> dict[str, Any]:
    """`file`, first `line` and `column`, and `end_line`, `end_column` (exclusive), from 1."""
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }
