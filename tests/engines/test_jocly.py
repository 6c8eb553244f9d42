import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulec.engines.child import EngineError, RefusedError
from rulec.engines.jocly import (
    Ending,
    JoclyGame,
    JoclyMove,
    JoclyPiece,
    JoclyPosition,
    Side,
    find_node,
    find_package,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "rollerball"
RECORDS = [json.loads(line) for line in (GOLDEN / "jocly_positions.jsonl").read_text().splitlines()]
# `O` is a king that has crossed its line.
TYPES = {"K": "king", "O": "king-out", "R": "rook", "B": "bishop", "P": "pawn"}
TYPES |= {letter.lower(): name for letter, name in TYPES.items()}
WINNERS = {"w": Ending.WHITE, "b": Ending.BLACK, "draw": Ending.DRAW}

pytestmark = pytest.mark.node


@pytest.fixture(scope="module")
def jocly(jocly_package: Path) -> Iterator[JoclyGame]:
    with JoclyGame("rollerball-chess", jocly_package) as game:
        yield game


def test_piece_types(jocly: JoclyGame) -> None:
    assert {kind.name: (kind.letter, kind.royal) for kind in jocly.types()} == {
        "pawn": ("P", False),
        "bishop": ("B", False),
        "rook": ("R", False),
        "king": ("K", True),
        "king-out": ("K", True),
    }


def test_squares_of_one_name_are_told_apart(jocly_package: Path) -> None:
    with JoclyGame("cubic-chess", jocly_package) as game:
        names = game.squares()
        pieces = game.start().position.pieces
    assert len(set(names)) == len(names) == 96
    assert [piece.square for piece in pieces if piece.type == "king"] == ["Ac3", "Fb3"]


def test_perft_from_the_start(jocly: JoclyGame) -> None:
    jocly.start()
    assert [jocly.perft(depth).nodes for depth in (1, 2, 3, 4)] == [7, 49, 476, 4652]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record["id"]))
def test_position_set_by_hand(jocly: JoclyGame, record: dict[str, Any]) -> None:
    position = JoclyPosition.from_fen(record["fen"], TYPES)
    state = jocly.set(position)
    assert state.check == record["inCheck"]
    assert state.position.turn == position.turn
    assert sorted(state.position.pieces) == sorted(position.pieces)
    assert sorted(move.engine for move in jocly.moves()) == sorted(record["moves"])


@pytest.mark.parametrize(
    "record",
    [record for record in RECORDS if record["result"]],
    ids=lambda record: f"{record['result']['reason']}-{record['id']}",
)
def test_whole_game(jocly: JoclyGame, record: dict[str, Any]) -> None:
    jocly.start()
    endings = []
    for text in record["history"]:
        move = next(move for move in jocly.moves() if move.engine == text)
        endings.append(jocly.play(move))
    assert endings[-1] is WINNERS[record["result"]["winner"]]
    assert set(endings[:-1]) == {None}
    assert jocly.result() is endings[-1]
    board = {(piece.side, piece.type, piece.square) for piece in jocly.state().position.pieces}
    wanted = JoclyPosition.from_fen(record["fen"], TYPES).pieces
    assert board == {(piece.side, piece.type, piece.square) for piece in wanted}


def test_line_gives_the_ending_after_each_move(jocly: JoclyGame) -> None:
    jocly.start()
    moves = [
        JoclyMove(text[:2], text[2:])
        for text in ["e1f1", "c7b7", "f1e1", "b7c7", "e1f1", "c7b7", "f1e1", "b7c7", "e1f1"]
    ]
    assert jocly.line(moves) == [None] * 8 + [Ending.DRAW]


def test_illegal_move_is_refused(jocly: JoclyGame) -> None:
    jocly.start()
    with pytest.raises(RefusedError, match="illegal move d2d6"):
        jocly.play(JoclyMove("d2", "d6"))
    assert len(jocly.moves()) == 7


def test_bad_positions_are_refused(jocly: JoclyGame) -> None:
    for piece, message in (
        (JoclyPiece(Side.WHITE, "dragon", "a1"), "no piece type dragon"),
        (JoclyPiece(Side.WHITE, "king", "z9"), "no square z9"),
    ):
        with pytest.raises(RefusedError, match=message):
            jocly.set(JoclyPosition(Side.WHITE, (piece,)))


def test_fen_with_long_runs_and_holes() -> None:
    fen = "10K/11/ab*****8/1*3*1B3 b"
    position = JoclyPosition.from_fen(fen, {"K": "king", "B": "bee", "a": "ant", "b": "bee"})
    assert position.turn is Side.BLACK
    assert [(piece.side, piece.type, piece.square) for piece in position.pieces] == [
        (Side.WHITE, "king", "k4"),
        (Side.BLACK, "ant", "a2"),
        (Side.BLACK, "bee", "b2"),
        (Side.WHITE, "bee", "h1"),
    ]


def test_orthodox_chess_castles_and_takes_en_passant(jocly_package: Path) -> None:
    with JoclyGame("classic-chess", jocly_package) as chess:
        for text in ["e2-e4", "a7-a6", "Ng1-f3", "b7-b6", "Bf1-e2", "c7-c6", "e4-e5", "d7-d5"]:
            chess.play(next(move for move in chess.moves() if move.natural == text))
        moves = chess.moves()
        assert [move.natural for move in moves if move.castles] == ["O-O"]
        assert [move for move in moves if move.end == "d6" and move.captures]
        assert chess.perft(2).nodes > 20


def test_unknown_game(jocly_package: Path) -> None:
    with (
        JoclyGame("nonesuch", jocly_package) as game,
        pytest.raises(RefusedError, match="Game nonesuch not found"),
    ):
        game.start()


def test_a_game_that_is_no_chess(jocly_package: Path) -> None:
    with (
        JoclyGame("hex11", jocly_package) as game,
        pytest.raises(EngineError),
    ):
        game.start()


def test_debug_printing_does_not_disturb(jocly_package: Path) -> None:
    with JoclyGame("bigorra-chess", jocly_package) as game:
        game.start()
        assert len(game.moves()) == 59


def test_a_search_that_takes_too_long_is_ended(jocly_package: Path) -> None:
    with JoclyGame("rollerball-chess", jocly_package) as game:
        game.start()
        with pytest.raises(EngineError, match=r"gave no answer within 0.5 seconds"):
            game.perft(12, timeout=0.5)
        assert len(game.moves()) == 7


def test_no_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEC_JOCLY", str(tmp_path))
    with pytest.raises(EngineError, match="npm install jocly"):
        find_package()
    with pytest.raises(EngineError, match="holds no jocly package"):
        JoclyGame("rollerball-chess", tmp_path).start()


def test_no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEC_NODE", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(EngineError, match="no Node found"):
        find_node()


def test_node_ends_with_its_parent(jocly_package: Path) -> None:
    """A parent that is killed in the middle of a search leaves no process behind."""
    program = f"""
from pathlib import Path
from rulec.engines.jocly import JoclyGame
game = JoclyGame("rollerball-chess", Path({str(jocly_package)!r}))
game.start()
print(game._child._program._running.process.pid, flush=True)
game.perft(12, timeout=600)
"""
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    process = int(parent.stdout.readline())
    time.sleep(0.3)
    parent.kill()
    parent.communicate()
    for _ in range(100):
        if not _running(process):
            return
        time.sleep(0.05)
    pytest.fail(f"process {process} is still running")


def _running(process: int) -> bool:
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return bool(found.stdout.strip()) and "Z" not in found.stdout
