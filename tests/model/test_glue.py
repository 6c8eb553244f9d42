"""Glued edges: the six faces of a cube against its squares in space, strips, bottles, planes."""

import random
from collections.abc import Iterator

import pytest

from rulec.model.board import Board
from rulec.model.game import Game
from rulec.model.geometry import combined
from rulec.play.position import Rules
from tests.model.test_boards import around, game, reached

Point = tuple[int, int, int]

CUBE = """
grid 16 x 12
hole a1:h4, m1:p4, a9:d12, i9:p12
glue a5:a8 west to p5:p8 east
glue a8:d8 north to e12:e9 west
glue i8:l8 north to h9:h12 east
glue m8:p8 north to h12:e12 north
glue p5:m5 south to l1:l4 east
glue h5:e5 south to i4:i1 west
glue d5:a5 south to i1:l1 south
"""
"""Four faces round, one on top of the second, one under the third."""


def sub(first: Point, second: Point) -> Point:
    return first[0] - second[0], first[1] - second[1], first[2] - second[2]


def add(*points: Point) -> Point:
    return sum(p[0] for p in points), sum(p[1] for p in points), sum(p[2] for p in points)


def times(point: Point, factor: int) -> Point:
    return point[0] * factor, point[1] * factor, point[2] * factor


class Cube:
    """A cube of 4 x 4 x 4 in space: the middle of every square of the net, in half squares.

    The net is folded up from the face e5:h8, which lies in the plane z = 4.
    """

    def __init__(self, board: Board) -> None:
        faces = {
            # lower left square of a face: its middle, and what right and up are there
            (4, 4): ((-3, -3, 4), (1, 0, 0), (0, 1, 0)),
            (0, 4): ((-4, -3, -3), (0, 0, 1), (0, 1, 0)),
            (8, 4): ((4, -3, 3), (0, 0, -1), (0, 1, 0)),
            (12, 4): ((3, -3, -4), (-1, 0, 0), (0, 1, 0)),
            (4, 8): ((-3, 4, 3), (1, 0, 0), (0, 0, -1)),
            # under the third face, whose right and down it goes on
            (8, 0): ((-3, -4, 3), (0, 0, -1), (1, 0, 0)),
        }
        self.middle: dict[int, Point] = {}
        self.axes: dict[int, tuple[Point, Point]] = {}
        for square, cell in enumerate(board.squares):
            corner = cell.file // 4 * 4, cell.rank // 4 * 4
            start, right, up = faces[corner]
            here = add(
                start,
                times(right, 2 * (cell.file - corner[0])),
                times(up, 2 * (cell.rank - corner[1])),
            )
            self.middle[square] = here
            self.axes[square] = right, up
        self.square = {point: square for square, point in self.middle.items()}

    def step(self, here: Point, way: Point) -> tuple[Point, Point]:
        """The middle of the next square, and the way on from there: over an edge it turns down."""
        out = normal(here)
        there = add(here, times(way, 2))
        if max(map(abs, there)) > 4:
            return add(here, way, times(out, -1)), times(out, -1)
        return there, way


