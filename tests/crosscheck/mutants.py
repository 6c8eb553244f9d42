"""Rollerball with one thing wrong: in its rule file, its arrows, or its ray tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from rulec.engines.rules_engine import RulesEngine
from rulec.model.game import Game
from rulec.model.load import load
from rulec.model.resolve import resolve
from rulec.model.tables import Ends, Line, Stop, Tables
from rulec.play.position import Rules
from rulec.play.reach import Reach
from rulec.record import replace as with_changes
from rulec.syntax.parse import parse
from rulec.syntax.source import Source

ROLLERBALL = Path(__file__).parents[2] / "rollerball.rules"

ARROWS = ("a1", "b2", "a7", "b6", "g7", "f6", "g1", "f2", "a4", "d1",
          "d2", "e1", "b4", "c7", "f4", "g3", "d7", "c1", "e6", "b3")  # fmt: skip

TEXTS = {
    "promotion square moved": ("pawn-home White  = c1, c2", "pawn-home White  = b2, c2"),
    "promotion on one square only": ("pawn-home White  = c1, c2", "pawn-home White  = c1"),
    "promotion to rook only": ("promotes to Rook, Bishop on", "promotes to Rook on"),
    "promotion on the own side": ("on enemy pawn-home", "on pawn-home"),
    "gate reversed": ("d1, d2 -> c1, c2", "c1, c2 -> d1, d2"),
    "gate of half the width": ("d1, d2 -> c1, c2", "d1, d2 -> c2"),
    "gate elsewhere": ("d1, d2 -> c1, c2", "e1, e2 -> d1, d2"),
    "throne moved": ("throne    White  = d2", "throne    White  = d1"),
    "race without a gate": (" after start-line", ""),
    "race to the own throne": ("King on enemy throne", "King on throne"),
    "race of a rook": ("win  King on enemy", "win  Rook on enemy"),
    "race loses": ("win  King on enemy", "lose King on enemy"),
    "no race": ("    win  King on enemy throne after start-line\n    win  checkmate\n",
                "    win  checkmate\n"),
    "stalemate wins": ("draw stalemate", "win  stalemate"),
    "stalemate loses": ("draw stalemate", "lose stalemate"),
    "checkmate loses": ("win  checkmate", "lose checkmate"),
    "repetition twice": ("draw repetition 3\n}", "draw repetition 2\n}"),
    "repetition four times": ("draw repetition 3\n}", "draw repetition 4\n}"),
    "repetition wants like pieces": ("repetition 3\n}", "repetition 3 (pieces distinct)\n}"),
    "repetition without the start": ("repetition 3\n}", "repetition 3 (start not counted)\n}"),
    "draw after 100 plies": ("repetition 3\n}",
                             "repetition 3\n    draw 100 plies without capture\n}"),
    "draw of lone kings": ("repetition 3\n}",
                           "repetition 3\n    draw material King against King\n}"),
    "race behind mate": (
        "    win  King on enemy throne after start-line\n    win  checkmate\n    draw stalemate\n",
        "    win  checkmate\n    win  King on enemy throne after start-line\n    draw stalemate\n",
    ),
    "race behind stalemate": (
        "    win  King on enemy throne after start-line\n    win  checkmate\n    draw stalemate\n",
        "    win  checkmate\n    draw stalemate\n    win  King on enemy throne after start-line\n",
    ),
    "bishop does not reflect": ("onward reflecting }", "onward }"),
    "bishop goes backward": ("slide diagonal onward reflecting }", "slide diagonal reflecting }"),
    "bishop stops at the hole": ("onward reflecting }", "onward reflecting off sides }"),
    "rook does not turn": ("onward turning at corners }\npiece B", "onward }\npiece B"),
    "rook goes backward": ("slide orthogonal onward turning", "slide orthogonal turning"),
    "rook to the letter": ("orthogonal onward turning", "orthogonal onward by arrow turning"),
    "rook turns at three corners": ("corners          = a1, a7, g7, g1",
                                    "corners          = a1, a7, g7"),
    "king steps straight": ("step any }", "step orthogonal }"),
    "king steps aslant": ("step any }", "step diagonal }"),
    "pawn steps left": ("step forward, forward-left, forward-right", "step forward, forward-left"),
    "pawn steps back": ("step forward, forward-left", "step backward, forward-left"),
    "pawn captures aslant only": (
        "step forward, forward-left, forward-right",
        "step forward to empty step forward-left, forward-right",
    ),
    "pawn captures nothing": (
        "step forward, forward-left, forward-right",
        "step forward, forward-left, forward-right to empty",
    ),
    "rook captures nothing": ("slide orthogonal onward turning at corners }",
                              "slide orthogonal onward turning at corners to empty }"),
}  # fmt: skip


def by_text(name: str) -> RulesEngine:
    """A mutant of the rule file."""
    old, new = TEXTS[name]
    text = ROLLERBALL.read_text(encoding="utf-8")
    assert old in text, name
    source = Source("mutant.rules", text.replace(old, new, 1))
    return RulesEngine(Rules(resolve(parse(source), None)[0]), f"mutant: {name}")


def by_arrows(name: str, turned: dict[str, int]) -> RulesEngine:
    """Rollerball with the arrows of some squares turned, in steps of 45° clockwise."""
    game = load(ROLLERBALL)
    board = game.board
    arrows = []
    for side in board.arrows:
        changed = list(side)
        for square, turn in turned.items():
            at = board.by_name[square]
            arrow = changed[at]
            assert arrow is not None
            changed[at] = (arrow + turn) % len(board.geometry.directions)
        arrows.append(tuple(changed))
    mutant = with_changes(game, board=with_changes(board, arrows=tuple(arrows)))
    return RulesEngine(Rules(mutant), f"mutant: {name}")


Change = Callable[[Game, str, str, tuple[Line, ...]], tuple[Line, ...]]
"""New lines for (game, piece, square, lines)."""


def by_tables(name: str, change: Change) -> RulesEngine:
    """Rollerball with some lines of both players changed after lowering."""
    rules = Rules(load(ROLLERBALL))
    game = rules.game
    lines = tuple(
        tuple(
            tuple(
                change(game, game.pieces[piece].name, game.board.squares[square].name, found)
                for square, found in enumerate(squares)
            )
            for piece, squares in enumerate(side)
        )
        for side in rules.tables.lines
    )
    rules.tables = Tables(lines, rules.tables.castlings)
    rules.reach = Reach(game, rules.tables)
    return RulesEngine(rules, f"mutant: {name}")


def without(piece: str, square: str, target: str) -> RulesEngine:
    """A piece that cannot go from a square to another: its lines end before it."""

    def change(game: Game, name: str, origin: str, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        if (name, origin) != (piece, square):
            return lines
        return tuple(line for line in (_before(game, line, target) for line in lines) if line.stops)

    return by_tables(f"{piece} {square} not to {target}", change)


def _before(game: Game, line: Line, target: str) -> Line:
    names = [game.board.squares[square].name for square in line.squares]
    if target not in names:
        return line
    end = names.index(target)
    bends = tuple(bend for bend in line.bends if bend.index < end - 1)
    return replace(line, stops=line.stops[:end], bends=bends)


def extended(piece: str, square: str, path: str) -> RulesEngine:
    """A piece with one more line."""

    def change(game: Game, name: str, origin: str, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        if (name, origin) != (piece, square):
            return lines
        stops = tuple(Stop(game.board.by_name[name], Ends.BOTH) for name in path.split())
        return (*lines, Line(stops, lines[0].rule))

    return by_tables(f"{piece} {square} also {path}", change)


def tame(piece: str, square: str, target: str) -> RulesEngine:
    """A piece that may move from a square to another, but not capture there."""

    def change(game: Game, name: str, origin: str, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        if (name, origin) != (piece, square):
            return lines
        at = game.board.by_name[target]
        return tuple(
            replace(
                line,
                stops=tuple(
                    replace(stop, ends=Ends.MOVE) if stop.square == at else stop
                    for stop in line.stops
                ),
            )
            for line in lines
        )

    return by_tables(f"{piece} {square} does not take {target}", change)


def mutants() -> Iterator[tuple[str, Callable[[], RulesEngine]]]:
    """All of them, by name."""
    for name in TEXTS:
        yield name, lambda name=name: by_text(name)  # type: ignore[misc]
    for square in ARROWS:
        for turn in (2, 6):
            name = f"arrow of {square} turned by {45 * turn}°"
            yield name, lambda s=square, t=turn, n=name: by_arrows(n, {s: t})  # type: ignore[misc]
    # Implementations that were wrong in these ways.
    yield "third diagonal b1", lambda: extended("Bishop", "b1", "c2 b3")
    yield "no slide up from b1", lambda: without("Rook", "b1", "b3")
    yield "no rebound at b1", lambda: without("Bishop", "c2", "a2")
    yield "no rebound at f7", lambda: without("Bishop", "e6", "g6")
    yield "no step back at b2", lambda: without("Bishop", "b2", "a1")
    yield (
        "bends in the wrong zone",
        lambda: by_arrows("bends in the wrong zone", {"a7": 6, "b6": 6, "g1": 6, "f2": 6}),
    )
    yield "pawn zone of a6", lambda: by_arrows("pawn zone of a6", {"a6": 2, "g2": 2})
    # Single rays.
    yield "rook g1 one short", lambda: without("Rook", "g1", "a7")
    yield "rook f3 one short", lambda: without("Rook", "f3", "f1")
    yield "rook does not turn at a1", lambda: without("Rook", "f1", "a2")
    yield "king a1 not to b2", lambda: without("King", "a1", "b2")
    yield "pawn f3 not to g2", lambda: without("Pawn", "f3", "g2")
    yield "bishop g4 one short", lambda: without("Bishop", "g4", "a4")
    yield "bishop reflects twice", lambda: extended("Bishop", "c2", "b3 a4 b5 c6 d7 e6")
    yield "rook d7 takes nothing on g7", lambda: tame("Rook", "d7", "g7")
    yield "bishop c2 takes nothing on d7", lambda: tame("Bishop", "c2", "d7")
    yield "pawn a4 takes nothing on a5", lambda: tame("Pawn", "a4", "a5")
    yield "king d4... d1 takes nothing on c2", lambda: tame("King", "d1", "c2")
