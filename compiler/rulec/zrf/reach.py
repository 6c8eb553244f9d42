"""On which squares a block can take something, whatever stands on the board.

A walk over the block with sets of squares instead of squares, every condition both true and false.
The answer may be too large but never too small, so it serves to leave out work (most pieces
cannot reach the king at all) and to find code that no square leads to.

Sets of squares are integers, one bit a square.
"""

from __future__ import annotations

from typing import NamedTuple

from rulec.zrf.model import (
    OFF_BOARD,
    Add,
    All,
    Anchor,
    Board,
    Capture,
    Cascade,
    ChangeOwner,
    ChangeType,
    Condition,
    Constant,
    Create,
    Go,
    Here,
    If,
    Instruction,
    Locus,
    Mark,
    Not,
    Sequence,
    SetAttribute,
    SetFrom,
    SetTo,
    Spot,
    Step,
    Test,
    TestKind,
    Toward,
    Verify,
    While,
)


class _State(NamedTuple):
    """Where the cursor, the marks and the ends of the move may be.

    `no_end`: the end is perhaps unset. `empty`: the block has found nothing on the cursor's square.
    """

    cursor: int
    mark: int
    start: int
    end: int
    no_end: bool
    empty: bool = False

    @property
    def landing(self) -> int:
        """The squares where a move may end now and take what stands there."""
        return self.end | (self.cursor if self.no_end and not self.empty else 0)


