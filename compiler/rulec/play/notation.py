"""Positions and moves as text: FEN, long algebraic moves, long natural moves.

FEN: placement, side to move, marks (`-`, or the letters of the pieces whose bit is set), plies
since the last capture, move number. All but the first two may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from rulec.model.game import Placement
from rulec.model.placement import PlacementError, format_placement, parse_placement, piece_letter
from rulec.model.tables import mark_bit
from rulec.play.position import Position, Rules
from rulec.play.reach import Move
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity, did_you_mean
from rulec.syntax.source import Source, Span

LONGEST_TEXT = 4096
"""Longest FEN or move list, in characters."""


class _Wrong(Protocol):
    """Makes the error for a named part of a move text."""

    def __call__(
        self, code: str, part: str, message: str, hint: str | None = None
    ) -> NotationError: ...


class NotationError(RulecError):
    """A FEN or move text that cannot be read; its diagnostic points into the text."""

    def __init__(
        self, code: str, name: str, text: str, start: int, end: int, message: str,
        hint: str | None = None,
    ) -> None:  # fmt: skip
        shown = text.replace("\n", " ")[:LONGEST_TEXT]
        span = Span(Source(name, shown), min(start, len(shown)), min(max(end, start), len(shown)))
        super().__init__([Diagnostic(code, Severity.ERROR, message, span, hint=hint)])


# -- FEN ----------------------------------------------------------------------------------


def side_letters(rules: Rules) -> tuple[str, str]:
    """The letters that name the side to move: the players' initials, or `w` and `b`."""
    first, second = (name[0].lower() for name in rules.game.players)
    return (first, second) if first != second else ("w", "b")


def format_fen(position: Position) -> str:
    """The position as a FEN of five fields."""
    game = position.rules.game
    placement = format_placement(position.placements(), game.board, game.pieces)
    side = side_letters(position.rules)[position.side]
    marks = "".join(
        piece_letter(game.pieces, player, mark.piece)
        for player in (0, 1)
        for i, mark in enumerate(game.marks)
        if position.marks & mark_bit(i, player)
    )
    return f"{placement} {side} {marks or '-'} {position.quiet_plies} {position.move_number}"


def parse_fen(rules: Rules, fen: str) -> Position:
    """The position of a FEN; raises NotationError naming the part that is wrong."""
    fields = [(match.group(), match.start()) for match in re.finditer(r"\S+", fen[:LONGEST_TEXT])]
    if len(fen) > LONGEST_TEXT or not 2 <= len(fields) <= 5:
        message = "a FEN has two to five fields: placement, side, marks, plies, move number"
        raise _fen_error(fen, 0, len(fen), message)
    placements = _placement(rules, fen, *fields[0])
    side = _side(rules, fen, *fields[1])
    marks = _marks(rules, fen, *fields[2]) if len(fields) > 2 else 0
    quiet = (
        _number(fen, *fields[3], "the number of plies since a capture", 0) if len(fields) > 3 else 0
    )
    number = _number(fen, *fields[4], "the move number", 1) if len(fields) > 4 else 1
    state = rules.state(placements, side, marks)
    state.quiet_plies = quiet
    _check_royals(rules, fen, fields[0], placements)
    if state.in_check(1 - side):
        waiting, moving = rules.game.players[1 - side], rules.game.players[side]
        message = f"{waiting} is in check though it is {moving}'s turn"
        raise NotationError("E502", "FEN", fen, fields[1][1], fields[1][1] + 1, message)
    return Position(rules, state, move_number=number)


def _fen_error(fen: str, start: int, end: int, message: str) -> NotationError:
    return NotationError("E501", "FEN", fen, start, end, message)


def _placement(rules: Rules, fen: str, field: str, at: int) -> list[Placement]:
    try:
        return parse_placement(field, rules.game.board, rules.game.pieces)
    except PlacementError as error:
        raise _fen_error(fen, at + error.start, at + error.end, str(error)) from None


def _side(rules: Rules, fen: str, field: str, at: int) -> int:
    letters = side_letters(rules)
    if field not in letters:
        names = " or ".join(
            f"`{letter}` ({name})" for letter, name in zip(letters, rules.game.players, strict=True)
        )
        raise _fen_error(fen, at, at + len(field), f"the side to move is {names}")
    return letters.index(field)


def _marks(rules: Rules, fen: str, field: str, at: int) -> int:
    if field == "-":
        return 0
    game = rules.game
    bits = {
        piece_letter(game.pieces, player, mark.piece): mark_bit(i, player)
        for player in (0, 1)
        for i, mark in enumerate(game.marks)
    }
    marks = 0
    for i, letter in enumerate(field):
        where = at + i, at + i + 1
        if letter not in bits:
            known = ", ".join(f"`{known}`" for known in bits)
            wanted = f"`-` or letters among {known}" if bits else "`-`: this game has none"
            raise _fen_error(fen, *where, f"the marks are {wanted}")
        if marks & bits[letter]:
            raise _fen_error(fen, *where, f"the mark `{letter}` is given twice")
        marks |= bits[letter]
    return marks


