"""Names for everything a ZRF declares, each used once: Zillions keeps one table for them all."""

from __future__ import annotations

import re
from itertools import count

from rulec.emit.zrf.text import ascii_text

_KEYWORDS = """
absolute-config add add-copy add-copy-partial add-partial adjacent-to-enemy? allow-flipping
and animate-captures animate-drops any-owner attacked? attribute back board board-setup
capture capture-sound captured cascade change-owner change-sound change-type checkmated
click-sound count-condition create default defended? define description dimensions directions
draw-condition draw-sound drop-sound drops dummy else empty? enemy? engine false flag? flip
forced friend? from game go goal-position? grid help history if image in-zone? include
include-off-pieces kill-positions last-from last-from? last-to last-to? links loss-condition
loss-sound mark marked? maximal-captures move-priorities move-sound move-type moves music name
neutral? not not-adjacent-to-enemy? not-attacked? not-defended? not-empty? not-enemy?
not-flag? not-friend? not-goal-position? not-in-zone? not-last-from? not-last-to? not-marked?
not-neutral? not-on-board? not-piece? not-position-flag? not-position? notation off on-board?
open opening-sound opponent opposite option or pass-partial pass-turn piece piece?
pieces-remaining players position position-flag? position? positions recycle-captures
recycle-promotions relative-config release-sound repeat repetition set-attribute set-flag
set-position-flag solution stalemated start-rectangle strategy symmetry title to
total-piece-count translate true turn-order unlink variant verify version while win-condition
win-sound zone
"""
KEYWORDS = frozenset(_KEYWORDS.split())
"""Every word of the language, none of which may be a name."""

_LONGEST = 40


class Names:
    """Hands out names that differ from each other in more than the case of letters."""

    def __init__(self) -> None:
        self._taken = set(KEYWORDS)

    def reserve(self, *names: str) -> None:
        """Keep names for the emitter's own use."""
        self._taken |= {name.lower() for name in names}

    def new(self, wish: str, kind: str) -> str:
        """The wished name, or the nearest to it that is allowed and free.

        `kind` (`zone`, `piece`, ...) tells two things of one name apart, and stands for a name
        of which nothing is left.
        """
        base = re.sub(r"[^A-Za-z0-9]+", "-", ascii_text(wish)).strip("-")[:_LONGEST].rstrip("-")
        if not base[:1].isalpha():
            base = f"{kind}-{base}".rstrip("-")
        numbered = (f"{base}-{kind}-{i}" for i in count(2))
        for name in (base, f"{base}-{kind}", *(next(numbered) for _ in range(len(self._taken)))):
            if name.lower() not in self._taken:
                self.reserve(name)
                return name
        raise AssertionError("more candidates than taken names")
