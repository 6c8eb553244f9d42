"""From the model to ray tables: every movement of every piece from every square, as lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from rulec.model.board import Board, Gate, bits_of
from rulec.model.game import Game, Leap, Movement, PieceType, Promotion, Slide, Victims
from rulec.model.limits import MOST_PASSED
from rulec.model.paths import Counter, Way, reached, straight, ways
from rulec.model.resolve_rights import castle_holders, right_of
from rulec.model.tables import (
    Castling,
    Ends,
    Limit,
    Line,
    SafeMove,
    Stop,
    Tables,
    mark_bit,
    right_bit,
)
from rulec.record import replace
from rulec.uncollected import uncollected


@uncollected()
def lower(game: Game) -> Tables:
    """All lines of a game; raises RulecError where they pass more than MOST_PASSED squares."""
    passed = Counter(MOST_PASSED)
    stops = StopMaker()
    lines: list[tuple[tuple[tuple[Line, ...], ...], ...]] = []
    shared = [_same_for_both(game, piece) for piece in range(len(game.pieces))]
    for player in range(len(game.players)):
        side: list[tuple[tuple[Line, ...], ...]] = []
        for piece in range(len(game.pieces)):
            if player and shared[piece]:
                side.append(lines[0][piece])
                continue
            side.append(
                tuple(
                    lines_from(game, player, piece, square, passed, stops)
                    for square in range(len(game.board.squares))
                )
            )
        lines.append(tuple(side))
    return Tables(
        tuple(lines),
        tuple(castlings(game, player) for player in (0, 1)),
        tuple(safe_moves(game, player, passed) for player in (0, 1)),
        tuple(blasts(game, player) for player in (0, 1)),
    )


def _same_for_both(game: Game, piece: int) -> bool:
    """Whether no rule of a piece can tell the players apart, so that they share its lines."""
    kind = game.pieces[piece]
    if kind.promotions or any(mark.piece == piece for mark in game.marks):
        return False
    return not any(_tells_players_apart(game.board, movement) for movement in kind.movements)


def _tells_players_apart(board: Board, movement: Movement) -> bool:
    zones = (movement.start, movement.target, movement.within)
    if movement.first or any(len(set(zone.squares)) > 1 for zone in zones if zone):
        return True
    starts_relative = (
        movement.path.relative
        if isinstance(movement.path, Leap)
        else any(heading.relative for heading in movement.path.headings)
    )
    return starts_relative or any(
        leg.onward
        or leg.turning_at
        or leg.reflecting
        or (leg.route is not None and len(set(leg.route.courses)) > 1)
        or not _mirrors_itself(board, leg)
        for leg in movement.legs
        if isinstance(leg, Slide)
    )


def _mirrors_itself(board: Board, slide: Slide) -> bool:
    """Whether the absolute headings of a slide are the same seen from the other side."""
    directions = {heading.turn for heading in slide.headings if not heading.relative}
    return {board.mirror_directions[direction] for direction in directions} == directions


def lines_from(
    game: Game,
    player: int,
    piece: int,
    square: int,
    passed_squares: Counter,
    maker: StopMaker,
) -> tuple[Line, ...]:
    """The lines of one piece from one square, in the order of its rules, without doubles."""
    kind = game.pieces[piece]
    gates = [(i, mark.gate) for i, mark in enumerate(game.marks) if mark.piece == piece]
    found: dict[tuple[tuple[int, ...], int, int, int, int], Line] = {}
    for movement in kind.movements:
        if movement.passing_safely or not _starts(movement, player, square):
            continue
        needs = 0
        if movement.first:
            right = right_of(game.rights, player, ((square, piece),))
            if right is None:
                continue
            needs = right_bit(game, right)
        ends = _ends(movement)
        for way in ways(game.board, player, square, movement, passed_squares):
            stops = _stops(maker, kind, gates, player, square, movement, way, ends)
            if stops:
                line = Line(
                    stops,
                    movement.span,
                    way.bends,
                    movement.screens,
                    movement.landing_next,
                    needs,
                    movement.spares,
                    movement.barred,
                )
                key = tuple(map(id, stops)), line.screens, needs, line.spares, line.barred
                found.setdefault(key, line)
    return tuple(found.values())


def _starts(movement: Movement, player: int, square: int) -> bool:
    return movement.start is None or bool(movement.start.of(player) >> square & 1)


def _ends(movement: Movement) -> Ends:
    ends = Ends.MOVE if movement.to_empty else Ends.NOTHING
    if movement.to_enemy:
        ends |= _CAPTURES[movement.victims]
    return ends | Ends.EN_PASSANT if movement.en_passant else ends


_CAPTURES = {
    Victims.ANY: Ends.CAPTURE,
    Victims.COMMON: Ends.CAPTURE_COMMON,
    Victims.ROYAL: Ends.CAPTURE_ROYAL,
}


class StopMaker:
    """Makes stops, equal ones once: a game has far fewer different stops than stops."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], Stop] = {}

    def stop(self, square: int, ends: Ends, *rest: Any) -> Stop:
        """The stop of these fields."""
        key = square, ends._value_, *rest
        stop = self._made.get(key)
        if stop is None:
            stop = self._made[key] = Stop(square, ends, *rest)
        return stop


