"""What is known about Rollerball, as checks on any rules that claim to be it.

`rules` is a function from a variant's name to its Rules; every check raises AssertionError where
the rules are wrong. The data come from the inventor's pictures, from two independent
implementations that agree, and from games played in the real Jocly.
"""

import json
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from rulec.model.game import Placement
from rulec.play.notation import format_move, parse_fen, parse_move
from rulec.play.perft import perft
from rulec.play.position import Position, Rules

GOLDEN = Path(__file__).parents[1] / "golden" / "rollerball"

Variants = Callable[[str | None], Rules]
Check = Callable[[Variants], None]


@cache
def golden(name: str) -> Any:
    """A golden file's content; a .jsonl file as a list."""
    text = (GOLDEN / name).read_text(encoding="utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    return json.loads(text)


# -- the board ----------------------------------------------------------------------------


def arrows(rules: Variants) -> None:
    """All 40 arrows, the same for both players."""
    board = rules(None).game.board
    known = golden("tables.json")["orientation"]
    for side in board.arrows:
        found = {
            square.name: "" if arrow is None else board.geometry.directions[arrow].short.upper()
            for square, arrow in zip(board.squares, side, strict=True)
        }
        assert found == known


def promotion_squares(rules: Variants) -> None:
    game = rules(None).game
    known = golden("tables.json")["promotion"]
    for piece in game.pieces:
        zones = [promotion.zone for promotion in piece.promotions]
        assert len(zones) == (piece.name == "Pawn")
        for zone in zones:
            for player, letter in enumerate("wb"):
                assert set(game.board.names(zone.of(player))) == set(known[letter])


# -- rays ---------------------------------------------------------------------------------


def rays_from(rules: Rules, player: int, piece: str, square: str) -> set[tuple[str, ...]]:
    """The lines of a piece from a square, as the names of their squares."""
    game = rules.game
    number = [one.name for one in game.pieces].index(piece)
    lines = rules.tables.lines[player][number][game.board.by_name[square]]
    return {tuple(game.board.squares[i].name for i in line.squares) for line in lines}


def _check_rays(rules: Rules, piece: str, known: dict[str, list[str]]) -> None:
    for player in (0, 1):
        for square, rays in known.items():
            found = rays_from(rules, player, piece, square)
            assert found == {tuple(ray.split()) for ray in rays}, f"{piece} {square}"


def rays(rules: Variants) -> None:
    """Every ray of every piece from every square."""
    for piece, known in golden("tables.json")["rays"].items():
        assert len(known) == 40
        _check_rays(rules(None), piece.capitalize(), known)


def literal_rook_rays(rules: Variants) -> None:
    tables = golden("tables.json")
    known = tables["rays"]["rook"] | tables["rook under bend=orient"]
    _check_rays(rules("Literal"), "Rook", known)


def stopping_bishop_rays(rules: Variants) -> None:
    tables = golden("tables.json")
    known = tables["rays"]["bishop"] | tables["bishop under corner=stop"]
    _check_rays(rules("Stop"), "Bishop", known)


def targets(rules: Rules, player: int, piece: str, square: str) -> set[str]:
    """Every square a piece may reach on an empty board."""
    return {name for ray in rays_from(rules, player, piece, square) for name in ray}


def target_totals(rules: Variants) -> None:
    totals = {"King": 208, "Rook": 384, "Bishop": 176, "Pawn": 84}
    found = {
        piece: sum(
            len(targets(rules(None), 0, piece, square.name))
            for square in rules(None).game.board.squares
        )
        for piece in totals
    }
    assert found == totals


def pictures(rules: Variants) -> None:
    """The inventor's pictures: the same squares, in the same order where a line bends."""
    for picture in golden("pictures.json")["pictures"].values():
        piece, origin = picture["piece"].capitalize(), picture["origin"]
        assert targets(rules(None), 0, piece, origin) == set(picture["targets"])
        found = rays_from(rules(None), 0, piece, origin)
        for path in map(tuple, picture["paths"]):
            assert any(ray[: len(path)] == path for ray in found), f"{piece} {origin} {path}"


# -- positions ----------------------------------------------------------------------------


def move_texts(position: Position) -> list[str]:
    return sorted(format_move(position.rules, move) for move in position.legal_moves())


def any_position(rules: Rules, fen: str) -> Position:
    """A position that `parse_fen` may refuse, such as one whose waiting side is in check."""
    rows, side = fen.split()
    game = rules.game
    letters = {piece.letter: i for i, piece in enumerate(game.pieces)}
    placements = []
    for rank, row in zip(range(game.board.ranks - 1, -1, -1), rows.split("/"), strict=True):
        file = 0
        for char in row:
            if char.isdigit():
                file += int(char)
                continue
            square = game.board.by_place[file, rank]
            player = 0 if char.isupper() else 1
            placements.append(Placement(player, letters[char.upper()], square))
            file += 1
    return Position(rules, rules.state(placements, "wb".index(side)))


def _check_positions(rules: Rules, key: str) -> None:
    positions = golden("positions.json")["positions"]
    assert len(positions) == 392
    for known in positions:
        position = any_position(rules, known["fen"])
        assert move_texts(position) == known.get(key, known["legal"]), known["fen"]


def positions(rules: Variants) -> None:
    """Legal moves, check and mate in 392 positions."""
    _check_positions(rules(None), "legal")
    for known in golden("positions.json")["positions"]:
        position = parse_fen(rules(None), known["fen"])
        assert position.in_check() == known["in_check"], known["fen"]
        result = position.result()
        status = "ongoing" if result is None else result.reason
        assert status == known["status"], known["fen"]


def literal_positions(rules: Variants) -> None:
    _check_positions(rules("Literal"), "legal orient/flip")


def stop_positions(rules: Variants) -> None:
    _check_positions(rules("Stop"), "legal ring/stop")


# -- games --------------------------------------------------------------------------------


def play_all(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.play(parse_move(position, move))
    return position


_JOCLY_REASONS = {
    "throne": "reach",
    "mate": "checkmate",
    "stalemate": "stalemate",
    "fifty": "quiet",
    "material": "material",
    "repetition": "repetition",
}


def jocly_games(rules: Variants) -> None:
    """A hundred games played in Jocly: moves, race bits, check and result at their end."""
    jocly = rules("Jocly")
    games = golden("jocly_positions.jsonl")
    assert len(games) == 100
    for known in games:
        position = jocly.start()
        for move in known["history"]:
            assert position.result() is None, known["id"]
            position = position.play(parse_move(position, move.removesuffix("K")))
        placement, side = known["fen"].split()
        marks = "".join(
            king for king, player in (("K", "w"), ("k", "b")) if known["kingOut"][player]
        )
        again = f"{placement.replace('O', 'K').replace('o', 'k')} {side} {marks or '-'}"
        assert parse_fen(jocly, again).placements() == position.placements(), known["id"]
        assert parse_fen(jocly, again).marks == position.marks, known["id"]
        assert position.in_check() == known["inCheck"], known["id"]
        moves = {move.removesuffix("K").lower() for move in known["moves"]}
        assert move_texts(position) == sorted(moves), known["id"]
        assert winner_and_reason(position) == (
            known["result"]
            and (known["result"]["winner"], _JOCLY_REASONS[known["result"]["reason"]])
        ), known["id"]


def winner_and_reason(position: Position) -> tuple[str, str] | None:
    """`w`, `b` or `draw`, and why; None while the game goes on."""
    result = position.result()
    if result is None:
        return None
    return "draw" if result.winner is None else "wb"[result.winner], result.reason


WINNING_WALKS = {"P1", "P4", "P6", "P7", "P8"}
"""A walk wins if the king's last crossing of its own line was clockwise: from d to c sets the bit,
from c to d clears it. P2 and P5 never cross; P3, P3b and P9 go back over the line they crossed."""


def race_walks(rules: Variants) -> None:
    """White's king walks, Black's keeps out of its way; only the end of a walk may win."""
    for name, squares in golden("race_paths.json").items():
        path = squares.split()
        ends = _walk(rules(None), path)
        assert ends[:-1] == [False] * (len(path) - 2), name
        assert ends[-1] == (name.split()[0] in WINNING_WALKS), name


def _walk(rules: Rules, path: list[str]) -> list[bool]:
    """Whether White has won after each step of a walk.

    Every step is set up anew, with the bit that the step before has left, so that Black need not
    move in between.
    """
    marks, won = "-", []
    for origin, target in pairwise(path):
        position = _lonely_king(rules, origin, {origin, target}, marks)
        position = position.play(parse_move(position, f"{origin}{target}"))
        marks = "K" if position.marks else "-"
        result = position.result()
        won.append(result is not None and result.reason == "reach" and result.winner == 0)
    return won


def _lonely_king(rules: Rules, king: str, clear: set[str], marks: str) -> Position:
    """White's king on a square, Black's away from `clear`, White to move."""
    board = rules.game.board
    for square in board.squares:
        near = (board.squares[board.by_name[name]] for name in clear)
        if all(max(abs(square.file - n.file), abs(square.rank - n.rank)) > 1 for n in near):
            placements = [Placement(0, 0, board.by_name[king]),
                          Placement(1, 0, board.by_name[square.name])]  # fmt: skip
            return Position(rules, rules.state(placements, 0, 1 if marks == "K" else 0))
    raise AssertionError("no room for the other king")


def endings(rules: Variants) -> None:
    """Which of several endings that hold at once counts, in the default game and in Jocly's."""
    for fen, moves, default, jocly in ENDINGS:
        assert winner_and_reason(play_all(parse_fen(rules(None), fen), moves)) == default, fen
        assert winner_and_reason(play_all(parse_fen(rules("Jocly"), fen), moves)) == jocly, fen


Ending = tuple[str, str] | None

_RACE: Ending = ("w", "reach")

ENDINGS: list[tuple[str, str, Ending, Ending]] = [
    # The race against stalemate, against bare kings and their bishops, against 100 quiet plies.
    ("7/2K4/7/7/7/1RR4/k6 w K", "c6d6", _RACE, ("draw", "stalemate")),
    ("7/2K3b/7/5k1/7/7/7 w K", "c6d6", _RACE, ("draw", "material")),
    ("7/2K4/7/7/5k1/7/7 w K", "c6d6", _RACE, ("draw", "material")),
    ("7/2K4/7/7/5k1/7/R5r w K 99", "c6d6", _RACE, ("draw", "quiet")),
    # Quiet plies and little material end only Jocly's games.
    ("7/3kp2/7/7/7/2PK3/7 w - 99", "c2b2", None, ("draw", "quiet")),
    ("3P3/4p2/7/5k1/7/3K3/7 w - 99", "d7e7r", None, ("draw", "quiet")),
    ("7/7/7/6k/7/2pK3/3B3 w", "d1c2", None, ("draw", "material")),
    ("7/5bb/7/k6/P6/3K3/7 b", "a4a3", None, ("draw", "material")),
    # A king that has crossed its line wins from either side; another does not win at all.
    ("7/4K2/7/1k5/7/7/R5r w K", "e6d6", _RACE, _RACE),
    ("7/4K2/7/1k5/7/7/R5r w", "e6d6", None, None),
    # In check, and out of it onto the throne.
    ("7/2K4/1p5/7/5k1/7/R6 w K", "c6d6", _RACE, _RACE),
]


_BACK_AND_FORTH = "e1f1 c7b7 f1e1 b7c7"
_ROOKS_CHANGE_PLACES = "e1f1 c7b7 e2e1 b7c7 f1f2 c7b7 f2e2 b7c7"


def repetition(rules: Variants) -> None:
    """The third occurrence draws: the start counts in the default game and not in Jocly's.

    There rooks that have changed places make a new position; and a king's bit always does.
    """
    default, jocly = rules(None).start(), rules("Jocly").start()
    twice = f"{_BACK_AND_FORTH} {_BACK_AND_FORTH}"
    swapped = f"{_ROOKS_CHANGE_PLACES} {_BACK_AND_FORTH}"
    draw = ("draw", "repetition")
    assert winner_and_reason(play_all(default, twice.removesuffix(" b7c7"))) is None
    assert winner_and_reason(play_all(default, twice)) == draw
    assert winner_and_reason(play_all(jocly, twice)) is None
    assert winner_and_reason(play_all(jocly, f"{twice} e1f1")) == draw
    assert winner_and_reason(play_all(default, swapped)) == draw
    assert winner_and_reason(play_all(jocly, f"{_BACK_AND_FORTH} {swapped}")) is None
    # The first of these round trips sets the bit of the king, so that only later ones repeat.
    lonely = parse_fen(rules(None), "7/1r3k1/7/7/6R/2K4/7 w")
    trip = "c2d2 b6b5 d2c2 b5b6"
    assert play_all(lonely, trip).marks != lonely.marks
    assert winner_and_reason(play_all(lonely, f"{trip} {trip}")) is None
    assert winner_and_reason(play_all(lonely, f"{trip} {trip} {trip}")) == draw


def perft_to_4(rules: Variants) -> None:
    start = rules(None).start()
    assert [perft(start, depth) for depth in range(1, 5)] == [7, 49, 476, 4652]


ALL = (
    arrows,
    promotion_squares,
    rays,
    literal_rook_rays,
    stopping_bishop_rays,
    target_totals,
    pictures,
    positions,
    literal_positions,
    stop_positions,
    jocly_games,
    race_walks,
    endings,
    repetition,
    perft_to_4,
)
"""Every check, for whatever claims to be Rollerball."""
