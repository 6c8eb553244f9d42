"""Findings: what they look like, and how many there may be."""

import pytest

from rulec.syntax.diagnostics import (
    MOST_FINDINGS,
    Diagnostic,
    Findings,
    Label,
    RulecError,
    Severity,
    as_json,
    did_you_mean,
    render,
)
from rulec.syntax.source import Source, Span

SOURCE = Source("a.rules", "board {\n\tgrid 8 by 8\n}\n")
FINDING = Diagnostic(
    "E101",
    Severity.ERROR,
    "expected a size such as 8 x 8, found `8`",
    Span(SOURCE, 14, 15),
    (Label(Span(SOURCE, 0, 5), "in this section"),),
    "write `8 x 8`",
)


def test_a_finding_shows_its_line_with_carets_labels_and_hint() -> None:
    assert render(FINDING).splitlines() == [
        "a.rules:2:7: error E101: expected a size such as 8 x 8, found `8`",
        " 2 |     grid 8 by 8",
        "   |          ^",
        " 1 | board {",
        "   | ----- in this section",
        "  hint: write `8 x 8`",
    ]


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in render(FINDING)
    assert "\x1b[1;31merror E101\x1b[0m" in render(FINDING, colour=True)


def test_a_finding_as_json() -> None:
    assert as_json(FINDING) == {
        "code": "E101",
        "severity": "error",
        "message": "expected a size such as 8 x 8, found `8`",
        "file": "a.rules",
        "line": 2,
        "column": 7,
        "end_line": 2,
        "end_column": 8,
        "labels": [
            {
                "text": "in this section",
                "file": "a.rules",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 6,
            }
        ],
        "hint": "write `8 x 8`",
    }


def test_a_long_line_is_cut_round_the_finding() -> None:
    source = Source("long.rules", "x" * 5000 + "HERE" + "y" * 5000)
    shown = render(Diagnostic("E102", Severity.ERROR, "no", Span(source, 5000, 5004)))
    line, carets = shown.splitlines()[1:]
    assert len(line) < 200
    assert line[carets.index("^") : carets.rindex("^") + 1] == "HERE"


def test_nothing_in_a_source_reaches_the_terminal_unescaped() -> None:
    source = Source("\x1b[2J.rules", "board \x1b[31m\x07 \u202e{")
    shown = render(Diagnostic("E102", Severity.ERROR, "a \x1b here", Span(source, 6, 7)))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "\u202e" not in shown


def test_the_same_finding_is_reported_once() -> None:
    findings = Findings()
    for _ in range(3):
        findings.add(FINDING)
    assert list(findings) == [FINDING]


def test_more_findings_than_anyone_reads_end_the_run() -> None:
    findings = Findings()
    for i in range(MOST_FINDINGS):
        findings.error("E201", None, f"there is no piece `{i}`")
    with pytest.raises(RulecError) as caught:
        findings.error("E201", None, "there is no piece `Last`")
    assert len(caught.value.diagnostics) == MOST_FINDINGS + 1
    assert caught.value.diagnostics[-1].code == "E109"


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("Rok", "did you mean `Rook`?"),
        ("rook", "did you mean `Rook`?"),
        ("forward-lft", "did you mean `forward-left`?"),
        ("xyzzy", None),
    ],
)
def test_did_you_mean(word: str, hint: str | None) -> None:
    assert did_you_mean(word, ["King", "Rook", "forward-left", "forward-right"]) == hint
