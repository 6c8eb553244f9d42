"""When a game is over: the goals, tested on a position."""

from __future__ import annotations

from dataclasses import dataclass

from rulec.zrf.model import (
    OFF_BOARD,
    AbsoluteConfig,
    Captured,
    Checkmated,
    Game,
    Goal,
    GoalAll,
    GoalAny,
    GoalNot,
    GoalTest,
    Occupant,
    Outcome,
    Owner,
    PiecesRemaining,
    RelativeConfig,
    Repetition,
    Stalemated,
    TotalPieceCount,
)
from rulec.zrf.nodes import View
from rulec.zrf.position import OFF, Piece, Position

REPETITIONS = 3
"""How often a position must come up to count as repeated."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who won (None for a draw), who lost, why, and by which rule.

    `rule` is None for what holds though no rule says it.
    """

    winner: int | None
    loser: int | None
    reason: str
    rule: View | None = None

    def words(self, players: tuple[str, ...]) -> str:
        """The end in a few words, such as `White wins: checkmate`."""
        if self.winner is not None:
            return f"{players[self.winner]} wins: {self.reason}"
        if self.loser is not None:
            return f"{players[self.loser]} loses: {self.reason}"
        return f"draw: {self.reason}"


def decided(game: Game, position: Position) -> Result | None:
    """The first goal, in the order of the file, that the board and the pieces taken fulfil."""
    for goal in game.goals:
        for player in goal.players or _last_mover(position):
            if _holds(game, position, player, goal.test):
                return _result(game, position, goal, player)
    return None


def _last_mover(position: Position) -> tuple[int, ...]:
    return () if position.mover == OFF else (position.mover,)


def repeated(game: Game, position: Position) -> Result | None:
    """The end by repetition, if this position has come up for the third time."""
    times = 0
    now: Position | None = position
    while now is not None and times < REPETITIONS:
        if now.turn == position.turn and now.cells == position.cells:
            times += 1
        now = now.earlier
    if times < REPETITIONS:
        return None
    return _declared(game, position, Repetition) or Result(None, None, "repetition")


def stuck(game: Game, position: Position, *, in_check: bool) -> Result:
    """The end by having no move, for the player to move."""
    side = game.turns[position.turn].side
    if in_check:
        for goal in game.goals:
            if isinstance(goal.test, Checkmated) and side in goal.players:
                return _result(game, position, goal, side, "checkmate")
    declared = _declared(game, position, Stalemated, side)
    if declared is not None:
        return declared
    playing = {turn.player for turn in game.turns}
    if len(playing) > 1:
        return Result(None, None, "stalemate")
    return Result(None, side, "no move is left")


def _declared(
    game: Game, position: Position, kind: type[GoalTest], side: int | None = None
) -> Result | None:
    """What the rules make of stalemate or repetition, if they say so."""
    for goal in game.goals:
        if not isinstance(goal.test, kind):
            continue
        mover = _last_mover(position)
        repeating = kind is Repetition and set(mover) <= set(goal.players)
        for player in mover if repeating else goal.players or mover:
            if side is None or player == side:
                return _result(game, position, goal, player)
    return None


def _result(
    game: Game, position: Position, goal: Goal, player: int, reason: str | None = None
) -> Result:
    reason = reason or _REASONS[type(goal.test)]
    sides = game.sides
    others = [side for side in sides if side != player]
    other = others[0] if len(others) == 1 else None
    match goal.outcome:
        case Outcome.WIN:
            return Result(player, other, reason, goal.at)
        case Outcome.LOSS:
            return Result(other, player, reason, goal.at)
        case Outcome.DRAW:
            return Result(None, None, reason, goal.at)
        case Outcome.COUNT:
            counts = {side: _count(position, side, None) for side in sides}
            most = max(counts.values(), default=0)
            leaders = [side for side, count in counts.items() if count == most]
            if len(leaders) != 1:
                return Result(None, None, f"{reason}, with equal pieces", goal.at)
            loser = next((side for side in sides if side not in leaders), None)
            return Result(leaders[0], loser, f"{reason}, with more pieces", goal.at)


_REASONS: dict[type[GoalTest], str] = {
    Stalemated: "stalemate",
    Repetition: "repetition",
    Captured: "capture",
    Checkmated: "capture",
    AbsoluteConfig: "pieces on their places",
    RelativeConfig: "pieces in a pattern",
    PiecesRemaining: "number of pieces",
    TotalPieceCount: "number of pieces on the board",
    GoalNot: "position",
    GoalAll: "position",
    GoalAny: "position",
}


def _holds(game: Game, position: Position, player: int, test: GoalTest) -> bool:
    match test:
        case Stalemated() | Repetition():
            return False
        case Captured(types=types) | Checkmated(types=types):
            return any(piece.player == player and piece.type in types for piece in position.removed)
        case AbsoluteConfig():
            return all(
                any(
                    _occupied(position, square, player, occupant)
                    for square in place[player]
                    for occupant in test.occupants
                )
                for place in test.places
            )
        case RelativeConfig():
            return any(
                _pattern_at(game, position, square, player, test)
                for square in range(len(position.cells))
            )
        case PiecesRemaining(count=count, type=piece):
            found = _count(position, player, piece)
            if game.options.include_off_pieces:
                found += _in_store(game, position, player, piece)
            return found == count
        case TotalPieceCount(count=count, type=piece):
            return _count(position, None, piece) == count
        case GoalNot(goal=goal):
            return not _holds(game, position, player, goal)
        case GoalAll(goals=goals):
            return all(_holds(game, position, player, goal) for goal in goals)
        case GoalAny(goals=goals):
            return any(_holds(game, position, player, goal) for goal in goals)


def _occupied(position: Position, square: int, player: int, occupant: Occupant) -> bool:
    return _is(position.cells[square], player, occupant) is not occupant.negated


def _is(piece: Piece | None, player: int, occupant: Occupant) -> bool:
    if piece is None or piece.type != occupant.type:
        return False
    match occupant.owner:
        case Owner.OWN:
            return piece.player == player
        case Owner.OPPONENT:
            return piece.player != player
        case Owner.ANY:
            return True


def _pattern_at(
    game: Game, position: Position, square: int, player: int, config: RelativeConfig
) -> bool:
    symmetry = game.board.symmetry[player]
    for item in config.pattern:
        if isinstance(item, Occupant):
            if not _occupied(position, square, player, item):
                return False
        else:
            square = game.board.links[symmetry[item.direction]][square]
            if square == OFF_BOARD:
                return False
    return True


def _count(position: Position, player: int | None, piece_type: int | None) -> int:
    return sum(
        1
        for piece in position.cells
        if piece is not None
        and (player is None or piece.player == player)
        and (piece_type is None or piece.type == piece_type)
    )


def _in_store(game: Game, position: Position, player: int, piece_type: int | None) -> int:
    types = range(len(game.pieces)) if piece_type is None else (piece_type,)
    return sum(position.stores[player * len(game.pieces) + number] for number in types)


def goal_squares(game: Game, player: int) -> frozenset[int]:
    """The squares that a winning configuration of the player's names: `goal-position?`."""
    squares: set[int] = set()
    todo = [
        goal.test for goal in game.goals if goal.outcome is Outcome.WIN and player in goal.players
    ]
    while todo:
        match todo.pop():
            case AbsoluteConfig(places=places):
                for place in places:
                    squares |= place[player]
            case GoalAll(goals=goals) | GoalAny(goals=goals):
                todo.extend(goals)
            case _:
                pass
    return frozenset(squares)
