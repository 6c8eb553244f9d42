"""Which constructs the ZRF emitter writes, and what they need; all others are refused by name."""

from __future__ import annotations

from rulec.model.game import Game, Leap, Movement, Slide
from rulec.syntax.diagnostics import Findings

_HINT = "leave it to a variant that is built for other programs"


def check_constructs(game: Game, findings: Findings) -> None:
    """An error for everything about a piece that this target does not write."""
    for movement in (one for piece in game.pieces for one in piece.movements):
        if movement.passing_safely and (game.board.oddities or not _is_leap(movement)):
            message = (
                "the target `zrf` writes `passing safely` of single steps on a plain grid only"
            )
            findings.error("E604", movement.span, message, hint=_HINT)
        if movement.further and any(_leaps_anywhere(leg) for leg in movement.legs):
            message = "the target `zrf` does not write a leap anywhere as a part of a path"
            findings.error("E604", movement.span, message, hint=_HINT)
    if game.compulsory_captures and any(piece.royal for piece in game.pieces):
        message = "Zillions looks for captures that must be made before it looks at check"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.compulsory_captures and game.may_pass:
        message = "in Zillions a player who may pass may do so when he could capture"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.illegal_checks:
        message = "in Zillions a move cannot be illegal because it gives check"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.blast:
        leg = game.blast.leg
        plain = leg is None or (
            isinstance(leg, Slide)
            and leg.most == 1
            and not any(heading.relative for heading in leg.headings)
        )
        if any(piece.royal for piece in game.pieces):
            message = "to Zillions a royal piece that could be blown up is in check"
            findings.error("E604", game.blast.span, message, hint=_HINT)
        if not plain or game.board.oddities:
            message = "the target `zrf` writes captures that explode on single steps of a grid only"
            findings.error("E604", game.blast.span, message, hint=_HINT)
    for piece in game.pieces:
        if piece.drop is not None and piece.drop.without_mate:
            message = "in Zillions a move cannot be illegal because it would mate"
            findings.error("E604", piece.drop.span, message, hint=_HINT)
        if piece.drop is not None and piece.drop.one_a_file and not _has_plain_files(game):
            message = "the target `zrf` writes `one a file` on a plain grid without holes only"
            findings.error("E604", piece.drop.span, message, hint=_HINT)
        for promotion in piece.promotions:
            if promotion.captured and any(_differs(game, i) for i in promotion.choices):
                message = (
                    "the target `zrf` writes `captured` only of pieces that both have as many of"
                )
                findings.error("E604", promotion.span, message, hint=_HINT)


def _has_plain_files(game: Game) -> bool:
    """Whether steps lead from every square to all others of its file."""
    board = game.board
    return not board.oddities and len(board.squares) == board.files * board.ranks


def _differs(game: Game, piece: int) -> bool:
    """Whether the players start with different numbers of a piece."""
    return game.start_counts(0, piece)[1] != game.start_counts(1, piece)[1]


def _leaps_anywhere(leg: Slide | Leap) -> bool:
    return isinstance(leg, Leap) and leg.anywhere


def _is_leap(movement: Movement) -> bool:
    """Whether all legs of a move are single steps or leaps, and no zone bounds it."""
    stops = any(further.stops_between for further in movement.further)
    return all(leg.most == 1 for leg in movement.legs) and not (
        stops or movement.within or movement.target
    )


def unmoved(game: Game) -> frozenset[int]:
    """The piece types that must be known to have moved or not.

    Those are the types of first moves and castling, and those that promote to them: what a
    promoted piece starts with is then what the pawn had.
    """
    types = {
        i
        for i, piece in enumerate(game.pieces)
        if piece.castles or any(movement.first for movement in piece.movements)
    }
    types |= {castle.partner for piece in game.pieces for castle in piece.castles}
    return game.promoting_to(types)
