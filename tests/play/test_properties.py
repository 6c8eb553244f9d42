"""What holds in every position of every game: random games, seeded by hypothesis."""

import contextlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulec.model.tables import Ends
from rulec.play.notation import (
    NotationError,
    format_fen,
    format_move,
    natural_move,
    parse_fen,
    parse_move,
)
from rulec.play.position import Position, Rules
from rulec.play.state import State
from rulec.syntax.diagnostics import RulecError
from tests.support.games import PLAIN_CHESS, ROLLERBALL, ROOT

settings.register_profile(
    "games",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("games")

GAMES = """plain-chess classic-chess shogi crazyhouse atomic attack-chess shako-chess losing-chess
wild-tamerlane-chess hyderabad-chess grand-chess kaisergame-chess"""
FILES = [ROLLERBALL, *(ROOT / "games" / f"{name}.rules" for name in GAMES.split())]


@cache
def rules_of(path: Path) -> Rules:
    return Rules.load(path)


@st.composite
def positions(draw: st.DrawFn, files: Sequence[Path] = FILES) -> Position:
    """A position some random moves into one of the games."""
    rules = rules_of(draw(st.sampled_from(files)))
    position = rules.start()
    for choice in draw(st.lists(st.integers(0, 1 << 16), max_size=30)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


def snapshot(state: State) -> tuple[object, ...]:
    """All of a state, by value."""
    values = (getattr(state, name) for name in State.__slots__ if name != "reach")
    return tuple(repr(value) for value in values)


@given(positions())
def test_a_fen_reads_as_what_was_written(position: Position) -> None:
    fen = format_fen(position)
    again = parse_fen(position.rules, fen)
    assert format_fen(again) == fen
    assert again.placements() == position.placements()
    assert again.marks == position.marks
    assert set(again.legal_moves()) == set(position.legal_moves())


@given(positions())
def test_a_move_taken_back_leaves_no_trace(position: Position) -> None:
    state = position.state()
    before = snapshot(state)
    for move in position.legal_moves():
        undo = state.push(move)
        assert snapshot(state) == snapshot(position.play(move).state())
        state.pop(undo)
        assert snapshot(state) == before


@given(positions())
def test_moves_are_read_as_they_are_written(position: Position) -> None:
    for move in position.legal_moves():
        assert parse_move(position, format_move(position.rules, move)) == move
        assert parse_move(position, natural_move(position, move)) == move


@given(positions())
def test_moves_are_a_set_and_keep_the_royal_piece_safe(position: Position) -> None:
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves)
    assert len({format_move(position.rules, move) for move in moves}) == len(moves)
    for move in moves:
        assert not position.play(move).state().in_check(position.side)
    assert position.state().count_moves() == len(moves)


@given(positions([ROLLERBALL, PLAIN_CHESS]))
def test_attackers_are_the_forward_lines_read_backwards(position: Position) -> None:
    rules = position.rules
    placements = position.placements()
    for player in (0, 1):
        attacked: dict[int, set[int]] = {}
        for origin, (owner, piece) in placements.items():
            if owner == player:
                for line in rules.tables.lines[player][piece][origin]:
                    for stop in line.stops:
                        if stop.ends & Ends.CAPTURE:
                            attacked.setdefault(stop.square, set()).add(origin)
                        if stop.square in placements:
                            break
        for square in range(len(rules.game.board.squares)):
            assert set(position.attackers(square, player)) == attacked.get(square, set())


@given(positions())
def test_check_is_an_attack_on_the_royal_piece(position: Position) -> None:
    game = position.rules.game
    royals = [
        square
        for square, (player, piece) in position.placements().items()
        if player == position.side and game.pieces[piece].royal
    ]
    attacked = any(position.attackers(square, 1 - position.side) for square in royals)
    if len(royals) == 1:
        assert position.in_check() == attacked


@given(positions(), st.text(max_size=40))
def test_no_text_breaks_the_readers(position: Position, text: str) -> None:
    for read in (parse_move, lambda there, fen: parse_fen(there.rules, fen)):
        with contextlib.suppress(NotationError):
            read(position, text)


@given(positions(), st.data())
def test_a_damaged_fen_is_read_or_refused(position: Position, data: st.DataObject) -> None:
    fen = format_fen(position)
    at = data.draw(st.integers(0, len(fen) - 1))
    with_ = data.draw(st.text("KQRBNPkqrbnp0123456789/|*[]+-~' wab\x00é\U0001d7d9", max_size=4))
    damaged = fen[:at] + with_ + fen[at + data.draw(st.integers(0, 3)) :]
    try:
        read = parse_fen(position.rules, damaged)
    except NotationError:
        return
    assert format_fen(parse_fen(read.rules, format_fen(read))) == format_fen(read)
    read.result()


@pytest.mark.parametrize("text", ["9" * 5000, "x" * 100_000, "a" * 5000 + "1", "e1" * 3000])
def test_huge_texts_are_refused(text: str) -> None:
    start = rules_of(ROLLERBALL).start()
    for read in (parse_move, lambda there, fen: parse_fen(there.rules, fen)):
        for given_text in (text, f"{text} w", f"{text}/{text} w - {text} {text}"):
            with pytest.raises(RulecError):
                read(start, given_text)
