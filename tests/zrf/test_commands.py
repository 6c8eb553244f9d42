"""The commands on Zillions rule files: the same options and answers as on rulec's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulec.cli import main

ROOT = Path(__file__).parents[2]
CHESS = ROOT / "tests" / "golden" / "zrf" / "chess.zrf"
ROLLERBALL = ROOT / "tests" / "golden" / "zrf-out" / "rollerball.zrf"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - e2e4"


def rulec(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def answer(*arguments: object) -> dict[str, object]:
    result = rulec(*arguments)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_moves_take_both_notations_and_mix_them() -> None:
    short = answer("moves", CHESS, "--json", "--moves", "e2e4 e7e5 g1f3")
    mixed = answer("moves", CHESS, "--json", "--moves", "Pawn e2 - e4; e7e5 Knight g1 - f3")
    assert short == mixed
    assert set(short) == {"game", "variant", "fen", "side", "check", "moves", "result"}
    assert (short["side"], short["check"], short["result"]) == ("b", False, None)
    own = answer("moves", ROOT / "games" / "classic-chess.rules", "--json")
    assert set(own) == set(short)
    assert own["moves"] == answer("moves", CHESS, "--json")["moves"]


def test_a_fen_is_a_position_that_can_be_asked_again() -> None:
    played = answer("moves", CHESS, "--json", "--moves", "e2e4")
    assert played["fen"] == AFTER_E4
    assert answer("moves", CHESS, "--json", "--fen", AFTER_E4) == played
    moved = answer("moves", CHESS, "--json", "--moves", "g1f3 a7a6 h1g1 a6a5 g1h1 a5a4")
    assert str(moved["fen"]).split()[2] == "h1:unmoved?"
    assert answer("moves", CHESS, "--json", "--fen", moved["fen"]) == moved


def test_fens_are_read_a_line_at_a_time_from_standard_input() -> None:
    result = CliRunner().invoke(main, ["moves", str(CHESS), "--fen", "-"], input=f"{AFTER_E4}\nx\n")
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["fen"] == AFTER_E4
    assert second["errors"][0]["code"] == "E501"
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("8/8 w", "the placement has 2 ranks, the board has 8"),
        ("9/8/8/8/8/8/8/8 w", "this rank has 9 squares, not 8"),
        ("8/8/8/8/8/8/8/7X w", "no piece has the letter 'X'"),
        ("8/8/8/8/8/8/8/8P w", "a piece stands where the board has no square"),
        ("8/8/8/8/8/8/8/8 x", "the side to move is `w` or `b`"),
        ("8/8/8/8/8/8/8/8 w KQ", "`KQ` is not an attribute of a piece on its square"),
        ("8/8/8/8/8/8/8/8 w - e9", "the last move is two squares"),
        ("8", "a FEN of a Zillions game is"),
    ],
)
def test_a_wrong_fen_says_what_is_wrong(fen: str, words: str) -> None:
    result = rulec("moves", CHESS, "--fen", fen)
    assert result.exit_code == 1
    assert "FEN:1:" in result.stderr
    assert words in result.stderr


def test_a_game_without_fens_says_why() -> None:
    assert answer("moves", ROLLERBALL, "--json")["fen"] is None
    result = rulec("moves", ROLLERBALL, "--fen", "8/8 w")
    assert result.exit_code == 1
    assert "Z282" in result.stderr
    assert "--moves" in result.stderr


def test_a_move_that_is_not_legal_is_shown_in_its_list() -> None:
    result = rulec("moves", CHESS, "--moves", "e2e4 e7e4")
    assert result.exit_code == 1
    assert "moves:1:6: error E504: the rules do not allow `e7e4` here" in result.stderr
    assert "did you mean" in result.stderr


def test_moves_for_people() -> None:
    text = rulec("moves", CHESS, "--from", "g1").stdout
    assert "White to move: 2 moves\n  Knight g1 - f3; Knight g1 - h3\n" in text
    mate = rulec("moves", CHESS, "--moves", "f2f3 e7e5 g2g4 d8h4").stdout
    assert "White to move, in check: 0 moves" in mate
    assert f"Black wins: checkmate ({CHESS}:" in mate


def test_perft() -> None:
    found = answer("perft", CHESS, 2, "--divide", "--json")
    assert found["nodes"] == 400
    assert len(found["divide"]) == 20  # type: ignore[arg-type]
    parallel = answer("perft", CHESS, 2, "--divide", "--json", "--jobs", 2)
    assert parallel["divide"] == found["divide"]


def test_show(tmp_path: Path) -> None:
    text = rulec("show", CHESS, "--moves-of", "b1").stdout
    assert "a3  *  .  *  .  .  .  .  .\n" in text
    beside = rulec("show", ROLLERBALL).stdout
    assert "Waiting-start-line white-start-line\n" in beside
    picture = tmp_path / "x.svg"
    assert rulec("show", CHESS, "--moves-of", "b1", "-o", picture).exit_code == 0
    assert picture.read_text().startswith("<svg")


def test_dump() -> None:
    found = answer("dump", CHESS)
    assert found["rulec-zrf"] == 1
    pieces = found["pieces"]
    assert isinstance(pieces, list)
    knight = next(piece for piece in pieces if piece["name"] == "Knight")
    assert ["verify", ["not", ["friend?"]]] in knight["moves"][0]["code"]


def test_check_takes_files_of_both_kinds() -> None:
    result = rulec("check", ROOT / "rollerball.rules", CHESS, "--json")
    first, second = json.loads(result.stdout)["files"]
    assert first["findings"] == []
    assert {finding["code"] for finding in second["findings"]} == {"Z335"}
    assert result.exit_code == 1


@pytest.mark.parametrize("command", ["moves", "dump", "show"])
def test_an_unknown_variant_is_a_finding(command: str) -> None:
    result = rulec(command, CHESS, "--variant", "Chezz")
    assert result.exit_code == 1
    assert "Z207" in result.output


def test_a_square_that_is_not_there_is_misuse() -> None:
    assert rulec("moves", CHESS, "--from", "z9").exit_code == 2
    assert rulec("show", CHESS, "--moves-of", "z9").exit_code == 2


def test_own_records_are_replayed_against_own_rules(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("rulec record\nc1b1 # a step\ne7f6\n")
    result = rulec("replay", ROOT / "rollerball.rules", record)
    assert result.exit_code == 0
    assert "all 2 moves are allowed" in result.stdout
    record.write_text("rulec record\nvariant Literal\nc1b1\ne7e6\n")
    refused = rulec("replay", ROOT / "rollerball.rules", record, "--json")
    assert refused.exit_code == 1
    found = json.loads(refused.stdout)
    assert (found["played"], found["moves"], found["complete"]) == (1, 2, False)
    assert found["errors"][0]["line"] == 4
    record.write_text("Zillions Save Game File Version 0.02 HC\nRulesFile=x.zrf\n1. Pawn a2 - a3\n")
    assert "Z120" in rulec("replay", ROOT / "rollerball.rules", record).stderr
