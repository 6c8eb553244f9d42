"""The Jocly target: a game module for the source tree of Jocly, or for an installed package.

`emit` gives the files; `install` and `uninstall` (`rulec.emit.jocly.install`) put them into an
installed package and take them out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulec.emit.jocly.arrivals import Arrival, arrivals
from rulec.emit.jocly.aspects import PieceSet, aspects, check_figures, piece_set
from rulec.emit.jocly.before import before_play, first_placements
from rulec.emit.jocly.config import config
from rulec.emit.jocly.goals import check_rules, goal_calls, quiet_movers, repetition
from rulec.emit.jocly.hands import hand_places, hands
from rulec.emit.jocly.pages import page_files
from rulec.emit.jocly.places import Point, Sheet, beside, sheet
from rulec.emit.jocly.rays import Graph, Jumps, graph, jumps
from rulec.emit.jocly.render import render
from rulec.emit.jocly.special import castle_specs, check_hops, safe_moves
from rulec.emit.jocly.text import slug
from rulec.emit.jocly.types import JoclyType, TypeList, piece_types, several_royals
from rulec.model.game import Game
from rulec.model.tables import Tables
from rulec.syntax.diagnostics import Findings

_BASE_SCRIPTS = ("base-model.js", "grid-geo-model.js")
_VIEW_SCRIPTS = ("base-view.js", "grid-board-view.js")


def game_name(game: Game) -> str:
    """The name under which Jocly knows the game."""
    return slug(game.name)


def emit(game: Game, tables: Tables) -> dict[str, bytes]:
    """The files of a game module by relative path; raises RulecError for what Jocly cannot say."""
    findings = Findings()
    types = piece_types(game, tables, findings)
    repeated = repetition(game, findings)
    check_rules(game, findings)
    castles = castle_specs(game, tables, types)
    check_hops(tables, findings)
    check_figures(game, findings)
    findings.raise_errors()
    name = game_name(game)
    pieces = piece_set(game)
    model = _model(game, tables, types)
    laid_out = beside(sheet(game), hand_places(game))
    model |= {
        "sheet": laid_out,
        "neighbours": neighbours(game) if game.board.oddities or game.hands else None,
        "castles": castles,
        # Whether Jocly's own castling will not do: castlings of one pair, of other pieces than a
        # king or of one of several, of pieces with first moves, of whoever was placed there.
        "castling_ourselves": bool(castles and (game.before or several_royals(game)))
        or any(
            castle.several
            or not castle.royal
            or any(types.named(kind).fresh for kind in castle.kinds)
            for castle in castles
        ),
        "castling_once": any(not castle.royal for castle in castles),
        "castling_ages": any(
            types.named(kind).fresh for castle in castles for kind in castle.kinds
        ),
        "several_royals": several_royals(game),
        "before": before_play(game, types),
        "hands": hands(game, types),
        "on_board": "isOnBoard(piece)" if game.hands else "piece.p >= 0",
        "off_board": "!isOnBoard(piece)" if game.hands else "piece.p < 0",
        "safe_moves": safe_moves(game, tables, types),
        "repetition": repeated,
    }
    scripts = _scripts(name, pieces)
    texts = {
        "index.js": render("index.js.j2", name=name, scripts=scripts),
        f"{name}-config.json": config(game, name, scripts, laid_out),
        f"{name}-model.js": render("model.js.j2", **model),
        f"{name}-view.js": render("view.js.j2", pieces=pieces, **model, **_view(laid_out)),
    }
    files = {path: text.encode() for path, text in texts.items()}
    return files | page_files(game, tables, name)


def neighbours(game: Game) -> dict[str, str]:
    """For every square the squares one step away, by name; squares beside the board have none."""
    board = game.board
    near: list[set[int]] = [set() for _ in board.squares]
    for steps in board.steps:
        for square, other in enumerate(steps):
            if other is not None and other != square:
                near[square].add(other)
    found = {
        square.name: " ".join(board.squares[other].name for other in sorted(others))
        for square, others in zip(board.squares, near, strict=True)
    }
    return found | {name: "" for places in hand_places(game).values() for name in places}


def _scripts(name: str, pieces: PieceSet) -> dict[str, list[str]]:
    """The module's scripts; those of Jocly's own chess games are named without a folder."""
    return {
        "model": [*_BASE_SCRIPTS, f"{name}-model.js"],
        "view": [*_VIEW_SCRIPTS, pieces.script, f"{name}-view.js"],
    }


@dataclass(frozen=True, slots=True)
class _TypeContext:
    """A type as the model script declares it."""

    kind: JoclyType
    aspect: str
    graph: str
    abbreviation: str
    silent: bool
    castles: bool
    starts: tuple[str, str]
    arrivals: tuple[Arrival, ...]


def _model(game: Game, tables: Tables, types: TypeList) -> dict[str, Any]:
    figures = aspects(game)
    choices = {choice for kind in game.pieces for one in kind.promotions for choice in one.choices}
    pawns = [i for i, kind in enumerate(game.pieces) if kind.promotions and i not in choices]
    partners = {castling.partner for side in tables.castlings for castling in side}
    graphs: dict[str, Graph] = {}
    jumping: dict[str, tuple[Jumps, ...]] = {}
    contexts = []
    for kind in types.types:
        name = _graph_name(game, kind)
        if name not in graphs:
            graphs[name] = graph(game.board, kind.lines(tables))
            jumping[name] = jumps(game.board, kind.lines(tables))
        contexts.append(
            _TypeContext(
                kind=kind,
                aspect=figures[kind.piece],
                graph=name,
                # Jocly writes no letter for pawns.
                abbreviation="" if pawns == [kind.piece] else game.pieces[kind.piece].letter,
                silent=kind.piece not in choices,
                castles=kind.piece in partners,
                starts=_starts(game, types, kind),
                arrivals=arrivals(game, tables, types, kind),
            )
        )
    goals = goal_calls(game, types)
    changes = [arrival.change for context in contexts for arrival in context.arrivals]
    return {
        "game": game,
        "types": contexts,
        "graphs": graphs,
        # Rays with the types that have them.
        "jumps": [
            ([one.kind.number for one in contexts if one.graph == name], jump)
            for name, found in jumping.items()
            for jump in found
        ],
        # What a fresh type turns into, and whether that is also something to promote to.
        "fresh": [
            (kind.number, types.number(kind.piece, kind.player or 0), kind.piece in choices)
            for kind in types.types
            if kind.fresh
        ],
        "changing": bool(changes),
        "limited": any(change.limit for change in changes),
        "passers": any(found.leaves for found in graphs.values()),
        "royals": any(piece.royal for piece in game.pieces),
        "repeats": any(found.repeats for found in graphs.values()) or any(tables.safe_moves),
        "families": _families(types),
        "goals": goals,
        "functions": {goal.function for goal in goals},
        "movers": quiet_movers(game, types),
    }


def _graph_name(game: Game, kind: JoclyType) -> str:
    """Named for the piece: marks make no difference to how it moves."""
    name = game.pieces[kind.piece].name
    if kind.player is not None:
        name += f" of {game.players[kind.player]}"
    return f"unmoved {name}" if kind.fresh else name


def _starts(game: Game, types: TypeList, kind: JoclyType) -> tuple[str, str]:
    """Where each player's pieces of a type start."""

    def of(player: int) -> str:
        if kind.player not in (None, player) or types.fresh(kind.piece, player) != kind.number:
            return ""
        return " ".join(
            game.board.squares[place.square].name
            for place in first_placements(game)
            if (place.player, place.piece) == (player, kind.piece)
        )

    return of(0), of(1)


def _families(types: TypeList) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Types that share a letter: for each player the one at the start and the one that has moved.

    Pieces with one type only are left out.
    """

    def at_first(piece: int, player: int, mark: int | None) -> int:
        return types.number(piece, player, mark) if mark is not None else types.fresh(piece, player)

    keys = dict.fromkeys((kind.piece, kind.mark) for kind in types.types)
    families = [
        tuple(
            (at_first(piece, player, mark), types.number(piece, player, mark)) for player in (0, 1)
        )
        for piece, mark in keys
    ]
    return [(first, second) for first, second in families if len({*first, *second}) > 1]


def _view(laid_out: Sheet) -> Mapping[str, Any]:
    shades = {place.shade for row in laid_out.places for place in row}
    return {
        "size": round(max(laid_out.width, laid_out.height), 3),
        "middle": 2 in shades,
        "holes": -1 in shades,
        "corners": _rounded(laid_out.corners or ()),
        "levels": _rounded(laid_out.levels),
    }


def _rounded(points: Iterable[Point]) -> list[list[float]]:
    return [[round(part, 3) for part in point] for point in points]
