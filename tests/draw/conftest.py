"""A small game with a hole, built by hand so that pictures are tested without the parser."""

import pytest

from rulec.model.board import Board, Square, Zone, square_name
from rulec.model.game import Game, PieceType, Placement
from rulec.model.geometry import COMPASS, SQUARES, geometry
from rulec.syntax.source import Source, Span

SPAN = Span(Source("ring.rules", "ring"), 0, 4)


def ring(size: int) -> Board:
    """A square board without its middle square; every arrow points north."""
    middle = (size // 2, size // 2)
    cells = tuple(
        Square(square_name(file, rank), file, rank, 0, (file, rank))
        for rank in range(size)
        for file in range(size)
    )
    squares = tuple(cell for cell in cells if cell.place != middle)
    places = {(square.file, square.rank): i for i, square in enumerate(squares)}
    steps = tuple(
        tuple(
            places.get((square.file + direction.vector[0], square.rank + direction.vector[1]))
            for square in squares
        )
        for direction in COMPASS
    )
    count = len(squares)
    north: tuple[int | None, ...] = (0,) * count
    south: tuple[int | None, ...] = (4,) * count
    return Board(
        geometry=geometry(SQUARES),
        cells=cells,
        squares=squares,
        steps=steps,
        headings=tuple((direction,) * count for direction in range(8)),
        arrows=(north, south),
        predecessors=(None,) * count,
        mirror=tuple(reversed(range(count))),
        mirror_directions=(4, 5, 6, 7, 0, 1, 2, 3),
        tracks=(),
        zones=(Zone("corner", (1, 1 << (count - 1)), SPAN),),
        gates=(),
        symmetry="rotation",
        file_names=tuple("abcdefghijklm"[:size]),
    )


def kind(name: str, letter: str) -> PieceType:
    return PieceType(name, letter, False, (), (), SPAN)


@pytest.fixture
def game() -> Game:
    board = ring(3)
    names = ("King", "Queen", "Rook", "Bishop", "Knight", "Pawn", "Wazir")
    return Game(
        title="Ring",
        variant=None,
        author=None,
        year=None,
        about=None,
        players=("White", "Black"),
        board=board,
        pieces=tuple(kind(name, name[0]) for name in names),
        setup=(Placement(0, 0, board.by_name["a1"]), Placement(1, 6, board.by_name["c3"])),
        goals=(),
        marks=(),
        span=SPAN,
    )
