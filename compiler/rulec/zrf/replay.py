"""Playing a recorded game against the rules, to the first move that they do not allow."""

from __future__ import annotations

import difflib
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from rulec.record import replace
from rulec.syntax.diagnostics import Diagnostic, Label, RulecError, Severity
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.notation import Primitive, primitives, short, taken_apart, text
from rulec.zrf.position import OFF, PASS, Move, Position
from rulec.zrf.report import failure
from rulec.zrf.saved import Edit, Recorded, SavedGame

_NEAREST = 5


class Likeness(StrEnum):
    """How a recorded move was found among the legal ones."""

    TEXT = "the same text"
    EFFECTS = "the same effects in another order"
    PARTS = "the same pieces moved, other effects"
    UNSAID = "found after passing the rest of a chain, which the record does not say"
    STUCK = "a pass where no move is left"


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a recorded game could be played, and how its moves were found.

    `nearest` are legal moves like the one that was refused, best first. `failure` is None when the
    whole game could be played.
    """

    position: Position
    played: int
    total: int
    found: dict[Likeness, int]
    nearest: tuple[str, ...] = ()
    failure: Diagnostic | None = None


def replay(rules: Interpreter, saved: SavedGame) -> Replay:
    """Play a saved game. A rule that runs away is a failure like a move that is not allowed."""
    position = rules.start()
    found: Counter[Likeness] = Counter()
    for played, recorded in enumerate(saved.moves):
        try:
            if isinstance(recorded, Edit):
                position = _edited(rules, position, recorded)
                continue
            moves = rules.available(position)
            match = _found(rules, position, moves, recorded)
            if match is None and position.chain is not None and PASS in moves:
                passed = rules.play(position, PASS)
                match = _found(rules, passed, rules.available(passed), recorded)
                if match is not None:
                    position, match = passed, (match[0], Likeness.UNSAID)
            if match is None:
                return _refused(rules, position, moves, recorded, played, saved, found)
            move, likeness = match
            position = rules.play(position, move)
        except RulecError as error:
            finding = replace(
                error.diagnostics[0],
                labels=(Label(recorded.span, "while this move was looked for"),),
            )
            return Replay(position, played, len(saved.moves), dict(found), (), finding)
        found[likeness] += 1
    return Replay(position, len(saved.moves), len(saved.moves), dict(found))


def _refused(
    rules: Interpreter,
    position: Position,
    moves: tuple[Move, ...],
    recorded: Recorded,
    played: int,
    saved: SavedGame,
    found: dict[Likeness, int],
) -> Replay:
    texts = [text(rules.game, position, move) for move in moves]
    nearest = tuple(difflib.get_close_matches(recorded.text, texts, n=_NEAREST, cutoff=0.3))
    finding = Diagnostic(
        "Z280",
        Severity.ERROR,
        f"the rules do not allow `{recorded.text}` here",
        recorded.span,
        hint=f"nearest legal move: {nearest[0]}" if nearest else f"{len(texts)} moves are legal",
    )
    return Replay(position, played, len(saved.moves), dict(found), nearest, finding)


def _found(
    rules: Interpreter, position: Position, moves: tuple[Move, ...], recorded: Recorded
) -> tuple[Move, Likeness] | None:
    """The legal move that a recorded one is, and how well they agree."""
    if recorded.text == "Pass":
        if PASS in moves:
            return PASS, Likeness.TEXT
        # Zillions lets a game go on after its end.
        return None if moves else (PASS, Likeness.STUCK)
    by_short = [move for move in moves if short(rules.game, position, move) == recorded.text]
    if len(by_short) == 1:
        return by_short[0], Likeness.TEXT
    wanted = taken_apart(rules.game, recorded.text)
    if wanted is None:
        return None
    partial = recorded.text.startswith("partial ")
    best: tuple[int, Move, Likeness] | None = None
    for move in moves:
        if move == PASS:
            continue
        likeness = _likeness(primitives(rules.game, position, move), wanted)
        if likeness is None:
            continue
        rank = 2 * list(Likeness).index(likeness) + ((move.then is not None) is not partial)
        if best is None or rank < best[0]:
            best = (rank, move, likeness)
    return None if best is None else best[1:]


def _likeness(found: tuple[Primitive, ...], wanted: tuple[Primitive, ...]) -> Likeness | None:
    if found == wanted:
        return Likeness.TEXT
    if sorted(found) == sorted(wanted):
        return Likeness.EFFECTS
    parts = [thing for thing in found if thing.kind == "part"]
    if parts and parts == [thing for thing in wanted if thing.kind == "part"]:
        return Likeness.PARTS
    return None


def _edited(rules: Interpreter, position: Position, edit: Edit) -> Position:
    """The position with a square changed by hand."""
    game = rules.game
    cells = list(position.cells)
    try:
        square = game.board.positions.index(edit.square)
        if edit.player is None:
            cells[square] = None
        else:
            names = [piece.name for piece in game.pieces]
            player = game.players.index(edit.player)
            cells[square] = rules.piece(player, names.index(edit.piece or ""))
    except ValueError:
        raise failure("Z281", edit.span, "the rules have no such square, player or piece") from None
    return Position(tuple(cells), position.turn, position.stores, mover=OFF)
