"""The Jocly target: a game module for the source tree of Jocly, or for an installed package.

`emit` gives the files; `install` and `uninstall` (`rulec.emit.jocly.install`) put them into an
installed package and take them out again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulec.emit.jocly.arrivals import Arrival, arrivals
from rulec.emit.jocly.aspects import PieceSet, aspects, piece_set
from rulec.emit.jocly.goals import goal_calls, quiet_movers, repetition
from rulec.emit.jocly.pages import page_files
from rulec.emit.jocly.rays import Graph, graph
from rulec.emit.jocly.render import render
from rulec.emit.jocly.special import Passing, castle_specs, check_hops, passing
from rulec.emit.jocly.text import js, slug
from rulec.emit.jocly.types import JoclyType, TypeList, piece_types
from rulec.model.game import Game, Repetition
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
    check_before_play(game, findings)
    check_board(game, findings)
    types = piece_types(game, tables, findings)
    repeated = repetition(game, findings)
    castles = castle_specs(game, tables, findings)
    passers = passing(game, tables, findings)
    check_hops(tables, findings)
    findings.raise_errors()
    name = game_name(game)
    pieces = piece_set(game)
    model = _model(game, tables, types, passers)
    model |= {"castles": castles, "repetition": repeated, "passers": passers}
    texts = {
        "index.js": render("index.js.j2", name=name, scripts=_scripts(name, pieces)),
        f"{name}-config.json": _config(game, name, pieces, repeated),
        f"{name}-model.js": render("model.js.j2", **model),
        f"{name}-view.js": render("view.js.j2", game=game, pieces=pieces, **_view(game)),
    }
    files = {path: text.encode() for path, text in texts.items()}
    return files | page_files(game, tables, name)


def check_before_play(game: Game, findings: Findings) -> None:
    """Turns before play are refused; nothing further can be said of a game that has some."""
    if game.before:
        message = "the target `jocly` does not write turns before play"
        findings.error("E615", game.before[0].span, message, hint="play it with `rulec` itself")
        findings.raise_errors()


def check_board(game: Game, findings: Findings) -> None:
    """An error for a board that is no grid; wraps and links are in the rays already."""
    for span in () if game.board.geometry.squared else game.board.oddities:
        message = f"the target `jocly` does not write `{span.text}`: a board is one grid of squares"
        findings.error("E615", span, message, hint="play it with `rulec` itself")


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
    leaves: bool
    takes: bool
    starts: tuple[str, str]
    arrivals: tuple[Arrival, ...]


def _model(game: Game, tables: Tables, types: TypeList, passers: Passing) -> dict[str, Any]:
    figures = aspects(game)
    choices = {choice for kind in game.pieces for one in kind.promotions for choice in one.choices}
    pawns = [i for i, kind in enumerate(game.pieces) if kind.promotions and i not in choices]
    partners = {castling.partner for side in tables.castlings for castling in side}
    graphs: dict[str, Graph] = {}
    contexts = []
    for kind in types.types:
        name = _graph_name(game, kind)
        graphs.setdefault(name, graph(game.board, kind.lines(tables)))
        contexts.append(
            _TypeContext(
                kind=kind,
                aspect=figures[kind.piece],
                graph=name,
                # Jocly writes no letter for pawns.
                abbreviation="" if pawns == [kind.piece] else game.pieces[kind.piece].letter,
                silent=kind.piece not in choices,
                castles=kind.piece in partners,
                leaves=kind.piece in passers.leavers,
                takes=kind.piece in passers.takers,
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
        # What a fresh type turns into, and whether that is also something to promote to.
        "fresh": [
            (kind.number, types.number(kind.piece, kind.player or 0), kind.piece in choices)
            for kind in types.types
            if kind.fresh
        ],
        "changing": bool(changes),
        "limited": any(change.limit for change in changes),
        "repeats": any(found.repeats for found in graphs.values()),
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
            for place in game.setup
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


def _view(game: Game) -> Mapping[str, Any]:
    board = game.board
    rows = [
        "".join(
            " " if (file, rank) not in board.by_place else ".#"[(file + rank) % 2 == 0]
            for file in range(board.files)
        )
        for rank in reversed(range(board.ranks))
    ]
    return {"rows": rows}


def _config(game: Game, name: str, pieces: PieceSet, repeated: Repetition | None) -> str:
    """The game's entry in Jocly's manifest."""
    levels = [
        {"name": "easy", "label": "Easy", "maxNodes": 1000},
        {"name": "fast", "label": "Fast [1sec]", "maxDuration": 1, "isDefault": True},
        {"name": "medium", "label": "Medium", "maxNodes": 10000, "maxDuration": 10},
        {"name": "strong", "label": "Strong", "maxNodes": 20000, "maxDuration": 15},
    ]
    scripts = _scripts(name, pieces)
    light = {"x": -9, "y": 9, "z": 9}
    config = {
        "status": True,
        "model": {
            "title-en": game.name,
            "summary": game.about or game.name,
            # Whose sounds are played; Jocly puts the game itself where it was found.
            "module": "chessbase",
            "thumbnail": f"{name}-thumb.png",
            "rules": {"en": f"{name}-rules.html"},
            "description": {"en": f"{name}-description.html"},
            "credits": {"en": f"{name}-credits.html"},
            "js": scripts["model"],
            "obsolete": False,
            "gameOptions": {
                "preventRepeat": repeated is not None,
                "uctTransposition": "state",
                "uctIgnoreLoop": False,
                "levelOptions": {
                    "pieceValueFactor": 1,
                    "pieceValueRatioFactor": 1,
                    "posValueFactor": 0.1,
                    "averageDistKingFactor": -0.01,
                    "checkFactor": 0.2,
                },
            },
            "levels": [{**level, "ai": "uct", "c": 0.6, "playoutDepth": 0} for level in levels],
        },
        "view": {
            "title-en": "Chessbase view",
            "module": "chessbase",
            "js": scripts["view"],
            "css": ["../chessbase/chessbase.css"],
            "xdView": True,
            "preferredRatio": round(game.board.files / game.board.ranks, 3),
            "useShowMoves": True,
            "useNotation": True,
            "useAutoComplete": True,
            "switchable": True,
            "animateSelfMoves": False,
            "defaultOptions": {
                "sounds": True,
                "moves": True,
                "notation": False,
                "autocomplete": False,
            },
            "sounds": {
                "move1": "alq_move1",
                "move2": "alq_move2",
                "move3": "alq_move3",
                "move4": "alq_move2",
                "tac1": "alq_tac1",
                "tac2": "alq_tac2",
                "tac3": "alq_tac1",
                "promo": "promo",
                "usermove": None,
            },
            "skins": [
                {
                    "name": "skin3d",
                    "title": "3D",
                    "3d": True,
                    "world": {
                        "lightIntensity": 1.3,
                        "skyLightIntensity": 1.2,
                        "lightCastShadow": True,
                        "fog": False,
                        "color": 0x47838C,
                        "lightPosition": light,
                        "skyLightPosition": {**light, "x": 9},
                        "lightShadowDarkness": 0.55,
                        "ambientLightColor": 0x222222,
                    },
                    "camera": {
                        "fov": 45,
                        "distMax": 50,
                        "distMin": 0,
                        "radius": 16,
                        "elevationAngle": 50,
                        "elevationMin": 0,
                    },
                },
                {"name": "skin2d", "title": "2D", "3d": False},
            ],
        },
    }
    return js(config, indent=4) + "\n"
