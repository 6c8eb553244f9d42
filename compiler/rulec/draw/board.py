"""A position as a drawing: the board, the pieces on it, and how one of them moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import sub

from rulec.draw.drawing import (
    Circle,
    Colour,
    Drawing,
    Mark,
    Point,
    map_mark,
    polygon,
    polyline,
    rectangle,
)
from rulec.draw.glyphs import piece_marks
from rulec.draw.layout import CELL, Layout
from rulec.draw.letters import text_marks
from rulec.model.board import Board, Square, Zone
from rulec.model.game import Game
from rulec.model.tables import Ends, Line

MARGIN = 36.0
"""Width of the strip around the board that carries the labels."""
BORDER = 6.0
"""Width of the strip around a board without labels."""

_LIGHT = Colour.of("#f1e6d0")
_DARK = Colour.of("#cba980")
_MIDDLE = Colour.of("#dfc7a2")
_FRAME = Colour.of("#6b4f3a")
_PAPER = Colour.of("#fdfaf4")
_LABEL = Colour.of("#7a6250")
_ARROW = Colour.of("#8a6446")
_ZONE = Colour.of("#5f9e6e")
_START = Colour.of("#e2b93b")
_MOVE = Colour.of("#2f7f79")
_CAPTURE = Colour.of("#c4473a")
_RIM = 4.0
_LABEL_HEIGHT = 15.0
_TRAIL_WIDTH = 7.0


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of the piece on a square, to be drawn along their lines.

    `lines` are the square's own from the ray tables. `targets` are the squares to be shown as
    targets (the legal ones, say), also where no line leads; None shows what the lines allow.
    """

    square: int
    lines: tuple[Line, ...]
    targets: Collection[int] | None = None


def margin(labels: bool) -> float:
    """Distance of the board from the edge of its drawing."""
    return MARGIN if labels else BORDER


def position_drawing(
    game: Game,
    placements: Mapping[int, tuple[int, int]],
    *,
    labels: bool = True,
    arrows: bool = False,
    zone: Zone | None = None,
    seen_by: int = 0,
    moves: Moves | None = None,
    title: str | None = None,
) -> Drawing:
    """A board with pieces: `placements` maps squares to (player, piece type).

    `arrows` adds each square's arrow and `zone` shades a zone, both as player `seen_by` has
    them. `moves` adds the moves of one piece.
    """
    board = game.board
    layout = Layout(board, margin(labels))
    marks: list[Mark] = _squares(layout, zone.of(seen_by) if zone else 0)
    if moves:
        marks.append(_field(layout, board.squares[moves.square], _START))
    if labels:
        marks += [
            mark
            for text, place in layout.labels()
            for mark in text_marks(text, place, _LABEL_HEIGHT, _LABEL)
        ]
    if arrows:
        marks += _arrows(layout, seen_by)
    if moves:
        marks += _trails(layout, moves, placements)
    for square, (player, piece) in sorted(placements.items()):
        x, y = layout.middle(board.squares[square])
        corner = x - CELL / 2, y - CELL / 2
        marks += [map_mark(mark, 1.0, corner) for mark in piece_marks(game.pieces[piece], player)]
    if moves:
        marks += _targets(layout, moves, placements)
    return Drawing(*layout.size, tuple(marks), _PAPER, title)


def start_placements(game: Game) -> dict[int, tuple[int, int]]:
    """The start position, as `position_drawing` takes it."""
    return {place.square: (place.player, place.piece) for place in game.setup}


def _runs(squares: tuple[Square, ...]) -> list[list[Square]]:
    """Squares as horizontal runs of neighbours."""
    runs: list[list[Square]] = []
    for square in squares:
        right, *row = square.place
        if runs and runs[-1][-1].place == (right - 1, *row):
            runs[-1].append(square)
        else:
            runs.append([square])
    return runs


def _squares(layout: Layout, shaded: int) -> list[Mark]:
    """A frame that shows around the board and inside its holes, then the squares."""
    board = layout.board
    squares = board.squares
    hexes = board.geometry.hexes
    runs = [[square] for square in squares] if hexes else _runs(squares)
    marks: list[Mark] = []
    for run in runs:
        if hexes:
            marks.append(polygon(*layout.corners(run[0], _RIM), fill=_FRAME))
        else:
            (x, y), *_ = layout.corners(run[0])
            size = (len(run) * CELL + 2 * _RIM, CELL + 2 * _RIM)
            marks.append(rectangle((x - _RIM, y - _RIM), size, _FRAME))
    if not hexes:
        for run in runs:
            corner, *_ = layout.corners(run[0])
            marks.append(rectangle(corner, (len(run) * CELL, CELL), _LIGHT))
    for i, square in enumerate(squares):
        colour = _colour(layout, square)
        if shaded >> i & 1:
            marks.append(_field(layout, square, colour.blend(_ZONE, 0.55)))
        elif hexes or colour is not _LIGHT:
            marks.append(_field(layout, square, colour))
    return marks


