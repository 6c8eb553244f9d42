"""Text to nodes: the lexer of grammar/zrf.lark and a stack of open parentheses.

The stack does the one thing the grammar says about structure, and unlike a table-driven parser it
knows, when a parenthesis is missing, which one it was.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from rulec.resources import resource_dir
from rulec.syntax.source import Source, Span
from rulec.zrf.nodes import Node, Text, Word, make_form
from rulec.zrf.report import Report

if TYPE_CHECKING:
    from lark import Lark

MAX_DEPTH = 100
"""Deepest nesting of parentheses, before and after macro expansion."""


@cache
def grammar() -> Lark:
    """The grammar of rule files, ready to lex and to parse."""
    from lark import Lark

    text = (resource_dir("grammar") / "zrf.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="basic")


_LIST_ON_NEW_LINE = re.compile(r"\n[ \t]*\(\w")
"""In a string: a sign that it was meant to end before."""


def read(source: Source, report: Report) -> tuple[Node, ...]:
    """The forms of a text, in order.

    Reading goes on after a fault: a stray `)` is skipped, a list that is never closed ends with
    the text. Nothing nested deeper than MAX_DEPTH is read.
    """
    opened: list[tuple[int, list[Node]]] = []
    items: list[Node] = []
    suspect: int | None = None
    for token in grammar().lex(source.text):
        start = token.start_pos
        assert start is not None
        span = Span(source, start, start + len(token))
        match token.type:
            case "WORD":
                items.append(Word(str(token), span))
            case "STRING":
                items.append(Text(token[1:-1], span))
                if suspect is None and _LIST_ON_NEW_LINE.search(token):
                    suspect = start
            case "OPEN":
                if len(opened) == MAX_DEPTH:
                    report.error(
                        "Z105", span, f"this is nested more than {MAX_DEPTH} parentheses deep"
                    )
                    return ()
                opened.append((start, items))
                items = []
            case "CLOSE" if opened:
                begin, outer = opened.pop()
                outer.append(make_form(tuple(items), Span(source, begin, span.end)))
                items = outer
            case "CLOSE":
                report.error("Z103", span, "this `)` closes nothing", "remove it")
            case _:
                begin = start if suspect is None else suspect
                report.error(
                    "Z104",
                    Span(source, begin, begin + 1),
                    "this string is never closed",
                    'end it with `"`',
                )
                items.append(Text(token[1:], span))
    if opened:
        _report_unclosed(source, opened, report)
    while opened:
        begin, outer = opened.pop()
        outer.append(make_form(tuple(items), Span(source, begin, len(source.text))))
        items = outer
    return tuple(items)


def _report_unclosed(source: Source, opened: list[tuple[int, list[Node]]], report: Report) -> None:
    """Name the list that most likely lacks its end: the last one open before a new top form."""
    suspect = opened[0][0]
    for before, (begin, _) in pairwise(opened):
        if source.position(begin)[1] == 1:
            suspect = before[0]
    missing = "" if len(opened) == 1 else f" ({len(opened)} are missing at the end of the file)"
    report.error(
        "Z102",
        Span(source, suspect, suspect + 1),
        f"this `(` is never closed{missing}",
        "add a `)` where the list should end",
    )
