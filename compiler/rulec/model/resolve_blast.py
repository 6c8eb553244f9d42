"""From `captures explode` to what a capture takes off the board."""

from __future__ import annotations

from rulec.model import game as model
from rulec.model.board import bits_of
from rulec.model.resolve_movements import MovementResolver
from rulec.syntax import tree


class BlastResolver(MovementResolver):
    """Resolves what captures do besides."""

    def blast(self) -> model.Blast | None:
        """What every capture of the game does; None where it only captures."""
        assert self.sections.game is not None
        for entry in self.sections.game.entries:
            if isinstance(entry, tree.ExplodingCaptures):
                leg = self.leg(entry.leg, self.board.geometry.words) if entry.leg else None
                if entry.leg and not _is_steady(leg):
                    message = "a blast goes by steps in directions of the compass, or by leaps"
                    hint = "for example `captures explode on step any`"
                    self.findings.error("E325", entry.leg.span, message, hint=hint)
                spared = bits_of(self.pieces_named(entry.spared or ()))
                return model.Blast(leg, spared, entry.span)
        return None


def _is_steady(leg: model.Slide | model.Leap | None) -> bool:
    """Whether a leg reaches the same squares from a square, whatever stands there and around."""
    if isinstance(leg, model.Slide):
        bends = leg.onward or leg.turning_at or leg.reflecting
        relative = any(heading.relative for heading in leg.headings)
        return leg.most == 1 and not bends and not relative
    return leg is None or (not leg.relative and (leg.most == 1 or leg.anywhere))
