"""The targets a game can be built for: the one place that lists them."""

from __future__ import annotations

import importlib
from typing import Protocol, cast

from rulec.model.game import Game
from rulec.model.tables import Tables


class Target(Protocol):
    """What a target's module offers."""

    def emit(self, game: Game, tables: Tables) -> dict[str, bytes]:
        """The files of the game: relative path to content, the same for the same game.

        Raises RulecError naming every construct that the target cannot say.
        """


_MODULES = {"zrf": "rulec.emit.zrf", "jocly": "rulec.emit.jocly"}

TARGETS = tuple(_MODULES)
"""The names of the targets."""


def target(name: str) -> Target:
    """The target of a name; its module is imported only now."""
    return cast(Target, importlib.import_module(_MODULES[name]))
