"""Every diagnostic, as the file that deserves it: tests/cases/errors/*.rules.

Each file begins with what `rulec check` must find in it, in order, one finding a line:
`# expect: E204 12:6 the square c1 is in a hole [hint]`.
"""

import re
from pathlib import Path

import pytest

from rulec.play.checks import check_file
from rulec.syntax.diagnostics import Diagnostic
from tests.support.games import ROOT

CASES = sorted((Path(__file__).parent / "cases" / "errors").glob("*.rules"))

ELSEWHERE = {
    "E105": "too large a file: tests/cli/test_check.py",
    "E106": "no UTF-8: tests/cli/test_check.py",
    "E107": "unreadable: tests/cli/test_check.py",
    "E109": "too many findings: tests/syntax/test_diagnostics.py",
    "E110": "an output folder: tests/emit/test_output.py",
    "E206": "an unknown variant: tests/cli/test_check.py",
    "E403": "too many lines: tests/model/test_lower.py",
    "E501": "a FEN: tests/play/test_notation.py",
    "E502": "a FEN: tests/play/test_notation.py",
    "E503": "a move: tests/play/test_notation.py",
    "E504": "a move: tests/play/test_notation.py",
}
"""Codes that no rule file alone can show; E6xx are about targets, E7xx about other languages."""


def shown(finding: Diagnostic) -> str:
    place = f"{finding.span.line}:{finding.span.column} " if finding.span else ""
    hint = f" [{finding.hint}]" if finding.hint else ""
    return f"{finding.code} {place}{finding.message}{hint}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    expected = re.findall(r"^# expect: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [shown(finding) for finding in check_file(path)] == expected
    assert path.stem.split("-")[0] in {line.split()[0] for line in expected}


def codes() -> set[str]:
    """Every code that the compiler can give."""
    return {
        code
        for path in (ROOT / "compiler" / "rulec").rglob("*.py")
        for code in re.findall(r'"([EW]\d{3})"', path.read_text(encoding="utf-8"))
    }


def test_every_code_has_a_case() -> None:
    cased = {path.stem.split("-")[0] for path in CASES}
    wanted = {code for code in codes() if code < "E600" or code.startswith("W3")}
    assert wanted - cased == set(ELSEWHERE) & wanted


def test_codes_are_documented() -> None:
    text = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([EW]\d{3})` \|", text, re.MULTILINE)
    assert len(documented) == len(set(documented))
    assert set(documented) == codes()
