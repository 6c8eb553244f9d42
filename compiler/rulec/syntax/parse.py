"""From text to syntax tree, with every syntax error explained."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from lark import Lark
from lark.exceptions import UnexpectedInput

from rulec import __version__
from rulec.resources import resource_dir
from rulec.syntax import tree
from rulec.syntax.build import MOST_DIGITS, NumberTooLongError, TreeBuilder
from rulec.syntax.diagnostics import Findings, RulecError
from rulec.syntax.recover import syntax_errors
from rulec.syntax.source import Source, Span

LARGEST_FILE = 256 * 1024
"""Longest rule text, in characters."""


def read(path: Path) -> Source:
    """The text of a rule file; raises RulecError where it cannot be read."""
    findings = Findings()
    try:
        if path.stat().st_size > 4 * LARGEST_FILE:
            findings.error("E105", None, f"{path} is too large: {LARGEST_FILE} characters at most")
        else:
            text = path.read_bytes().decode("utf-8-sig")
            return Source(str(path), text.replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        findings.error("E106", None, f"{path} is no UTF-8 text: byte {error.start} is wrong")
    except OSError as error:
        findings.error("E107", None, f"cannot read {path}: {error.strerror or error}")
    raise RulecError(findings)


def parse(source: Source) -> tree.RuleFile:
    """The syntax tree of a rule text; raises RulecError with every syntax error found."""
    findings = Findings()
    if len(source.text) > LARGEST_FILE:
        where = Span(source, LARGEST_FILE, LARGEST_FILE + 1)
        findings.error("E105", where, f"the file is too large: {LARGEST_FILE} characters at most")
        raise RulecError(findings)
    try:
        parsed = _parser().parse(source.text)
    except UnexpectedInput:
        raise RulecError(syntax_errors(_parser(), source)) from None
    try:
        return TreeBuilder(source).transform(parsed)
    except NumberTooLongError as error:
        message = f"this number is too long: {MOST_DIGITS} digits at most"
        findings.error("E108", error.span, message)
        raise RulecError(findings) from None


@cache
def _parser() -> Lark:
    """The parser, its tables kept between runs in the user's cache folder."""
    grammar = (resource_dir("grammar") / "rules.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        propagate_positions=True,
        maybe_placeholders=True,
        cache=_cache_file() or False,
    )


def _cache_file() -> str | None:
    """Where the parser's tables are kept; None where no such folder can be had."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    folder = Path(base) / "rulec"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return str(folder / f"rules-{__version__}.lark") if os.access(folder, os.W_OK) else None
