"""Boards of every geometry on the sheet and in the terminal."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from rulec.draw.board import margin, position_drawing, start_placements
from rulec.draw.layout import CELL, Layout
from rulec.draw.text import board_text
from rulec.model.game import Game
from rulec.model.load import load

GAMES = Path(__file__).parents[2] / "games"
BOARDS = ("glinski-chess", "brusky-chess", "devasa-chess", "shafran-chess", "raumschach", "3dchess")
HEXES = BOARDS[:4]


def game_named(name: str) -> Game:
    return load(GAMES / f"{name}.rules")


@pytest.mark.parametrize("name", BOARDS)
def test_cells_lie_apart_and_on_the_sheet(name: str) -> None:
    layout = Layout(game_named(name).board, margin(True))
    width, height = layout.size
    for cell in layout.board.cells:
        assert all(0 < x < width and 0 < y < height for x, y in layout.corners(cell))
    middles = map(layout.middle, layout.board.cells)
    assert min(dist(a, b) for a, b in combinations(middles, 2)) > CELL - 1e-6


@pytest.mark.parametrize("name", HEXES)
def test_neighbours_are_equally_far_and_never_of_one_colour(name: str) -> None:
    board = game_named(name).board
    layout = Layout(board, margin(True))
    far: dict[str, set[float]] = {"orthogonal": set(), "diagonal": set()}
    for direction, step in zip(board.geometry.directions, board.steps, strict=True):
        for here, there in enumerate(step):
            if there is None:
                continue
            cell, other = board.squares[here], board.squares[there]
            far[direction.kind].add(round(dist(layout.middle(cell), layout.middle(other)), 6))
            alike = layout.shade(cell) == layout.shade(other)
            assert alike == (direction.kind == "diagonal")
    assert all(len(lengths) == 1 for lengths in far.values())


@pytest.mark.parametrize("name", BOARDS)
def test_every_file_rank_and_level_has_its_name(name: str) -> None:
    board = game_named(name).board
    labels = [text for text, _ in Layout(board, margin(True)).labels()]
    assert set(labels) >= {*board.file_names, *map(str, range(1, board.ranks + 1))}
    assert labels.count("B") == (board.levels > 1)


@pytest.mark.parametrize("name", BOARDS)
def test_a_step_points_to_the_neighbour(name: str) -> None:
    board = game_named(name).board
    layout = Layout(board, 0.0)
    for i, direction in enumerate(board.geometry.directions[:8]):
        here = next(s for s, there in enumerate(board.steps[i]) if there is not None)
        there = board.steps[i][here]
        assert there is not None
        (x, y), (right, down) = layout.middle(board.squares[here]), layout.step(i)
        length = dist(layout.middle(board.squares[there]), (x, y))
        assert (
            dist((x + right * length, y + down * length), layout.middle(board.squares[there]))
            < 1e-6
        ), direction


@pytest.mark.parametrize("name", BOARDS)
def test_a_position_can_be_drawn_with_everything(name: str) -> None:
    game = game_named(name)
    zone = game.board.zones[0] if game.board.zones else None
    drawing = position_drawing(game, start_placements(game), arrows=True, zone=zone)
    assert len(drawing.marks) > len(game.board.squares)


def test_hexes_in_the_terminal() -> None:
    game = game_named("devasa-chess")
    lines = board_text(game, start_placements(game), marked=[game.board.by_name["e5"]]).splitlines()
    assert lines[0] == "a9   r   n   b   k   b   q   b   n   r  i9"
    assert lines[4].strip() == "a5   .   .   .   .   *   .   .   .   .  i5"
    assert [len(line) - len(line.lstrip()) for line in lines] == list(range(0, 18, 2))


def test_upright_hexes_in_the_terminal() -> None:
    game = game_named("glinski-chess")
    lines = board_text(game, start_placements(game)).splitlines()
    assert lines[0].split() == ["f11"]
    assert lines[1].split() == ["e10", "g10"]
    assert lines[2].split() == ["d9", "b", "h9"]
    assert lines[3].split() == ["c8", "q", "k", "i8"]
    assert lines[-1].split() == ["f1"]
    assert all(line.count("P") <= 2 for line in lines)


def test_levels_in_the_terminal() -> None:
    game = game_named("3dchess")
    text = board_text(game, start_placements(game))
    assert [line for line in text.splitlines() if "level" in line] == [
        "level A",
        "level B",
        "level C",
    ]
    assert text.count("   a  b  c  d  e  f") == 3


@pytest.mark.parametrize("name", BOARDS)
def test_colours_change_nothing_else(name: str) -> None:
    game = game_named(name)
    plain = board_text(game, start_placements(game)).replace(".", " ")
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", board_text(game, start_placements(game), colour=True))
    assert [line.rstrip() for line in coloured.splitlines()] == [
        line.rstrip() for line in plain.splitlines()
    ]
