"""Checks of move blocks: code that nothing leads to, and what `facts` finds."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.zrf.checks.facts import FactWalk
from rulec.zrf.model import Block, Game, If, Instruction, PieceType, Sequence, While
from rulec.zrf.reach import Reach
from rulec.zrf.report import Report


def check_blocks(game: Game, report: Report, checked: set[tuple[int, int]]) -> None:
    """Check the blocks of all pieces that were not yet `checked` on the same board."""
    board = id(game.board.at.node)
    pieces = [piece for piece in game.pieces if (id(piece.at.node), board) not in checked]
    checked.update((id(piece.at.node), board) for piece in pieces)
    facts = FactWalk(game, report)
    for piece in pieces:
        for block in piece.moves:
            facts.walk(block, drop=False)
        for block in piece.drops:
            facts.walk(block, drop=True)
    _check_reach(game, pieces, report)


def _check_reach(game: Game, pieces: list[PieceType], report: Report) -> None:
    """Report instructions that no square leads to, for no player."""
    visited: set[Instruction] = set()
    blocks = [block for piece in pieces for block in (*piece.moves, *piece.drops)]
    for side in sorted({turn.side for turn in game.turns}):
        reach = Reach(game.board, side)
        for block in blocks:
            reach.visit(block.code, visited)
    for instruction in _first_unvisited(blocks, visited):
        report.warning(
            "Z332",
            instruction.at,
            "this is never reached: from every square, the block has ended before",
        )


def _first_unvisited(blocks: list[Block], visited: set[Instruction]) -> Iterator[Instruction]:
    """The first instruction of each run of code that was not visited."""
    todo: list[Instruction] = [block.code for block in reversed(blocks)]
    seen: set[Instruction] = set()
    while todo:
        instruction = todo.pop()
        if instruction in seen:
            continue
        seen.add(instruction)
        match instruction:
            case Sequence(body=body):
                for inner in body:
                    if inner not in visited:
                        yield inner
                        break
                    todo.append(inner)
            case If():
                todo += (instruction.then, instruction.otherwise)
            case While():
                todo.append(instruction.body)
            case _:
                pass
