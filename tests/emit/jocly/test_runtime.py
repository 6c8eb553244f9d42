"""Emitted games in the real Jocly: the same moves and the same endings as the interpreter's."""

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulec.engines.jocly import Ending, JoclyGame, JoclyMove, JoclyPosition, playing
from rulec.play.notation import format_fen, format_move, parse_fen, parse_move
from rulec.play.perft import perft
from rulec.play.position import Position
from tests.emit.jocly.conftest import ROOT, emitted, rules_of

GOLDEN = ROOT / "tests" / "golden" / "rollerball"
FEN_CASES = json.loads((GOLDEN / "positions.json").read_text())["positions"]
RECORDS = [json.loads(line) for line in (GOLDEN / "jocly_positions.jsonl").read_text().splitlines()]
RACES = json.loads((GOLDEN / "race_paths.json").read_text())
FILE = "rollerball.rules"

pytestmark = pytest.mark.node


def played(file: str, variant: str | None, package: Path) -> Iterator[JoclyGame]:
    with playing(emitted(file, variant), package) as game:
        yield game


@pytest.fixture(scope="module")
def rollerball(jocly_package: Path) -> Iterator[JoclyGame]:
    yield from played(FILE, None, jocly_package)


@pytest.fixture(scope="module")
def like_jocly(jocly_package: Path) -> Iterator[JoclyGame]:
    yield from played(FILE, "Jocly", jocly_package)


def letters(game: JoclyGame) -> dict[str, str]:
    """Type names by FEN letter, for a game whose types serve both players."""
    names = {kind.letter: kind.name for kind in game.types()}
    return names | {letter.lower(): name for letter, name in names.items()}


def texts(moves: list[JoclyMove]) -> list[str]:
    return sorted(move.engine.lower() for move in moves)


def play(game: JoclyGame, text: str) -> Ending | None:
    (move,) = [move for move in game.moves() if move.engine.lower() == text.lower()]
    return game.play(move)


@pytest.mark.parametrize(
    ("file", "variant", "depth"),
    [
        (FILE, None, 5),
        (FILE, "Literal", 4),
        (FILE, "Stop", 4),
        ("games/plain-chess.rules", None, 3),
        ("games/classic-chess.rules", None, 3),
        ("games/cylinder-chess.rules", None, 3),
        ("games/circular-chess.rules", None, 3),
        ("tests/emit/jocly/mixed.rules", None, 3),
    ],
)
def test_perft(file: str, variant: str | None, depth: int, jocly_package: Path) -> None:
    start = rules_of(file, variant).start()
    with playing(emitted(file, variant), jocly_package) as game:
        for plies in range(1, depth + 1):
            game.start()
            assert game.perft(plies).nodes == perft(start, plies)


def test_known_positions(rollerball: JoclyGame) -> None:
    names = letters(rollerball)
    for case in FEN_CASES:
        state = rollerball.set(JoclyPosition.from_fen(case["fen"], names))
        moves = rollerball.moves()
        assert texts(moves) == sorted(case["legal"]), case["fen"]
        assert len({move.key for move in moves}) == len(moves)
        assert state.check == case["in_check"], case["fen"]
        mated = case["status"] == "checkmate"
        winner = Ending.BLACK if state.position.turn == "white" else Ending.WHITE
        assert rollerball.result() == (winner if mated else None), case["fen"]


def plain(text: str) -> str:
    """A move of Jocly's own game, where a king that crosses its line is written as promoted."""
    return text.removesuffix("K").lower()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record["id"]))
def test_positions_of_jocly_under_its_own_endings(
    like_jocly: JoclyGame, record: dict[str, Any]
) -> None:
    """Where Jocly's own game has been, the variant has the same moves, and the same ending."""
    if record["result"]:
        like_jocly.start()
        endings = [play(like_jocly, plain(text)) for text in record["history"]]
        assert set(endings[:-1]) == {None}
        assert endings[-1] == {"w": "white", "b": "black"}.get(record["result"]["winner"], "draw")
    else:
        like_jocly.set(JoclyPosition.from_fen(record["fen"], letters(like_jocly)))
        assert like_jocly.result() is None
    assert texts(like_jocly.moves()) == sorted(map(plain, record["moves"]))


