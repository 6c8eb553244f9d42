"""Blocks to closures: each instruction is turned into a function once, and run many times.

A function takes the `Run` it works on and says whether the block goes on. What macros share is
compiled once, so that files with large expansions stay small here too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rulec.syntax.diagnostics import RulecError
from rulec.zrf.ending import goal_squares
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
from rulec.zrf.nodes import View
from rulec.zrf.position import ANY_TYPE, OFF, Cells, Effect, EffectKind, Move, Part
from rulec.zrf.report import failure
from rulec.zrf.vocabulary import MAX_CASCADES, MAX_INSTRUCTIONS

_INLINE = 8
"""Sequences up to this length are put into the sequence around them."""


class Run:
    """A block at work: the cursor, the marks, and what the move will be."""

    __slots__ = (
        "attack",
        "budget",
        "cells",
        "cursor",
        "effects",
        "end",
        "flags",
        "last",
        "mark",
        "moves",
        "origin",
        "parts",
        "square_flags",
        "start",
        "type",
    )

    def __init__(self, cells: Cells, last: tuple[int, int], attack: Attack | None) -> None:
        self.cells = cells
        self.last = last
        self.attack = attack
        self.moves: list[Move] = []
        self.flags: list[bool] = []
        self.effects: list[Effect] = []
        self.parts: list[Part] = []
        self.square_flags: set[tuple[int, int]] = set()
        self.type = OFF
        self.origin = self.cursor = self.start = self.end = self.mark = OFF
        self.budget = 0


Attack: TypeAlias = Callable[[Cells, int, int, int, bool, "int | None"], bool]
"""`attack(cells, square, side, type, by_enemy, move_type)`: whether a piece of `type` and `side`,
standing on `square`, could be taken by the enemy; or retaken by its own side."""

Code: TypeAlias = Callable[[Run], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A block made ready for one player."""

    block: Block
    code: Code
    flags: int

    def moves(self, run: Run, square: int, piece_type: int) -> None:
        """Add the moves of a piece of the type on a square to `run.moves`."""
        run.origin = run.cursor = run.start = square
        self._go(run, piece_type)

    def drops(self, run: Run, square: int, piece_type: int) -> None:
        """Add the drops of a piece of the type on a square to `run.moves`."""
        run.origin = run.start = OFF
        run.cursor = square
        self._go(run, piece_type)

    def _go(self, run: Run, piece_type: int) -> None:
        run.end = run.mark = OFF
        run.type = piece_type
        run.budget = MAX_INSTRUCTIONS
        run.effects.clear()
        run.parts.clear()
        if self.flags:
            run.flags = [False] * self.flags
            run.square_flags.clear()
        self.code(run)


