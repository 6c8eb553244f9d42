"""The tables have the symmetries of the boards they come from."""

import pytest

from rulec.play.position import Rules
from tests.support.games import plain_chess, rollerball

Path = tuple[int, ...]


def lines(rules: Rules, player: int, piece: int, square: int) -> set[Path]:
    return {line.squares for line in rules.tables.lines[player][piece][square]}


@pytest.mark.parametrize("variant", [None, "Literal", "Stop"])
def test_rollerballs_rays_are_alike_on_all_four_sides(variant: str | None) -> None:
    """A quarter turn of the board, clockwise, takes every ray to a ray."""
    rules = rollerball(variant)
    board = rules.game.board
    quarter = [
        board.by_name[f"{'abcdefg'[square.rank]}{7 - square.file}"] for square in board.squares
    ]
    for piece in range(len(rules.game.pieces)):
        for square in range(len(board.squares)):
            turned = {
                tuple(quarter[one] for one in path) for path in lines(rules, 0, piece, square)
            }
            assert turned == lines(rules, 0, piece, quarter[square])


@pytest.mark.parametrize("rules", [rollerball(), plain_chess()], ids=["Rollerball", "chess"])
def test_the_players_rays_are_images_of_each_other(rules: Rules) -> None:
    mirror = rules.game.board.mirror
    for piece in range(len(rules.game.pieces)):
        for square in range(len(mirror)):
            images = {tuple(mirror[one] for one in path) for path in lines(rules, 0, piece, square)}
            assert images == lines(rules, 1, piece, mirror[square])


def test_rollerballs_colours_move_alike() -> None:
    rules = rollerball()
    for piece in range(len(rules.game.pieces)):
        for square in range(40):
            assert lines(rules, 0, piece, square) == lines(rules, 1, piece, square)


def test_a_line_remembers_its_rule_and_its_bends() -> None:
    rules = rollerball()
    board = rules.game.board
    bishop = [piece.name for piece in rules.game.pieces].index("Bishop")
    line = next(
        line
        for line in rules.tables.lines[0][bishop][board.by_name["g4"]]
        if board.squares[line.squares[-1]].name == "a4"
    )
    assert line.rule.text == "slide diagonal onward reflecting"
    assert [(board.squares[line.squares[bend.index]].name, bend.kind) for bend in line.bends] == [
        ("d1", "reflection")
    ]
