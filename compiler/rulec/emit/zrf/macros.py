"""Movement macros: the code of a step, a slide, a slide that turns or rebounds.

A macro's arguments are the zones that its move must start in, if any, then its direction, then
where it bends. `add` is written by the piece's landing, which knows about promotion and gates.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulec.model.tables import Ends


class Bend(StrEnum):
    """How a slide bends once, where it cannot go on."""

    TURNING = "turning"
    REFLECTING = "reflecting"
    REFLECTING_OFF_SIDES = "side-reflecting"


@dataclass(frozen=True, slots=True)
class Shape:
    """What a movement macro does, whatever its direction."""

    ends: Ends
    least: int = 1
    most: int | None = None
    against: str | None = None
    """For an onward slide: what the names of the zones begin with where a direction is against."""
    bend: Bend | None = None
    guards: int = 0
    """How many zones the move must start in."""

    @property
    def name(self) -> str:
        """A telling name: `step`, `onward-turning-slide`, `slide-2-to-empty-from`."""
        adjectives = (self.against and _onward_word(self.against), self.bend)
        kind = "step" if self.most == 1 else "slide"
        words = [*(word for word in adjectives if word), kind + self._reach]
        return "-".join(words) + _ENDS_WORDS[self.ends] + _GUARD_WORDS[self.guards]

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


def movement_macro(name: str, shape: Shape, landing: Landing, glide: str | None) -> Macro:
    """The macro of a shape; `glide` names the macro by which a bent slide goes on."""
    arguments = [f"${i}" for i in range(1, 9)]
    guards, rest = arguments[: shape.guards], arguments[shape.guards :]
    lines = [f"(verify (in-zone? {guard}))" for guard in guards]
    if landing.start:
        lines.append(landing.start)
    if shape.against:
        lines.append(f"(set-flag free (not-in-zone? {shape.against}{rest[0]}))")
    lines += _straight(shape, rest[0], landing.add)
    if shape.bend is Bend.TURNING:
        lines += [f"(verify {_conjunction(['empty?', *_free(shape), f'(in-zone? {rest[1]})'])})"]
        lines += [f"({glide} {rest[2]})"]
    elif shape.bend:
        blocked = f"(not-on-board? {rest[0]})"
        lines += [f"(verify {_conjunction(['empty?', *_free(shape), blocked])})"]
        lines += _rebound(shape.bend, rest[1:5], glide)
    return Macro(name, _about(shape, guards, rest), tuple(lines), block=True)


def glide_macro(name: str, ends: Ends, against: str | None, landing: Landing) -> Macro:
    """How a slide goes on from the square where it has bent."""
    shape = Shape(ends, against=against)
    go_on = [f"(not-in-zone? {against}$1)"] if against else []
    lines = [f"(verify {go_on[0]})"] if go_on else []
    lines += _run(shape, "$1", landing.add, go_on)
    about = ("Goes on in direction $1 from the square where a slide has bent.",)
    return Macro(name, about, tuple(lines), block=False)


def _free(shape: Shape) -> list[str]:
    return ["(flag? free)"] if shape.against else []


def _straight(shape: Shape, direction: str, add: str) -> list[str]:
    """The part of a move before any bend."""
    go_on = list(_free(shape))
    if shape.against:
        go_on.append(f"(not-in-zone? {shape.against}{direction})")
    if shape.bend:
        go_on.append(f"(on-board? {direction})")
    further = f"(verify {_conjunction(['empty?', *go_on])})"
    lines = [f"{direction} {further}"] * (shape.least - 1)
    if shape.most is None:
        return lines + _run(shape, direction, add, go_on)
    for _ in range(shape.most - shape.least):
        lines += [direction, *_pass(shape.ends, add), further]
    return [*lines, direction, *_land(shape.ends, add)]


def _run(shape: Shape, direction: str, add: str, go_on: list[str]) -> list[str]:
    """Steps as long as squares are empty; at the end a landing."""
    adding = "" if shape.ends is Ends.CAPTURE else f"{add} "
    lines = [direction, f"(while {_conjunction(['empty?', *go_on])} {adding}{direction})"]
    if shape.bend:
        return lines + _pass(shape.ends, add)
    if shape.ends is Ends.MOVE and not go_on:
        return lines
    return lines + _land(shape.ends, add)


def _land(ends: Ends, add: str) -> list[str]:
    """The end of a block."""
    test = {Ends.BOTH: "not-friend?", Ends.MOVE: "empty?", Ends.CAPTURE: "enemy?"}[ends]
    return [f"(verify {test})", add]


def _pass(ends: Ends, add: str) -> list[str]:
    """A square where the move may end and the block goes on."""
    return [f"(if enemy? {add})"] if ends is Ends.CAPTURE else _land(ends, add)


def _conjunction(conditions: list[str]) -> str:
    return conditions[0] if len(conditions) == 1 else f"(and {' '.join(conditions)})"


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


def _about(shape: Shape, guards: list[str], rest: list[str]) -> tuple[str, ...]:
    target = {Ends.BOTH: "", Ends.MOVE: " to an empty square", Ends.CAPTURE: " to an enemy"}
    start = f", starting in {' and '.join(guards)}" if guards else ""
    about = [f"{_reach(shape)} in direction {rest[0]}{target[shape.ends]}{start}."]
    if shape.against:
        about += [
            "The first step is free; it goes on only while its direction runs against the track",
            "neither where it started nor on the square it has reached.",
        ]
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
        return "One step"
    if shape.most is None:
        return "A slide" if shape.least == 1 else f"A slide over {shape.least} squares or more"
    if shape.least == shape.most:
        return f"A slide over {shape.most} squares"
    return f"A slide over {shape.least} to {shape.most} squares"