def normal(point: Point) -> Point:
    """The direction away from the cube on a square's middle: along the one coordinate of 4."""
    x, y, z = (part // 4 if abs(part) == 4 else 0 for part in point)
    return x, y, z


@pytest.fixture(scope="module")
def cube() -> Game:
    knight = 'piece Knight "N" { leap (2,1) }'
    bishop = 'piece Bishop "B" { slide diagonal }'
    rook = 'piece Rook "R" { slide orthogonal }'
    pieces = f"{knight} {bishop} {rook}"
    return game(f"{CUBE} symmetry rotation orientation White north", pieces, "i1", "h12")


def test_every_square_of_a_cube_has_the_neighbours_it_has_in_space(cube: Game) -> None:
    board, space = cube.board, Cube(cube.board)
    assert len(space.square) == len(board.squares) == 96
    for square, here in space.middle.items():
        right, up = space.axes[square]
        for direction, way in ((0, up), (2, right), (4, times(up, -1)), (6, times(right, -1))):
            there, on = space.step(here, way)
            assert board.steps[direction][square] == space.square[there]
            across, along = space.axes[space.square[there]]
            turned = [along, across, times(along, -1), times(across, -1)].index(on)
            assert board.headings[direction][square] == 2 * turned


def diagonal(space: Cube, here: Point, first: Point, second: Point) -> Point | None:
    """The square behind a corner, where four squares meet: both ways round lead to it.

    What lies across a step is the same direction in space before it and behind it.
    """
    ways = ((first, second), (second, first))
    found = {space.step(space.step(here, one)[0], other)[0] for one, other in ways}
    return found.pop() if len(found) == 1 else None


def knights(space: Cube, square: int) -> Iterator[int]:
    """A step, a step to its side, a step on: straight from middle to middle."""
    right, up = space.axes[square]
    ways = [up, right, times(up, -1), times(right, -1)]
    for i, way in enumerate(ways):
        for aside in (ways[(i + 1) % 4], ways[(i - 1) % 4]):
            there, on = space.step(space.middle[square], way)
            there, _ = space.step(there, aside)
            yield space.square[space.step(there, on)[0]]


def test_diagonals_of_a_cube_end_at_its_corners(cube: Game) -> None:
    board, space = cube.board, Cube(cube.board)
    missing = 0
    for square, here in space.middle.items():
        right, up = space.axes[square]
        for direction, (x, y) in zip(
            (1, 3, 5, 7), ((1, 1), (1, -1), (-1, -1), (-1, 1)), strict=True
        ):
            there = diagonal(space, here, times(right, x), times(up, y))
            expected = None if there is None else space.square[there]
            assert board.steps[direction][square] == expected
            missing += expected is None
    assert missing == 8 * 3


def test_knights_of_a_cube(cube: Game) -> None:
    space = Cube(cube.board)
    knight = next(i for i, piece in enumerate(cube.pieces) if piece.name == "Knight")
    rules = Rules(cube)
    for square in range(96):
        found = {line.stops[-1].square for line in rules.tables.lines[0][knight][square]}
        assert found == set(knights(space, square)) - {square}


def test_lines_of_a_cube_run_round_it(cube: Game) -> None:
    """A rook has two rings of sixteen squares, a bishop hexagons of twelve or ways to corners."""
    rules = Rules(cube)
    names = [piece.name for piece in cube.pieces]
    for square in range(96):
        rook = rules.tables.lines[0][names.index("Rook")][square]
        assert [len(line.stops) for line in rook] == [15] * 4
        bishop = rules.tables.lines[0][names.index("Bishop")][square]
        assert {len(line.stops) for line in bishop} <= {1, 2, 3, 11}


# -- strips and others


def lines(game: Game) -> object:
    return [
        [[[line.squares for line in square] for square in piece] for piece in side]
        for side in Rules(game).tables.lines
    ]


PIECES = """
piece Queen "Q" { slide any }
piece Knight "N" { leap (2,1), (3,1) }
piece Rider "D" { ride (2,1) }
piece Griffin "G" { step diagonal or then slide outward }
"""


@pytest.mark.parametrize(
    ("wrapped", "glued"),
    [
        ("wrap files", "glue a1:a6 west to f1:f6 east"),
        ("wrap files", "glue a1:a2 w to f1:f2 e glue f6:f3 e to a6:a3 w"),
        ("wrap ranks hole c3", "glue a1:f1 south to a6:f6 north hole c3"),
        ("wrap files, ranks", "glue a1:a6 w to f1:f6 e glue f6:a6 n to f1:a1 s"),
    ],
)
def test_to_wrap_is_to_glue_opposite_edges(wrapped: str, glued: str) -> None:
    boards = [game(f"grid 6 x 6 {how}", PIECES, "a1", "d4") for how in (wrapped, glued)]
    assert boards[0].board.steps == boards[1].board.steps
    assert lines(boards[0]) == lines(boards[1])


STRIP = "grid 6 x 3 glue a1:a3 west to f3:f1 east"


def test_a_strip_with_a_twist() -> None:
    board = game(STRIP, white="c3", black="d3").board
    assert around(board, "a1") == {
        "n": "a2", "ne": "b2", "e": "b1", "w": "f3", "nw": "f2",
    }  # fmt: skip
    assert board.geometry.directions[board.headings[7][0]].short == "sw"


def test_a_rook_goes_twice_round_a_twisted_strip() -> None:
    rook = 'piece Rook "R" { slide west }'
    rules = Rules(game(STRIP, rook, "c2, Rook a1", "d2"))
    (line,) = rules.tables.lines[0][1][rules.game.board.by_name["a1"]]
    assert rules.game.board.names(sum(1 << square for square in line.squares)) == [
        *("b1", "c1", "d1", "e1", "f1"),
        *("a3", "b3", "c3", "d3", "e3", "f3"),
    ]


def test_a_path_turns_from_its_course_behind_the_edge() -> None:
    """Over the edge of a cube north is east, so that a step back to the left is one north."""
    hook = 'piece Hook "H" { step north then step left }'
    rules = Rules(game(CUBE, hook, "i1, Hook d8", "h12"))
    assert reached(rules, "d8") == ["e10"]


def test_a_leap_that_goes_on_turns_with_the_board() -> None:
    rider = 'piece Rider "D" { leap (2,0) then step same }'
    rules = Rules(game(CUBE, rider, "i1, Rider d7", "h12"))
    assert "f9" in reached(rules, "d7")  # d8, e9 heading east, f9


def test_a_plane_whose_opposite_points_are_one() -> None:
    """An edge may be glued to itself the other way round; its middle leads nowhere."""
    board = game("grid 3 x 3 glue a1:a3 west to a3:a1 west", white="b1", black="c3").board
    assert around(board, "a1")["w"] == "a3"
    assert "w" not in around(board, "a2")
    assert board.headings[6][board.by_name["a1"]] == 2


def test_one_square_is_glued_without_a_twist() -> None:
    board = game("grid 3 x 3 glue a1:a1 west to c3:c3 north", white="b1", black="c2").board
    assert around(board, "a1")["w"] == "c3"
    assert around(board, "c3")["n"] == "a1"
    assert board.headings[6][board.by_name["a1"]] == 4


# -- boards glued at random


def glued_at_random(chance: random.Random) -> str:
    """A board whose sides are cut into edges, which are glued to each other anyhow."""
    files, ranks = chance.randrange(2, 7), chance.randrange(2, 7)
    edges: list[tuple[int, list[str], str]] = []
    for side in "nsew":
        length = files if side in "ns" else ranks
        at = 0
        while at < length:
            count = chance.randrange(1, min(3, length - at) + 1)
            row = [
                f"{'abcdef'[i]}{ranks if side == 'n' else 1}" if side in "ns"
                else f"{'a' if side == 'w' else 'abcdef'[files - 1]}{i + 1}"
                for i in (at, at + count - 1)
            ]  # fmt: skip
            edges.append((count, row[:: chance.choice((1, -1))], side))
            at += count
    chance.shuffle(edges)
    text = f"grid {files} x {ranks}"
    while edges:
        count, row, side = edges.pop()
        other = next((edge for edge in edges if edge[0] == count), None)
        if other is not None:
            edges.remove(other)
            text += f" glue {row[0]}:{row[1]} {side} to {other[1][0]}:{other[1][1]} {other[2]}"
    return text


@pytest.mark.parametrize("seed", range(60))
def test_every_way_leads_back(seed: int) -> None:
    board = game(glued_at_random(random.Random(seed)), white="a1", black="b2").board
    squares = range(len(board.squares))
    for direction, steps in enumerate(board.steps):
        for square, there in enumerate(steps):
            if there is not None:
                back = (board.headings[direction][square] + 4) % 8
                assert board.steps[back][there] == square
                assert board.headings[back][there] == (direction + 4) % 8
    for leap in ((2, 1), (3, 1), (3, 2), (2, 2)):
        for vector in board.geometry.images(leap):
            for square in squares:
                found = board.across(square, vector)
                if found is not None:
                    back_again = tuple(-part for part in combined(vector, found[1]))
                    again = board.across(found[0], back_again)
                    assert again is not None
                    assert again[0] == square
