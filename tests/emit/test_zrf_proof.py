"""What the zrf target writes is the game itself: the file is run, and played beside the rules.

Compared are the sets of legal moves, the pieces on the board and the results, position by position:
in random games of every game that the target writes, half of them begun with few pieces, in all
golden positions of Rollerball, and in sparse positions of Rollerball where races, mates and
stalemates are near.
"""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from rulec.emit.zrf import emit
from rulec.model.tables import mark_bit
from rulec.play.notation import NotationError, parse_fen
from rulec.play.position import Position, Rules
from rulec.zrf.api import load
from rulec.zrf.position import Piece
from rulec.zrf.twins import Pair, Twins

from .conftest import ROOT, lowered

GOLDEN = ROOT / "tests" / "golden" / "rollerball"

GAMES: list[tuple[str, str | None]] = [
    ("rollerball.rules", None),
    ("rollerball.rules", "Literal"),
    ("rollerball.rules", "Stop"),
    ("games/plain-chess.rules", None),
    ("games/xiangqi.rules", None),
    ("games/losing-chess.rules", None),
    ("games/crazyhouse.rules", None),
    ("games/horde.rules", None),
    *(
        (f"games/{path.name}", "Zillions")
        for path in sorted((ROOT / "games").glob("*.rules"))
        if 'variant "Zillions"' in path.read_text(encoding="utf-8")
    ),
]
"""Every game that the target writes, or its variant that it does."""

FEW = {"games/cubic-chess.rules": 10}
"""Where positions have a thousand moves, how many are compared."""

QUICK = [
    ("rollerball.rules", None),
    ("games/classic-chess.rules", "Zillions"),
    ("games/mini4x4-chess.rules", "Zillions"),
    ("games/smess.rules", "Zillions"),
    ("games/shako-chess.rules", "Zillions"),
    ("games/losing-chess.rules", None),
    ("games/metamachy-chess.rules", "Zillions"),
    ("games/crazyhouse.rules", None),
]


@cache
def twins(file: str, variant: str | None) -> Twins:
    """A game beside the ZRF that the target writes of it."""
    return beside((ROOT / file).read_text(encoding="utf-8"), variant, Path(file).name)


