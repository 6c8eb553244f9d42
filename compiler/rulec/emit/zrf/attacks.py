"""Moves that ask what is attacked: castling, and leaps over squares that are not.

The rules ask as if the piece had left its square already. `attacked?` leaves it there, where it may
be jumped by a piece that captures so: such captures get a move type of their own, and are not asked
for. Where the difference would matter in another way the rule is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulec.model.game import Game, Movement, Slide
from rulec.model.tables import Castling, Ends, Line, SafeMove, Tables
from rulec.syntax.diagnostics import Findings

_CAPTURES = Ends.CAPTURE | Ends.CAPTURE_ROYAL
_HINT = "leave it to a variant that is built for other programs"


def asking(game: Game) -> int | None:
    """The first piece type whose moves ask what is attacked."""
    for number, kind in enumerate(game.pieces):
        safely = any(movement.passing_safely for movement in kind.movements)
        if safely or (kind.royal and kind.castles):
            return number
    return None


def jumping(game: Game) -> bool:
    """Whether captures may jump a piece."""
    return any(_jumps(movement) for kind in game.pieces for movement in kind.movements)


def _jumps(movement: Movement) -> bool:
    return movement.screens > 0 and movement.to_enemy


def check_attacks(game: Game, tables: Tables, findings: Findings) -> None:
    """An error for every rule about which `attacked?` would say something else than the rules."""
    if asking(game) is None:
        return
    if jumping(game):
        for movement in (one for kind in game.pieces for one in kind.movements):
            if movement.passing_safely and not _is_near(movement):
                message = "Zillions sees what may be jumped only where a piece first goes one step"
                findings.error("E604", movement.span, message, hint=_HINT)
            if _jumps(movement) and (movement.screens > 1 or movement.further):
                message = (
                    "Zillions cannot tell what jumps like this attack without one of the pieces"
                )
                findings.error("E604", movement.span, message, hint=_HINT)
    for rule in dict.fromkeys(line.rule for line in _blocked(game, tables)):
        message = "Zillions takes the piece that asks what is attacked to stand in the way of this"
        findings.error("E604", rule, message, hint=_HINT)


def _is_near(movement: Movement) -> bool:
    """Whether a move passes no squares but its neighbours."""
    return len(movement.further) <= 1 and isinstance(movement.path, Slide)


def _blocked(game: Game, tables: Tables) -> Iterator[Line]:
    """Lines of attack on squares asked for that the asking piece, if it stays, stands in."""
    for player in (0, 1):
        asked: dict[int, int] = {}
        moves: tuple[Castling | SafeMove, ...]
        moves = (*tables.castlings[player], *tables.safe_moves[player])
        for move in moves:
            asked[move.origin] = asked.get(move.origin, 0) | move.safe & ~(1 << move.origin)
        for squares in tables.lines[1 - player] if asked else ():
            for lines in squares:
                for line in lines:
                    yield from (line for at in asked if _hides(line, at, asked[at], lines))


def _hides(line: Line, origin: int, asked: int, lines: tuple[Line, ...]) -> bool:
    """Whether a piece on `origin` hides one of the squares asked for without being attacked."""
    squares = line.squares
    if line.screens or origin not in squares:
        return False
    at = squares.index(origin)
    if line.stops[at].ends & _CAPTURES or not any(
        stop.ends & _CAPTURES and asked >> stop.square & 1 for stop in line.stops[at + 1 :]
    ):
        return False
    return not any(_attacks(other, origin, set(squares[:at])) for other in lines)


def _attacks(line: Line, square: int, free: set[int]) -> bool:
    """Whether a line attacks a square as soon as some squares are empty."""
    for stop in line.stops if not line.screens else ():
        if stop.square == square:
            return bool(stop.ends & _CAPTURES)
        if stop.square not in free:
            return False
    return False
