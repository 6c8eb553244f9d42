"""From text to syntax tree, with every syntax error explained."""

from __future__ import annotations

from functools import cache

from lark import Lark
from lark.exceptions import UnexpectedInput

from rulec import __version__
from rulec.resources import cache_dir, resource_dir
from rulec.syntax import tree
from rulec.syntax.build import TooLongError, TreeBuilder
from rulec.syntax.diagnostics import Findings, RulecError
from rulec.syntax.recover import syntax_errors
from rulec.syntax.source import LARGEST_FILE, Source, Span


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
    except TooLongError as error:
        findings.error("E108", error.span, str(error))
        raise RulecError(findings) from None


@cache
def _parser() -> Lark:
    """The parser, its tables kept between runs in the user's cache folder."""
    folder = cache_dir()
    grammar = (resource_dir("grammar") / "rules.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        propagate_positions=True,
        maybe_placeholders=True,
        cache=str(folder / f"rules-{__version__}.lark") if folder else False,
    )
