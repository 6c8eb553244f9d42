"""Running move blocks with the pieces left open.

From each square a block is run for a player. What depends on the board (directions, zones) is
known; what depends on the pieces is not, so every question about them divides the run into the
answers that it can have. Each `add` then gives a way: where the piece goes, what must stand on
which square for that, and what else happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from rulec.importing.walking import instructions
from rulec.syntax.diagnostics import RulecError
from rulec.zrf.model import (
    OFF_BOARD,
    Add,
    All,
    Anchor,
    AnyOf,
    Block,
    Capture,
    Cascade,
    ChangeOwner,
    ChangeType,
    Condition,
    Constant,
    Create,
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
    Spot,
    Step,
    Test,
    TestKind,
    Toward,
    Verify,
    While,
)
from rulec.zrf.report import failure

EMPTY, FRIEND, ENEMY = 1, 2, 4
ANYTHING = EMPTY | FRIEND | ENEMY

_MOST_STEPS = 60_000
"""How many instructions a block may take from one square, all divisions together."""

_MOST_STEPS_OF_ALL = 1_500_000
"""How many instructions all blocks of a game may take from all squares."""

_OCCUPANCY = {
    TestKind.EMPTY: EMPTY,
    TestKind.ENEMY: ENEMY,
    TestKind.FRIEND: FRIEND,
    TestKind.NEUTRAL: 0,
}

Fact: TypeAlias = "tuple[TestKind, int, int | None]"
"""A question about a piece, besides whose it is: what is asked, the square, and the subject."""


@dataclass(frozen=True)
class Part:
    """One piece that moves: from a square to a square."""

    start: int
    end: int


@dataclass(frozen=True)
class Way:
    """One thing a block may do: what must hold, and what is done.

    `content` says what may stand on a square, where not anything may. `becomes` is None where the
    piece stays what it is. `changes` are attributes set: square, attribute, value.
    """

    parts: tuple[Part, ...]
    content: Mapping[int, int]
    facts: Mapping[Fact, bool]
    captures: frozenset[int]
    becomes: int | None
    changes: Mapping[tuple[int, int], bool]
    block: Block


_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class _Run(NamedTuple):
    """How far a block has come, under some assumptions."""

    square: int
    origin: int
    target: int | None = None
    mark: int | None = None
    flags: Mapping[int, bool] = _NOTHING
    marks: frozenset[tuple[int, int]] = frozenset()
    content: Mapping[int, int] = _NOTHING
    facts: Mapping[Fact, bool] = _NOTHING
    captures: frozenset[int] = frozenset()
    changes: Mapping[tuple[int, int], bool] = _NOTHING
    types: Mapping[int, int] = _NOTHING
    cascade: tuple[Part, ...] = ()
    start: int = 0


@dataclass
class Scope:
    """What is common to all blocks of a game.

    `present` are the piece types that can be on the board, `aside` the squares beside it, which
    keep captured pieces: they are taken to be empty, and what happens to pieces there is not told.
    `left` is how many instructions may still be looked at.
    """

    present: frozenset[int]
    aside: frozenset[int]
    left: int = _MOST_STEPS_OF_ALL


def ways(
    game: Game,
    block: Block,
    player: int,
    piece: int,
    start: int,
    scope: Scope,
) -> list[Way]:
    """What a block may do for a player's piece on a square; raises RulecError."""
    return _Walk(game, block, player, piece, scope).from_square(start)


def present_types(game: Game) -> frozenset[int]:
    """The piece types that the setup has, or that a move of any piece may make."""
    found = {place.type for place in game.placements}
    found |= {reserve.type for reserve in game.reserves}
    return frozenset(found) | made_types(game)


def made_types(game: Game) -> frozenset[int]:
    """The piece types that a move of any piece may make."""
    blocks = [block for piece in game.pieces for block in (*piece.moves, *piece.drops)]
    return _made_types(blocks)[0]


def owned_types(game: Game, player: int) -> frozenset[int]:
    """The piece types that a player starts with, or may come to have."""
    todo = {place.type for place in game.placements if place.player == player}
    todo |= {reserve.type for reserve in game.reserves if reserve.player == player}
    found: set[int] = set()
    while todo:
        found |= todo
        kinds = [game.pieces[kind] for kind in todo]
        made, changes_owner = _made_types(
            [block for kind in kinds for block in (*kind.moves, *kind.drops)]
        )
        if changes_owner:
            return present_types(game)
        todo = set(made) - found
    return frozenset(found)


def _made_types(blocks: Iterable[Block]) -> tuple[frozenset[int], bool]:
    """The types that some blocks make, and whether they change the owner of a piece."""
    found: set[int] = set()
    changes_owner = False
    for block in blocks:
        for instruction in instructions(block.code):
            match instruction:
                case Add(types=types):
                    found.update(types)
                case ChangeType(type=made):
                    found.add(made)
                case Create(type=created):
                    changes_owner = True
                    found.update(() if created is None else (created,))
                case ChangeOwner():
                    changes_owner = True
                case _:
                    pass
    return frozenset(found), changes_owner


