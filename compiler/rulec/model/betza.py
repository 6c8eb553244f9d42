"""What Betza notation means: its terms as the movements that steps, slides and leaps make too.

docs/betza.md says which meaning was chosen where the dialects differ. The steps of an atom are
vectors (right, forward) from the arrow where the move starts; modifiers choose among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from rulec.model import game as model
from rulec.model import limits
from rulec.model.board import Board
from rulec.model.geometry import DIRECTION_OF, SQUARES, Heading, Vector, geometry
from rulec.record import Record
from rulec.syntax.betza import DIRECTIONS, Atom, Leg, Letter, Term, read_terms
from rulec.syntax.diagnostics import Findings
from rulec.syntax.source import Span
from rulec.syntax.tree import Word

NeedArrows = Callable[[Span, str], None]
"""Reports the use of a relative direction where squares have no arrow."""

Step = tuple[int, int]
"""How far an atom leads along one axis and along the other, the longer way first."""


class _Direction(Record):
    """One or two letters that choose among an atom's steps."""

    text: str
    span: Span


class _Said(Record):
    """What the modifiers of a move say of it as a whole."""

    letters: dict[str, Letter]

    def __contains__(self, char: str) -> bool:
        return char in self.letters

    def span(self, char: str) -> Span:
        """Where a letter stands."""
        return self.letters[char].span


class _Path(Record):
    """The legs of a movement so far, and along what its last leg leads."""

    leg: model.Slide | model.Leap
    diagonal: bool = False
    oblique: bool = False
    """Whether it leads neither along lines nor along diagonals; then `diagonal` is the nearer."""
    further: tuple[model.Further, ...] = ()
    screens: int = 0
    landing_next: bool = False


