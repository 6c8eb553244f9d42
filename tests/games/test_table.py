"""docs/games.md says what the code does, and speaks of every game."""

import json
import re

import pytest
from scripts.games_table import COUNTS, PAGE, RECORD, ROOT, beside, file_of, page, row

from rulec.model.load import load
from tests.games.table import COMPARED, FAIRY, GAMES, Compared, Fairy

COLLECTION = 64
QUICK = 64
"""Squares of the boards whose lines are compared in a plain run."""


def _by_size() -> list[object]:
    return [
        pytest.param(
            game, id=game.name, marks=[] if _squares(game) <= QUICK else [pytest.mark.slow]
        )
        for game in COMPARED
    ]


def _squares(game: Compared) -> int:
    return len(load(ROOT / file_of(game)).board.squares)


@pytest.mark.parametrize("game", _by_size())
def test_the_line_of_a_game(game: Compared) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert row(game, record) in PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", FAIRY, ids=lambda game: game.name)
def test_the_line_of_a_game_beside_the_collection(game: Fairy) -> None:
    assert beside(game) in PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
def test_the_whole_page() -> None:
    assert page() == PAGE.read_text(encoding="utf-8")


def test_every_game_of_the_collection_is_written() -> None:
    names = [game.name for game in COMPARED]
    assert len(set(names)) == len(names) == COLLECTION
    assert set(json.loads(COUNTS.read_text(encoding="utf-8"))) == set(names)


def test_every_written_game_has_been_compared() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert set(record) == {game.name for game in COMPARED}
    assert all(found["positions"] >= 100 for found in record.values())


def test_the_folder_has_no_game_of_the_collection_that_is_not_compared() -> None:
    counts = json.loads(COUNTS.read_text(encoding="utf-8"))
    files = {path.stem for path in GAMES.glob("*.rules")} & set(counts)
    assert files == {game.name for game in COMPARED if not game.file}


@pytest.mark.parametrize("game", COMPARED, ids=lambda game: game.name)
def test_a_departure_of_jocly_is_explained(game: Compared) -> None:
    departs = game.lacks or game.adds or game.pieces or game.lacks_leaps
    assert bool(game.why) or not departs
    assert not re.search(r"[A-Z]\.$|^\s", game.why)