def _stops(
    maker: StopMaker,
    kind: PieceType,
    gates: Sequence[tuple[int, Gate]],
    player: int,
    origin: int,
    movement: Movement,
    way: Way,
    ends: Ends,
) -> tuple[Stop, ...]:
    """The stops of a way up to the last on which a move may end; () where none may."""
    stops: list[Stop] = []
    trail = last = 0
    plain = not (kind.promotions or gates or movement.leaves_trail)
    for target, may_end in zip(way.squares, way.ends, strict=True):
        if movement.within is not None and not movement.within.of(player) >> target & 1:
            break
        if movement.target is not None and not movement.target.of(player) >> target & 1:
            may_end = False
        if may_end:
            if plain:
                stops.append(maker.stop(target, ends))
            else:
                becomes, optional, limit = _promotion(kind.promotions, player, origin, target)
                crossed = _crossings(gates, player, origin, target)
                left = trail if movement.leaves_trail else 0
                stops.append(maker.stop(target, ends, becomes, *crossed, optional, limit, left))
            last = len(stops)
        else:
            stops.append(maker.stop(target, Ends.NOTHING))
        trail |= 1 << target
    return tuple(stops[:last])


def _promotion(
    promotions: Sequence[Promotion], player: int, origin: int, target: int
) -> tuple[tuple[int, ...], bool, Limit | None]:
    """What the first promotion that the move meets makes of the piece."""
    for promotion in promotions:
        if promotion.start is not None and not promotion.start.of(player) >> origin & 1:
            continue
        zone = promotion.zone.of(player)
        if zone >> target & 1 or (promotion.also_from and zone >> origin & 1):
            limit = Limit.ILLEGAL if promotion.or_illegal else Limit.STAYS
            limited = limit if promotion.captured else None
            return promotion.choices, promotion.optional, limited
    return (), False, None


def _crossings(
    gates: Sequence[tuple[int, Gate]], player: int, origin: int, target: int
) -> tuple[int, int]:
    """The mark bits that a move sets and clears by crossing gates."""
    sets = clears = 0
    for i, gate in gates:
        before, behind = gate.before[player], gate.behind[player]
        if before >> origin & 1 and behind >> target & 1:
            sets |= mark_bit(i, player)
        if behind >> origin & 1 and before >> target & 1:
            clears |= mark_bit(i, player)
    return sets, clears


# -- castling -----------------------------------------------------------------------------


def castlings(game: Game, player: int) -> tuple[Castling, ...]:
    """The castling moves of a player."""
    found: list[Castling] = []
    for i, piece in enumerate(game.pieces):
        for castle in piece.castles:
            royal, target = castle.start[player], castle.end[player]
            partner, beside = castle.partner_start[player], castle.partner_end[player]
            right = right_of(game.rights, player, castle_holders(castle, i, player))
            if right is None:
                continue
            royal_way = _bits(straight(game.board, royal, target)) | 1 << target
            partner_way = _bits(straight(game.board, partner, beside)) | 1 << beside
            ways = royal_way | partner_way | _between(game, royal, partner, royal_way)
            found.append(
                Castling(
                    piece=i,
                    origin=royal,
                    target=target,
                    partner=castle.partner,
                    partner_origin=partner,
                    partner_target=beside,
                    empty=ways & ~(1 << royal | 1 << partner),
                    safe=royal_way | 1 << royal if piece.royal else 0,
                    needs=right_bit(game, right),
                    clears=0,
                    rule=castle.span,
                )
            )
    spent = {
        piece: reduce(or_, (one.needs for one in found if one.piece == piece), 0)
        for piece in {one.piece for one in found}
    }
    return tuple(replace(one, clears=spent[one.piece]) for one in found)


def _bits(ways: Sequence[Sequence[int]]) -> int:
    """The squares of the first way, as bits; none where there is no way."""
    return bits_of(ways[0]) if ways else 0


def _between(game: Game, royal: int, partner: int, way: int) -> int:
    """The squares between two pieces; where two ways are short, on that along which one goes."""
    found = straight(game.board, royal, partner)
    found.sort(key=lambda squares: not any(way >> square & 1 for square in squares))
    return _bits(found)


# -- moves over squares that are not attacked ---------------------------------------------


def safe_moves(game: Game, player: int, passed_squares: Counter) -> tuple[SafeMove, ...]:
    """The moves of a player's unmoved pieces that go `passing safely`."""
    found: dict[SafeMove, None] = {}
    for number, right in enumerate(game.rights):
        if right.player != player or len(right.holders) != 1:
            continue
        ((origin, piece),) = right.holders
        for movement in game.pieces[piece].movements:
            if not movement.passing_safely or not _starts(movement, player, origin):
                continue
            for way in ways(game.board, player, origin, movement, passed_squares):
                safe = 1 << origin
                for target, may_end in zip(way.squares, way.ends, strict=True):
                    if movement.within is not None and not movement.within.of(player) >> target & 1:
                        break
                    safe |= 1 << target
                    allowed = movement.target is None or movement.target.of(player) >> target & 1
                    if may_end and allowed:
                        needs = right_bit(game, number)
                        found[SafeMove(piece, origin, target, safe, needs, movement.span)] = None
    return tuple(found)


# -- what captures do besides -------------------------------------------------------------


def blasts(game: Game, player: int) -> tuple[int, ...]:
    """By square, where a player's capture there takes pieces off; () where it takes its victim."""
    if game.blast is None:
        return ()
    leg = game.blast.leg
    return tuple(
        1 << square | (reached(game.board, player, square, leg) if leg else 0)
        for square in range(len(game.board.squares))
    )
