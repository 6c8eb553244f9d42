"""Who could take what: the question behind check, `attacked?` and `defended?`."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.zrf.model import Captured, Checkmated, Game
from rulec.zrf.position import OFF, Cells, EffectKind, Move, Piece
from rulec.zrf.programs import Library, Run
from rulec.zrf.reach import Reach, size

_LARGEST_MEASURED = 400
"""Blocks of more instructions are not measured for their reach; they count as reaching all."""


class Attacks:
    """Answers for one game. Drops are not counted, nor the later parts of chains."""

    def __init__(self, game: Game, library: Library) -> None:
        players = range(len(game.players))
        self._library = library
        self._reach = [Reach(game.board, side) for side in players]
        self._touched: dict[tuple[int, int, int], int] = {}
        self._touched_by_block: dict[tuple[int, int], int] = {}
        self._everywhere = (1 << len(game.board.positions)) - 1
        self._royal = tuple(_royal_types(game, player) for player in players)
        self._move_types = tuple(_types_of_turns(game, side) for side in players)
        sides = {turn.side for turn in game.turns}
        self._enemies = tuple(tuple(sorted(sides - {side})) for side in players)

    def has_royal(self, player: int) -> bool:
        """Whether the player has pieces that may not be left under attack."""
        return bool(self._royal[player])

    def in_check(self, cells: Cells, player: int) -> bool:
        """Whether an enemy could take a piece of the player's that may not be taken."""
        royal = self._royal[player]
        return any(
            self.attacks(cells, square, enemy)
            for square, piece in enumerate(cells)
            if piece is not None and piece[0] == player and piece[1] in royal
            for enemy in self._enemies[player]
        )

    def asked(
        self,
        cells: Cells,
        square: int,
        side: int,
        piece_type: int,
        by_enemy: bool,
        move_type: int | None,
    ) -> bool:
        """`attacked?` and `defended?`: a piece is put on the square, and who could take it there?

        For `defended?` it is an enemy's, so that the side's own pieces may take it.
        """
        enemies = self._enemies[side]
        owner = side if by_enemy or not enemies else enemies[0]
        hypothetical = list(cells)
        hypothetical[square] = Piece(owner, piece_type, 0)
        board = tuple(hypothetical)
        attackers = enemies if by_enemy else (side,)
        return any(self.attacks(board, square, by, move_type) for by in attackers)

    def attacks(self, cells: Cells, square: int, by: int, move_type: int | None = None) -> bool:
        """Whether a side could take what stands on a square, if it were to move."""
        return next(self.attackers(cells, square, by, move_type), None) is not None

    def attackers(
        self, cells: Cells, square: int, by: int, move_type: int | None = None
    ) -> Iterator[int]:
        """The squares of the pieces of a side that could take what stands on a square.

        Inside the attackers' own blocks, `attacked?` is false.
        """
        target = 1 << square
        allowed = self._move_types[by]
        touched = self._touched
        run = Run(cells, (OFF, OFF), None)
        for start, piece in enumerate(cells):
            if piece is None or piece[0] != by:
                continue
            mask = touched.get((by, piece[1], start))
            if mask is None:
                mask = self._measure(by, piece[1], start)
            if not mask & target:
                continue
            for program in self._library.moves(by, piece[1]):
                block_type = program.block.move_type
                if (
                    self._touched_by_block[id(program), start] & target
                    and (move_type is None or block_type == move_type)
                    and (allowed is None or block_type in allowed)
                ):
                    program.moves(run, start, piece[1])
            if any(_takes(move, square) for move in run.moves):
                yield start
            run.moves.clear()

    def _measure(self, side: int, piece_type: int, start: int) -> int:
        """The squares on which a piece could ever take something, from a square."""
        total = 0
        for program in self._library.moves(side, piece_type):
            code = program.block.code
            if size(code, _LARGEST_MEASURED) > _LARGEST_MEASURED:
                touched = self._everywhere
            else:
                touched = self._reach[side].touched(code, 1 << start)
            self._touched_by_block[id(program), start] = touched
            total |= touched
        self._touched[side, piece_type, start] = total
        return total


def _royal_types(game: Game, player: int) -> frozenset[int]:
    """The types that the player may not leave under attack.

    A type whose capture ends the game by `captured` as well may be left to be taken.
    """
    royal: set[int] = set()
    capturable: set[int] = set()
    for goal in game.goals:
        if player not in goal.players:
            continue
        match goal.test:
            case Checkmated(types=types):
                royal |= types
            case Captured(types=types):
                capturable |= types
            case _:
                pass
    return frozenset(royal - capturable)


def _types_of_turns(game: Game, side: int) -> frozenset[int] | None:
    """The move types that a side's turns allow; None for all."""
    types = [turn.move_type for turn in game.turns if turn.side == side]
    if not types or None in types:
        return None
    return frozenset(move_type for move_type in types if move_type is not None)


def _takes(move: Move, square: int) -> bool:
    """Whether a move removes what stands on a square."""
    return any(part.end == square and part.start != square for part in move.parts) or any(
        effect.square == square and effect.kind in (EffectKind.CAPTURE, EffectKind.CREATE)
        for effect in move.effects
    )
