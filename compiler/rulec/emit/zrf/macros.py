"""Movement macros: the code of a step, a slide, a slide that turns or rebounds.

A macro's arguments are the zones that its move must start in, if any, the directions of its legs,
where it bends, and the zones that it must not leave and must end in, if any. `add` is written by
the piece's landing, which knows about promotion and gates.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulec.model.game import Victims
from rulec.model.tables import Ends


class Bend(StrEnum):
    """How a slide bends once, where it cannot go on."""

    TURNING = "turning"
    REFLECTING = "reflecting"
    REFLECTING_OFF_SIDES = "side-reflecting"


@dataclass(frozen=True, slots=True)
class Prey:
    """Whom a capture may take: royal pieces only, or all but these."""

    victims: Victims
    royals: tuple[str, ...]

    @property
    def test(self) -> str:
        """The condition that a square holds prey."""
        if self.victims is Victims.COMMON:
            return conjunction(["enemy?", *(f"(not-piece? {name})" for name in self.royals)])
        types = [f"(piece? {name})" for name in self.royals]
        return f"(and enemy? {disjunction(types)})"


@dataclass(frozen=True, slots=True)
class Over:
    """Whether the piece that is jumped is an enemy of a type, or is not."""

    type: str
    is_one: bool

    @property
    def word(self) -> str:
        """Its part in the name of a macro."""
        return f"{'' if self.is_one else 'not-'}{self.type.lower()}"

    @property
    def test(self) -> str:
        """The condition, asked on the square of the piece."""
        one = f"(and enemy? (piece? {self.type}))"
        return one if self.is_one else f"(not {one})"


class Stays(StrEnum):
    """Which of the two pieces of a castling is where it goes to already."""

    NEITHER = ""
    ITSELF = "in-place"
    PARTNER = "beside"


@dataclass(frozen=True, slots=True)
class Shape:
    """What a movement macro does, whatever its direction."""

    ends: Ends
    least: int = 1
    most: int | None = None
    anywhere: bool = False
    """Whether it leaps to any square whatever."""
    against: str | None = None
    """For an onward slide: what the names of the zones begin with where a direction is against."""
    bend: Bend | None = None
    guards: int = 0
    """How many zones the move must start in."""
    steps: tuple[int, ...] = ()
    """Steps to empty squares that come first: how many in each direction, one after the other."""
    screens: int = 0
    """How many pieces the move jumps."""
    landing_next: bool = False
    """Whether it ends right behind the last of them."""
    around: bool = False
    """Whether it might come round to the piece itself, which it must not jump."""
    within: bool = False
    """Whether it must not leave a zone."""
    target: bool = False
    """Whether it must end in a zone."""
    first: bool = False
    """Whether the piece must not have moved yet."""
    prey: Prey | None = None
    """Whom it may take, where a capture may not take anyone."""
    over: Over | None = None
    """What the one piece that it jumps must be or not be, if that matters."""
    spares: tuple[str, ...] = ()
    """Piece types that it does not take."""
    bars: tuple[str, ...] = ()
    """Piece types that it does not jump."""

    @property
    def name(self) -> str:
        """A telling name: `step`, `onward-turning-slide`, `slide-2-to-empty-from`."""
        words = ["first"] if self.first else []
        words += ["step-then" if count == 1 else f"{count}-steps-then" for count in self.steps]
        words += [_onward_word(self.against)] if self.against else []
        words += [self.bend] if self.bend else []
        step = "leap-anywhere" if self.anywhere else "step"
        words += [step if self.most == 1 else f"slide{self._reach}"]
        words += [f"over-{self.screens}"] if self.screens else []
        words += [f"not-{name.lower()}" for name in self.bars if name not in self.spares]
        words += [self.over.word] if self.over else []
        words += ["landing-next"] if self.landing_next else []
        words += ["around"] if self.around else []
        words += ["within"] if self.within else []
        words += ["into"] if self.target else []
        return "-".join(words) + self._end_words + _GUARD_WORDS[self.guards]

    @property
    def _end_words(self) -> str:
        ends = f"-to-{self.prey.victims}" if self.prey else _ENDS_WORDS[self.ends]
        return ends + "".join(f"-not-{name.lower()}" for name in self.spares)

    @property
    def _reach(self) -> str:
        if self.most is None:
            return "" if self.least == 1 else f"-{self.least}-or-more"
        if self.least == self.most:
            return "" if self.most == 1 else f"-{self.most}"
        return f"-up-to-{self.most}" if self.least == 1 else f"-{self.least}-to-{self.most}"


_ENDS_WORDS = {Ends.BOTH: "", Ends.MOVE: "-to-empty", Ends.CAPTURE: "-to-enemy"}
_GUARD_WORDS = ("", "-from", "-from-both")


def _onward_word(against: str) -> str:
    return "onward" if against == "against-" else "onward-by-arrow"


@dataclass(frozen=True, slots=True)
class Landing:
    """How a piece ends its moves: what its macro names begin with, and the code it needs."""

    prefix: str = ""
    start: str | None = None
    """Code for the head of every block."""
    add: str = "add"


@dataclass(frozen=True, slots=True)
class Macro:
    """One `define`: its name, what it is for, and its code line by line."""

    name: str
    about: tuple[str, ...]
    lines: tuple[str, ...]
    block: bool
    """Whether the code is a whole move block, in brackets of its own."""

    @property
    def compact(self) -> str | None:
        """The whole `define` on one line, if it is short enough to be read there."""
        code = " ".join(self.lines)
        text = f"(define {self.name} {f'({code})' if self.block else code})"
        return text if len(text) <= _SHORT and "else" not in self.lines else None


_SHORT = 80


_LANDINGS = {Ends.BOTH: "not-friend?", Ends.MOVE: "empty?", Ends.CAPTURE: "enemy?"}


@dataclass(frozen=True, slots=True)
class _Code:
    """The code of one shape for its arguments."""

    shape: Shape
    add: str
    within: str | None
    """The zone that must not be left."""
    go_on: tuple[str, ...]
    """What must hold, besides an empty square, for a slide to go on."""

    def step(self, direction: str) -> str:
        """One step."""
        tests = [f"(in-zone? {self.within})"] if self.within else []
        tests += ["(not-position-flag? starts-here)"] if self.shape.around else []
        return f"{direction} (verify {conjunction(tests)})" if tests else direction

    @property
    def further(self) -> str:
        """The condition of a further step."""
        return conjunction(["empty?", *self.go_on])

    def straight(self, direction: str) -> list[str]:
        """The part of a move before any bend."""
        shape, step = self.shape, self.step(direction)
        further = f"(verify {self.further})"
        lines = [f"{step} {further}"] * (shape.least - 1)
        barred = [f"(verify {conjunction(_others(shape.bars))})"] if shape.bars else []
        lines += [step, f"(while empty? {step})", *barred] * shape.screens
        lines += [f"(verify {shape.over.test})"] if shape.over else []
        if shape.landing_next:
            return [*lines, step, *self.land()]
        if shape.most is None:
            return lines + self.run(step)
        for _ in range(shape.most - shape.least):
            lines += [step, *self.passing(), further]
        return [*lines, step, *self.land()]

    def run(self, step: str) -> list[str]:
        """Steps as long as squares are empty; at the end a landing."""
        ends = self.shape.ends
        adding = "" if ends is Ends.CAPTURE else f"{self.add} "
        lines = [step, f"(while {self.further} {adding}{step})"]
        if self.shape.bend:
            return lines + self.passing()
        if ends is Ends.MOVE and not self.go_on:
            return lines
        return lines + self.land()

    def land(self) -> list[str]:
        """The end of a block."""
        return [f"(verify {self.landing})", self.add]

    @property
    def landing(self) -> str:
        """The condition of a square where a move may end."""
        prey = self.shape.prey
        test = prey.test if prey else _LANDINGS[self.shape.ends]
        return conjunction([test, *_others(self.shape.spares)])

    def passing(self) -> list[str]:
        """A square where the move may end and the block goes on."""
        if self.shape.ends is Ends.CAPTURE:
            return [f"(if {self.landing} {self.add})"]
        return self.land()


def movement_macro(name: str, shape: Shape, landing: Landing, glide: str | None) -> Macro:
    """The macro of a shape; `glide` names the macro by which a bent slide goes on."""
    arguments = [f"${i}" for i in range(1, 1 + argument_count(shape))]
    target = arguments.pop() if shape.target else None
    within = arguments.pop() if shape.within else None
    guards, rest = arguments[: shape.guards], arguments[shape.guards :]
    steps, rest = rest[: len(shape.steps)], rest[len(shape.steps) :]
    free = ["(flag? free)"] if shape.against else []
    go_on = [*free]
    if shape.against:
        go_on.append(f"(not-in-zone? {shape.against}{rest[0]})")
    if shape.bend:
        go_on.append(f"(on-board? {rest[0]})")
    add = f"(if (in-zone? {target}) {landing.add})" if target else landing.add
    code = _Code(shape, add, within, tuple(go_on))
    lines = ["(verify never-moved?)"] if shape.first else []
    lines += [f"(verify (in-zone? {guard}))" for guard in guards]
    if landing.start:
        lines.append(landing.start)
    lines += ["(set-position-flag starts-here true)"] if shape.around else []
    for step, count in zip(steps, shape.steps, strict=True):
        lines += [f"{code.step(step)} (verify empty?)"] * count
    if shape.against:
        lines.append(f"(set-flag free (not-in-zone? {shape.against}{rest[0]}))")
    lines += code.straight(rest[0])
    if shape.bend is Bend.TURNING:
        lines += [f"(verify {conjunction(['empty?', *free, f'(in-zone? {rest[1]})'])})"]
        lines += [f"({glide} {rest[2]})"]
    elif shape.bend:
        blocked = f"(not-on-board? {rest[0]})"
        lines += [f"(verify {conjunction(['empty?', *free, blocked])})"]
        lines += _rebound(shape.bend, rest[1:5], glide)
    about = _about(shape, guards, steps, rest)
    if shape.over:
        about += (
            f"The piece jumped is {'' if shape.over.is_one else 'not '}an enemy {shape.over.type}.",
        )
    if shape.spares or shape.bars:
        words = [f"take a {name}" for name in shape.spares]
        words += [f"jump a {name}" for name in shape.bars]
        about += (f"It must not {' or '.join(words)}.",)
    if shape.prey:
        about += (f"Of enemies it may take {_PREY[shape.prey.victims]}.",)
    if within or target:
        about += (_bounds(within, target),)
    return Macro(name, about, tuple(lines), block=True)


def argument_count(shape: Shape) -> int:
    """How many arguments the macro of a shape takes."""
    bend = {None: 0, Bend.TURNING: 2}.get(shape.bend, 4)
    return shape.guards + len(shape.steps) + 1 + bend + shape.within + shape.target


def anywhere_macro(
    name: str, shape: Shape, landing: Landing, start: tuple[str, ...], first: str, following: str
) -> Macro:
    """A leap to any square: all are tried, from the first along a direction that leads over all.

    `start` asks whether the piece is on the board, where it may be beside it.
    """
    arguments = [f"${i}" for i in range(1, 1 + shape.guards + shape.within + shape.target)]
    guards, zones = arguments[: shape.guards], arguments[shape.guards :]
    code = _Code(shape, landing.add, None, ())
    tests = conjunction([code.landing, *(f"(in-zone? {zone})" for zone in zones)])
    lines = [*start, "(verify never-moved?)"] if shape.first else [*start]
    lines += [f"(verify (in-zone? {guard}))" for guard in guards]
    lines += [landing.start] if landing.start else []
    lines += [first, f"(while (on-board? {following}) (if {tests} {landing.add}) {following})"]
    about = ("A leap to any square: all are tried, one after the other.",)
    return Macro(name, about, tuple(lines), block=True)


def glide_macro(name: str, ends: Ends, against: str | None, landing: Landing) -> Macro:
    """How a slide goes on from the square where it has bent."""
    go_on = (f"(not-in-zone? {against}$1)",) if against else ()
    code = _Code(Shape(ends, against=against), landing.add, None, go_on)
    lines = [*(f"(verify {condition})" for condition in go_on), *code.run("$1")]
    about = ("Goes on in direction $1 from the square where a slide has bent.",)
    return Macro(name, about, tuple(lines), block=False)


def spent_macro(name: str, piece: str) -> Macro:
    """What a castling does to another piece that could have castled instead."""
    lines = (
        "mark",
        "$1",
        f"(if (and friend? (piece? {piece})) (set-attribute never-moved? false))",
        "back",
    )
    about = (f"Of the pieces of a player only one {piece} castles: the one on $1 no longer may.",)
    return Macro(name, about, lines, block=False)


def castle_macro(name: str, partner: str, stays: Stays, landing: Landing) -> Macro:
    """The end of a castling: the piece that castles moves first, so that it is what is dragged."""
    moved = "(set-attribute never-moved? false)"
    parts = {
        Stays.NEITHER: ["$1", moved, "cascade", "$2", "from", "$3", moved, "add"],
        Stays.ITSELF: [moved, "$2", "from", "$3", moved, "add"],
        Stays.PARTNER: ["$2", moved, "$1", moved, "add"],
    }
    lines = [
        "(verify never-moved?)",
        f"(verify (and (friend? $2) (piece? {partner} $2) (never-moved? $2)))",
        *([landing.start] if landing.start else []),
        *parts[stays],
    ]
    about = {
        Stays.NEITHER: f"to $1, and the {partner} from $2 to $3",
        Stays.ITSELF: f"the {partner} goes from $2 to $3",
        Stays.PARTNER: f"to $1, beside the {partner} on $2",
    }
    text = f"Castling: {about[stays]}, if neither has moved."
    return Macro(name, (text,), tuple(lines), block=False)


def unattacked(square: str | None, kind: str | None) -> str:
    """The condition that no enemy could take there, by moves of a type if one is given."""
    words = [word for word in ("not-attacked?", kind, square) if word]
    return words[0] if len(words) == 1 else f"({' '.join(words)})"


def safe_leap_macro(
    name: str, guards: int, ways: tuple[int, ...], kind: str | None, landing: Landing
) -> Macro:
    """A first move that jumps, from and to squares that are not attacked and over such squares.

    For every way there it takes the directions from its start to the squares that way passes.
    """
    arguments = [f"${i}" for i in range(1, guards + 2 + sum(ways))]
    target, passed = arguments[guards], arguments[guards + 1 :]
    safe = []
    for count in ways:
        squares, passed = passed[:count], passed[count:]
        tests = [f"(on-board? {one}) {unattacked(one, kind)}" for one in squares]
        safe.append(f"(and {' '.join(tests)})")
    lines = [
        "(verify never-moved?)",
        *(f"(verify (in-zone? {guard}))" for guard in arguments[:guards]),
        *([landing.start] if landing.start else []),
        f"(verify {unattacked(None, kind)})",
        *([] if 0 in ways else ["(verify (or", *(f"    {way}" for way in safe), "))"]),
        target,
        f"(verify (and empty? {unattacked(None, kind)}))",
        landing.add,
    ]
    about = (
        f"The first move of a piece: a leap in direction {target} to an empty square. Neither",
        f"its start nor its end is attacked, nor what it passes{' on one way' * (len(ways) > 1)}.",
    )
    return Macro(name, about, tuple(lines), block=True)


def conjunction(conditions: list[str]) -> str:
    """Conditions as one."""
    return conditions[0] if len(conditions) == 1 else f"(and {' '.join(conditions)})"


def _others(names: tuple[str, ...]) -> list[str]:
    """The conditions that what stands on a square, if anything, is of none of some types."""
    return [f"(not-piece? {name})" for name in names]


def disjunction(conditions: list[str]) -> str:
    """Conditions of which one is enough, as one."""
    return conditions[0] if len(conditions) == 1 else f"(or {' '.join(conditions)})"


def _rebound(bend: Bend, arguments: list[str], glide: str | None) -> list[str]:
    """Off which side a diagonal slide rebounds; the arguments are described in `_about`."""
    across, along, across_mirrored, along_mirrored = arguments
    lines = [
        f"(if (not-on-board? {across})",
        f"    (verify (on-board? {along}))",
        f"    ({glide} {across_mirrored})",
        "else",
        f"    (if (not-on-board? {along})",
        f"        ({glide} {along_mirrored})",
    ]
    if bend is Bend.REFLECTING:
        lines += [
            "    else",
            f"        (if (in-zone? arrow-{along})",
            f"            ({glide} {across_mirrored})",
            "        else",
            f"            (verify (in-zone? arrow-{across}))",
            f"            ({glide} {along_mirrored})",
            "        )",
        ]
    return [*lines, "    )", ")"]


def _about(shape: Shape, guards: list[str], steps: list[str], rest: list[str]) -> tuple[str, ...]:
    target = {Ends.BOTH: "", Ends.MOVE: " to an empty square", Ends.CAPTURE: " to an enemy"}
    start = f", starting in {' and '.join(guards)}" if guards else ""
    legs = "".join(
        f"a step in direction {step} to an empty square, then "
        if count == 1
        else f"{count} steps in direction {step} to empty squares, then "
        for step, count in zip(steps, shape.steps, strict=True)
    )
    jump = f" over {shape.screens} piece{'s' * (shape.screens > 1)}" if shape.screens else ""
    jump += ", landing right behind" if shape.landing_next else ""
    first = "the first move of a piece: " if shape.first else ""
    reach = f"{first}{legs}{_reach(shape)} in direction {rest[0]}{jump}"
    about = [f"{reach[0].upper()}{reach[1:]}{target[shape.ends]}{start}."]
    if shape.against:
        about += [
            "The first step is free; it goes on only while its direction runs against the track",
            "neither where it started nor on the square it has reached.",
        ]
    if shape.around:
        about += ["It ends where it would come round to the piece itself."]
    if shape.bend is Bend.TURNING:
        about += [f"Where it cannot go on in zone {rest[1]}, it turns once, to {rest[2]}."]
    elif shape.bend:
        across, along, across_mirrored, along_mirrored = rest[1:5]
        about += [
            f"Where the next square is missing, it rebounds once: to {across_mirrored} if"
            f" {across} is missing too,",
            f"to {along_mirrored} if {along} is; if both are, it stops.",
        ]
        corner = "If neither is (the corner of a hole), "
        if shape.bend is Bend.REFLECTING:
            about += [f"{corner}it keeps that of {across} and {along} which the arrow shows."]
        else:
            about += [f"{corner}it stops."]
    return tuple(about)


def _reach(shape: Shape) -> str:
    if shape.most == 1:
        return "one step"
    if shape.most is None:
        return "a slide" if shape.least == 1 else f"a slide over {shape.least} squares or more"
    if shape.least == shape.most:
        return f"a slide over {shape.most} squares"
    return f"a slide over {shape.least} to {shape.most} squares"


_PREY = {
    Victims.ROYAL: "only those that must not be left attacked",
    Victims.COMMON: "only those that may be left attacked",
}


def _bounds(within: str | None, target: str | None) -> str:
    parts = [f"never leave zone {within}"] * bool(within) + [f"end in zone {target}"] * bool(target)
    return f"It must {' and '.join(parts)}."
