"""Which movements the ZRF emitter writes; all others are refused by name."""

from __future__ import annotations

from collections.abc import Iterator

from rulec.model.game import Game, Movement, PieceType, Victims
from rulec.syntax.diagnostics import Findings

_HINT = "leave it to a variant that is built for other programs"


def check_constructs(game: Game, findings: Findings) -> None:
    """An error for everything about a piece that this target does not write."""
    trails = any(movement.en_passant for piece in game.pieces for movement in piece.movements)
    for piece in game.pieces:
        for movement in piece.movements:
            for construct in _foreign(movement, trails):
                message = f"the target `zrf` does not write {construct}"
                findings.error("E604", movement.span, message, hint=_HINT)
        _check_others(piece, findings)


def _foreign(movement: Movement, trails: bool) -> Iterator[str]:
    if movement.victims is not Victims.ANY:
        yield "a capture of royal pieces only, or of common pieces only"
    if movement.first:
        yield "a first move"
    if movement.en_passant or (movement.leaves_trail and trails):
        yield "a capture en passant"


def _check_others(piece: PieceType, findings: Findings) -> None:
    for castle in piece.castles:
        message = "the target `zrf` does not write castling"
        findings.error("E604", castle.span, message, hint=_HINT)
    for promotion in piece.promotions:
        if promotion.captured:
            message = "the target `zrf` does not write promotions to captured pieces only"
            findings.error("E604", promotion.span, message, hint=_HINT)