class _Walk:
    def __init__(
        self,
        game: Game,
        block: Block,
        player: int,
        piece: int,
        scope: Scope,
    ) -> None:
        self._game, self._block, self._player, self._piece = game, block, player, piece
        self._scope = scope
        self._aside, self._present = scope.aside, scope.present
        self._steps = 0
        self._found: list[Way] = []

    def from_square(self, start: int) -> list[Way]:
        run = _Run(square=start, origin=start, start=start, content={start: FRIEND})
        for _ in self._sequence(self._block.code.body, run):
            pass
        return self._found

    def _refuse(self, at: Instruction | Test, what: str) -> RulecError:
        return failure("E631", at.at.span, f"{what} has no counterpart in the rules")

    # --- instructions -----------------------------------------------------------------------

    def _sequence(self, body: tuple[Instruction, ...], run: _Run) -> Iterator[_Run]:
        """The runs that come out at the end of some instructions."""
        reached: list[Iterator[_Run]] = [iter((run,))]
        while reached:
            after = next(reached[-1], None)
            if after is None:
                reached.pop()
            elif len(reached) > len(body):
                yield after
            else:
                reached.append(self._instruction(body[len(reached) - 1], after))

    def _instruction(self, instruction: Instruction, run: _Run) -> Iterator[_Run]:
        self._steps += 1
        self._scope.left -= 1
        if self._steps > _MOST_STEPS:
            raise failure("E631", self._block.at.span, "this block is too long to be read")
        if self._scope.left < 0:
            raise failure("E631", self._game.at.span, "this game's blocks are too long to be read")
        match instruction:
            case Sequence(body=body):
                yield from self._sequence(body, run)
            case Step(locus=locus):
                square = self._square(locus, run)
                if square != OFF_BOARD:
                    yield run._replace(square=square)
            case SetFrom():
                yield run._replace(origin=run.square)
            case SetTo():
                yield run._replace(target=run.square)
            case Mark(locus=locus):
                square = self._square(locus, run)
                if square != OFF_BOARD:
                    yield run._replace(mark=square)
            case Go():
                place = self._anchor(instruction, run)
                if place is not None:
                    yield run._replace(square=place)
            case Add():
                yield self._add(instruction, run)
            case Cascade():
                end = run.square if run.target is None else run.target
                parts = (*run.cascade, Part(run.origin, end))
                yield run._replace(cascade=parts, origin=run.square, target=None)
            case Capture(locus=locus):
                square = self._square(locus, run)
                captures = run.captures if square == OFF_BOARD else run.captures | {square}
                yield run._replace(captures=captures)
            case ChangeType(type=made, locus=locus):
                square = self._square(locus, run)
                aside = square in self._aside or square == OFF_BOARD
                yield run if aside else run._replace(types={**run.types, square: made})
            case ChangeOwner(locus=locus) if self._square(locus, run) in self._aside:
                yield run
            case SetAttribute(attribute=attribute, value=value):
                for after, holds in self._ask(value, run):
                    changes = {**after.changes, (run.square, attribute): holds}
                    yield after._replace(changes=changes)
            case SetFlag(flag=flag, value=value):
                for after, holds in self._ask(value, run):
                    yield after._replace(flags={**after.flags, flag: holds})
            case SetPositionFlag(flag=flag, value=value, locus=locus):
                square = self._square(locus, run)
                for after, holds in self._ask(value, run):
                    key = {(flag, square)} if square != OFF_BOARD else set()
                    marks = after.marks | key if holds else after.marks - key
                    yield after._replace(marks=frozenset(marks))
            case Verify(condition=condition):
                yield from (after for after, holds in self._ask(condition, run) if holds)
            case If(condition=condition, then=then, otherwise=otherwise):
                for after, holds in self._ask(condition, run):
                    yield from self._sequence((then if holds else otherwise).body, after)
            case While():
                yield from self._while(instruction, run)
            case _:
                raise self._refuse(instruction, f"`{instruction.at.head or instruction.at.word}`")

    def _while(self, loop: While, run: _Run) -> Iterator[_Run]:
        rounds = [self._ask(loop.condition, run)]
        while rounds:
            answer = next(rounds[-1], None)
            if answer is None:
                rounds.pop()
            elif answer[1]:
                rounds.append(self._round(loop, answer[0]))
            else:
                yield answer[0]

    def _round(self, loop: While, run: _Run) -> Iterator[tuple[_Run, bool]]:
        """Once through the body of a loop, and what is then answered to its condition."""
        for after in self._sequence(loop.body.body, run):
            if after.square != run.square or after.flags != run.flags:
                yield from self._ask(loop.condition, after)

    def _anchor(self, go: Go, run: _Run) -> int | None:
        match go.anchor:
            case Anchor.FROM:
                return run.origin
            case Anchor.TO:
                return run.target
            case Anchor.MARK:
                return run.mark if run.mark is not None else run.start if go.back else None
        raise self._refuse(go, f"`go {go.anchor}`")

    def _add(self, add: Add, run: _Run) -> _Run:
        if add.partial or add.copy:
            raise self._refuse(add, f"`{add.at.head or add.at.word}`")
        end = run.square if run.target is None else run.target
        parts = (*run.cascade, Part(run.origin, end))
        key, *others = parts
        if run.types.keys() - {key.end}:
            raise self._refuse(add, "`change-type` of another piece than the one that moves")
        parts = (key, *(part for part in others if part.end not in self._aside))
        types = add.types or (run.types.get(key.end),)
        facts = {
            fact: holds
            for fact, holds in run.facts.items()
            if holds or run.content.get(fact[1], ANYTHING) != EMPTY
        }
        for becomes in types:
            self._found.append(
                Way(
                    parts,
                    run.content,
                    facts,
                    run.captures,
                    becomes,
                    run.changes,
                    self._block,
                )
            )
        return run._replace(
            origin=run.start, target=None, captures=frozenset(), changes={}, types={}
        )

    # --- squares and conditions -------------------------------------------------------------

    def _square(self, locus: Locus, run: _Run) -> int:
        board = self._game.board
        match locus:
            case Here():
                return run.square
            case Spot(position=position):
                return position
            case Toward(direction=direction, reverse=reverse):
                read = board.symmetry[self._player][direction]
                return (board.reverse if reverse else board.links)[read][run.square]

    def _ask(self, condition: Condition, run: _Run) -> Iterator[tuple[_Run, bool]]:
        """The answers that a condition can have, each with what it assumes."""
        match condition:
            case Constant(value=value):
                yield run, value
            case Flag(flag=flag):
                yield run, run.flags.get(flag, False)
            case Not(condition=inner):
                yield from ((after, not holds) for after, holds in self._ask(inner, run))
            case All(conditions=several):
                yield from self._several(several, run, stop=False)
            case AnyOf(conditions=several):
                yield from self._several(several, run, stop=True)
            case Test():
                yield from self._test(condition, run)

    def _several(
        self, conditions: tuple[Condition, ...], run: _Run, stop: bool
    ) -> Iterator[tuple[_Run, bool]]:
        """Conditions in order, up to the first whose answer is `stop`."""
        if not conditions:
            yield run, not stop
            return
        for after, holds in self._ask(conditions[0], run):
            if holds is stop:
                yield after, stop
            else:
                yield from self._several(conditions[1:], after, stop)

    def _test(self, test: Test, run: _Run) -> Iterator[tuple[_Run, bool]]:
        square = self._square(test.locus, run)
        kind = test.kind
        if kind is TestKind.ON_BOARD or square == OFF_BOARD:
            yield run, kind is TestKind.ON_BOARD and square != OFF_BOARD
        elif kind is TestKind.IN_ZONE:
            assert test.subject is not None
            yield run, square in self._game.board.zone_squares[test.subject][self._player]
        elif kind is TestKind.POSITION:
            yield run, square == test.subject
        elif kind is TestKind.POSITION_FLAG:
            yield run, (test.subject, square) in run.marks
        elif kind in _OCCUPANCY:
            if square in self._aside:
                yield run, kind is TestKind.EMPTY
                return
            now = run.content.get(square, ANYTHING)
            for part, answer in ((now & _OCCUPANCY[kind], True), (now & ~_OCCUPANCY[kind], False)):
                if part:
                    yield run._replace(content={**run.content, square: part}), answer
        elif kind in (
            TestKind.PIECE,
            TestKind.ATTRIBUTE,
            TestKind.LAST_FROM,
            TestKind.LAST_TO,
            TestKind.ATTACKED,
        ):
            yield from self._unknown((kind, square, test.subject), run)
        else:
            raise self._refuse(test, f"`{kind}`")

    def _unknown(self, fact: Fact, run: _Run) -> Iterator[tuple[_Run, bool]]:
        """Something about a piece that the run does not know: either way, unless it does."""
        if fact[0] is TestKind.PIECE and fact[1] == run.start:
            yield run, fact[2] == self._piece
            return
        if fact[0] is TestKind.PIECE and fact[2] not in self._present:
            yield run, False
            return
        if fact[0] is TestKind.PIECE and any(
            holds and other[:2] == fact[:2] and other != fact for other, holds in run.facts.items()
        ):
            yield run, False  # another piece stands there
            return
        known = run.facts.get(fact)
        for answer in (True, False) if known is None else (known,):
            after = run._replace(facts={**run.facts, fact: answer})
            if answer and fact[0] in (TestKind.PIECE, TestKind.ATTRIBUTE):
                content = run.content.get(fact[1], ANYTHING) & (FRIEND | ENEMY)
                if not content:
                    continue
                after = after._replace(content={**after.content, fact[1]: content})
            yield after, answer
