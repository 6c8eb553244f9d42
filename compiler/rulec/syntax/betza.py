"""Reading Betza notation: from the characters of a string to its terms, nothing given a meaning.

A term is what the piece can do in one way: modifiers (small letters), an atom (a capital or a
vector) and how often it is repeated. `fmW`, `N0`, `(4,1)`, `afsK`, `t[FR]`, `[F?R-B3]` are terms.
"""

from __future__ import annotations

from rulec.record import Record
from rulec.syntax.diagnostics import Findings
from rulec.syntax.source import Span
from rulec.syntax.tree import Word

LEAPS: dict[str, tuple[tuple[int, int], ...]] = {
    "W": ((1, 0),),
    "F": ((1, 1),),
    "K": ((1, 0), (1, 1)),
    "D": ((2, 0),),
    "N": ((2, 1),),
    "A": ((2, 2),),
    "H": ((3, 0),),
    "C": ((3, 1),),
    "L": ((3, 1),),
    "Z": ((3, 2),),
    "J": ((3, 2),),
    "G": ((3, 3),),
}
"""Atoms that make one step, and the steps: the longer way first."""

RIDERS = {"R": "W", "B": "F", "Q": "K"}
"""Atoms that go on, and what they repeat."""

DIRECTIONS = frozenset("fblrvsh")
MODALITIES = frozenset("mceinjpgy")

_UNSAID: dict[str, tuple[str, str | None]] = {
    "d": ("captures one's own pieces", None),
    "k": ("captures kings only", "write the path out, with `to royal`"),
    "o": ("goes round the edge of the board", "a board with `wrap files` does that"),
    "q": ("moves in a circle", None),
    "t": ("joins legs that stand in brackets", "for example `t[FR]`"),
    "u": ("unloads what was captured", None),
    "x": ("lends its moves to others", None),
    "z": ("moves in a zigzag", None),
    "O": ("castles", "write `castle e1 -> g1 with Rook h1 -> f1` beside it"),
    "U": ("leaps to any square", None),
}
"""Letters that other programs know and this one refuses: what they mean, what to write instead."""

_ATOM_HINT = "atoms are W F K R B Q D N A H C Z G, or a vector such as `(4,1)`"
_MODIFIER_HINT = "modifiers are f b l r v s h, m c e i, n j p g, and `a` `y` between legs"

MOST_DIGITS = 3


class Letter(Record):
    """A modifier and where it stands."""

    char: str
    span: Span


class Atom(Record):
    """The steps of an atom and how often it may repeat one: None for any number."""

    steps: tuple[tuple[int, int], ...]
    most: int | None
    span: Span


class Leg(Record):
    """A leg of a move: its modifiers and its atom."""

    letters: tuple[Letter, ...]
    atom: Atom
    span: Span
    stops_before: bool = False
    """Whether the move may also end where this leg begins."""


class Term(Record):
    """One way to move: `letters` are those before a bracket, which speak of the whole move."""

    legs: tuple[Leg, ...]
    letters: tuple[Letter, ...]
    span: Span
    chained: bool = False
    """Whether the legs stand in brackets, each with an atom of its own."""


def read_terms(text: Word, findings: Findings) -> tuple[Term, ...]:
    """The terms of a string; what cannot be read is reported, character by character."""
    if not text.text.strip(" "):
        findings.error("E320", text.span, "this names no atom", hint=_ATOM_HINT)
    return _Reader(text, findings).terms()