class Reach:
    """Answers for one player, whose symmetry decides what the directions mean."""

    def __init__(self, board: Board, side: int) -> None:
        self._board = board
        self._symmetry = board.symmetry[side]
        self._everywhere = (1 << len(board.positions)) - 1
        self._memo: dict[tuple[int, _State], tuple[_State | None, int]] = {}
        self._steps: dict[tuple[Toward, int], int] = {}
        self._origin = 0
        self._visited: set[Instruction] | None = None

    def touched(self, code: Sequence, origin: int) -> int:
        """The squares on which a run from the squares `origin` may take something."""
        if origin != self._origin:
            self._origin = origin
            self._memo.clear()
        _, touched = self._run(code, _State(origin, origin, origin, 0, True))
        return touched

    def visit(self, code: Sequence, visited: set[Instruction]) -> None:
        """Collect the instructions that a run from some square can come to.

        Marks and the ends of moves count as being anywhere, which makes this fast.
        """
        everywhere = self._everywhere
        self._visited = visited
        self._run(code, _State(everywhere, everywhere, everywhere, everywhere, True))
        self._visited = None

    def _run(self, sequence: Sequence, state: _State) -> tuple[_State | None, int]:
        key = (id(sequence), state)
        known = self._memo.get(key)
        if known is not None:
            return known
        touched = 0
        now: _State | None = state
        for instruction in sequence.body:
            if now is None:
                break
            now, more = self._do(instruction, now)
            touched |= more
        self._memo[key] = (now, touched)
        return now, touched

    def _do(self, instruction: Instruction, state: _State) -> tuple[_State | None, int]:
        """The state after an instruction (None: the block has ended), and squares it touches."""
        if self._visited is not None:
            self._visited.add(instruction)
            if isinstance(instruction, Mark | SetFrom | SetTo | Add | Cascade):
                return state, 0
        match instruction:
            case Step(locus=locus):
                cursor = self._at(locus, state.cursor)
                return (state._replace(cursor=cursor, empty=False) if cursor else None), 0
            case Sequence():
                return self._run(instruction, state)
            case Verify(condition=condition):
                if is_constant(condition, False):
                    return None, 0
                return _knowing(condition, state), 0
            case Add():
                return state._replace(start=self._origin, end=0, no_end=True), state.landing
            case If():
                return self._branch(instruction, state)
            case While():
                return self._loop(instruction, state)
            case SetFrom():
                return state._replace(start=state.cursor), 0
            case SetTo():
                return state._replace(end=state.cursor, no_end=False), 0
            case Mark(locus=locus):
                mark = self._at(locus, state.cursor)
                return (state._replace(mark=mark) if mark else None), 0
            case Go(anchor=anchor):
                cursor = self._anchor(anchor, state)
                return (state._replace(cursor=cursor, empty=False) if cursor else None), 0
            case Cascade():
                return state._replace(start=state.cursor, end=0, no_end=True), state.landing
            case Capture(locus=locus) | ChangeOwner(locus=locus) | Create(locus=locus):
                return state, self._at(locus, state.cursor)
            case ChangeType() | SetAttribute():
                return state, 0
            case _:
                return state, 0

    def _branch(self, instruction: If, state: _State) -> tuple[_State | None, int]:
        ends: list[_State] = []
        touched = 0
        for taken, sequence in ((True, instruction.then), (False, instruction.otherwise)):
            if is_constant(instruction.condition, not taken):
                continue
            end, more = self._run(
                sequence, _knowing(instruction.condition, state) if taken else state
            )
            touched |= more
            if end is not None:
                ends.append(end)
        return (_joined(ends) if ends else None), touched

    def _loop(self, instruction: While, state: _State) -> tuple[_State | None, int]:
        touched = 0
        if is_constant(instruction.condition, False):
            return state, 0
        while True:
            end, more = self._run(instruction.body, _knowing(instruction.condition, state))
            touched |= more
            grown = state if end is None else _joined([state, end])
            if grown == state:
                break
            state = grown
        return (None if is_constant(instruction.condition, True) else state), touched

    def _anchor(self, anchor: Anchor, state: _State) -> int:
        match anchor:
            case Anchor.FROM:
                return state.start
            case Anchor.TO:
                return state.end
            case Anchor.MARK:
                return state.mark
            case _:
                return self._everywhere

    def _at(self, locus: Locus, cursor: int) -> int:
        match locus:
            case Here():
                return cursor
            case Spot(position=position):
                return 1 << position
            case Toward():
                key = (locus, cursor)
                if key not in self._steps:
                    self._steps[key] = self._stepped(locus, cursor)
                return self._steps[key]

    def _stepped(self, locus: Toward, cursor: int) -> int:
        tables = self._board.reverse if locus.reverse else self._board.links
        table = tables[self._symmetry[locus.direction]]
        result = 0
        while cursor:
            lowest = cursor & -cursor
            cursor ^= lowest
            end = table[lowest.bit_length() - 1]
            if end != OFF_BOARD:
                result |= 1 << end
        return result


def is_constant(condition: Condition, value: bool) -> bool:
    """Whether a condition is written so that it always is `value`."""
    if isinstance(condition, Not):
        return is_constant(condition.condition, not value)
    return isinstance(condition, Constant) and condition.value is value


def _knowing(condition: Condition, state: _State) -> _State:
    """The state where a condition holds."""
    match condition:
        case Test(kind=TestKind.EMPTY, locus=Here()):
            return state._replace(empty=True)
        case All(conditions=conditions):
            for one in conditions:
                state = _knowing(one, state)
    return state


def _joined(states: list[_State]) -> _State:
    first, *rest = states
    for state in rest:
        first = _State(
            first.cursor | state.cursor,
            first.mark | state.mark,
            first.start | state.start,
            first.end | state.end,
            first.no_end or state.no_end,
            first.empty and state.empty,
        )
    return first


def size(sequence: Sequence, limit: int) -> int:
    """How many instructions a sequence is when written out; counting stops beyond `limit`."""
    total = 0
    todo: list[Instruction] = [sequence]
    while todo and total <= limit:
        instruction = todo.pop()
        total += 1
        match instruction:
            case Sequence():
                todo.extend(instruction.body)
            case If():
                todo += (instruction.then, instruction.otherwise)
            case While():
                todo.append(instruction.body)
            case _:
                pass
    return total
