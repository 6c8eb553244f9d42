"""A position as a drawing: the board, the pieces on it, and how one of them moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

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
from rulec.draw.glyphs import FIELD, piece_marks
from rulec.draw.letters import text_marks
from rulec.model.board import COMPASS, Board, Zone, file_name
from rulec.model.game import Game
from rulec.model.tables import Ends, Line

CELL = FIELD
"""Width of a square."""
MARGIN = 36.0
"""Width of the strip around the board that carries the labels."""
BORDER = 6.0
"""Width of the strip around a board without labels."""

_LIGHT = Colour.of("#f1e6d0")
_DARK = Colour.of("#cba980")
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

    `lines` are the square's own from the ray tables. `targets` limits what is shown to some
    squares (the legal ones, say); None shows everything the lines allow.
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
    edge = margin(labels)
    marks: list[Mark] = _squares(board, edge, zone.of(seen_by) if zone else 0)
    if moves:
        marks.append(_field(board, moves.square, edge, _START))
    if labels:
        marks += _labels(board)
    if arrows:
        marks += _arrows(board, edge, seen_by)
    if moves:
        marks += _trails(board, edge, moves, placements)
    for square, (player, piece) in sorted(placements.items()):
        corner = _corner(board, square, edge)
        marks += [map_mark(mark, 1.0, corner) for mark in piece_marks(game.pieces[piece], player)]
    if moves:
        marks += _targets(board, edge, moves, placements)
    return Drawing(
        board.files * CELL + 2 * edge,
        board.ranks * CELL + 2 * edge,
        tuple(marks),
        _PAPER,
        title,
    )


def start_placements(game: Game) -> dict[int, tuple[int, int]]:
    """The start position, as `position_drawing` takes it."""
    return {place.square: (place.player, place.piece) for place in game.setup}


def _corner(board: Board, square: int, edge: float) -> Point:
    """The upper left corner of a square."""
    here = board.squares[square]
    return edge + here.file * CELL, edge + (board.ranks - 1 - here.rank) * CELL


def _centre(board: Board, square: int, edge: float) -> Point:
    x, y = _corner(board, square, edge)
    return x + CELL / 2, y + CELL / 2


def _runs(board: Board) -> list[tuple[int, int]]:
    """The board as horizontal runs: (first square, length)."""
    runs: list[tuple[int, int]] = []
    for square, here in enumerate(board.squares):
        if runs and here.file and square and board.offset(square, (-1, 0)) == square - 1:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((square, 1))
    return runs


def _squares(board: Board, edge: float, shaded: int) -> list[Mark]:
    """A frame that shows around the board and inside its holes, then the squares."""
    marks: list[Mark] = []
    for square, length in _runs(board):
        x, y = _corner(board, square, edge)
        size = (length * CELL + 2 * _RIM, CELL + 2 * _RIM)
        marks.append(rectangle((x - _RIM, y - _RIM), size, _FRAME))
    for square, length in _runs(board):
        corner = _corner(board, square, edge)
        marks.append(rectangle(corner, (length * CELL, CELL), _LIGHT))
    for square in range(len(board.squares)):
        colour = _colour(board, square)
        if shaded >> square & 1:
            marks.append(_field(board, square, edge, colour.blend(_ZONE, 0.55)))
        elif colour is _DARK:
            marks.append(_field(board, square, edge, colour))
    return marks


def _colour(board: Board, square: int) -> Colour:
    here = board.squares[square]
    return _LIGHT if (here.file + here.rank) % 2 else _DARK


def _field(board: Board, square: int, edge: float, colour: Colour) -> Mark:
    return rectangle(_corner(board, square, edge), (CELL, CELL), colour)


def _labels(board: Board) -> list[Mark]:
    marks: list[Mark] = []
    bottom = MARGIN * 1.5 + board.ranks * CELL
    for file in range(board.files):
        x = MARGIN + (file + 0.5) * CELL
        marks += text_marks(file_name(file), (x, bottom), _LABEL_HEIGHT, _LABEL)
    for rank in range(board.ranks):
        y = MARGIN + (board.ranks - 0.5 - rank) * CELL
        marks += text_marks(str(rank + 1), (MARGIN / 2, y), _LABEL_HEIGHT, _LABEL)
    return marks


def _arrows(board: Board, edge: float, player: int) -> list[Mark]:
    """A small arrowhead on every square, near the side that its arrow points to."""
    marks: list[Mark] = []
    for square, arrow in enumerate(board.arrows[player]):
        if arrow is not None:
            x, y = _centre(board, square, edge)
            ahead, side = _axes(arrow)
            colour = _colour(board, square).blend(_ARROW, 0.75)
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


def _axes(direction: int) -> tuple[Point, Point]:
    """A compass direction on the sheet: one unit ahead, one unit to its side."""
    right, up = COMPASS[direction].vector
    length = (right * right + up * up) ** 0.5
    return (right / length, -up / length), (up / length, right / length)


def _shown(moves: Moves, placements: Mapping[int, tuple[int, int]]) -> list[list[tuple[int, bool]]]:
    """Each line up to its last target, as (square, is a target) from its first stop on."""
    player = placements[moves.square][0] if moves.square in placements else None
    shown = []
    for line in moves.lines:
        stops: list[tuple[int, bool]] = []
        for stop in line.stops:
            occupant = placements.get(stop.square)
            if occupant is None:
                wanted = Ends.MOVE
            else:
                wanted = Ends.NOTHING if occupant[0] == player else Ends.CAPTURE
            allowed = moves.targets is None or stop.square in moves.targets
            stops.append((stop.square, allowed and bool(stop.ends & wanted)))
            if occupant is not None:
                break
        while stops and not stops[-1][1]:
            stops.pop()
        if stops:
            shown.append(stops)
    return shown


def _trails(
    board: Board, edge: float, moves: Moves, placements: Mapping[int, tuple[int, int]]
) -> list[Mark]:
    marks: list[Mark] = []
    for stops in _shown(moves, placements):
        squares = (moves.square, *(square for square, _ in stops))
        points = tuple(_centre(board, square, edge) for square in squares)
        marks.append(polyline(points, _MOVE.blend(_LIGHT, 0.35), _TRAIL_WIDTH))
    return marks


def _targets(
    board: Board, edge: float, moves: Moves, placements: Mapping[int, tuple[int, int]]
) -> list[Mark]:
    """A dot on every square that the piece may move to, a ring around every piece it may take."""
    targets = {
        square for stops in _shown(moves, placements) for square, is_target in stops if is_target
    }
    return [
        Circle(_centre(board, square, edge), 0.43 * CELL, None, _CAPTURE, 6)
        if square in placements
        else Circle(_centre(board, square, edge), 0.13 * CELL, _MOVE)
        for square in sorted(targets)
    ]
