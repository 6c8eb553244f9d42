"""The chapter on boards is true: its examples are games, its tables what the compiler does."""

import re

import pytest

from rulec.model.geometry import LEVEL_HEXES, LEVELS, SQUARES, UPRIGHT_HEXES, geometry
from rulec.play.checks import check_start
from rulec.play.notation import format_fen
from rulec.play.perft import perft
from rulec.play.position import Rules
from tests.docs.test_language import whole
from tests.support.games import ROOT, game_of

PAGE = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```rules\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: " ".join(text.split())[:40])
def test_an_example_is_a_game_that_starts(example: str) -> None:
    rules = Rules(game_of(*whole(example)))
    assert list(check_start(rules)) == []
    assert perft(rules.start(), 2) > 0


def row(word: str) -> list[str]:
    """The cells of the row of the page that begins with a word."""
    (line,) = re.findall(rf"^\| `{word}` \|(.*)\|$", PAGE, re.MULTILINE)
    return [cell.strip() for cell in line.split("|")]


@pytest.mark.parametrize("word", ["orthogonal", "diagonal"])
@pytest.mark.parametrize(("column", "name"), [*enumerate((SQUARES, UPRIGHT_HEXES, LEVEL_HEXES))])
def test_directions(word: str, column: int, name: str) -> None:
    lattice = geometry(name)
    found = [lattice.directions[heading.turn].short for heading in lattice.words[word]]
    assert row(word)[column].split() == found


def test_numbers_of_directions() -> None:
    lattices = map(geometry, (SQUARES, UPRIGHT_HEXES, LEVEL_HEXES, LEVELS))
    assert [int(cell) for cell in row("any")] == [len(one.directions) for one in lattices]


@pytest.mark.parametrize(
    "symmetry", ["rotation", "reflection", "side-reflection", "inversion", "none"]
)
def test_symmetries(symmetry: str) -> None:
    text = f'board {{ grid 4 x 4 x 3 symmetry {symmetry} }} piece Pawn "P" {{ step north }}'
    text += " setup { White King Aa1 Black King Cd3 }"
    board = game_of(*whole(text)).board
    image = board.squares[board.mirror[board.by_name["Ab1"]]].name
    assert row(symmetry)[1] == f"`{image}`"


def test_the_placement_is_the_start_of_the_game() -> None:
    rules = Rules.load(ROOT / "games" / "glinski-chess.rules")
    assert f"`{format_fen(rules.start()).split()[0]}`" in PAGE
