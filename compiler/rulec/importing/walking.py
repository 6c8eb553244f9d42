"""Everything that a move block says, in no particular order."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.zrf.model import (
    All,
    AnyOf,
    Condition,
    If,
    Instruction,
    Not,
    Sequence,
    SetAttribute,
    SetFlag,
    SetPositionFlag,
    Test,
    Verify,
    While,
)


def instructions(code: Instruction) -> Iterator[Instruction]:
    """All instructions of a block, each once; what macros share too."""
    todo: list[Instruction] = [code]
    seen: set[Instruction] = set()
    while todo:
        instruction = todo.pop()
        if instruction in seen:
            continue
        seen.add(instruction)
        yield instruction
        match instruction:
            case Sequence(body=body):
                todo += body
            case If(then=then, otherwise=otherwise):
                todo += (then, otherwise)
            case While(body=inner):
                todo.append(inner)
            case _:
                pass


def tests_of(code: Instruction) -> Iterator[Test]:
    """All questions about squares that a block asks."""
    for instruction in instructions(code):
        match instruction:
            case If(condition=condition) | While(condition=condition) | Verify(condition=condition):
                yield from _tests(condition)
            case SetFlag(value=value) | SetAttribute(value=value) | SetPositionFlag(value=value):
                yield from _tests(value)
            case _:
                pass


def _tests(condition: Condition) -> Iterator[Test]:
    match condition:
        case Test():
            yield condition
        case Not(condition=inner):
            yield from _tests(inner)
        case All(conditions=several) | AnyOf(conditions=several):
            for one in several:
                yield from _tests(one)
        case _:
            pass
