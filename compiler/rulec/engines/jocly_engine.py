"""`jocly:GAME` and `jocly:FOLDER`: a game of the real Jocly, or one that was emitted for it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rulec.emit.jocly.install import InstallError, assemble
from rulec.engines.jocly import Ending as JoclyEnding
from rulec.engines.jocly import (
    JoclyGame,
    JoclyPiece,
    JoclyPosition,
    JoclyType,
    Side,
    find_package,
)
from rulec.engines.protocol import (
    Ending,
    EngineError,
    Place,
    RefusedError,
    Trait,
    View,
    Winner,
)
from rulec.engines.setting import Setting, format_setting, parse_board

_SIDES = {"w": Side.WHITE, "b": Side.BLACK}
_WINNERS = {
    JoclyEnding.WHITE: Winner.WHITE,
    JoclyEnding.BLACK: Winner.BLACK,
    JoclyEnding.DRAW: Winner.DRAW,
}
_SQUARE = re.compile(r"([a-z])([1-9][0-9]*)")


class JoclyEngine:
    """A game in Jocly as an engine.

    A position can be set if its letters name types beyond doubt. Where a side has two royal
    types of which one is on the board at the start, the other is the same piece with its mark
    set (a king that has crossed its line).
    """

    def __init__(
        self,
        game: str,
        name: str,
        *,
        folder: Path | None = None,
        timeout: float,
        package: Path | None = None,
    ) -> None:
        self.name = name
        self._game = JoclyGame(game, package, folder=folder, timeout=timeout)
        self._scripts: tempfile.TemporaryDirectory[str] | None = None
        """Holds the game's scripts as long as they are needed."""
        self._types: _Types | None = None
        self._positions: dict[str, JoclyPosition] = {}

    @classmethod
    def of_folder(cls, folder: Path, name: str, *, timeout: float) -> JoclyEngine:
        """The one game in a folder: what `rulec build` wrote, or complete scripts for Node.

        Raises EngineError.
        """
        if any(folder.glob("*-config.json")):
            return cls._of_build(folder, name, timeout)
        models = sorted(folder.glob("*-model.js"))
        if len(models) != 1:
            found = ", ".join(path.name for path in models) or "none"
            raise EngineError(f"{folder} must hold one *-model.js; it has {found}")
        game = models[0].name.removesuffix("-model.js")
        return cls(game, name, folder=folder, timeout=timeout)

    @classmethod
    def _of_build(cls, folder: Path, name: str, timeout: float) -> JoclyEngine:
        """A build's scripts, put behind the installed package's in a folder of their own."""
        files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        try:
            game = assemble(files, find_package())
        except (InstallError, OSError) as error:
            raise EngineError(f"{name}: {error}") from error
        scripts = tempfile.TemporaryDirectory(prefix="rulec-")
        for file, data in game.node.items():
            Path(scripts.name, file).write_bytes(data)
        engine = cls(game.name, name, folder=Path(scripts.name), timeout=timeout)
        engine._scripts = scripts
        return engine

    @property
    def traits(self) -> frozenset[Trait]:
        """Whether positions can be set depends on the game's types; the first question tells."""
        traits = {Trait.ENDINGS, Trait.REMOTE}
        if self._known().settable and self._size() is not None:
            traits.add(Trait.SET)
        return frozenset(traits)

    def close(self) -> None:
        """End the Node process."""
        self._game.close()

    def look(self, places: Sequence[Place]) -> list[View]:
        """What Jocly says about each place."""
        asked = [(self._root(place.start), place.moves) for place in places]
        return [
            View(
                one.moves,
                None if one.ending is None else Ending(_WINNERS[one.ending], one.reason),
                one.key,
            )
            for one in self._game.look(asked)
        ]

    def fen(self, place: Place) -> str | None:
        """The position at a place, on boards of files and ranks."""
        size = self._size()
        if size is None:
            return None
        position = self._game.go(self._root(place.start), place.moves).position
        return self._known().format(position, size)

    def _known(self) -> _Types:
        if self._types is None:
            self._types = _Types(self._game.types())
        return self._types

    def _root(self, fen: str | None) -> JoclyPosition | None:
        if fen is None:
            return None
        if fen not in self._positions:
            if len(self._positions) >= 10_000:
                self._positions.clear()
            self._positions[fen] = self._known().parse(parse_board(fen))
        return self._positions[fen]

    def _size(self) -> tuple[int, int] | None:
        """Files and ranks, if the squares are named by them."""
        matches = [_SQUARE.fullmatch(square) for square in self._game.squares()]
        if not all(matches):
            return None
        found = [match for match in matches if match is not None]
        files = max(ord(match[1]) - ord("a") + 1 for match in found)
        return files, max(int(match[2]) for match in found)


class _Types:
    """How FEN letters and marks stand for the piece types of one game."""

    def __init__(self, types: Sequence[JoclyType]) -> None:
        self._letters = {kind.name: kind.letter.upper() for kind in types}
        self._plain: dict[tuple[Side, str], str] = {}
        self._marked: dict[tuple[Side, str], str] = {}
        self.settable = True
        for side in Side:
            own = [kind for kind in types if not kind.sides or side in kind.sides]
            marked = _marked(own)
            for kind in own:
                place = side, kind.letter.upper()
                if kind is marked:
                    royal = next(one for one in own if one.royal and one is not kind)
                    self._marked[side, royal.letter.upper()] = kind.name
                    self._letters[kind.name] = royal.letter.upper()
                elif place in self._plain:
                    self.settable = False
                else:
                    self._plain[place] = kind.name

    def parse(self, setting: Setting) -> JoclyPosition:
        """A FEN's position; raises RefusedError."""
        pieces = []
        for square, char in setting.pieces:
            side = Side.WHITE if char.isupper() else Side.BLACK
            types = self._marked if char in setting.marks else self._plain
            kind = types.get((side, char.upper()))
            if kind is None or not self.settable:
                raise RefusedError(f"Jocly has no one type for {char!r} on {square}")
            pieces.append(JoclyPiece(side, kind, square))
        return JoclyPosition(_SIDES[setting.side], tuple(pieces), setting.quiet)

    def format(self, position: JoclyPosition, size: tuple[int, int]) -> str:
        """The FEN of a position."""
        marked = set(self._marked.items())
        pieces = []
        marks = []
        for piece in position.pieces:
            letter = self._letters[piece.type] or "?"
            shown = letter if piece.side is Side.WHITE else letter.lower()
            pieces.append((piece.square, shown))
            if ((piece.side, letter), piece.type) in marked:
                marks.append(shown)
        side = "w" if position.turn is Side.WHITE else "b"
        text = "".join(sorted(marks)) or "-"
        return format_setting(Setting(tuple(pieces), *size, side, text, position.quiet))


def _marked(types: Sequence[JoclyType]) -> JoclyType | None:
    """The royal type of a side that is another royal type with its mark set."""
    royal = [kind for kind in types if kind.royal]
    later = [kind for kind in royal if not kind.sides]
    return later[0] if len(royal) == 2 and len(later) == 1 else None
