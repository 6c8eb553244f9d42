"""What is known at each point of a block, whatever happens: what all ways agree on.

It finds flags that are asked before they are set, attributes that are set twice for one move, and
moves that may take a piece of the mover's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulec.zrf.model import (
    Add,
    All,
    Anchor,
    AnyOf,
    Block,
    Cascade,
    Condition,
    Constant,
    Flag,
    Game,
    Go,
    Here,
    If,
    Instruction,
    Locus,
    Mark,
    Not,
    Sequence,
    SetAttribute,
    SetFlag,
    SetFrom,
    SetPositionFlag,
    SetTo,
    Step,
    Test,
    TestKind,
    Verify,
    While,
)
from rulec.zrf.reach import is_constant
from rulec.zrf.report import Report

_HERE = Here()

_SAYS_WHOSE = frozenset({TestKind.EMPTY, TestKind.ENEMY, TestKind.NEUTRAL, TestKind.PIECE})
"""Conditions that, when they hold, leave no doubt, or show that the author looked at the piece."""


class _Facts(NamedTuple):
    """What holds on every way to a point.

    `decided` are the loci whose owner has been asked for: no friend stands there, or one does and
    the author knows. `mark` and `end` say the same of the marked square and the target (None: no
    target is set). `attributes` are the constants given to the piece here since the last move.
    """

    flags: frozenset[int] = frozenset()
    decided: frozenset[Locus] = frozenset({_HERE})
    mark: bool = True
    end: bool | None = None
    attributes: frozenset[tuple[int, bool]] = frozenset()


class FactWalk:
    """Walks over the blocks of one game and reports what it finds."""

    def __init__(self, game: Game, report: Report) -> None:
        self._game = game
        self._report = report
        self._memo: dict[tuple[int, _Facts, bool], _Facts | None] = {}
        self._several: dict[int, bool] = {}
        self._guards_matter = True

    def walk(self, block: Block, *, drop: bool) -> None:
        """Report on one block. A drop starts on a square that may hold anything."""
        self._guards_matter = not _moves_several(block.code, self._several)
        facts = _Facts(decided=frozenset()) if drop else _Facts()
        self._run(block.code, facts)

    def _run(self, sequence: Sequence, facts: _Facts) -> _Facts | None:
        key = (id(sequence), facts, self._guards_matter)
        if key in self._memo:
            return self._memo[key]
        now: _Facts | None = facts
        for instruction in sequence.body:
            if now is None:
                break
            now = self._do(instruction, now)
        self._memo[key] = now
        return now

    def _do(self, instruction: Instruction, facts: _Facts) -> _Facts | None:
        match instruction:
            case Sequence():
                return self._run(instruction, facts)
            case Step(locus=locus):
                known = locus in facts.decided
                return self._moved(facts, known)
            case Verify(condition=condition):
                self._ask(condition, facts)
                if is_constant(condition, False):
                    return None
                return _decide(facts, condition, True)
            case If():
                return self._branch(instruction, facts)
            case While():
                return self._loop(instruction, facts)
            case Add():
                self._check_target(instruction, facts)
                return facts._replace(end=None, attributes=frozenset())
            case Cascade():
                return facts._replace(end=None)
            case SetTo():
                return facts._replace(end=_HERE in facts.decided)
            case Mark(locus=locus):
                return facts._replace(mark=locus in facts.decided)
            case Go(anchor=anchor):
                known = {Anchor.MARK: facts.mark, Anchor.TO: facts.end is True}.get(anchor, True)
                return self._moved(facts, known)
            case SetFlag(flag=flag, value=value):
                self._ask(value, facts)
                return facts._replace(flags=facts.flags | {flag})
            case SetPositionFlag(value=value):
                self._ask(value, facts)
                return facts
            case SetAttribute():
                return self._set_attribute(instruction, facts)
            case _:
                return facts

    @staticmethod
    def _moved(facts: _Facts, decided: bool) -> _Facts:
        return facts._replace(
            decided=frozenset({_HERE}) if decided else frozenset(), attributes=frozenset()
        )

    def _branch(self, instruction: If, facts: _Facts) -> _Facts | None:
        self._ask(instruction.condition, facts)
        ends = [
            self._run(sequence, _decide(facts, instruction.condition, taken))
            for taken, sequence in ((True, instruction.then), (False, instruction.otherwise))
            if not is_constant(instruction.condition, not taken)
        ]
        return _common(end for end in ends if end is not None)

    def _loop(self, instruction: While, facts: _Facts) -> _Facts | None:
        self._ask(instruction.condition, facts)
        while True:
            end = self._run(instruction.body, _decide(facts, instruction.condition, True))
            common = _common([facts] if end is None else [facts, end])
            assert common is not None
            if common == facts:
                break
            facts = common
        if is_constant(instruction.condition, True):
            return None
        return _decide(facts, instruction.condition, False)

    # --- findings -------------------------------------------------------------------------------

    def _ask(self, condition: Condition, facts: _Facts) -> None:
        """Report flags that a condition asks for before they are set."""
        match condition:
            case Flag(flag=flag, at=at) if flag not in facts.flags:
                self._report.warning(
                    "Z330",
                    at,
                    f"the flag `{self._game.flags[flag]}` may be asked here before it is set",
                    "set it at the start of the block; flags have no value of their own",
                )
            case Not(condition=inner):
                self._ask(inner, facts)
            case All(conditions=conditions) | AnyOf(conditions=conditions):
                for inner in conditions:
                    self._ask(inner, facts)
            case _:
                pass

    def _set_attribute(self, instruction: SetAttribute, facts: _Facts) -> _Facts:
        self._ask(instruction.value, facts)
        if not isinstance(instruction.value, Constant):
            return facts
        fact = (instruction.attribute, instruction.value.value)
        if (fact[0], not fact[1]) in facts.attributes:
            name = self._game.attributes[instruction.attribute]
            self._report.warning(
                "Z331",
                instruction.at,
                f"`{name}` is given both values for the same piece and the same move",
                "which one counts is not certain",
            )
        return facts._replace(attributes=facts.attributes | {fact})

    def _check_target(self, instruction: Add, facts: _Facts) -> None:
        decided = _HERE in facts.decided if facts.end is None else facts.end
        if not decided and self._guards_matter:
            self._report.note(
                "Z405",
                instruction.at,
                "nothing on the way here asks whose piece is on the target, so a friend may be "
                "taken",
                "put `(verify not-friend?)` before it unless that is meant",
            )


def _common(several: Iterable[_Facts]) -> _Facts | None:
    """What several ways agree on; None if there is no way."""
    result: _Facts | None = None
    for facts in several:
        if result is None:
            result = facts
            continue
        result = _Facts(
            result.flags & facts.flags,
            result.decided & facts.decided,
            result.mark and facts.mark,
            result.end if result.end == facts.end else bool(result.end and facts.end),
            result.attributes & facts.attributes,
        )
    return result


def _decide(facts: _Facts, condition: Condition, holds: bool) -> _Facts:
    """The facts, and what a condition says about owners when it holds, or does not."""
    loci = _decided(condition, holds)
    return facts._replace(decided=facts.decided | loci) if loci else facts


def _decided(condition: Condition, holds: bool) -> frozenset[Locus]:
    """The loci of which it is certain whether a friend stands there."""
    match condition:
        case Not(condition=inner):
            return _decided(inner, not holds)
        case All(conditions=conditions) | AnyOf(conditions=conditions):
            sets = [_decided(inner, holds) for inner in conditions]
            if not sets:
                return frozenset()
            every = isinstance(condition, All) is holds
            return frozenset().union(*sets) if every else frozenset.intersection(*sets)
        case Test(kind=TestKind.FRIEND, locus=locus):
            return frozenset({locus})
        case Test(kind=kind, locus=locus) if kind in _SAYS_WHOSE:
            return frozenset({locus}) if holds else frozenset()
        case _:
            return frozenset()


def _moves_several(sequence: Sequence, memo: dict[int, bool]) -> bool:
    """Whether a block moves more than one piece, which may make room on a friend's square."""
    known = memo.get(id(sequence))
    if known is None:
        known = any(_several(instruction, memo) for instruction in sequence.body)
        memo[id(sequence)] = known
    return known


def _several(instruction: Instruction, memo: dict[int, bool]) -> bool:
    match instruction:
        case Cascade() | SetFrom():
            return True
        case Sequence():
            return _moves_several(instruction, memo)
        case If():
            return _moves_several(instruction.then, memo) or _moves_several(
                instruction.otherwise, memo
            )
        case While():
            return _moves_several(instruction.body, memo)
        case _:
            return False