def _number(fen: str, field: str, at: int, what: str, least: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", field) or int(field) < least:
        raise _fen_error(fen, at, at + len(field), f"{what} is a whole number from {least}")
    return int(field)


def _check_royals(
    rules: Rules, fen: str, field: tuple[str, int], placements: Iterable[Placement]
) -> None:
    game = rules.game
    if not any(piece.royal for piece in game.pieces):
        return
    royals = [one.player for one in placements if game.pieces[one.piece].royal]
    for player, name in enumerate(game.players):
        if royals.count(player) != 1:
            count = royals.count(player) or "no"
            message = f"{name} has {count} royal piece{'s' * (count != 1)}, not one"
            start = field[1]
            raise NotationError("E502", "FEN", fen, start, start + len(field[0]), message)


# -- moves --------------------------------------------------------------------------------


def format_move(rules: Rules, move: Move) -> str:
    """Long algebraic: `e1f1`, with a promotion `d6e6r`."""
    squares = rules.game.board.squares
    letter = "" if move.becomes is None else rules.game.pieces[move.becomes].letter.lower()
    return f"{squares[move.origin].name}{squares[move.target].name}{letter}"


def natural_move(position: Position, move: Move) -> str:
    """Long natural: `Rc1-a7`, `Pd6xe7=R`, with `+` behind a check and `#` behind a mate."""
    rules = position.rules
    squares, pieces = rules.game.board.squares, rules.game.pieces
    mover = position.piece_at(move.origin)
    assert mover is not None
    sign = "-" if position.piece_at(move.target) is None else "x"
    becomes = "" if move.becomes is None else f"={pieces[move.becomes].letter}"
    after = position.play(move)
    check = ("+" if after.legal_moves() else "#") if after.in_check() else ""
    origin, target = squares[move.origin].name, squares[move.target].name
    return f"{pieces[mover[1]].letter}{origin}{sign}{target}{becomes}{check}"


_MOVE = re.compile(
    r"(?P<piece>[A-Z])?(?P<origin>[a-z]+[0-9]+)(?P<sign>[-x])?(?P<target>[a-z]+[0-9]+)"
    r"(?:=?(?P<becomes>[A-Za-z]))?(?P<check>[+#])?"
)


def parse_move(position: Position, text: str) -> Move:
    """The legal move of a text, long algebraic or long natural; raises NotationError.

    What the text says beyond the squares (piece, capture, check) must be true.
    """
    rules = position.rules
    match = _MOVE.fullmatch(text)
    if not match:
        hint = "moves are written like e1f1, d6e6r, Rc1-a7 or Pd6xe7=R"
        raise NotationError("E503", "move", text, 0, len(text), f"{text!r} is no move", hint)

    def wrong(code: str, part: str, message: str, hint: str | None = None) -> NotationError:
        return NotationError(code, "move", text, match.start(part), match.end(part), message, hint)

    by_name = rules.game.board.by_name
    for part in ("origin", "target"):
        if match[part] not in by_name:
            raise wrong("E503", part, f"there is no square {match[part]}")
    origin, target = by_name[match["origin"]], by_name[match["target"]]
    letters = {piece.letter: i for i, piece in enumerate(rules.game.pieces)}
    becomes = None
    if match["becomes"]:
        becomes = letters.get(match["becomes"].upper())
        if becomes is None:
            raise wrong("E503", "becomes", f"no piece has the letter {match['becomes']}")
    moves = [m for m in position.legal_moves() if (m.origin, m.target) == (origin, target)]
    for move in moves:
        if move.becomes == becomes:
            _check_claims(position, move, match, wrong)
            return move
    raise _illegal(position, origin, moves, match, wrong)


def _check_claims(position: Position, move: Move, match: re.Match[str], wrong: _Wrong) -> None:
    """What a natural move says about piece, capture and check must be so."""
    true = _MOVE.fullmatch(natural_move(position, move))
    assert true is not None
    for part, what in (("piece", "the piece there is"), ("sign", "this move is written with")):
        if match[part] and match[part] != true[part]:
            raise wrong("E504", part, f"{what} `{true[part]}`, not `{match[part]}`")
    if match["check"] and match["check"] != true["check"]:
        raise wrong("E504", "check", "the move gives no such check")


def _illegal(
    position: Position, origin: int, same: list[Move], match: re.Match[str], wrong: _Wrong
) -> NotationError:
    """Why a move text names no legal move, as far as its parts tell."""
    rules = position.rules
    players = rules.game.players
    piece = position.piece_at(origin)
    if piece is None:
        return wrong("E504", "origin", f"nothing stands on {match['origin']}")
    if piece[0] != position.side:
        message = f"the piece on {match['origin']} is {players[piece[0]]}'s, and it is "
        return wrong("E504", "origin", f"{message}{players[position.side]}'s turn")
    if same:
        hint = f"legal here: {', '.join(format_move(rules, move) for move in same)}"
        if not match["becomes"]:
            return wrong("E504", "target", "this move does not say what it promotes to", hint)
        return wrong("E504", "becomes", "this move does not promote so", hint)
    from_here = [
        format_move(rules, move) for move in position.legal_moves() if move.origin == origin
    ]
    hint = did_you_mean(match["origin"] + match["target"], from_here) or (
        f"legal from there: {', '.join(from_here)}" if from_here else "that piece cannot move"
    )
    name = rules.game.pieces[piece[1]].name
    message = f"{name} {match['origin']} cannot move to {match['target']}"
    return wrong("E504", "target", message, hint)


def play_text(position: Position, moves: str) -> Position:
    """The position after a list of moves separated by spaces; raises NotationError."""
    if len(moves) > 64 * LONGEST_TEXT:
        raise NotationError("E503", "moves", moves, 0, 1, "this list of moves is too long")
    for text in moves.split():
        position = position.play(parse_move(position, text))
    return position
