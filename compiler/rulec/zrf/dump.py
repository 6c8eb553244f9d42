"""A resolved game as plain data: names for numbers, move blocks as nested lists.

Macros are written out; directions are those of the file, before any player's symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulec.syntax.diagnostics import span_json
from rulec.zrf.model import (
    OFF_BOARD,
    UNTYPED,
    AbsoluteConfig,
    Add,
    All,
    AnyOf,
    Block,
    Capture,
    Captured,
    Cascade,
    ChangeOwner,
    ChangeType,
    Checkmated,
    Condition,
    Constant,
    Create,
    Flag,
    Game,
    Go,
    GoalAll,
    GoalAny,
    GoalNot,
    GoalTest,
    If,
    Instruction,
    Locus,
    Mark,
    Not,
    Occupant,
    PiecesRemaining,
    RelativeConfig,
    Repetition,
    Sequence,
    SetAttribute,
    SetFlag,
    SetFrom,
    SetPositionFlag,
    SetTo,
    Spot,
    Stalemated,
    Step,
    Test,
    TestKind,
    TotalPieceCount,
    Toward,
    Turn,
    Verify,
    While,
)

VERSION = 1
"""Raised whenever a field changes its meaning or goes away."""

_MOST_WORDS = 2_000_000
"""How many instructions are written out, macros included."""


def dump(game: Game) -> dict[str, Any]:
    """The whole game as plain data."""
    return _Dump(game).whole()


class _Dump:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._left = _MOST_WORDS

    def whole(self) -> dict[str, Any]:
        game = self._game
        names = [piece.name for piece in game.pieces]
        return {
            "rulec-zrf": VERSION,
            "title": game.title,
            "players": list(game.players),
            "turns": [self._turn(turn) for turn in game.turns],
            "repeat": game.repeat,
            "board": self._board(),
            "pieces": [
                {
                    "name": piece.name,
                    "notation": piece.notation,
                    "attributes": sorted(game.attributes[i] for i in piece.attributes),
                    "moves": [self._block(block) for block in piece.moves],
                    "drops": [self._block(block) for block in piece.drops],
                    "rule": span_json(piece.at.span),
                }
                for piece in game.pieces
            ],
            "setup": [
                {
                    "player": game.players[place.player],
                    "piece": names[place.type],
                    "square": game.board.positions[place.position],
                }
                for place in game.placements
            ],
            "reserves": [
                {
                    "player": game.players[reserve.player],
                    "piece": names[reserve.type],
                    "count": reserve.count,
                }
                for reserve in game.reserves
            ],
            "priorities": [game.move_types[i] for i in game.priorities],
            "options": {
                name: getattr(game.options, name) for name in game.options.__dataclass_fields__
            },
            "goals": [
                {
                    "outcome": str(goal.outcome),
                    "players": [game.players[i] for i in goal.players],
                    "test": self._goal(goal.test),
                    "rule": span_json(goal.at.span),
                }
                for goal in game.goals
            ],
        }

    def _turn(self, turn: Turn) -> dict[str, Any]:
        game = self._game
        return {
            "player": game.players[turn.player],
            "side": game.players[turn.side],
            "type": None if turn.move_type is None else game.move_types[turn.move_type],
        }

    def _board(self) -> dict[str, Any]:
        game, board = self._game, self._game.board
        return {
            "squares": [
                {
                    "name": name,
                    "place": None
                    if place is None
                    else [place.left, place.top, place.right, place.bottom],
                }
                for name, place in zip(board.positions, board.rectangles, strict=True)
            ],
            "directions": {
                name: {
                    board.positions[start]: board.positions[end]
                    for start, end in enumerate(links)
                    if end != OFF_BOARD
                }
                for name, links in zip(board.directions, board.links, strict=True)
            },
            "symmetry": {
                player: {
                    board.directions[read]: board.directions[as_]
                    for read, as_ in enumerate(images)
                    if read != as_
                }
                for player, images in zip(game.players, board.symmetry, strict=True)
            },
            "zones": {
                name: {
                    player: self._squares(squares)
                    for player, squares in zip(game.players, sides, strict=True)
                    if squares
                }
                for name, sides in zip(board.zones, board.zone_squares, strict=True)
            },
        }

    def _squares(self, squares: Iterable[int]) -> list[str]:
        return [self._game.board.positions[square] for square in sorted(squares)]

    # --- blocks ---------------------------------------------------------------------------------

    def _block(self, block: Block) -> dict[str, Any]:
        return {
            "type": None
            if block.move_type == UNTYPED
            else self._game.move_types[block.move_type],
            "code": self._code(block.code),
            "rule": span_json(block.at.span),
        }  # fmt: skip

    def _code(self, sequence: Sequence) -> list[Any]:
        """The instructions in order; nothing more after two million of them."""
        found: list[Any] = []
        for instruction in sequence.body:
            self._left -= 1
            if self._left < 0:
                return [*found, "..."]
            if isinstance(instruction, Sequence):
                found += self._code(instruction)
            else:
                found.append(self._instruction(instruction))
        return found

    def _instruction(self, instruction: Instruction) -> Any:
        game = self._game
        match instruction:
            case Step(locus=locus):
                return self._locus(locus)[0]
            case SetFrom():
                return "from"
            case SetTo():
                return "to"
            case Cascade():
                return "cascade"
            case Mark(locus=locus):
                return ["mark", *self._locus(locus)]
            case Go(anchor=anchor, back=back):
                return "back" if back else ["go", str(anchor)]
            case Add():
                word = f"add{'-copy' if instruction.copy else ''}"
                word += "-partial" if instruction.partial else ""
                types = [game.pieces[i].name for i in instruction.types]
                if instruction.move_type is not None:
                    types.append(game.move_types[instruction.move_type])
                return [word, *types] if types else word
            case Capture(locus=locus):
                return ["capture", *self._locus(locus)]
            case ChangeOwner(locus=locus, flip=flip):
                return ["flip" if flip else "change-owner", *self._locus(locus)]
            case ChangeType(type=kind, locus=locus):
                return ["change-type", game.pieces[kind].name, *self._locus(locus)]
            case Create(player=player, type=created, locus=locus):
                words = [] if player is None else [game.players[player]]
                words += [] if created is None else [game.pieces[created].name]
                return ["create", *words, *self._locus(locus)]
            case SetAttribute(attribute=attribute, value=value):
                return ["set-attribute", game.attributes[attribute], self._condition(value)]
            case SetFlag(flag=flag, value=value):
                return ["set-flag", game.flags[flag], self._condition(value)]
            case SetPositionFlag(flag=flag, value=value, locus=locus):
                words = [game.position_flags[flag], self._condition(value)]
                return ["set-position-flag", *words, *self._locus(locus)]
            case Verify(condition=condition):
                return ["verify", self._condition(condition)]
            case If(condition=condition, then=then, otherwise=otherwise):
                both = [self._condition(condition), self._code(then)]
                return ["if", *both, *([self._code(otherwise)] if otherwise.body else [])]
            case While(condition=condition, body=body):
                return ["while", self._condition(condition), self._code(body)]
        raise AssertionError(instruction)

    def _locus(self, locus: Locus) -> list[Any]:
        """Nothing for the current square, else the word for the other one."""
        board = self._game.board
        match locus:
            case Toward(direction=direction, reverse=reverse):
                name = board.directions[direction]
                return [["opposite", name] if reverse else name]
            case Spot(position=position):
                return [board.positions[position]]
        return []

    def _condition(self, condition: Condition) -> Any:
        match condition:
            case Constant(value=value):
                return value
            case Flag(flag=flag):
                return ["flag?", self._game.flags[flag]]
            case Not(condition=inner):
                return ["not", self._condition(inner)]
            case All(conditions=several):
                return ["and", *map(self._condition, several)]
            case AnyOf(conditions=several):
                return ["or", *map(self._condition, several)]
            case Test():
                return self._test(condition)

    def _test(self, test: Test) -> list[Any]:
        game = self._game
        names: dict[TestKind, tuple[str, ...]] = {
            TestKind.PIECE: tuple(piece.name for piece in game.pieces),
            TestKind.IN_ZONE: game.board.zones,
            TestKind.POSITION: game.board.positions,
            TestKind.POSITION_FLAG: game.position_flags,
            TestKind.ATTRIBUTE: game.attributes,
            TestKind.ATTACKED: game.move_types,
            TestKind.DEFENDED: game.move_types,
        }
        known = names.get(test.kind)
        subject = [] if test.subject is None or known is None else [known[test.subject]]
        return [str(test.kind), *subject, *self._locus(test.locus)]

    # --- goals ----------------------------------------------------------------------------------

    def _goal(self, test: GoalTest) -> list[Any]:
        game = self._game
        match test:
            case Stalemated():
                return ["stalemated"]
            case Repetition():
                return ["repetition"]
            case Captured(types=types):
                return ["captured", *(game.pieces[i].name for i in sorted(types))]
            case Checkmated(types=types):
                return ["checkmated", *(game.pieces[i].name for i in sorted(types))]
            case AbsoluteConfig(occupants=occupants, places=places):
                return [
                    "absolute-config",
                    [self._occupant(occupant) for occupant in occupants],
                    [
                        {
                            player: self._squares(squares)
                            for player, squares in zip(game.players, place, strict=True)
                        }
                        for place in places
                    ],
                ]
            case RelativeConfig(pattern=pattern):
                return [
                    "relative-config",
                    *(
                        self._occupant(item)
                        if isinstance(item, Occupant)
                        else self._locus(item)[0]
                        for item in pattern
                    ),
                ]  # fmt: skip
            case PiecesRemaining(count=count, type=kind):
                return ["pieces-remaining", count, *self._kind(kind)]
            case TotalPieceCount(count=count, type=kind):
                return ["total-piece-count", count, *self._kind(kind)]
            case GoalNot(goal=goal):
                return ["not", self._goal(goal)]
            case GoalAll(goals=goals):
                return ["and", *map(self._goal, goals)]
            case GoalAny(goals=goals):
                return ["or", *map(self._goal, goals)]

    def _kind(self, kind: int | None) -> list[str]:
        return [] if kind is None else [self._game.pieces[kind].name]

    def _occupant(self, occupant: Occupant) -> dict[str, Any]:
        return {
            "piece": self._game.pieces[occupant.type].name,
            "owner": str(occupant.owner),
            "not": occupant.negated,
        }
