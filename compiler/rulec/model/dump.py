"""The resolved game and its ray tables as versioned JSON: docs/dump.schema.json describes it."""

from __future__ import annotations

from typing import Any

from rulec.model import game as model
from rulec.model.board import Board, Gate, Zone
from rulec.model.game import Game
from rulec.model.tables import Castling, Ends, Line, SafeMove, Stop, Tables, right_bit
from rulec.syntax.diagnostics import span_json

VERSION = 1
"""Raised whenever a field changes its meaning or goes away."""


def dump(game: Game, tables: Tables) -> dict[str, Any]:
    """The whole game as plain data: squares, pieces and players by name."""
    return {
        "rulec": VERSION,
        "title": game.title,
        "variant": game.variant,
        "author": game.author,
        "year": game.year,
        "about": game.about,
        "players": list(game.players),
        "board": _board(game.board, game.players),
        "pieces": [
            {
                "name": piece.name,
                "letter": piece.letter,
                "royal": piece.royal,
                "promotions": [
                    {
                        "to": [game.pieces[choice].name for choice in promotion.choices],
                        "on": _sides(game.board, game.players, promotion.zone.squares),
                        "from": promotion.start
                        and _sides(game.board, game.players, promotion.start.squares),
                        "optional": promotion.optional,
                        "captured": promotion.captured,
                        "or_illegal": promotion.or_illegal,
                        "also_from": promotion.also_from,
                    }
                    for promotion in piece.promotions
                ],
                "drop": piece.drop and _drop(game, piece.drop),
                "captured_as": None
                if piece.captured_as is None
                else game.pieces[piece.captured_as].name,
                "rule": span_json(piece.span),
            }
            for piece in game.pieces
        ],
        "setup": [
            {
                "player": game.players[one.player],
                "piece": game.pieces[one.piece].name,
                "square": game.board.squares[one.square].name,
            }
            for one in game.setup
        ],
        "in_hand": [
            {
                "player": game.players[one.player],
                "piece": game.pieces[one.piece].name,
                "count": one.count,
            }
            for one in game.in_hand
        ],
        "before": [_setup_turn(game, turn) for turn in game.before],
        "marks": [
            {"gate": mark.gate.name, "piece": game.pieces[mark.piece].name} for mark in game.marks
        ],
        "rights": [
            {
                "player": game.players[right.player],
                "name": right.name,
                "squares": game.board.names(right.squares),
            }
            for right in game.rights
        ],
        "may_pass": game.may_pass,
        "compulsory_captures": game.compulsory_captures,
        "illegal_checks": game.illegal_checks,
        "captures_join_hand": game.hands,
        "blast": game.blast
        and {
            "squares": {
                player: {
                    square.name: game.board.names(bits)
                    for square, bits in zip(game.board.squares, own, strict=True)
                }
                for player, own in zip(game.players, tables.blasts, strict=True)
            },
            "spared": _piece_names(game, game.blast.spared),
            "rule": span_json(game.blast.span),
        },
        "captures_return": game.captures_return,
        "goals": [_goal(game, goal) for goal in game.goals],
        "size": {"lines": tables.line_count, "stops": tables.stop_count},
        "lines": {
            player: {
                piece.name: {
                    square.name: [_line(game, line) for line in tables.lines[p][i][s]]
                    for s, square in enumerate(game.board.squares)
                }
                for i, piece in enumerate(game.pieces)
            }
            for p, player in enumerate(game.players)
        },
        "castlings": {
            player: [_castling(game, castling) for castling in own]
            for player, own in zip(game.players, tables.castlings, strict=True)
        },
        "safe_moves": {
            player: [_safe_move(game, move) for move in own]
            for player, own in zip(game.players, tables.safe_moves, strict=True)
        },
    }


def _sides(board: Board, players: tuple[str, ...], squares: tuple[int, ...]) -> dict[str, Any]:
    return {player: board.names(bits) for player, bits in zip(players, squares, strict=True)}