def beside(text: str, variant: str | None = None, name: str = "test.rules") -> Twins:
    """The same for the text of a rule file."""
    game, tables = lowered(text, variant, name)
    files = emit(game, tables)
    (name,) = (name for name in files if name.endswith(".zrf"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(files[name])
        return Twins(Rules(game), load(path), hands=game.has_hands)


def rollerball() -> Twins:
    return twins("rollerball.rules", None)


def placed(own: Position) -> Pair:
    """A position of Rollerball set up on both sides, the tokens beside the board included."""
    pair = rollerball()
    other, game = pair.other, own.rules.game
    types = {kind.name: number for number, kind in enumerate(other.game.pieces)}
    squares = {name: number for number, name in enumerate(other.game.board.positions)}

    def piece(player: int, name: str) -> Piece:
        return other.piece(player, types[name])

    pieces = [
        (squares[game.board.squares[square].name], piece(player, game.pieces[kind].name))
        for square, (player, kind) in own.placements().items()
    ]
    for player, name in enumerate(game.players):
        crossed = own.marks & mark_bit(0, player)
        token = "Crossed-start-line" if crossed else "Waiting-start-line"
        pieces.append((squares[f"{name.lower()}-start-line"], piece(player, token)))
    return Pair(own, other.position(pieces, own.side))


def sparse(chance: Random) -> Pair:
    """A random position with few pieces, kings often near their goals and perhaps past the gate."""
    rules = rollerball().rules
    names = list(rules.game.board.by_name)
    while True:
        kings = [
            chance.choice(("c6", "b5", "c7", "e6") if chance.random() < 0.5 else names),
            chance.choice(("e2", "f3", "e1", "c2") if chance.random() < 0.5 else names),
        ]
        others = chance.sample(names, chance.randint(0, 4))
        letters = dict(zip(others, chance.choices("RrBbPp", k=len(others)), strict=True))
        letters |= dict(zip(kings, "Kk", strict=True))
        rows = (
            "".join(letters.get(f"{file}{rank}", " ") for file in "abcdefg")
            for rank in range(7, 0, -1)
        )
        board = re.sub(" +", lambda run: str(len(run[0])), "/".join(rows))
        marks = "".join(letter for letter in "Kk" if chance.random() < 0.7) or "-"
        try:
            return placed(parse_fen(rules, f"{board} {chance.choice('wb')} {marks}"))
        except NotationError:
            continue


@pytest.mark.parametrize(("file", "variant"), QUICK)
def test_random_games(file: str, variant: str | None) -> None:
    pair = twins(file, variant)
    for start in (None, pair.thinned):
        assert pair.compare(30, seed=7, start=start).difference is None


def test_captures_that_return_to_their_player() -> None:
    text = (ROOT / "games/crazyhouse.rules").read_text(encoding="utf-8")
    pair = beside(text.replace("captures join the hand", "captures return to the hand"))
    for start in (None, pair.thinned):
        assert pair.compare(40, seed=7, start=start).difference is None


def test_hands_beside_a_witness() -> None:
    text = (ROOT / "games/crazyhouse.rules").read_text(encoding="utf-8")
    pair = beside(text.replace("win  checkmate", "win King on rank 8  win  checkmate"))
    assert pair.differ(pair.start()) is None


def test_a_first_step_gives_no_later_slide_its_first_square() -> None:
    text = (ROOT / "games/crazyhouse.rules").read_text(encoding="utf-8")
    text = text.replace("slide orthogonal ", "slide orthogonal  step orthogonal first ")
    assert "step orthogonal first" in text
    assert beside(text).compare(100, seed=7).difference is None


def test_a_piece_in_the_hand_leaps_nowhere() -> None:
    text = (ROOT / "games/crazyhouse.rules").read_text(encoding="utf-8")
    leaping = text.replace("leap (2,1)        drop", "leap anywhere to empty  drop on rank 2:3")
    assert leaping != text
    pair = beside(leaping.replace("White King", "White 2 Knight in hand, King"))
    assert pair.rules.start().hand(0)
    assert pair.compare(5, seed=7).difference is None


@pytest.mark.slow
@pytest.mark.ci
@pytest.mark.parametrize(("file", "variant"), GAMES)
def test_two_thousand_positions_of_every_game(file: str, variant: str | None) -> None:
    pair = twins(file, variant)
    for start, longest in ((None, 200), (pair.thinned, 60)):
        positions = FEW.get(file, 1000)
        found = pair.compare(positions, seed=1, start=start, longest=longest)
        assert found.difference is None
        assert found.positions == positions


@pytest.mark.parametrize(
    "count", [40, pytest.param(2000, marks=[pytest.mark.slow, pytest.mark.ci])]
)
def test_rollerball_where_races_and_mates_are_near(count: int) -> None:
    found = rollerball().compare(count, seed=1, start=sparse)
    assert found.difference is None
    if count == 2000:
        assert found.endings.keys() >= {"reach", "checkmate", "stalemate"}


def test_golden_positions_of_rollerball() -> None:
    pair = rollerball()
    endings: Counter[str] = Counter()
    for known in json.loads((GOLDEN / "positions.json").read_text())["positions"]:
        position = parse_fen(pair.rules, known["fen"])
        assert pair.differ(placed(position)) is None
        result = position.result()
        endings[result.reason if result else "none"] += 1
    assert endings["checkmate"]


@pytest.mark.parametrize("games", [3, pytest.param(100, marks=[pytest.mark.slow, pytest.mark.ci])])
def test_golden_games_of_rollerball(games: int) -> None:
    pair = rollerball()
    records = (GOLDEN / "jocly_positions.jsonl").read_text().splitlines()
    for record in records[:games]:
        position = pair.start()
        for text in json.loads(record)["history"]:
            assert pair.differ(position) is None
            becomes = {"R": "Rook", "B": "Bishop"}.get(text[4:].upper())
            position = pair.play(position, (text[:2], text[2:4], becomes, None))
        assert pair.differ(position) is None
