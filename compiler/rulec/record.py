"""Frozen records whose classes cost next to nothing to make.

The syntax tree and the model have some ninety classes, and `@dataclass(frozen=True)` takes half a
millisecond for each, at every start: a third of the time in which a command should have answered.
`Record` does what they need of a frozen dataclass, and type checkers see it as one. What is made
by the thousand (stops, lines, moves) is a real dataclass, which is faster to instantiate.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar, dataclass_transform

_Kind = TypeVar("_Kind", bound="Record")


@dataclass_transform(frozen_default=True)
class Record:
    """The fields that a class and its bases annotate, in order; class attributes are defaults."""

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = cls.__dict__.get("__annotations__", ())  # noqa: RUF063  (inspect is slow to import)
        cls._fields = (*cls._fields, *(name for name in own if name != "_fields"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        fields = self._fields
        values = dict(zip(fields, args, strict=False)) | kwargs
        if len(values) < len(args) + len(kwargs) or not values.keys() <= set(fields):
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}")
        for name in fields[len(args) :]:
            if name not in values and not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} needs {name}")
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def _compared(self) -> tuple[Any, ...]:
        """What equality and hash look at."""
        return tuple(getattr(self, name) for name in self._fields)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash((type(self), self._compared()))

    def __repr__(self) -> str:
        fields = (name for name in self._fields if name != "span")
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in fields)})"


def replace(record: _Kind, **changes: Any) -> _Kind:
    """The same record with some fields changed."""
    fields = {name: getattr(record, name) for name in record._fields}
    return type(record)(**(fields | changes))