def _board(board: Board, players: tuple[str, ...]) -> dict[str, Any]:
    def zone(zone: Zone) -> dict[str, Any]:
        return _sides(board, players, zone.squares)

    def gate(gate: Gate) -> dict[str, Any]:
        before, behind = (_sides(board, players, side) for side in (gate.before, gate.behind))
        return {"before": before, "behind": behind}

    directions = board.geometry.directions
    return {
        "geometry": board.geometry.name,
        "files": board.files,
        "ranks": board.ranks,
        "levels": board.levels,
        "squares": [square.name for square in board.squares],
        "places": [list(square.place) for square in board.squares],
        "directions": [
            {"name": direction.name, "kind": direction.kind, "step": list(direction.vector)}
            for direction in directions
        ],
        "neighbours": {
            square.name: {
                directions[i].name: board.squares[there].name
                for i, step in enumerate(board.steps)
                if (there := step[number]) is not None
            }
            for number, square in enumerate(board.squares)
        },
        "turns": {
            square.name: turns
            for number, square in enumerate(board.squares)
            if (
                turns := {
                    directions[i].name: directions[heading[number]].name
                    for i, heading in enumerate(board.headings)
                    if heading[number] != i
                }
            )
        },
        "symmetry": board.symmetry,
        "arrows": {
            player: {
                square.name: directions[arrow].name
                for square, arrow in zip(board.squares, arrows, strict=True)
                if arrow is not None
            }
            for player, arrows in zip(players, board.arrows, strict=True)
        },
        "routes": {
            route.name: {
                player: [[board.squares[square].name for square in course] for course in courses]
                for player, courses in zip(players, route.courses, strict=True)
            }
            for route in board.routes
        },
        "tracks": {
            track.name: [board.squares[square].name for square in track.squares]
            for track in board.tracks
        },
        "zones": {one.name: zone(one) for one in board.zones},
        "gates": {one.name: gate(one) for one in board.gates},
    }


def _setup_turn(game: Game, turn: model.SetupTurn) -> dict[str, Any]:
    names = [piece.name for piece in game.pieces]
    return {
        "player": game.players[turn.player],
        "squares": {
            player: [game.board.squares[square].name for square in row]
            for player, row in zip(game.players, turn.squares, strict=True)
        },
        "arrangements": [
            [None if piece is None else names[piece] for piece in arrangement]
            for arrangement in turn.arrangements
        ],
        "rule": span_json(turn.span),
    }


def _drop(game: Game, drop: model.Drop) -> dict[str, Any]:
    return {
        "on": drop.zone and _sides(game.board, game.players, drop.zone.squares),
        "one_a_file": drop.one_a_file,
        "without_mate": drop.without_mate,
        "rule": span_json(drop.span),
    }


def _goal(game: Game, goal: model.Goal) -> dict[str, Any]:
    return {
        "outcome": str(goal.outcome),
        **_condition(game, goal.condition),
        "rule": span_json(goal.span),
    }


def _condition(game: Game, condition: model.Condition) -> dict[str, Any]:
    match condition:
        case model.Checkmate():
            return {"condition": "checkmate"}
        case model.Stalemate():
            return {"condition": "stalemate"}
        case model.NoMoves():
            return {"condition": "no moves"}
        case model.Extinction(pieces=pieces):
            return {"condition": "extinction", "pieces": _piece_names(game, pieces)}
        case model.Bare(pieces=pieces):
            return {
                "condition": "bare",
                "pieces": _piece_names(game, pieces),
                "unless_answered": condition.unless_answered,
            }
        case model.Checks(count=count):
            return {"condition": "checks", "count": count}
        case model.Reach(piece=piece, zone=zone, mark=mark):
            return {
                "condition": "reach",
                "piece": game.pieces[piece].name,
                "on": _sides(game.board, game.players, zone.squares),
                "after": None if mark is None else game.marks[mark].gate.name,
                "unless_answered": condition.unless_answered,
            }
        case model.BothReach(piece=piece, zone=zone):
            return {
                "condition": "both reach",
                "piece": game.pieces[piece].name,
                "on": _sides(game.board, game.players, zone.squares),
            }
        case model.Passes(count=count):
            return {"condition": "passes", "count": count}
        case model.Repetition():
            return {
                "condition": "repetition",
                "count": condition.count,
                "pieces_distinct": condition.pieces_distinct,
                "start_counted": condition.start_counted,
            }
        case model.QuietPlies(count=count, movers=movers):
            names = _piece_names(game, movers)
            found: dict[str, Any] = {"condition": "quiet", "plies": count}
            found["moves_that_count_too"] = names
            if condition.held is not None:
                found["while"] = [
                    {game.pieces[one.piece].name: one.least for one in side}
                    for side in condition.held
                ]
            return found
        case model.Material(first=first, second=second):
            sides = [
                {game.pieces[troop.piece].name: troop.most for troop in side}
                for side in (first, second)
            ]
            return {"condition": "material", "sides": sides}


