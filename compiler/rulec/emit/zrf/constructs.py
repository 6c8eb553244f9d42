"""Which constructs the ZRF emitter writes, and what they need; all others are refused by name."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.model.game import Game, Movement, Victims
from rulec.syntax.diagnostics import Findings

_HINT = "leave it to a variant that is built for other programs"


def check_constructs(game: Game, findings: Findings) -> None:
    """An error for everything about a piece that this target does not write."""
    if game.compulsory_captures:
        message = "the target `zrf` does not write compulsory captures"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.illegal_checks:
        message = "the target `zrf` does not write that checks are illegal"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.hands:
        message = "the target `zrf` does not write hands"
        findings.error("E604", game.span, message, hint=_HINT)
    if game.before:
        message = "the target `zrf` does not write turns before play"
        findings.error("E604", game.before[0].span, message, hint=_HINT)
    for piece in game.pieces:
        for movement in piece.movements:
            for construct in _foreign(movement):
                message = f"the target `zrf` does not write {construct}"
                findings.error("E604", movement.span, message, hint=_HINT)
        for castle in piece.castles if not piece.royal else ():
            message = "the target `zrf` does not write castling of a piece that is not royal"
            findings.error("E604", castle.span, message, hint=_HINT)
        for promotion in piece.promotions:
            if promotion.captured:
                message = "the target `zrf` does not write promotions to captured pieces only"
                findings.error("E604", promotion.span, message, hint=_HINT)


def _foreign(movement: Movement) -> Iterator[str]:
    if movement.passing_safely:
        yield "a move over squares that are not attacked"
    if movement.victims is not Victims.ANY:
        yield "a capture of royal pieces only, or of common pieces only"


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
