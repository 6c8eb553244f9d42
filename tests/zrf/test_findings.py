"""Every finding: each case file begins with the findings it must give, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulec.syntax.diagnostics import Diagnostic, render
from rulec.zrf.api import check
from rulec.zrf.codes import CODES

CASES = Path(__file__).parent.parent / "cases" / "zrf-errors"
DOCS = Path(__file__).parent.parent.parent / "docs" / "zrf.md"

# These need more than one file, or a game that is played; the other tests of this folder have them.
ELSEWHERE = {
    "Z101": "test_reading",
    "Z106": "test_reading",
    "Z120": "test_replay",
    "Z121": "test_replay",
    "Z207": "test_reading",
    "Z270": "test_playing",
    "Z271": "test_playing",
    "Z272": "test_playing",
    "Z273": "test_playing",
    "Z280": "test_replay",
    "Z281": "test_replay",
    "Z282": "test_commands",
    "Z401": "test_reading",
}


def line_of(finding: Diagnostic) -> str:
    place = f"{finding.span.line}:{finding.span.column} " if finding.span else ""
    return f"{place}{finding.severity} {finding.code}: {finding.message}"


def expected(path: Path) -> list[str]:
    head = re.match(r"(?:; .*\n)+", path.read_text())
    assert head is not None
    lines = [line.removeprefix("; ") for line in head[0].splitlines()]
    return [] if lines == ["nothing to say"] else lines


@pytest.mark.parametrize("path", sorted(CASES.glob("*.zrf")), ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    findings = list(check(path))
    assert [line_of(finding) for finding in findings] == expected(path)
    for finding in findings:
        assert render(finding)


def test_every_code_has_a_case() -> None:
    shown = {
        code for path in CASES.glob("*.zrf") for code in re.findall(r"Z\d{3}", path.read_text())
    }
    assert shown | ELSEWHERE.keys() == CODES.keys()
    for code, module in ELSEWHERE.items():
        assert code in (Path(__file__).parent / f"{module}.py").read_text(), code


def test_docs_list_every_code() -> None:
    rows = dict(re.findall(r"^\| (Z\d{3}) \| (.+?) \|$", DOCS.read_text(), re.MULTILINE))
    assert rows == CODES


def test_a_finding_inside_a_macro_shows_definition_and_call() -> None:
    findings = list(check(CASES / "macro-list-in-word.zrf"))
    unknown = next(finding for finding in findings if finding.code == "Z214")
    assert unknown.span is not None
    assert unknown.span.text == "Man$2"
    assert [label.span.text for label in unknown.labels] == ["(promote n (Man))"]