def _piece_names(game: Game, pieces: int) -> list[str]:
    return [piece.name for i, piece in enumerate(game.pieces) if pieces >> i & 1]


def _right_names(game: Game, marks: int) -> list[str]:
    return [right.name for i, right in enumerate(game.rights) if marks & right_bit(game, i)]


def _safe_move(game: Game, move: SafeMove) -> dict[str, Any]:
    return {
        "piece": game.pieces[move.piece].name,
        "from": game.board.squares[move.origin].name,
        "to": game.board.squares[move.target].name,
        "safe": game.board.names(move.safe),
        "right": _right_names(game, move.needs)[0],
        "rule": span_json(move.rule),
    }


def _castling(game: Game, castling: Castling) -> dict[str, Any]:
    squares = game.board.squares
    return {
        "piece": game.pieces[castling.piece].name,
        "from": squares[castling.origin].name,
        "to": squares[castling.target].name,
        "partner": game.pieces[castling.partner].name,
        "partner_from": squares[castling.partner_origin].name,
        "partner_to": squares[castling.partner_target].name,
        "empty": game.board.names(castling.empty),
        "safe": game.board.names(castling.safe),
        "right": _right_names(game, castling.needs)[0],
        "rule": span_json(castling.rule),
    }


def _line(game: Game, line: Line) -> dict[str, Any]:
    bends = [
        {
            "on": game.board.squares[line.stops[bend.index].square].name,
            "kind": str(bend.kind),
            "from": game.board.geometry.directions[bend.before].name,
            "to": game.board.geometry.directions[bend.after].name,
        }
        for bend in line.bends
    ]
    found: dict[str, Any] = {
        "stops": [_stop(game, stop) for stop in line.stops],
        "bends": bends,
        "rule": span_json(line.rule),
    }
    if line.screens:
        found["screens"] = line.screens
        found["landing_next"] = line.landing_next
    for name, types in (("spares", line.spares), ("barred", line.barred)):
        if types:
            found[name] = [kind.name for i, kind in enumerate(game.pieces) if types >> i & 1]
    if line.needs:
        found["needs"] = _right_names(game, line.needs)[0]
    return found


_ENDS = {
    Ends.MOVE: "move",
    Ends.CAPTURE: "capture",
    Ends.CAPTURE_COMMON: "capture common",
    Ends.CAPTURE_ROYAL: "capture royal",
    Ends.EN_PASSANT: "en passant",
}


def _stop(game: Game, stop: Stop) -> dict[str, Any]:
    def marks(bits: int) -> list[dict[str, str]]:
        return [
            {"player": player, "gate": mark.gate.name}
            for i, mark in enumerate(game.marks)
            for p, player in enumerate(game.players)
            if bits >> (2 * i + p) & 1
        ]

    found: dict[str, Any] = {
        "square": game.board.squares[stop.square].name,
        "ends": [name for ends, name in _ENDS.items() if stop.ends & ends],
    }
    if stop.becomes:
        found["becomes"] = [game.pieces[choice].name for choice in stop.becomes]
        found["optional"] = stop.optional
        found["limit"] = None if stop.limit is None else str(stop.limit)
    if stop.trail:
        found["trail"] = game.board.names(stop.trail)
    if stop.sets:
        found["sets"] = marks(stop.sets)
    if stop.clears:
        found["clears"] = marks(stop.clears)
    return found
