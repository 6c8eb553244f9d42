"""The shapes a rule file is written in, and views of them that remember macro calls.

Macros are expanded by sharing: what a call stands for is one `Expansion`, and two calls with
the same arguments share its items. So a node cannot know the calls it came through; a `View`,
which is how everything downstream looks at nodes, does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rulec.syntax.source import Span

PARAMETER = re.compile(r"\$(\d{1,5})(?!\d)")
"""A macro parameter, alone or inside a word or string."""

_NO_PARAMETERS: frozenset[int] = frozenset()


def parameters_in(text: str) -> frozenset[int]:
    """The numbers of the macro parameters written in a text."""
    if "$" not in text:
        return _NO_PARAMETERS
    return frozenset(int(number) for number in PARAMETER.findall(text))


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word: identifier, keyword, number or macro parameter."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A string, without its quotes and otherwise as written."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Form:
    """A list in parentheses: its items, the parameters in it, and its size when written out."""

    items: tuple[Node, ...]
    span: Span
    parameters: frozenset[int]
    size: int

    @property
    def head(self) -> str:
        """The word the list begins with, or the empty string."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""

    @property
    def args(self) -> tuple[Node, ...]:
        """What follows the first item."""
        return self.items[1:]


@dataclass(frozen=True, slots=True)
class Expansion:
    """What a macro call stands for; its items belong into the list around it."""

    macro: str
    call: Form
    items: tuple[Node, ...]
    parameters: frozenset[int]
    size: int


Node: TypeAlias = Word | Text | Form | Expansion


def make_form(items: tuple[Node, ...], span: Span) -> Form:
    """The list of `items`, measured."""
    return Form(items, span, *measure(items))


def measure(items: tuple[Node, ...]) -> tuple[frozenset[int], int]:
    """The parameters written anywhere in `items`, and how many nodes they are written out."""
    parameters = _NO_PARAMETERS
    size = 1
    for item in items:
        if isinstance(item, Form | Expansion):
            size += item.size
            found = item.parameters
        else:
            size += 1
            found = parameters_in(item.text)
        if found:
            parameters |= found
    return parameters, size


@dataclass(frozen=True, slots=True)
class Trail:
    """One macro call that a node came through, and the one around it."""

    macro: str
    span: Span
    outer: Trail | None = None


class View:
    """A node as met on a walk from the top: with the macro calls passed on the way to it.

    Two views are equal only if they are the same one. A file is looked at through some hundred
    thousand of them, so what is asked of a list again and again is kept.
    """

    __slots__ = ("_first", "_items", "node", "trail")

    def __init__(self, node: Word | Text | Form, trail: Trail | None = None) -> None:
        self.node = node
        self.trail = trail
        self._first: View | None = None
        self._items: tuple[View, ...] | None = None

    @property
    def span(self) -> Span:
        """Where it is written."""
        return self.node.span

    @property
    def word(self) -> str:
        """The text of a word; the empty string for anything else."""
        return self.node.text if isinstance(self.node, Word) else ""

    @property
    def string(self) -> str | None:
        """The text of a string; None for anything else."""
        return self.node.text if isinstance(self.node, Text) else None

    @property
    def is_form(self) -> bool:
        """Whether this is a list."""
        return isinstance(self.node, Form)

    @property
    def head(self) -> str:
        """The word a list begins with; the empty string if there is none."""
        first = self.first
        return first.word if first else ""

    @property
    def first(self) -> View | None:
        """The first item of a list, without writing out the others."""
        if self._first is None and isinstance(self.node, Form):
            self._first = next(views(self.node.items, self.trail), None)
        return self._first

    @property
    def items(self) -> tuple[View, ...]:
        """The items of a list, macro calls written out; none for anything else."""
        if self._items is None:
            nodes = self.node.items if isinstance(self.node, Form) else ()
            self._items = tuple(views(nodes, self.trail))
        return self._items

    @property
    def args(self) -> tuple[View, ...]:
        """The items of a list after the first."""
        return self.items[1:]


def views(nodes: tuple[Node, ...], trail: Trail | None = None) -> Iterator[View]:
    """The nodes as views, macro calls written out in place."""
    for node in nodes:
        if isinstance(node, Expansion):
            yield from views(node.items, into(node, trail))
        else:
            yield View(node, trail)


def into(expansion: Expansion, trail: Trail | None) -> Trail:
    """The trail inside an expansion met with `trail`."""
    return Trail(expansion.macro, expansion.call.span, trail)