class Compiler:
    """Compiles blocks for one player: symmetry, zones and friends are that player's."""

    def __init__(self, game: Game, side: int) -> None:
        self._game = game
        self._board = game.board
        self._side = side
        self._symmetry = game.board.symmetry[side]
        self._shared: dict[int, tuple[Code, ...]] = {}
        turns = {turn.side for turn in game.turns}
        self._neutral = frozenset(range(len(game.players))) - turns
        self._flags = len(game.flags) + len(game.position_flags)

    def program(self, block: Block) -> Program:
        """The block as a program."""
        return Program(block, _joined(self._sequence(block.code)), self._flags)

    # --- sequences ------------------------------------------------------------------------------

    def _sequence(self, sequence: Sequence) -> tuple[Code, ...]:
        known = self._shared.get(id(sequence))
        if known is None:
            codes: list[Code] = []
            for instruction in sequence.body:
                if isinstance(instruction, Sequence):
                    inner = self._sequence(instruction)
                    if len(inner) + len(codes) <= _INLINE:
                        codes.extend(inner)
                    else:
                        codes.append(_called(inner, instruction.at))
                else:
                    codes.append(self._instruction(instruction))
            known = tuple(codes)
            self._shared[id(sequence)] = known
        return known

    def _instruction(self, instruction: Instruction) -> Code:
        match instruction:
            case Step(locus=locus):
                return self._step(locus)
            case Verify(condition=condition):
                return self._condition(condition)
            case Add():
                return self._add(instruction)
            case While():
                return self._while(instruction)
            case If():
                return self._if(instruction)
            case SetFrom():
                return _set_from
            case SetTo():
                return _set_to
            case Mark(locus=locus):
                return self._mark(locus)
            case Go():
                return _go(instruction)
            case Cascade():
                return _cascade(instruction.at)
            case Capture(locus=locus):
                return self._effect(locus, EffectKind.CAPTURE, OFF, OFF)
            case ChangeOwner(locus=locus, flip=True):
                return self._effect(locus, EffectKind.FLIP, OFF, OFF)
            case ChangeOwner(locus=locus):
                return self._effect(locus, EffectKind.CHANGE_OWNER, self._side, OFF)
            case ChangeType(type=piece, locus=locus):
                return self._effect(locus, EffectKind.CHANGE_TYPE, piece, OFF)
            case Create():
                return self._create(instruction)
            case SetAttribute():
                return self._set_attribute(instruction)
            case SetFlag():
                return self._set_flag(instruction)
            case SetPositionFlag():
                return self._set_position_flag(instruction)
            case Sequence():
                return _joined(self._sequence(instruction))
            case _:
                raise AssertionError(instruction)

    def _step(self, locus: Locus) -> Code:
        match locus:
            case Toward():
                table = self._table(locus)

                def step(run: Run) -> bool:
                    run.cursor = cursor = table[run.cursor]
                    return cursor >= 0

                return step
            case Spot(position=position):

                def jump(run: Run) -> bool:
                    run.cursor = position
                    return True

                return jump
            case Here():
                return _nothing

    def _table(self, locus: Toward) -> tuple[int, ...]:
        tables = self._board.reverse if locus.reverse else self._board.links
        return tables[self._symmetry[locus.direction]]

    def _square(self, locus: Locus) -> Callable[[Run], int]:
        """Where a locus is, or OFF_BOARD."""
        match locus:
            case Here():
                return _cursor
            case Spot(position=position):
                return lambda run: position
            case Toward():
                table = self._table(locus)
                return lambda run: table[run.cursor]

    def _while(self, loop: While) -> Code:
        condition = self._condition(loop.condition)
        codes = self._sequence(loop.body)
        at = loop.at
        cost = len(codes) + 1

        def repeat(run: Run) -> bool:
            while condition(run):
                run.budget -= cost
                if run.budget < 0:
                    raise _endless(at)
                for code in codes:
                    if not code(run):
                        return False
            return True

        return repeat

    def _if(self, choice: If) -> Code:
        condition = self._condition(choice.condition)
        then = _joined(self._sequence(choice.then))
        if not choice.otherwise.body:
            return lambda run: then(run) if condition(run) else True
        otherwise = _joined(self._sequence(choice.otherwise))
        return lambda run: then(run) if condition(run) else otherwise(run)

    # --- moves ----------------------------------------------------------------------------------

    def _add(self, add: Add) -> Code:
        types = add.types or (OFF,)
        then = None if not add.partial else ANY_TYPE if add.move_type is None else add.move_type
        copy = add.copy
        discard = self._game.options.discard_cascades

        def emit(run: Run) -> bool:
            start = run.start
            if start < 0 or run.cells[start] is not None:
                run.budget -= len(types)
                if run.budget < 0:
                    raise _endless(add.at)
                end = run.end if run.end >= 0 else run.cursor
                before = tuple(run.parts)
                effects = tuple(run.effects)
                for piece in types if start >= 0 or add.types else (run.type,):
                    run.moves.append(Move((*before, Part(start, end, piece, copy)), effects, then))
            run.effects.clear()
            if discard:
                run.parts.clear()
            run.start = run.origin
            run.end = OFF
            return True

        return emit

    def _create(self, create: Create) -> Code:
        square = self._square(create.locus)
        player = self._side if create.player is None else create.player
        piece = create.type

        def make(run: Run) -> bool:
            place = square(run)
            if place >= 0:
                made = run.type if piece is None else piece
                run.effects.append(Effect(EffectKind.CREATE, place, made, player))
            return True

        return make

    def _effect(self, locus: Locus, kind: EffectKind, subject: int, value: int) -> Code:
        square = self._square(locus)

        def affect(run: Run) -> bool:
            place = square(run)
            if place >= 0:
                run.effects.append(Effect(kind, place, subject, value))
            return True

        return affect

    def _mark(self, locus: Locus) -> Code:
        square = self._square(locus)

        def mark(run: Run) -> bool:
            run.mark = square(run)
            return run.mark >= 0

        return mark

    def _set_attribute(self, instruction: SetAttribute) -> Code:
        condition = self._condition(instruction.value)
        attribute = instruction.attribute

        def set_attribute(run: Run) -> bool:
            value = int(condition(run))
            run.effects.append(Effect(EffectKind.SET_ATTRIBUTE, run.cursor, attribute, value))
            return True

        return set_attribute

    def _set_flag(self, instruction: SetFlag) -> Code:
        condition = self._condition(instruction.value)
        flag = instruction.flag

        def set_flag(run: Run) -> bool:
            run.flags[flag] = condition(run)
            return True

        return set_flag

    def _set_position_flag(self, instruction: SetPositionFlag) -> Code:
        condition = self._condition(instruction.value)
        square = self._square(instruction.locus)
        flag = instruction.flag

        def set_flag(run: Run) -> bool:
            place = square(run)
            if place >= 0:
                if condition(run):
                    run.square_flags.add((flag, place))
                else:
                    run.square_flags.discard((flag, place))
            return True

        return set_flag

    # --- conditions -----------------------------------------------------------------------------

    def _condition(self, condition: Condition) -> Code:
        match condition:
            case Constant(value=value):
                return _nothing if value else _never
            case Flag(flag=flag):
                return lambda run: run.flags[flag]
            case Not(condition=Test(kind=TestKind.FRIEND, locus=Here())):
                return self._not_friend()
            case Not(condition=Test(kind=TestKind.EMPTY, locus=Here())):
                return lambda run: run.cells[run.cursor] is not None
            case Not(condition=inner):
                code = self._condition(inner)
                return lambda run: not code(run)
            case All(conditions=conditions):
                return _joined(tuple(self._condition(inner) for inner in conditions))
            case AnyOf(conditions=conditions):
                codes = tuple(self._condition(inner) for inner in conditions)

                def any_of(run: Run) -> bool:
                    for code in codes:  # noqa: SIM110  (`any` with a generator is slower)
                        if code(run):
                            return True
                    return False

                return any_of
            case Test():
                return self._test(condition)

    def _not_friend(self) -> Code:
        side = self._side

        def not_friend(run: Run) -> bool:
            piece = run.cells[run.cursor]
            return piece is None or piece[0] != side

        return not_friend

    def _test(self, test: Test) -> Code:
        if test.kind is TestKind.EMPTY and isinstance(test.locus, Here):
            return lambda run: run.cells[run.cursor] is None
        ask = self._question(test)
        if isinstance(test.locus, Here):
            return lambda run: ask(run, run.cursor)
        square = self._square(test.locus)

        def elsewhere(run: Run) -> bool:
            place = square(run)
            return place >= 0 and ask(run, place)

        return elsewhere

    def _question(self, test: Test) -> Callable[[Run, int], bool]:
        """The test as a question about a square of the board."""
        side, neutral = self._side, self._neutral
        subject = -1 if test.subject is None else test.subject
        match test.kind:
            case TestKind.EMPTY:
                return lambda run, place: run.cells[place] is None
            case TestKind.ENEMY:

                def enemy(run: Run, place: int) -> bool:
                    piece = run.cells[place]
                    return piece is not None and piece[0] != side

                return enemy
            case TestKind.FRIEND:

                def friend(run: Run, place: int) -> bool:
                    piece = run.cells[place]
                    return piece is not None and piece[0] == side

                return friend
            case TestKind.NEUTRAL:

                def is_neutral(run: Run, place: int) -> bool:
                    piece = run.cells[place]
                    return piece is not None and piece[0] in neutral

                return is_neutral
            case TestKind.PIECE:

                def is_type(run: Run, place: int) -> bool:
                    piece = run.cells[place]
                    return piece is not None and piece[1] == subject

                return is_type
            case TestKind.ATTRIBUTE:
                bit = 1 << subject

                def has_attribute(run: Run, place: int) -> bool:
                    piece = run.cells[place]
                    return piece is not None and bool(piece[2] & bit)

                return has_attribute
            case TestKind.IN_ZONE:
                zone = self._board.zone_squares[subject][side]
                return lambda run, place: place in zone
            case TestKind.ON_BOARD:
                return lambda run, place: True
            case TestKind.LAST_FROM:
                return lambda run, place: run.last[0] == place
            case TestKind.LAST_TO:
                return lambda run, place: run.last[1] == place
            case TestKind.POSITION:
                return lambda run, place: place == subject
            case TestKind.POSITION_FLAG:
                return lambda run, place: (subject, place) in run.square_flags
            case TestKind.MARKED:
                return lambda run, place: place == run.mark
            case TestKind.ATTACKED | TestKind.DEFENDED:
                by_enemy = test.kind is TestKind.ATTACKED
                move_type = test.subject

                def attacked(run: Run, place: int) -> bool:
                    # Inside the enemy's own answer to this question nothing is attacked.
                    return run.attack is not None and run.attack(
                        run.cells, place, side, run.type, by_enemy, move_type
                    )

                return attacked
            case TestKind.GOAL_POSITION:
                return self._goal_question()
            case TestKind.ADJACENT_TO_ENEMY:
                return self._adjacent_question()

    def _goal_question(self) -> Callable[[Run, int], bool]:
        squares = goal_squares(self._game, self._side)
        return lambda run, place: place in squares

    def _adjacent_question(self) -> Callable[[Run, int], bool]:
        links, side = self._board.links, self._side

        def adjacent(run: Run, place: int) -> bool:
            for table in links:
                piece = run.cells[table[place]] if table[place] != OFF_BOARD else None
                if piece is not None and piece[0] != side:
                    return True
            return False

        return adjacent


