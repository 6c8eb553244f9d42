"""Findings about a rule file, pointed at nodes that may have come out of macros."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from rulec.syntax.diagnostics import (
    Diagnostic,
    Findings,
    Label,
    RulecError,
    Severity,
    did_you_mean,
)
from rulec.syntax.source import Span
from rulec.zrf.nodes import Trail

_LABELS_SHOWN = 3
_SHOWN_PER_CODE = 25
_LONGEST_MESSAGE = 400
_LONGEST_NAME = 60

Hint: TypeAlias = "str | Callable[[], str | None] | None"
"""What to do about a finding; a function is called only if the finding is shown."""


def near(word: str, known: Iterable[str]) -> Callable[[], str | None]:
    """The hint that names the known word nearest to a mistyped one."""
    return lambda: did_you_mean(word, known) if len(word) <= _LONGEST_NAME else None


def failure(code: str, span: Span | None, message: str, hint: str | None = None) -> RulecError:
    """The exception for one error that stops the work at once."""
    return RulecError([Diagnostic(code, Severity.ERROR, message, span, hint=hint)])


class Placed(Protocol):
    """Anything with a place in a text; a `trail` on it names the macro calls it came through."""

    @property
    def span(self) -> Span:
        """Where it is written."""


class Report:
    """Collects findings: each once, however often its macro is called, and not without end."""

    def __init__(self) -> None:
        self.findings = Findings()
        self._seen: set[tuple[str, Span | None, str]] = set()
        self._count: Counter[str] = Counter()

    @property
    def has_errors(self) -> bool:
        """Whether any finding so far is an error."""
        return self.findings.has_errors

    def error(self, code: str, at: Placed | Span | None, message: str, hint: Hint = None) -> None:
        """Add an error."""
        self._add(Severity.ERROR, code, at, message, hint)

    def warning(self, code: str, at: Placed | Span | None, message: str, hint: Hint = None) -> None:
        """Add a warning."""
        self._add(Severity.WARNING, code, at, message, hint)

    def note(self, code: str, at: Placed | Span | None, message: str, hint: Hint = None) -> None:
        """Add a note."""
        self._add(Severity.NOTE, code, at, message, hint)

    def finish(self) -> Findings:
        """Everything found, with one note for each kind that was cut short."""
        for code, count in self._count.items():
            if count > _SHOWN_PER_CODE:
                self.findings.add(
                    Diagnostic(
                        "Z401",
                        Severity.NOTE,
                        f"{count - _SHOWN_PER_CODE} more findings {code} are not shown",
                    )
                )
        self._count.clear()
        return self.findings

    def _add(
        self,
        severity: Severity,
        code: str,
        at: Placed | Span | None,
        message: str,
        hint: Hint,
    ) -> None:
        span = at if isinstance(at, Span) or at is None else at.span
        key = (code, span, message)
        if key in self._seen:
            return
        self._seen.add(key)
        self._count[code] += 1
        if self._count[code] > _SHOWN_PER_CODE:
            return
        trail = getattr(at, "trail", None)
        if len(message) > _LONGEST_MESSAGE:
            message = f"{message[:_LONGEST_MESSAGE]}…"
        advice = hint() if callable(hint) else hint
        self.findings.add(Diagnostic(code, severity, message, span, _labels(trail), advice))


def _labels(trail: Trail | None) -> tuple[Label, ...]:
    labels: list[Label] = []
    while trail is not None and len(labels) < _LABELS_SHOWN:
        labels.append(Label(trail.span, f"in this call of `{trail.macro}`"))
        trail = trail.outer
    return tuple(labels)
