"""A report for people, on a terminal. Whatever an engine has said is escaped."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.crosscheck.run import Finding, Report, Verdict
from rulec.crosscheck.words import (
    LETTERS,
    cause_words,
    compared_words,
    count_words,
    difference_words,
    reached,
)
from rulec.engines.protocol import RefusedError
from rulec.engines.setting import Setting, parse_setting
from rulec.model.board import file_name
from rulec.syntax.diagnostics import printable

_TONES = {Verdict.EQUAL: "1;32", Verdict.DIFFERENT: "1;31", Verdict.FAILED: "1;33"}


def report_text(report: Report, *, colour: bool = False) -> str:
    """The whole report."""
    return "\n".join(_lines(report, colour))


def _lines(report: Report, colour: bool) -> Iterator[str]:
    for letter, name in zip(LETTERS, report.engines, strict=True):
        yield f"{letter}  {printable(name)}"
    verdict = str(report.verdict)
    yield f"\x1b[{_TONES[report.verdict]}m{verdict}\x1b[0m" if colour else verdict
    yield compared_words(report)
    if report.notebook.spent:
        yield "the budget ended the search"
    if report.failure is not None:
        yield from failure_lines(report)
    if report.items:
        seen, missed = reached(report)
        yield f"rules exercised: {len(seen)} of {len(report.items)}"
        for item in missed:
            yield f"  not reached: {item.key}  ({item.rule})"
    for number, finding in enumerate(report.findings, 1):
        yield ""
        yield from _finding(number, finding)


def failure_lines(report: Report) -> Iterator[str]:
    """What made an engine fail, and where."""
    assert report.failure is not None
    yield f"engine failed: {_text(report.failure.error)}"
    if report.failure.place is not None:
        yield f"  asked about: {printable(str(report.failure.place))}"


def _text(text: str) -> str:
    return "\n    ".join(printable(line) for line in text.splitlines())


def _finding(number: int, finding: Finding) -> Iterator[str]:
    group, witness = finding.group, finding.witness
    yield f"{number}. {printable(cause_words(group.cause))}"
    if group.cause.rule is not None:
        rule = group.cause.rule
        yield f"   rule: {printable(rule.text)}  ({printable(rule.place)})"
    if witness.instance.ray is not None and witness.instance.ray.origin:
        yield f"   ray: {' '.join(witness.instance.ray.path)}"
    yield f"   {printable(count_words(group))}"
    yield f"   witness: {printable(str(witness.place))}"
    if witness.fen is not None:
        try:
            setting = parse_setting(witness.fen)
        except RefusedError:
            pass
        else:
            for line in board_lines(setting):
                yield f"      {line}"
        if witness.fen != witness.place.start:
            yield f"   position: {printable(witness.fen)}"
    for line in difference_words(witness.difference):
        yield f"   {printable(line)}"


def board_lines(setting: Setting) -> Iterator[str]:
    """The board, rank by rank from the far side."""
    letters = dict(setting.pieces)
    width = len(str(setting.ranks))
    files = [file_name(file) for file in range(setting.files)]
    wide = max(map(len, letters.values()), default=1)
    for rank in range(setting.ranks, 0, -1):
        row = (printable(letters.get(f"{file}{rank}", ".")) for file in files)
        yield f"{rank:>{width}} {' '.join(f'{cell:<{wide}}' for cell in row).rstrip()}"
    if setting.hand:
        yield f"{' ' * width} in hand: {printable(setting.hand)}"
    side = "white" if setting.side == "w" else "black"
    yield f"{' ' * width} {' '.join(f'{file:<{wide}}' for file in files)}   {side} to move"
