"""From the model to ray tables: every movement of every piece from every square, as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from rulec.model.board import COMPASS, Board, Gate, Vector
from rulec.model.directions import (
    components,
    heading_direction,
    is_against,
    turned,
    turned_vector,
)
from rulec.model.game import Bending, Game, Leap, Movement, PieceType, Slide
from rulec.model.limits import MOST_LINES
from rulec.model.tables import Bend, BendKind, Ends, Line, Stop, Tables, mark_bit
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity

Run = tuple[list[int], tuple[Bend, ...]]
"""The squares a piece passes in order, and where it bent."""


def lower(game: Game) -> Tables:
    """All lines of a game; raises RulecError where there are more than MOST_LINES."""
    total = 0
    lines: list[tuple[tuple[tuple[Line, ...], ...], ...]] = []
    for player in range(len(game.players)):
        side: list[tuple[tuple[Line, ...], ...]] = []
        for piece in range(len(game.pieces)):
            rays = tuple(
                lines_from(game, player, piece, square) for square in range(len(game.board.squares))
            )
            total += sum(map(len, rays))
            if total > MOST_LINES:
                message = f"the game needs more than {MOST_LINES} lines of squares"
                span = game.pieces[piece].span
                raise RulecError([Diagnostic("E403", Severity.ERROR, message, span)])
            side.append(rays)
        lines.append(tuple(side))
    return Tables(tuple(lines))


def lines_from(game: Game, player: int, piece: int, square: int) -> tuple[Line, ...]:
    """The lines of one piece from one square, in the order of its rules, without doubles."""
    kind = game.pieces[piece]
    marks = [(i, mark.gate) for i, mark in enumerate(game.marks) if mark.piece == piece]
    found: dict[tuple[Stop, ...], Line] = {}
    for movement in kind.movements:
        if movement.start is not None and not movement.start.of(player) >> square & 1:
            continue
        ends = _ENDS[movement.to_empty, movement.to_enemy]
        least = movement.path.least if isinstance(movement.path, Slide) else 1
        for squares, bends in _runs(game.board, player, square, movement):
            if len(squares) < least:
                continue
            stops = tuple(
                Stop(target, Ends.NOTHING)
                if passed < least
                else Stop(
                    target,
                    ends,
                    _becomes(kind, player, target) if kind.promotions else (),
                    *_crossings(marks, player, square, target),
                )
                for passed, target in enumerate(squares, 1)
            )
            found.setdefault(stops, Line(stops, movement.span, bends))
    return tuple(found.values())


_ENDS = {
    (True, True): Ends.BOTH,
    (True, False): Ends.MOVE,
    (False, True): Ends.CAPTURE,
    (False, False): Ends.NOTHING,
}
"""How a movement may end, by whether it goes to empty squares and to enemies."""


def _becomes(kind: PieceType, player: int, target: int) -> tuple[int, ...]:
    choices = [
        choice
        for promotion in kind.promotions
        if promotion.zone.of(player) >> target & 1
        for choice in promotion.choices
    ]
    return tuple(dict.fromkeys(choices))


def _crossings(
    marks: Sequence[tuple[int, Gate]], player: int, origin: int, target: int
) -> tuple[int, int]:
    """The mark bits that a move sets and clears by crossing gates."""
    sets = clears = 0
    for i, gate in marks:
        before, behind = gate.before[player], gate.behind[player]
        if before >> origin & 1 and behind >> target & 1:
            sets |= mark_bit(i, player)
        if behind >> origin & 1 and before >> target & 1:
            clears |= mark_bit(i, player)
    return sets, clears


# -- the squares of a path ----------------------------------------------------------------


def _runs(board: Board, player: int, square: int, movement: Movement) -> Iterator[Run]:
    path = movement.path
    if isinstance(path, Slide):
        mirror = board.mirror_directions if player == 1 else None
        for heading in path.headings:
            direction = heading_direction(heading, board.arrows[player][square], mirror)
            yield _slide(board, player, square, direction, path)
    else:
        for vector in _vectors(board, player, square, path):
            yield _ride(board, square, vector, path.most), ()


def _vectors(board: Board, player: int, square: int, path: Leap) -> tuple[Vector, ...]:
    if not path.relative:
        return path.vectors
    arrow = board.arrows[player][square]
    if arrow is None or not COMPASS[arrow].orthogonal:
        return ()
    return tuple(turned_vector(vector, arrow) for vector in path.vectors)


def _ride(board: Board, square: int, vector: Vector, most: int | None) -> list[int]:
    squares: list[int] = []
    here = square
    for _ in range(most) if most is not None else count():
        there = board.offset(here, vector)
        if there is None:
            break
        squares.append(there)
        here = there
    return squares


def _slide(board: Board, player: int, start: int, direction: int, path: Slide) -> Run:
    """The squares of one slide: `onward`, `turning at` and `reflecting`.

    A slide that starts against the track makes one step. Otherwise it goes on until the next
    square is missing or its direction is against the square it has reached; then, if it has
    moved and not yet bent, it may bend once.
    """
    squares: list[int] = []
    bends: list[Bend] = []
    here = start
    free = not (path.onward and is_against(board, player, direction, start, path.onward))
    while path.most is None or len(squares) < path.most:
        there = board.steps[direction][here]
        held = bool(squares) and not (free and _onward(board, player, direction, here, path))
        if there is None or held:
            bend = None
            if squares and free and not bends:
                bend = _bend(board, player, squares, start, direction, path, missing=there is None)
            if bend is None:
                break
            bends.append(bend)
            direction = bend.after
            there = board.steps[direction][here]
            if there is None:
                break
        squares.append(there)
        here = there
        if here == start:
            break
    return squares, tuple(bends)


def _onward(board: Board, player: int, direction: int, here: int, path: Slide) -> bool:
    return path.onward is None or not is_against(board, player, direction, here, path.onward)


def _bend(
    board: Board,
    player: int,
    squares: list[int],
    start: int,
    direction: int,
    path: Slide,
    *,
    missing: bool,
) -> Bend | None:
    """The one bend a slide may make on the square it has reached, or None."""
    here = squares[-1]
    before = squares[-2] if len(squares) > 1 else start
    kind, after = BendKind.TURN, None
    turns = path.turning_at is not None and path.turning_at.of(player) >> here & 1
    if turns and board.predecessors[here] == before:
        after = board.arrows[player][here]
    if after is None and path.reflecting and missing and not COMPASS[direction].orthogonal:
        kind, after = BendKind.REFLECTION, _reflected(board, player, direction, here, path)
    if after is None or after == direction or board.steps[after][here] is None:
        return None
    if not _onward(board, player, after, here, path):
        return None
    return Bend(len(squares) - 1, kind, direction, after)


def _reflected(board: Board, player: int, direction: int, here: int, path: Slide) -> int | None:
    """The direction of a diagonal slide after it has met a side or a corner.

    The blocked component is mirrored; where neither is blocked (exactly the corner of a hole)
    the component along the arrow is kept and the other mirrored; where both are, it stops.
    """
    across, along = components(direction)
    blocked_file = board.steps[across][here] is None
    blocked_rank = board.steps[along][here] is None
    if blocked_file and blocked_rank:
        return None
    if not blocked_file and not blocked_rank:
        arrow = board.arrows[player][here]
        if path.reflecting is Bending.SIDES or arrow not in (across, along):
            return None
        blocked_file = arrow == along
    # Mirroring one component of a diagonal turns it by a right angle, one way or the other.
    kept, flipped = (along, across) if blocked_file else (across, along)
    back = turned(flipped, 4)
    return turned(kept, 1) if turned(kept, 2) == back else turned(kept, -1)