class BetzaReader:
    """Turns strings in Betza notation into movements; what cannot be said is reported."""

    def __init__(
        self,
        board: Board,
        findings: Findings,
        need_arrows: NeedArrows,
        need_straight_arrows: NeedArrows,
    ) -> None:
        self.board = board
        self.findings = findings
        self.need_arrows = need_arrows
        self.need_straight_arrows = need_straight_arrows

    def movements(self, text: Word) -> tuple[model.Movement, ...]:
        """The movements of a string, in the order of its terms."""
        if not self.board.geometry.squared:
            message = "Betza notation speaks of a board of squares in one plane"
            self.findings.error("E317", text.span, message)
            return ()
        found: list[model.Movement] = []
        for term in read_terms(text, self.findings):
            if len(term.legs) > limits.MOST_LEGS:
                message = f"a path has {limits.MOST_LEGS} legs at most"
                self.findings.error("E401", term.span, message)
                continue
            found += self.term(term)
            if len(found) > limits.MOST_MOVEMENTS:
                message = f"a piece may move in {limits.MOST_MOVEMENTS} ways at most"
                self.findings.error("E401", term.span, message)
                break
        return tuple(found)

    def error(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        """Report a mistake."""
        self.findings.error(code, span, message, hint=hint)

    # -- terms

    def term(self, term: Term) -> Iterator[model.Movement]:
        """The movements of one term: one, or several where a path cannot say it in one."""
        if term.chained:
            said = self.said(term.letters, "mcei", "before brackets")
            paths: Iterable[_Path] = self.chain(term.legs)
            for direction in self.directions(term.letters):
                message = f"`{direction.text}` belongs inside the brackets, before what it turns"
                self.error("E320", direction.span, message)
        elif len(term.legs) > 1:
            said = self.said_of_legs(term.legs)
            paths = self.again(term.legs)
        else:
            leg = term.legs[0]
            said = self.said(leg.letters, "mceinjpg", "without `a` behind it")
            paths = self.alone(leg, said)
        anything = not any(char in said for char in "mce")
        to_empty, to_enemy = anything or "m" in said, anything or "c" in said
        double_step = "i" in said and "n" in said and not to_enemy
        for path in paths:
            for en_passant in (False, True):
                if "e" in said if en_passant else to_empty or to_enemy:
                    yield model.Movement(
                        path=path.leg,
                        to_empty=to_empty and not en_passant,
                        to_enemy=to_enemy and not en_passant,
                        start=None,
                        span=term.span,
                        further=path.further,
                        screens=path.screens,
                        landing_next=path.landing_next,
                        first="i" in said,
                        leaves_trail=double_step and not en_passant,
                        en_passant=en_passant,
                    )

    def said(self, letters: Sequence[Letter], fitting: str, where: str) -> _Said:
        """The modifiers that are no directions, each once and one that fits."""
        said: dict[str, Letter] = {}
        for letter in letters:
            if letter.char in DIRECTIONS:
                continue
            if letter.char not in fitting:
                self.error("E320", letter.span, f"`{letter.char}` has no meaning {where}")
            elif letter.char in said:
                self.error("E320", letter.span, f"`{letter.char}` is written twice")
            said[letter.char] = letter
        return _Said(said)

    def said_of_legs(self, legs: Sequence[Leg]) -> _Said:
        """What the legs that `a` joins say of the move: the last how it ends, the first `i`."""
        said: dict[str, Letter] = {}
        for i, leg in enumerate(legs):
            ends = leg is legs[-1]
            found = self.said(leg.letters, "miycepgnj", "here").letters
            for char, letter in found.items():
                if char == "i" and i:
                    self.error("E320", letter.span, "`i` belongs to the first leg of a move")
                elif char == "y" and ends:
                    self.error("E320", letter.span, "`y` stands before `a`")
                elif char in "pgnj" or (char in "ce" and not ends):
                    message = f"`{char}` in a move of several legs is not read here"
                    if char in "cep" and not ends:
                        message = f"`{char}` before `a`: a leg on the way passes empty squares only"
                    self.error("E321", letter.span, message)
                elif char == "i" or ends:
                    said[char] = letter
        return _Said(said)

    # -- one leg

    def alone(self, leg: Leg, said: _Said) -> Iterator[_Path]:
        """The paths of a move of one leg."""
        manners = [char for char in "njpg" if char in said]
        if len(manners) > 1:
            message = f"`{manners[1]}` does not go together with `{manners[0]}`"
            self.error("E320", said.span(manners[1]), message)
            return
        directions = self.directions(leg.letters)
        self.one_system(leg.atom, directions)
        for step in leg.atom.steps:
            chosen = self.chosen(step, directions)
            if "n" in said:
                yield from self.lame(step, chosen, leg, said.span("n"))
            elif "j" in said:
                yield from self.jumping(step, chosen, leg, said.span("j"))
            else:
                yield from self.plain(step, chosen, leg, said)

    def plain(
        self, step: Step, chosen: Sequence[Vector] | None, leg: Leg, said: _Said
    ) -> Iterator[_Path]:
        """Steps, slides, leaps and rides, perhaps over a piece."""
        path = self.straight_on(step, chosen, leg.atom.most, leg)
        hop = "p" if "p" in said else "g"
        if hop not in said:
            yield path
        elif leg.atom.most == 1:
            message = f"`{hop}` hops over a piece on the way, and a single step meets none"
            self.error("E320", said.span(hop), message, f"for example `{hop}R` or `{hop}NN`")
        else:
            yield _Path(path.leg, screens=1, landing_next=hop == "g")

    def straight_on(
        self, step: Step, chosen: Sequence[Vector] | None, most: int | None, leg: Leg
    ) -> _Path:
        """The steps of an atom, repeated: a slide where they are one square long, else a leap."""
        oblique = step[1] not in (0, step[0])
        if step[0] == 1:
            return _Path(model.Slide(_headings(step, chosen), most=most), diagonal=bool(step[1]))
        if chosen is None:
            vectors, relative = geometry(SQUARES).images(step), False
        else:
            vectors, relative = tuple(chosen), True
            self.need_straight_arrows(leg.span, f"`{leg.span.text}`")
        course = geometry(SQUARES).along(step)
        assert course is not None
        return _Path(model.Leap(vectors, relative, most), bool(course % 2), oblique)

    def lame(
        self, step: Step, chosen: Sequence[Vector] | None, leg: Leg, where: Span
    ) -> Iterator[_Path]:
        """Leaps that what stands between blocks: first along a line, then along a diagonal."""
        far, near = step
        if far == 1:
            message = f"`n` makes a leap lame, and `{leg.atom.span.text}` leaps over nothing"
            self.error("E320", where, message)
        elif leg.atom.most != 1:
            self.error("E321", where, "a lame leap that is repeated is not read here")
        elif near in (0, far):
            yield _Path(model.Slide(_headings(step, chosen), least=far, most=far))
        else:
            for leads, sides in _corners(chosen):
                onward = model.Slide(_turns(sides), least=near, most=near)
                first = model.Slide(leads, least=far - near, most=far - near)
                yield _Path(first, further=(model.Further(onward, stops_between=False),))

    def jumping(
        self, step: Step, chosen: Sequence[Vector] | None, leg: Leg, where: Span
    ) -> Iterator[_Path]:
        """D and A that must jump over a piece; riders that skip their first square."""
        most = leg.atom.most
        if step in ((2, 0), (2, 2)) and most == 1:
            slide = model.Slide(_headings(step, chosen), least=2, most=2)
            yield _Path(slide, screens=1, landing_next=True)
        elif step[0] == 1 and most != 1:
            leap = (2, 2 * step[1])
            doubled = None if chosen is None else [(2 * x, 2 * y) for x, y in chosen]
            path = self.straight_on(leap, doubled, 1, leg)
            if most == 2:
                yield path
                return
            slide = model.Slide(_turns((0,)), most=None if most is None else most - 2)
            yield _Path(path.leg, further=(model.Further(slide, stops_between=True),))
        else:
            message = "`j` goes with D and A, which then must jump, and with R, B and Q"
            self.error("E321", where, message)

    # -- several legs

    def again(self, legs: Sequence[Leg]) -> Iterator[_Path]:
        """The path of legs that `a` joins: all of one atom, and none but the last ends a move."""
        atom = legs[0].atom
        if any(step[0] != 1 for step in atom.steps):
            message = "`a` joins legs that step or slide: W, F, K, R, B and Q"
            self.error("E321", atom.span, message, "brackets join others, for example `[N?B]`")
            return
        directions = self.directions(legs[0].letters)
        self.one_system(atom, directions)
        headings = tuple(
            heading
            for step in atom.steps
            for heading in _headings(step, self.chosen(step, directions))
        )
        further: list[model.Further] = []
        most = atom.most
        for before, leg in pairwise(legs):
            most = self.toggled(before, most)
            turns = self.turns(self.directions(leg.letters))
            if turns is None:
                turns = (7, 0, 1, 6, 2, 5, 3) if len(atom.steps) > 1 else (0, 6, 2)
            slide = model.Slide(_turns(turns), most=most)
            further.append(model.Further(slide, stops_between=False))
        yield _Path(model.Slide(headings, most=atom.most), further=tuple(further))

    def toggled(self, leg: Leg, most: int | None) -> int | None:
        """The range of the leg behind another: `y` makes riders of leapers and back."""
        toggle = next((letter for letter in leg.letters if letter.char == "y"), None)
        if toggle is None:
            return most
        if most not in (1, None):
            message = "`y` turns one step into any number and back, and this leg has a number"
            self.error("E321", toggle.span, message)
        return None if most == 1 else 1

    def chain(self, legs: Sequence[Leg]) -> list[_Path]:
        """The paths of legs in brackets, of which each goes on outward unless it says otherwise."""
        for leg in legs:
            self.said(leg.letters, "", "inside brackets")
        first = legs[0]
        directions = self.directions(first.letters)
        self.one_system(first.atom, directions)
        paths = [
            self.straight_on(step, self.chosen(step, directions), first.atom.most, first)
            for step in first.atom.steps
        ]
        for leg in legs[1:]:
            if any(step[0] != 1 for step in leg.atom.steps):
                message = "a later leg is a step or a slide: W, F, K, R, B or Q"
                self.error("E321", leg.atom.span, message)
                return []
            turns = self.turns(self.directions(leg.letters))
            paths = [longer for path in paths for longer in self.extended(path, leg, turns)]
            paths = paths[: limits.MOST_MOVEMENTS + 1]
        return paths

    def extended(self, path: _Path, leg: Leg, turns: tuple[int, ...] | None) -> Iterator[_Path]:
        """A path with a leg more, once for each kind of step of the leg's atom."""
        diagonals = [bool(near) for _, near in leg.atom.steps]
        if path.oblique and (turns is not None or diagonals != [path.diagonal]):
            nearest = "diagonal: F or B" if path.diagonal else "line: W or R"
            message = f"behind an oblique leap a path goes on along the nearest {nearest}"
            self.error("E321", leg.span, message)
            return
        for diagonal in diagonals:
            outward = (0,) if diagonal == path.diagonal else (7, 1)
            kept = tuple(
                turn for turn in turns or outward if (turn % 2 == 1) == (diagonal != path.diagonal)
            )
            if len(diagonals) == 1 and len(kept) < len(turns or outward):
                wanted = "diagonals" if diagonal else "lines"
                atom = leg.atom.span.text
                message = f"these directions lead off the {wanted} along which `{atom}` moves"
                self.error("E320", leg.span, message)
            if kept:
                slide = model.Slide(_turns(kept), most=leg.atom.most)
                further = model.Further(slide, leg.stops_before)
                yield _Path(path.leg, diagonal, further=(*path.further, further))

    # -- directions

    def directions(self, letters: Sequence[Letter]) -> list[_Direction]:
        """The letters that choose directions, joined where two neighbours make one direction."""
        found: list[_Direction] = []
        waiting = [letter for letter in letters if letter.char in DIRECTIONS]
        while waiting:
            first, *waiting = waiting
            text, span = first.char, first.span
            if waiting and waiting[0].span.start == span.end and _joined(text, waiting[0].char):
                second = waiting.pop(0)
                text, span = text + second.char, span.to(second.span)
            if text in ("h", "hh", "hf", "hb", "hv", "hs"):
                message = "`h` stands behind a direction (`fh`), or before l or r"
                self.error("E320", span, message)
            else:
                found.append(_Direction(text, span))
        return found

    def one_system(self, atom: Atom, directions: Sequence[_Direction]) -> None:
        """Report two letters before K and Q: programs differ in which of their steps these are."""
        for direction in directions:
            if len(atom.steps) > 1 and len(set(direction.text)) > 1:
                name = atom.span.text
                message = f"`{direction.text}` before `{name}` means different steps to different"
                hint = "write its lines (W, R) and its diagonals (F, B) apart"
                self.error("E321", direction.span, f"{message} programs", hint)

    def chosen(self, step: Step, directions: Sequence[_Direction]) -> tuple[Vector, ...] | None:
        """The steps that the directions choose; None for all of them."""
        if not directions:
            return None
        whole = directions[0].span.to(directions[-1].span)
        self.need_arrows(whole, f"`{whole.text}`")
        oblique = step[1] not in (0, step[0])
        for direction in directions:
            if "h" in direction.text and not oblique:
                message = "`h` takes half of eight steps, and lines and diagonals are four"
                self.error("E320", direction.span, message)
            self.check_order(direction, oblique)
        return tuple(
            vector
            for vector in geometry(SQUARES).images(step)
            if any(_chooses(direction.text, vector) for direction in directions)
        )

    def turns(self, directions: Sequence[_Direction]) -> tuple[int, ...] | None:
        """The turns that directions mean on a later leg, of eight; None where none is written."""
        turns: list[int] = []
        for direction in directions:
            text = direction.text
            self.check_order(direction, oblique=True)
            if "h" in text:
                message = f"`{text}` has no meaning in a leg that goes on from another"
                self.error("E320", direction.span, message)
            elif len(set(text)) == 1:
                turns += _NARROW[text[0]]
            else:
                turns += (turn for turn in _WIDE[text[0]] if turn in _WIDE[text[1]])
            if len(set(text)) == 1 and text[0] in "bv":
                message = f"`{text}` would lead the piece straight back where it has come from"
                self.error("E321", direction.span, message)
        return tuple(dict.fromkeys(turns)) if directions else None

    def check_order(self, direction: _Direction, oblique: bool) -> None:
        """Report `v` or `s` before another letter, where that is no single direction."""
        text = direction.text
        if oblique and text[0] in "vs" and len(set(text)) > 1 and text[1] != "h":
            message = f"`{text}` means different steps to different programs"
            hint = "write each direction out, for example `fr` and `br`"
            self.error("E321", direction.span, message, hint)


_WIDE = {
    "f": (7, 0, 1),
    "b": (5, 4, 3),
    "l": (7, 6, 5),
    "r": (1, 2, 3),
    "v": (7, 0, 1, 5, 4, 3),
    "s": (7, 6, 5, 1, 2, 3),
}
"""By letter, the turns from the way come that have some of its direction, to the left first."""

_NARROW = {"f": (0,), "b": (4,), "l": (6,), "r": (2,), "v": (0, 4), "s": (6, 2)}
"""By letter, the turns that lead exactly its way."""


def _joined(first: str, second: str) -> bool:
    """Whether two letters make one direction."""
    across = {"f": 0, "b": 0, "v": 0, "l": 1, "r": 1, "s": 1}
    if "h" in (first, second):
        return True
    return first == second or across[first] != across[second]


def _some(char: str, vector: Vector) -> bool:
    """Whether a step leads at all in the direction of a letter."""
    right, forward = vector
    parts = {"f": forward, "b": -forward, "r": right, "l": -right}
    return any(parts[one] > 0 for one in {"v": "fb", "s": "lr"}.get(char, char))


def _mostly(char: str, vector: Vector) -> bool:
    """Whether a step leads in the direction of a letter further than to its sides."""
    right, forward = map(abs, vector)
    return _some(char, vector) and (forward > right) == (char in "fbv")


def _chooses(direction: str, vector: Vector) -> bool:
    """Whether a direction of one or two letters chooses a step."""
    right, forward = vector
    if 0 in vector:
        return any(_some(char, vector) for char in direction if char != "h")
    if abs(right) == abs(forward):
        return all(_some(char, vector) for char in direction if char != "h")
    if direction in ("hr", "hl"):
        clockwise = (right * forward > 0) == (abs(forward) > abs(right))
        return clockwise == (direction == "hr")
    first, last = direction[0], direction[-1]
    return _some(first, vector) and (last == "h" or _mostly(last, vector))


def _headings(step: Step, chosen: Iterable[Vector] | None) -> tuple[Heading, ...]:
    """The headings along a line or diagonal: relative where some are chosen."""
    if chosen is None:
        return tuple(Heading(i, False) for i in range(int(step[1] > 0), 8, 2))
    return tuple(Heading(_way(vector), True) for vector in chosen)


def _turns(turns: Iterable[int]) -> tuple[Heading, ...]:
    return tuple(Heading(turn, True) for turn in turns)


def _way(vector: Vector) -> int:
    """The turn from forward that a step along a line or diagonal means, or the corner it nears."""
    return DIRECTION_OF[tuple((part > 0) - (part < 0) for part in vector)]


def _corners(
    chosen: Sequence[Vector] | None,
) -> Iterator[tuple[tuple[Heading, ...], tuple[int, ...]]]:
    """How oblique leaps go along lines and then turn: the lines, and the turns they share."""
    if chosen is None:
        yield _headings((1, 0), None), (7, 1)
        return
    sides: dict[int, set[int]] = {}
    for right, forward in chosen:
        upright = abs(forward) > abs(right)
        line = _way((0, forward) if upright else (right, 0))
        sides.setdefault(line, set()).add((_way((right, forward)) - line) % 8)
    for turns in ((7, 1), (7,), (1,)):
        lines = tuple(Heading(line, True) for line, own in sides.items() if own == set(turns))
        if lines:
            yield lines, turns