RACES_WON = {"P1", "P4", "P6", "P7", "P8"}


@pytest.mark.parametrize("name", RACES, ids=lambda name: name.split()[0])
@pytest.mark.parametrize("side", ["white", "black"])
def test_race(rollerball: JoclyGame, name: str, side: str) -> None:
    """A king walks while the enemy king keeps out of its way; some walks win, some do not."""
    walk, fen = RACES[name].split(), "7/7/7/6k/7/3K3/7 w"
    if side == "black":
        walk, fen = [turned(square) for square in walk], "7/3k3/7/K6/7/7/7 b"
    position = parse_fen(rules_of(FILE), fen)
    moves = companion(position, [start + end for start, end in pairwise(walk)])
    assert moves is not None
    rollerball.set(JoclyPosition.from_fen(fen, letters(rollerball)))
    endings = [play(rollerball, move) for move in moves]
    assert set(endings[:-1]) == {None}
    assert endings[-1] == (side if name.split()[0] in RACES_WON else None)


def companion(position: Position, walk: list[str]) -> list[str] | None:
    """The walk's moves with moves of the other king between them; None if there are none."""
    found = {format_move(position.rules, move): move for move in position.legal_moves()}
    if walk[0] not in found:
        return None
    position = position.play(found[walk[0]])
    if len(walk) == 1:
        return walk
    if position.result() is not None:
        return None
    for move in position.legal_moves():
        after = position.play(move)
        if after.result() is None:
            rest = companion(after, walk[1:])
            if rest is not None:
                return [walk[0], format_move(position.rules, move), *rest]
    return None


def turned(square: str) -> str:
    """The square turned by half a circle on a board of 7 x 7."""
    return f"{chr(ord('g') - ord(square[0]) + ord('a'))}{8 - int(square[1])}"


def ending_of(position: Position) -> str | None:
    result = position.result()
    if result is None:
        return None
    return "draw" if result.winner is None else ("white", "black")[result.winner]


@pytest.mark.parametrize(
    ("fen", "move", "ending"),
    [
        # Mate and stalemate.
        ("3k3/7/7/7/5p1/1K5/4R2 w", "e1a6", "white"),
        ("7/6R/7/7/5K1/6p/6k w", "f3e2", "draw"),
        # Races: one that leaves the enemy without a move, one with bare kings, one without start.
        ("7/2O4/7/7/7/1RR4/k6 w", "c6d6", "white"),
        ("7/2O4/7/7/5k1/7/7 w", "c6d6", "white"),
        ("7/2K4/7/7/5k1/7/7 w", "c6d6", None),
    ],
)
def test_endings_in_order(rollerball: JoclyGame, fen: str, move: str, ending: str | None) -> None:
    rollerball.set(JoclyPosition.from_fen(fen, letters(rollerball)))
    assert play(rollerball, move) == ending


@pytest.mark.parametrize(
    ("variant", "line", "ply"),
    [
        (None, "e1f1 c7b7 f1e1 b7c7 e1f1 c7b7 f1e1 b7c7", 8),
        (None, "e1f1 c7b7 e2e1 b7c7 f1f2 c7b7 f2e2 b7c7 e1f1 c7b7 f1e1 b7c7", 12),
        ("Jocly", "e1f1 c7b7 f1e1 b7c7 e1f1 c7b7 f1e1 b7c7 e1f1", 9),
    ],
)
def test_repetition(jocly_package: Path, variant: str | None, line: str, ply: int) -> None:
    """With the start counted or not, and rooks that change places told apart or not."""
    position = rules_of(FILE, variant).start()
    endings = []
    with playing(emitted(FILE, variant), jocly_package) as game:
        game.start()
        for move in line.split():
            endings.append(play(game, move))
            position = position.play(parse_move(position, move))
            assert endings[-1] == ending_of(position)
    assert endings == [None] * (ply - 1) + [Ending.DRAW]


