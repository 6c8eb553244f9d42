"""The names of one game, each kind with its numbers, and what to say when one is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rulec.zrf.nodes import View
from rulec.zrf.report import Report, near
from rulec.zrf.vocabulary import KEYWORDS


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of name: what it is called, and the code of "there is no such …"."""

    noun: str
    code: str


PLAYER = Kind("player", "Z210")
POSITION = Kind("position", "Z211")
DIRECTION = Kind("direction", "Z212")
ZONE = Kind("zone", "Z213")
PIECE = Kind("piece", "Z214")
MOVE_TYPE = Kind("move type", "Z215")
ATTRIBUTE = Kind("attribute", "Z216")


class Names:
    """The names of one kind, numbered in order of declaration."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._numbers: dict[str, int] = {}
        self._mentioned: dict[int, None] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def all(self) -> tuple[str, ...]:
        """Every name, by number."""
        return tuple(self._numbers)

    def number(self, name: str) -> int:
        """The number of a name, which is declared now if it was not."""
        return self._numbers.setdefault(name, len(self._numbers))

    @property
    def mentioned(self) -> tuple[int, ...]:
        """The numbers in the order in which their names were first met, then the rest."""
        return tuple(self._mentioned | dict.fromkeys(self._numbers.values()))

    def mention(self, number: int) -> None:
        """Note that a name has been met."""
        self._mentioned.setdefault(number)

    def keep(self, names: Iterable[str]) -> None:
        """Forget all names but these, and number them anew."""
        self._numbers = {name: number for number, name in enumerate(names)}

    def get(self, name: str) -> int | None:
        """The number of a name, or None."""
        return self._numbers.get(name)

    def find(self, view: View, report: Report, context: str = "") -> int | None:
        """The number of the name that a view is; None, with an error, when there is none."""
        kind = self.kind
        if not view.word:
            report.error("Z220", view, f"the name of {a(kind.noun)} is expected here{context}")
            return None
        number = self._numbers.get(view.word)
        if number is None:
            report.error(
                kind.code,
                view,
                f"there is no {kind.noun} `{view.word}`{context}",
                near(view.word, self._numbers),
            )
        return number


@dataclass(slots=True)
class Scope:
    """Every name of one game, filled in as its sections are resolved."""

    report: Report
    players: Names = field(default_factory=lambda: Names(PLAYER))
    positions: Names = field(default_factory=lambda: Names(POSITION))
    directions: Names = field(default_factory=lambda: Names(DIRECTION))
    zones: Names = field(default_factory=lambda: Names(ZONE))
    pieces: Names = field(default_factory=lambda: Names(PIECE))
    move_types: Names = field(default_factory=lambda: Names(MOVE_TYPE))
    attributes: Names = field(default_factory=lambda: Names(ATTRIBUTE))
    flags: Names = field(default_factory=lambda: Names(Kind("flag", "Z216")))
    position_flags: Names = field(default_factory=lambda: Names(Kind("position flag", "Z216")))

    zone_squares: tuple[tuple[frozenset[int], ...], ...] = ()

    @property
    def kinds(self) -> tuple[Names, ...]:
        """The kinds whose names must not be mixed up with each other."""
        return (
            self.players,
            self.positions,
            self.directions,
            self.zones,
            self.pieces,
            self.attributes,
        )

    def declare(self, names: Names, view: View, *, again: bool = False) -> int | None:
        """The number of a newly declared name; None, with an error, when it is no name.

        A second declaration is reported unless `again` allows it.
        """
        noun = names.kind.noun
        if not view.word:
            self.report.error("Z220", view, f"the name of {a(noun)} is expected here")
            return None
        name = view.word
        if name in names:
            if not again:
                self.report.warning("Z304", view, f"the {noun} `{name}` is declared twice")
            return names.number(name)
        if name in KEYWORDS:
            self.report.warning(
                "Z305",
                view,
                f"`{name}` is a word of the language; {a(noun)} should not be called so",
            )
        for other in self.kinds:
            if other is not names and name in other:
                self.report.warning(
                    "Z306",
                    view,
                    f"`{name}` is the name of {a(noun)} and of {a(other.kind.noun)}",
                    "a name should mean one thing",
                )
        return names.number(name)


def a(noun: str) -> str:
    """The noun with its article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def integer(view: View, report: Report, what: str) -> int | None:
    """The whole number that a view is; None, with an error, when it is none or too large."""
    try:
        if len(view.word) < 10:
            return int(view.word)
    except ValueError:
        pass
    report.error("Z221", view, f"{what} must be a whole number")
    return None


def count_args(
    view: View, least: int, most: int | None, report: Report, what: str | None = None
) -> bool:
    """Whether a list has a fitting number of arguments; if not, an error says so."""
    number = len(view.args)
    if number >= least and (most is None or number <= most):
        return True
    if most is None:
        wanted = f"at least {least}"
    else:
        wanted = str(least) if least == most else f"{least} to {most}"
    plural = "" if wanted == "1" else "s"
    report.error(
        "Z222",
        view,
        f"`{view.head}` takes {wanted} {what or 'argument'}{plural}, and {number or 'none'} "
        f"{'is' if number == 1 else 'are'} given",
    )
    return False


Handler = Callable[[View], None]


def dispatch(parts: Mapping[str, Handler], view: View, report: Report, inside: str) -> None:
    """Hand a part of a section to the handler of its head; report a head that has none."""
    handler = parts.get(view.head)
    if handler is not None:
        handler(view)
    elif view.head:
        report.error(
            "Z223",
            view,
            f"{inside} has no part `{view.head}`, and there is no macro of that name",
            near(view.head, parts),
        )
    else:
        report.warning("Z303", view, f"this stands loosely in {inside} and is not read")
