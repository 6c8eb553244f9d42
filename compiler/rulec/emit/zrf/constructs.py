"""Which constructs the ZRF emitter writes, and what they need; all others are refused by name."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.model.game import Game, Leap, Movement, PieceType, Slide, Victims
from rulec.syntax.diagnostics import Findings

_HINT = "leave it to a variant that is built for other programs"


def check_constructs(game: Game, findings: Findings) -> None:
    """An error for everything about a piece that this target does not write."""
    for span in game.board.oddities:
        message = f"the target `zrf` does not write `{span.text}`: a board is one grid of squares"
        findings.error("E604", span, message, hint=_HINT)
    if game.compulsory_captures:
        message = "the target `zrf` does not write compulsory captures"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.illegal_checks:
        message = "the target `zrf` does not write that checks are illegal"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.may_pass:
        message = "the target `zrf` does not write that players may pass"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.hands:
        message = "the target `zrf` does not write hands"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.before:
        message = "the target `zrf` does not write turns before play"
        findings.error("E604", game.before[0].span, message, hint=_HINT)
    royals = [i for i, piece in enumerate(game.pieces) if piece.royal]
    for player, name in enumerate(game.players):
        if royals and not any(game.start_counts(player, royal)[1] for royal in royals):
            message = f"the target `zrf` does not write a side without a royal piece: {name}"
            findings.error("E604", game.setup_span or game.span, message, hint=_HINT)
    passed = any(movement.en_passant for piece in game.pieces for movement in piece.movements)
    for piece in game.pieces:
        for movement in piece.movements:
            for construct in _foreign(movement, piece, passed):
                message = f"the target `zrf` does not write {construct}"
                findings.error("E604", movement.span, message, hint=_HINT)
        for castle in piece.castles if not piece.royal else ():
            message = "the target `zrf` does not write castling of a piece that is not royal"
            findings.error("E604", castle.span, message, hint=_HINT)
        for promotion in piece.promotions:
            if promotion.captured:
                message = "the target `zrf` does not write promotions to captured pieces only"
                findings.error("E604", promotion.span, message, hint=_HINT)
            if promotion.start is not None or promotion.also_from:
                message = (
                    "the target `zrf` does not write promotions that depend on where a move starts"
                )
                findings.error("E604", promotion.span, message, hint=_HINT)


def _foreign(movement: Movement, piece: PieceType, passed: bool) -> Iterator[str]:
    if movement.passing_safely:
        yield "a move over squares that are not attacked"
    if movement.victims is not Victims.ANY:
        yield "a capture of royal pieces only, or of common pieces only"
    if movement.spares or movement.barred:
        yield "a move that captures or jumps pieces of some types only"
    if movement.en_passant and not _is_plain_step(movement, piece):
        yield "a capture en passant that is not a step, or with a choice to promote"
    if movement.en_passant and any(_may_follow(other, movement) for other in piece.movements):
        yield "a capture en passant to a square that the piece may also move to without one"
    if movement.leaves_trail and passed and not _is_double_step(movement, piece):
        yield "a trail that is not left by two steps straight on, the only long move of a piece"


def _is_plain_step(movement: Movement, piece: PieceType) -> bool:
    path = movement.path
    return (
        isinstance(path, Slide)
        and path.most == 1
        and not (movement.further or movement.screens or movement.within or movement.target)
        and not any(promotion.optional for promotion in piece.promotions)
    )


def _may_follow(other: Movement, passing: Movement) -> bool:
    """Whether a movement may go to an empty square as one that takes en passant does."""
    if other is passing or not other.to_empty:
        return False
    if isinstance(other.path, Leap) or isinstance(passing.path, Leap):
        return True
    mine, theirs = passing.path.headings, other.path.headings
    alike = {one.relative for one in mine} == {one.relative for one in theirs}
    return not alike or not set(mine).isdisjoint(theirs)


def _is_double_step(movement: Movement, piece: PieceType) -> bool:
    """Whether two squares apart can only mean that this movement was made."""
    path = movement.path
    straight = isinstance(path, Slide) and path.most == 2 and not movement.further
    bent = isinstance(path, Slide) and (path.turning_at or path.reflecting)
    others = (other for other in piece.movements if other is not movement)
    return (
        straight
        and not bent
        and all(isinstance(other.path, Slide) and other.path.most == 1 for other in others)
        and not any(other.further for other in others)
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
    while more := {
        i
        for i, piece in enumerate(game.pieces)
        if i not in types and any(types & set(one.choices) for one in piece.promotions)
    }:
        types |= more
    return frozenset(types)