class Library:
    """The programs of a game, each compiled when it is first asked for."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._compilers = [Compiler(game, side) for side in range(len(game.players))]
        self._moves: dict[tuple[int, int], tuple[Program, ...]] = {}
        self._drops: dict[tuple[int, int], tuple[Program, ...]] = {}

    def moves(self, side: int, piece_type: int) -> tuple[Program, ...]:
        """The move blocks of a piece type, for a side."""
        key = (side, piece_type)
        if key not in self._moves:
            self._moves[key] = self._compiled(side, self._game.pieces[piece_type].moves)
        return self._moves[key]

    def drops(self, side: int, piece_type: int) -> tuple[Program, ...]:
        """The drop blocks of a piece type, for a side."""
        key = (side, piece_type)
        if key not in self._drops:
            self._drops[key] = self._compiled(side, self._game.pieces[piece_type].drops)
        return self._drops[key]

    def _compiled(self, side: int, blocks: tuple[Block, ...]) -> tuple[Program, ...]:
        return tuple(self._compilers[side].program(block) for block in blocks)


# --- functions that need nothing of the game ------------------------------------------------------


def _joined(codes: tuple[Code, ...]) -> Code:
    """One function that does several things until one of them ends the block."""
    if not codes:
        return _nothing
    if len(codes) == 1:
        return codes[0]
    if len(codes) == 2:
        first, second = codes
        return lambda run: first(run) and second(run)

    def all_of(run: Run) -> bool:
        for code in codes:  # noqa: SIM110  (`all` with a generator is slower)
            if not code(run):
                return False
        return True

    return all_of


def _called(codes: tuple[Code, ...], at: View) -> Code:
    """A long sequence that a macro stands for; macros in macros can be very many steps."""
    code = _joined(codes)
    cost = len(codes)

    def call(run: Run) -> bool:
        run.budget -= cost
        if run.budget < 0:
            raise _endless(at)
        return code(run)

    return call


def _cursor(run: Run) -> int:
    return run.cursor


def _nothing(run: Run) -> bool:
    return True


def _never(run: Run) -> bool:
    return False


def _set_from(run: Run) -> bool:
    run.start = run.cursor
    return True


def _set_to(run: Run) -> bool:
    run.end = run.cursor
    return True


def _go(instruction: Go) -> Code:
    match instruction.anchor:
        case Anchor.MARK if instruction.back:

            def back(run: Run) -> bool:
                run.cursor = run.mark if run.mark >= 0 else run.origin
                return run.cursor >= 0

            return back
        case Anchor.MARK:
            where: Callable[[Run], int] = lambda run: run.mark  # noqa: E731
        case Anchor.FROM:
            where = lambda run: run.start  # noqa: E731
        case Anchor.TO:
            where = lambda run: run.end  # noqa: E731
        case Anchor.LAST_FROM:
            where = lambda run: run.last[0]  # noqa: E731
        case Anchor.LAST_TO:
            where = lambda run: run.last[1]  # noqa: E731

    def go(run: Run) -> bool:
        run.cursor = where(run)
        return run.cursor >= 0

    return go


def _cascade(at: View) -> Code:
    def cascade(run: Run) -> bool:
        end = run.end if run.end >= 0 else run.cursor
        if run.start >= 0 and run.cells[run.start] is not None:
            run.parts.append(Part(run.start, end, OFF, False))
            if len(run.parts) > MAX_CASCADES:
                raise _endless(at)
        elif run.start < 0:
            run.parts.append(Part(OFF, end, run.type, False))
        run.start = run.cursor
        run.end = OFF
        return True

    return cascade


def _endless(at: View) -> RulecError:
    return failure(
        "Z270",
        at.span,
        f"this goes on for more than {MAX_INSTRUCTIONS:,} instructions",
        "a loop must change what its condition asks",
    )
