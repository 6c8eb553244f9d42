"""The board of a ZRF: a grid where it is one, else positions; and the links that mend either.

A board of squares, also of several levels, is a `grid`, whose directions are offsets. What the
offsets do not say (ways round the board, links of the rules) is written as links, way by way. A
board of hexes is a list of positions, and every way on it is a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulec.emit.zrf.pictures import Places, Rectangle
from rulec.emit.zrf.view import View
from rulec.model.board import Board, file_name
from rulec.model.geometry import Vector, added

Links = tuple[tuple[str, tuple[str, ...]], ...]
"""Directions by name, with pairs of squares."""


@dataclass(frozen=True, slots=True)
class GridText:
    """A grid: the first square's rectangle, names along every dimension, offsets by direction."""

    rectangle: Rectangle
    dimensions: tuple[str, ...]
    directions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardText:
    """The squares and directions of a board."""

    grid: GridText | None
    positions: tuple[str, ...]
    links: Links
    unlinks: tuple[str, ...]
    holes: tuple[tuple[str, ...], ...]


def board_text(view: View, vectors: Iterable[Vector]) -> BoardText:
    """A board with the directions that lead a vector away."""
    board = view.board
    if board.geometry.hexes:
        every = tuple((vector, _ways(view, vector)) for vector in vectors)
        return BoardText(None, tuple(_positions(board)), tuple(_links(view, every)), (), ())
    vectors = tuple(vectors)
    missing, unlinks = [], []
    for vector in vectors:
        given, wanted = _offset_ways(board, vector), _ways(view, vector)
        missing.append((vector, {a: b for a, b in wanted.items() if given.get(a) != b}))
        gone = (board.squares[a].name for a in given if a not in wanted)
        unlinks += [f"({square} {view.name(vector)})" for square in gone]
    links = tuple(_links(view, missing))
    return BoardText(_grid(view, vectors), (), links, tuple(unlinks), tuple(_holes(board)))


def _ways(view: View, vector: Vector) -> dict[int, int]:
    """Where a direction leads from every square where it leads on."""
    targets = ((square, view.target(vector, square)) for square in range(len(view.board.squares)))
    return {square: target for square, target in targets if target is not None}


def _offset_ways(board: Board, vector: Vector) -> dict[int, int]:
    """The same as the offset of a grid has it."""
    targets = (
        (square, board.by_place.get(added(cell.place, vector)))
        for square, cell in enumerate(board.squares)
    )
    return {square: target for square, target in targets if target is not None}


def _links(
    view: View, ways: Iterable[tuple[Vector, dict[int, int]]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    squares = view.board.squares
    for vector, links in ways:
        if links:
            pairs = tuple(f"({squares[a].name} {squares[b].name})" for a, b in links.items())
            yield view.name(vector), pairs


def _positions(board: Board) -> Iterator[str]:
    places = Places(board)
    for cell in board.squares:
        yield f"({cell.name} {' '.join(map(str, places.rectangle(cell)))})"


def _grid(view: View, vectors: Iterable[Vector]) -> GridText:
    """Levels, if there are several, then files, then ranks from the top, as squares are named."""
    board, places = view.board, Places(view.board)
    levels = [] if board.geometry.flat else [file_name(i).upper() for i in range(board.levels)]
    ranks = [str(rank) for rank in range(board.ranks, 0, -1)]
    corner = board.cell_of[(levels or [""])[0] + board.file_names[0] + ranks[0]]
    first = places.rectangle(corner)

    def dimension(names: list[str], start: str, end: str) -> str:
        """Names along a dimension, and how far its squares are apart."""
        last = places.rectangle(board.cell_of[corner.name.replace(start, end)])
        steps = max(1, len(names) - 1)
        right, down = ((last[i] - first[i]) // steps for i in (0, 1))
        return f'("{"/".join(names)}" ({right} {down}))'

    dimensions = [
        dimension(names, names[0], names[-1])
        for names in (levels, list(board.file_names), ranks)
        if names
    ]
    directions = tuple(f"({view.name(vector)} {_offsets(vector)})" for vector in vectors)
    return GridText(first, tuple(dimensions), directions)


def _offsets(vector: Vector) -> str:
    right, up, *rise = vector
    return " ".join(map(str, (*rise, right, -up)))


def _holes(board: Board) -> Iterator[tuple[str, ...]]:
    """The squares that are missing, rank by rank from the top."""
    for level in board.rows:
        for row in reversed(level):
            names = tuple(cell.name for cell in row if cell.name not in board.by_name)
            if names:
                yield names