@pytest.mark.parametrize(
    ("file", "variant"),
    [
        (FILE, None),
        (FILE, "Literal"),
        (FILE, "Jocly"),
        ("games/plain-chess.rules", None),
        ("games/classic-chess.rules", None),
        ("tests/emit/jocly/mixed.rules", None),
    ],
)
def test_random_games(file: str, variant: str | None, jocly_package: Path) -> None:
    """Side by side with the interpreter, to the end or for 150 plies."""
    rules = rules_of(file, variant)
    chance = random.Random(f"{file} {variant}")
    with playing(emitted(file, variant), jocly_package) as game:
        for _ in range(4):
            game.start()
            position = rules.start()
            while position.result() is None and position.move_number < 75:
                moves = {format_move(rules, move): move for move in position.legal_moves()}
                assert texts(game.moves()) == sorted(moves), format_fen(position)
                text = chance.choice(sorted(moves))
                position = position.play(moves[text])
                assert play(game, text) == ending_of(position), format_fen(position)


def test_castling_and_passing_as_in_jocly_s_own_chess(jocly_package: Path) -> None:
    """Move for move along a game with both, and perft behind it."""
    line = "e2e4 a7a6 g1f3 b7b6 f1e2 c7c6 e4e5 d7d5 e5d6 e7d6 e1g1 g8f6 f1e1 f8e7"
    with (
        JoclyGame("classic-chess", jocly_package) as theirs,
        playing(emitted("games/classic-chess.rules"), jocly_package) as ours,
    ):
        for game in (theirs, ours):
            game.start()
        for move in line.split():
            assert sorted(one.natural for one in ours.moves()) == sorted(
                one.natural for one in theirs.moves()
            )
            assert play(ours, move) is None
            assert play(theirs, move) is None
        assert ours.perft(3).nodes == theirs.perft(3).nodes


def test_a_position_repeats_only_with_the_same_rights(jocly_package: Path) -> None:
    """A rook that has been away cannot castle: the start of the round trip is another position."""
    rules = rules_of("games/classic-chess.rules")
    position = rules.start()
    round_trip = ["a1a2", "b8c6", "a2a1", "c6b8"]
    with playing(emitted("games/classic-chess.rules"), jocly_package) as game:
        game.start()
        for move in ["a2a3", "a7a6", *round_trip * 3]:
            position = position.play(parse_move(position, move))
            assert play(game, move) == ending_of(position)
    assert ending_of(position) is not None


def test_loading_a_position_as_text(jocly_package: Path) -> None:
    """Jocly's own way to load a FEN: types by side, marked kings by their letter, checks seen."""
    with playing(emitted(FILE), jocly_package) as game:
        fen = "2rbp2/2rkp2/7/7/7/2PKR2/2PBR2 w - - 0 1"
        assert placed(game.load(fen)) == placed(game.start().position)
        mate = game.load("3b3/R1k4/7/1P4p/7/4Rp1/2K4 b - - 5 34")
        assert mate.turn == "black"
        assert game.result() == Ending.WHITE
        game.load("7/2O4/7/7/7/1RR4/k6 w - - 0 1")
        assert play(game, "c6d6") == Ending.WHITE
    with playing(emitted("games/plain-chess.rules"), jocly_package) as chess:
        fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
        assert placed(chess.load(fen)) == placed(chess.start().position)


@pytest.mark.parametrize(("rights", "castlings"), [("Q", {"b1"}), ("KQ", {"b1"}), ("-", set())])
def test_loading_a_position_of_a_game_with_a_set_up(
    rights: str, castlings: set[str], jocly_package: Path
) -> None:
    with playing(emitted("games/chess960.rules"), jocly_package) as game:
        game.load(f"1k6/pp6/8/8/8/8/8/1RK5 w {rights} - 0 1")
        assert {move.castles for move in game.moves() if move.castles} == castlings


def placed(position: JoclyPosition) -> set[tuple[str, str, str]]:
    return {(piece.side, piece.type, piece.square) for piece in position.pieces}
