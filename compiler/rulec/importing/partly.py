"""Comparing a game that was imported in part: the moves of the pieces that were carried whole.

The two are played beside each other with moves that both know, as long as the same stands on the
board. Check is not looked at, since it depends on all pieces, nor are priorities and endings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random

from rulec.model.game import Game, Victims
from rulec.play.position import Rules
from rulec.play.reach import HAND, Move
from rulec.record import replace
from rulec.zrf import position as zillions
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.twins import LONGEST_GAME, Key, Pair, Twins, text_of

_MOST_GAMES = 1_000
"""How many games are begun at most, since some may end at once."""


@dataclass
class Partly:
    """How the pieces that were carried whole compared: their names, and the first difference."""

    pieces: tuple[str, ...]
    positions: int = 0
    moves: int = 0
    difference: str | None = None


def compare_partly(
    rules: Rules,
    other: Interpreter,
    squares: Mapping[str, str],
    names: Mapping[str, str],
    whole: Collection[str],
    *,
    hands: bool,
    positions: int,
    seed: int,
) -> Partly:
    """Compare the moves of some pieces in positions of random games."""
    game = rules.game
    compared = {
        number
        for number, piece in enumerate(game.pieces)
        if piece.name in whole and not _asks_for_royals(game, number)
    }
    found = Partly(tuple(game.pieces[number].name for number in sorted(compared)))
    twins = Twins(Rules(_without_royals(game)), other, squares, names, hands=hands)
    chance = Random(seed)
    for _ in range(_MOST_GAMES if compared else 0):
        pair = twins.start()
        for _ in range(LONGEST_GAME):
            if twins.placement(pair) is not None:
                break  # a move did something that was left out
            own, own_moves = _own_moves(twins, pair, compared)
            theirs, their_moves = _other_moves(twins, pair, compared)
            found.positions += 1
            found.moves += len(own)
            missing = sorted(theirs - own, key=str)
            extra = sorted(own - theirs, key=str)
            if missing or extra:
                move = text_of((missing or extra)[0])
                side = "Zillions allows" if missing else "the rules allow"
                line = " ".join(pair.line) or "(the start)"
                found.difference = f"only {side} {move}, after {line}"
                return found
            both = sorted(own_moves.keys() & their_moves.keys(), key=str)
            if not both or found.positions >= positions:
                break
            key = chance.choice(both)
            pair = Pair(
                pair.own.play(own_moves[key]),
                other.play(pair.other, their_moves[key]),
                (*pair.line, text_of(key)),
            )
        if found.positions >= positions:
            break
    return found


def _own_moves(
    twins: Twins, pair: Pair, compared: Collection[int]
) -> tuple[set[Key], dict[Key, Move]]:
    """The names of the compared pieces' moves in the rules, and all moves by name."""
    moves = {twins.own_key(move): move for move in pair.own.legal_moves()}
    keys = {
        key
        for key, move in moves.items()
        if move.castling is None and move.origin != HAND and _kind(pair, move) in compared
    }
    return keys, moves


def _kind(pair: Pair, move: Move) -> int | None:
    piece = pair.own.piece_at(move.origin)
    return None if piece is None else piece[1]


def _other_moves(
    twins: Twins, pair: Pair, compared: Collection[int]
) -> tuple[set[Key], dict[Key, zillions.Move]]:
    """The same of the Zillions game."""
    moves: dict[Key, zillions.Move] = {}
    keys: set[Key] = set()
    for move in twins.other.made(pair.other):
        key = twins.other_key(pair.other, move)
        if key is None:
            continue
        moves[key] = move
        start, _, _, partner = key
        square = twins.rules.game.board.by_name.get(start)
        piece = None if square is None else pair.own.piece_at(square)
        if partner is None and piece is not None and piece[1] in compared:
            keys.add(key)
    return keys, moves


def _asks_for_royals(game: Game, number: int) -> bool:
    """Whether what a piece may take depends on which pieces are royal."""
    return any(one.victims is not Victims.ANY for one in game.pieces[number].movements)


def _without_royals(game: Game) -> Game:
    """The game with nothing that asks for check, priorities or endings."""
    pieces = tuple(replace(piece, royal=False) for piece in game.pieces)
    return replace(game, pieces=pieces, goals=(), compulsory_captures=False)