def _colour(layout: Layout, square: Square) -> Colour:
    return (_DARK, _LIGHT, _MIDDLE)[layout.shade(square)]


def _field(layout: Layout, square: Square, colour: Colour) -> Mark:
    return polygon(*layout.corners(square), fill=colour)


def _arrows(layout: Layout, player: int) -> list[Mark]:
    """A small arrowhead on every square, near the side that its arrow points to."""
    marks: list[Mark] = []
    for square, arrow in enumerate(layout.board.arrows[player]):
        if arrow is not None:
            x, y = layout.middle(layout.board.squares[square])
            ahead = layout.step(arrow)
            side = -ahead[1], ahead[0]
            colour = _colour(layout, layout.board.squares[square]).blend(_ARROW, 0.75)
            tip, foot = 0.46 * CELL, 0.36 * CELL
            marks.append(
                polygon(
                    (x + ahead[0] * tip, y + ahead[1] * tip),
                    (x + ahead[0] * foot + side[0] * 9, y + ahead[1] * foot + side[1] * 9),
                    (x + ahead[0] * foot - side[0] * 9, y + ahead[1] * foot - side[1] * 9),
                    fill=colour,
                )
            )
    return marks


_CAPTURES = Ends.CAPTURE | Ends.CAPTURE_COMMON | Ends.CAPTURE_ROYAL


def _shown(moves: Moves, placements: Mapping[int, tuple[int, int]]) -> list[list[tuple[int, bool]]]:
    """Each line up to its last target, as (square, is a target) from its first stop on."""
    player = placements[moves.square][0] if moves.square in placements else None
    shown = []
    for line in moves.lines:
        stops: list[tuple[int, bool]] = []
        screens = line.screens
        behind = False
        for stop in line.stops:
            occupant = placements.get(stop.square)
            if occupant is not None and screens:
                if line.barred >> occupant[1] & 1:
                    break
                screens -= 1
                stops.append((stop.square, False))
                behind = True
                continue
            if occupant is None:
                wanted = Ends.MOVE | Ends.EN_PASSANT if moves.targets is not None else Ends.MOVE
            else:
                safe = occupant[0] == player or line.spares >> occupant[1] & 1
                wanted = Ends.NOTHING if safe else _CAPTURES
            allowed = moves.targets is None or stop.square in moves.targets
            reached = not screens and (behind or not line.landing_next)
            stops.append((stop.square, allowed and reached and bool(stop.ends & wanted)))
            behind = False
            if occupant is not None:
                break
        while stops and not stops[-1][1]:
            stops.pop()
        if stops:
            shown.append(stops)
    return shown


def _trails(layout: Layout, moves: Moves, placements: Mapping[int, tuple[int, int]]) -> list[Mark]:
    marks: list[Mark] = []
    for stops in _shown(moves, placements):
        squares = (moves.square, *(square for square, _ in stops))
        for points in _drawn(layout, squares):
            marks.append(polyline(points, _MOVE.blend(_LIGHT, 0.35), _TRAIL_WIDTH))
    return marks


def _drawn(layout: Layout, squares: Sequence[int]) -> list[tuple[Point, ...]]:
    """A way over some squares as lines on the sheet, cut where it goes over an edge of that."""
    board = layout.board
    drawn = [[layout.middle(board.squares[squares[0]])]]
    for here, there in pairwise(squares):
        start, end = (layout.middle(board.squares[square]) for square in (here, there))
        over = _over_edge(board, here, there)
        if over is not None:
            (right, down), (onward, below) = (layout.step(direction) for direction in over)
            half = CELL / 2
            drawn[-1].append((start[0] + right * half, start[1] + down * half))
            drawn.append([(end[0] - onward * half, end[1] - below * half)])
        drawn[-1].append(end)
    return [tuple(points) for points in drawn]


def _over_edge(board: Board, here: int, there: int) -> tuple[int, int] | None:
    """The direction of a step that leaves the sheet on one side, and that in which it comes back.

    None for a step that does not, and for a leap.
    """
    place, end = board.squares[here].place, board.squares[there].place
    if tuple(map(sub, end, place)) in board.geometry.direction_of:
        return None
    return next(
        (
            (direction, board.headings[direction][here])
            for direction, step in enumerate(board.steps)
            if step[here] == there
        ),
        None,
    )


def _targets(layout: Layout, moves: Moves, placements: Mapping[int, tuple[int, int]]) -> list[Mark]:
    """A dot on every square that the piece may move to, a ring around every piece it may take."""
    targets = moves.targets
    if targets is None:
        lines = _shown(moves, placements)
        targets = {square for stops in lines for square, is_target in stops if is_target}
    return [
        Circle(layout.middle(layout.board.squares[square]), 0.43 * CELL, None, _CAPTURE, 6)
        if square in placements
        else Circle(layout.middle(layout.board.squares[square]), 0.13 * CELL, _MOVE)
        for square in sorted(targets)
    ]
