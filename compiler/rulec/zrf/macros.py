"""`(define name body…)` and its calls: textual macros, expanded from the inside out.

A body is expanded once, on its own, before any argument is put into it. That is what makes inner
calls go first: a `$2` that an inner call was given no argument for is still there when the outer
call's arguments come, and is filled by them (docs/zrf.md, "Macros").

What a macro stands for with given arguments is worked out once and shared by all such calls. Files
that count and compare with nested macros would otherwise grow to millions of nodes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rulec.zrf.nodes import (
    PARAMETER,
    Expansion,
    Form,
    Node,
    Text,
    Word,
    make_form,
    measure,
)
from rulec.zrf.reader import MAX_DEPTH
from rulec.zrf.report import Report

MAX_NODES = 4_000_000
"""How many nodes all expansions of a file may make together, shared ones counted once."""

MAX_WRITTEN_OUT = 16_000_000
"""How many nodes one form may be if every call in it were written out."""

MAX_ALL_WRITTEN_OUT = 64_000_000
"""How many nodes all forms of a file may be, written out."""

_LARGEST_COMPARED = 64
"""Arguments of more nodes are the same only if they are one and the same list."""


@dataclass(frozen=True, slots=True)
class Macro:
    """A definition: the name and the forms it stands for."""

    name: Word
    body: tuple[Node, ...]


class _RunawayError(Exception):
    """The expansion was given up; a finding says why."""


def collect(nodes: tuple[Node, ...], report: Report) -> tuple[dict[str, Macro], tuple[Node, ...]]:
    """The macros that the forms at the top of a file define, and the remaining forms.

    A later definition of a name replaces an earlier one, for the whole file.
    """
    macros: dict[str, Macro] = {}
    rest: list[Node] = []
    for node in nodes:
        if not (isinstance(node, Form) and node.head == "define"):
            rest.append(node)
        elif not node.args or not isinstance(node.args[0], Word):
            report.error("Z111", node, "`define` needs a name", "write `(define name forms…)`")
        else:
            name = node.args[0]
            if name.text in macros:
                report.note(
                    "Z402",
                    name,
                    f"this replaces an earlier definition of `{name.text}` for the whole file",
                )
            macros[name.text] = Macro(name, node.args[1:])
    return macros, tuple(rest)


def expand(
    nodes: tuple[Node, ...], macros: Mapping[str, Macro], report: Report
) -> tuple[Node, ...]:
    """`nodes` with every macro call replaced by what it stands for.

    Calls of undefined macros stay as they are. When an expansion runs away, the form at the top
    that caused it is left out and an error says why.
    """
    expander = _Expander(macros, report)
    result: list[Node] = []
    left = MAX_ALL_WRITTEN_OUT
    for node in nodes:
        try:
            expanded = expander.expand(node, 0)
        except _RunawayError:
            continue
        left -= expanded.size if isinstance(expanded, Form | Expansion) else 1
        if left < 0:
            report.error("Z113", None, f"this file is more than {MAX_ALL_WRITTEN_OUT:,} words")
            break
        result.append(expanded)
    return tuple(result)


_Key = tuple[object, ...]


class _Expander:
    def __init__(self, macros: Mapping[str, Macro], report: Report) -> None:
        self._macros = macros
        self._report = report
        self._prepared: dict[str, tuple[tuple[Node, ...], frozenset[int]]] = {}
        self._called: dict[_Key, tuple[tuple[Node, ...], tuple[Node, ...]]] = {}
        self._active: list[str] = []
        self._left = MAX_NODES

    def expand(self, node: Node, depth: int) -> Node:
        """The node with the calls in it replaced, inner ones first."""
        if not isinstance(node, Form):
            return node
        items = tuple(self.expand(item, depth + 1) for item in node.items)
        return self._form_or_call(items, node, depth)

    def _form_or_call(self, items: tuple[Node, ...], written: Form, depth: int) -> Node:
        form = make_form(items, written.span)
        if depth > MAX_DEPTH:
            self._give_up("Z105", form, f"macros nest this more than {MAX_DEPTH} parentheses deep")
        self._spend(len(items), form)
        if form.size > MAX_WRITTEN_OUT:
            self._give_up(
                "Z113", form, f"written out, this would be more than {MAX_WRITTEN_OUT:,} words"
            )
        macro = self._macros.get(form.head)
        return form if macro is None else self._call(macro, form, depth)

    def _spend(self, nodes: int, form: Form) -> None:
        self._left -= nodes
        if self._left < 0:
            self._give_up(
                "Z113", form, f"the macros of this file expand to more than {MAX_NODES:,} words"
            )

    def _give_up(self, code: str, form: Form, message: str) -> None:
        self._report.error(code, form.span, message)
        raise _RunawayError

    def _call(self, macro: Macro, call: Form, depth: int) -> Expansion:
        """What a call stands for; its arguments are expanded already."""
        name = macro.name.text
        body, parameters = self._prepare(macro, call)
        arguments = _spliced(call.args)
        self._spend(len(arguments), call)
        used = [number for number in sorted(parameters) if 0 < number <= len(arguments)]
        key: _Key = (name, *((number, _key_of(arguments[number - 1])) for number in used))
        if key not in self._called:
            # The arguments are kept so that no other list comes to have their identity.
            self._spend(len(body), call)
            self._called[key] = (self._fill(body, arguments, depth), arguments)
        items, _ = self._called[key]
        return Expansion(name, call, items, *measure(items))

    def _prepare(self, macro: Macro, call: Form) -> tuple[tuple[Node, ...], frozenset[int]]:
        """The macro's body with its own calls expanded, and the parameters in it."""
        name = macro.name.text
        if name in self._prepared:
            return self._prepared[name]
        if name in self._active:
            cycle = " → ".join([*self._active[self._active.index(name) :], name])
            self._give_up("Z112", call, f"the macro `{name}` calls itself: {cycle}")
        self._active.append(name)
        try:
            body = tuple(self.expand(node, len(self._active)) for node in macro.body)
        finally:
            self._active.pop()
        self._prepared[name] = (body, measure(body)[0])
        return self._prepared[name]

    def _fill(
        self, nodes: tuple[Node, ...], arguments: tuple[Node, ...], depth: int
    ) -> tuple[Node, ...]:
        """`nodes` with the arguments put in the place of their parameters, all at once."""
        return tuple(self._filled(node, arguments, depth) for node in nodes)

    def _filled(self, node: Node, arguments: tuple[Node, ...], depth: int) -> Node:
        match node:
            case Form() if node.parameters:
                items = self._fill(node.items, arguments, depth + 1)
                return self._form_or_call(items, node, depth)
            case Expansion() if node.parameters:
                return self._refilled(node, arguments, depth)
            case Word() if "$" in node.text:
                whole = PARAMETER.fullmatch(node.text)
                argument = _argument(whole, arguments) if whole else None
                return argument or Word(self._pasted(node, arguments), node.span)
            case Text() if "$" in node.text:
                return Text(self._pasted(node, arguments), node.span)
            case _:
                return node

    def _refilled(self, inner: Expansion, arguments: tuple[Node, ...], depth: int) -> Expansion:
        """An inner call, made before the arguments came, with them put in."""
        call = make_form(self._fill(inner.call.items, arguments, depth + 1), inner.call.span)
        given = len(_spliced(inner.call.args))
        left_over = any(number > given for number in self._prepared[inner.macro][1])
        if left_over:
            items = self._fill(inner.items, arguments, depth)
            return Expansion(inner.macro, call, items, *measure(items))
        return self._call(self._macros[inner.macro], call, depth)

    def _pasted(self, node: Word | Text, arguments: tuple[Node, ...]) -> str:
        """The text of a node with the parameters inside it replaced by words or strings."""

        def value(parameter: re.Match[str]) -> str:
            argument = _argument(parameter, arguments)
            if argument is None:
                return parameter[0]
            if isinstance(argument, Word | Text):
                return argument.text
            self._report.error(
                "Z114",
                node.span,
                f"a list is put in the place of `{parameter[0]}` inside `{node.text}`",
            )
            return parameter[0]

        return PARAMETER.sub(value, node.text)


def _argument(parameter: re.Match[str], arguments: tuple[Node, ...]) -> Node | None:
    number = int(parameter[1])
    return arguments[number - 1] if 0 < number <= len(arguments) else None


def _spliced(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The nodes with expansions among them written out."""
    if not any(isinstance(node, Expansion) for node in nodes):
        return nodes
    result: list[Node] = []
    for node in nodes:
        result.extend(_spliced(node.items) if isinstance(node, Expansion) else (node,))
    return tuple(result)


def _key_of(node: Node) -> object:
    """What makes an argument the same as another: its text, unless it is long."""
    if isinstance(node, Form | Expansion) and node.size > _LARGEST_COMPARED:
        return id(node)
    return _text_of(node)


def _text_of(node: Node) -> str:
    match node:
        case Word():
            return node.text
        case Text():
            return f'"{node.text}"'
        case _:
            return f"({' '.join(_text_of(item) for item in _spliced(node.items))})"