class _Reader:
    """A place in the string that moves on."""

    def __init__(self, text: Word, findings: Findings) -> None:
        self.text = text.text
        self.source = text.span.source
        self.origin = text.span.start + 1  # behind the quote
        self.findings = findings
        self.at = 0
        self.reported = 0
        """How many findings there were before the term that is being read."""

    @property
    def next(self) -> str:
        """The character that is read next; empty at the end."""
        return self.text[self.at : self.at + 1]

    def span(self, start: int, end: int | None = None) -> Span:
        """The span of some characters, up to the one that is read next."""
        end = self.at if end is None else end
        return Span(self.source, self.origin + start, self.origin + max(end, start + 1))

    def error(self, message: str, *, hint: str | None = None, code: str = "E320") -> None:
        """Report the character that is read next."""
        self.findings.error(code, self.span(self.at, self.at + 1), message, hint=hint)

    def terms(self) -> tuple[Term, ...]:
        """All terms up to the end."""
        found: list[Term] = []
        while self.next:
            if self.next == "]":
                self.error("no bracket is open here")
            if self.next in " ]":
                self.at += 1
                continue
            term = self.term()
            if term is not None:
                found.append(term)
        return tuple(found)

    def term(self) -> Term | None:
        """One term; None where it cannot be read, or is no more than a stray character."""
        start = self.at
        self.reported = len(self.findings)
        groups = self.modifiers()
        if self.next == "[" or self.text.startswith("t[", self.at):
            self.at += self.next == "t"
            return self.chain(start, groups)
        atom = self.atom(start)
        if atom is None:
            return None
        span = self.span(start)
        return Term(tuple(Leg(letters, atom, span) for letters in groups), (), span)

    def chain(self, start: int, groups: list[tuple[Letter, ...]]) -> Term | None:
        """The legs of a bracket: `?` or nothing where the move may end between, `-` where not."""
        if len(groups) > 1:
            message = "legs are joined by `a` or by brackets, not both"
            self.findings.error("E320", self.span(start, self.at), message)
        opening = self.at
        self.at += 1
        legs: list[Leg] = []
        stops, whole = False, True
        while self.next not in ("]", ""):
            if self.next in "?-" and legs:
                stops = self.next == "?"
                self.at += 1
            begin = self.at
            inner = self.modifiers()
            if len(inner) > 1:
                message = "`a` has no place in brackets: each leg has its own atom"
                self.findings.error("E320", self.span(begin, self.at), message)
            atom = self.atom(begin)
            whole = whole and atom is not None and len(inner) == 1
            if atom is not None:
                legs.append(Leg(inner[0], atom, self.span(begin), stops))
            stops = True
        if not self.next:
            self.findings.error("E320", self.span(opening, opening + 1), "this `[` is not closed")
            return None
        self.at += 1
        if whole and len(legs) < 2:
            message = "brackets join two legs or more"
            self.findings.error("E320", self.span(opening), message, hint="for example `t[FR]`")
            return None
        if not whole or len(groups) > 1:
            return None
        return Term(tuple(legs), groups[0], self.span(start), chained=True)

    def modifiers(self) -> list[tuple[Letter, ...]]:
        """The small letters before an atom, in groups parted by `a`: one for each leg."""
        groups: list[list[Letter]] = [[]]
        while self.next.isalpha() and self.next.islower():
            if self.text.startswith("t[", self.at):
                break
            if self.next == "a":
                groups.append([])
            elif self.next in DIRECTIONS | MODALITIES:
                groups[-1].append(Letter(self.next, self.span(self.at, self.at + 1)))
            else:
                self.unknown(_MODIFIER_HINT)
            self.at += 1
        return [tuple(group) for group in groups]

    def unknown(self, hint: str) -> None:
        """Report a letter that is not known, or not said."""
        if self.next in _UNSAID:
            meaning, instead = _UNSAID[self.next]
            message = f"`{self.next}`, which elsewhere {meaning}, is not read here"
            self.error(message, hint=instead, code="E321")
        else:
            self.error(f"`{self.next}` is not known in Betza notation", hint=hint)

    def atom(self, start: int) -> Atom | None:
        """An atom with its range; what stands there instead is reported, and None."""
        begin = self.at
        if self.next in LEAPS or self.next in RIDERS:
            name = self.next
            self.at += 1
            steps = LEAPS[RIDERS.get(name, name)]
            most = self.range(name, 1 if name in LEAPS else None)
            return Atom(steps, most, self.span(begin))
        if self.next == "(":
            return self.vector()
        if not self.next or self.next in " ]":
            if len(self.findings) == self.reported:
                message = "these modifiers stand before no atom"
                if self.at == start:
                    message = "here is no atom"
                self.findings.error("E320", self.span(start), message, hint=_ATOM_HINT)
            if self.next == "]":  # of a bracket that is open, or a stray one
                return None
        elif self.next.isdigit():
            self.error("a number stands behind the atom it repeats", hint="for example `W3`")
        elif self.next in "?-":
            self.error(f"`{self.next}` stands between the legs of a bracket")
        else:
            self.unknown(_ATOM_HINT)
            while self.text[self.at + 1 : self.at + 2].isdigit():
                self.at += 1
        self.at += 1
        return None

    def range(self, name: str, most: int | None) -> int | None:
        """How often the atom that has just been read may be repeated."""
        if self.text.startswith(name, self.at):
            if most is None:
                self.error(f"`{name}` goes on without an end already")
            most = None
            self.at += len(name)
            if self.next.isdigit():
                self.error(f"`{name}{name}` goes on without an end: it has no number")
        start = self.at
        while self.next.isascii() and self.next.isdigit():
            self.at += 1
        if self.at == start:
            return most
        if self.at - start > MOST_DIGITS:
            message = f"this number is too long: {MOST_DIGITS} digits at most"
            self.findings.error("E320", self.span(start), message)
            return 1
        return int(self.text[start : self.at]) or None

    def vector(self) -> Atom | None:
        """`(4,1)`: a leap of its own."""
        begin = self.at
        closing = self.text.find(")", begin)
        inside = self.text[begin + 1 : closing] if closing > 0 else ""
        numbers = inside.split(",")
        fits = len(numbers) == 2 and all(
            number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS
            for number in numbers
        )
        if not fits:
            message = "parentheses hold the two numbers of a leap"
            hint = "for example `(4,1)`; groups that repeat are not known here"
            self.error(message, hint=hint)
            self.at = closing + 1 if closing > 0 else begin + 1
            return None
        self.at = closing + 1
        far, near = sorted(map(int, numbers), reverse=True)
        span = self.span(begin)
        most = self.range(self.text[begin : self.at], 1)
        return Atom(((far, near),), most, span)
