"""Positions and moves as text: FEN, long algebraic moves, long natural moves.

FEN: placement, side to move, marks (`-`, or the letters of the pieces that have crossed a gate, the
castlings `KQkq` still possible, the squares of pieces with a first move), in games with en passant
the square just passed, plies since the last capture, move number. All but the first two may be left
out. Where checks are counted `+1+0` follows, and before play the number of the turn: `#1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Protocol

from rulec.model.board import bits_of
from rulec.model.game import Placement, Right
from rulec.model.placement import (
    ANY_LETTER,
    PlacementError,
    format_placement,
    parse_placement,
    piece_letter,
)
from rulec.model.tables import Castling, mark_bit, right_bit
from rulec.play.position import Position, Rules
from rulec.play.reach import HAND, Move
from rulec.play.state import State
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity, did_you_mean
from rulec.syntax.source import Source, Span

LONGEST_TEXT = 4096
"""Longest FEN or move, in characters."""
LONGEST_LIST = 64 * LONGEST_TEXT
"""Longest list of moves, in characters."""


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
        shown = text.replace("\n", " ")[:LONGEST_LIST]
        span = Span(Source(name, shown), min(start, len(shown)), min(max(end, start), len(shown)))
        super().__init__([Diagnostic(code, Severity.ERROR, message, span, hint=hint)])


# -- FEN ----------------------------------------------------------------------------------


def side_letters(rules: Rules) -> tuple[str, str]:
    """The letters that name the side to move: the players' initials, or `w` and `b`."""
    first, second = (name[0].lower() for name in rules.game.players)
    return (first, second) if first != second else ("w", "b")


def format_fen(position: Position) -> str:
    """The position as a FEN: six fields where the game has en passant, otherwise five."""
    game = position.rules.game
    placement = format_placement(position.placements(), game.board, game.pieces)
    if game.has_hands:
        placement += f"[{_hands(position) or '-'}]"
    side = side_letters(position.rules)[position.side]
    names = _mark_names(position.rules, position.state())
    marks = "".join(name for name, bit in names.items() if position.marks & bit) or "-"
    fields = [placement, side, marks]
    if position.rules.reach.passes:
        fields.append("".join(game.board.names(position.trail)) or "-")
    fields += [str(position.quiet_plies), str(position.move_number)]
    if position.rules.reach.counts_checks:
        fields.append(f"+{position.checks[0]}+{position.checks[1]}")
    if position.ahead:
        fields.append(f"#{len(game.before) - position.ahead + 1}")
    return " ".join(fields)


def _hands(position: Position) -> str:
    """The letters of all pieces in the hands, the first player's first."""
    pieces = position.rules.game.pieces
    return "".join(
        piece_letter(pieces, player, piece) * count
        for player in (0, 1)
        for piece, count in position.hand(player).items()
    )


def _mark_names(rules: Rules, state: State) -> dict[str, int]:
    """How a FEN of a placement shows each mark, and its bit: gates, castlings, first moves.

    Of several castlings of one name that with the farthest partner has it, the others the files of
    theirs.
    """
    game = rules.game
    names = {
        piece_letter(game.pieces, player, mark.piece): mark_bit(i, player)
        for player in (0, 1)
        for i, mark in enumerate(game.marks)
    }
    ready = state.ready()
    rights = [
        (right, bit) for i, right in enumerate(game.rights) if ready & (bit := right_bit(game, i))
    ]
    for right, bit in sorted(rights, key=lambda one: -_span(rules, one[0])):
        names[right.name if right.name not in names else _partner_file(rules, right)] = bit
    return dict(sorted(names.items(), key=lambda item: item[1]))


def _span(rules: Rules, right: Right) -> int:
    """How many files lie between the pieces of a right."""
    files = [rules.game.board.squares[square].file for square, _ in right.holders]
    return max(files) - min(files)


def _partner_file(rules: Rules, right: Right) -> str:
    """The file of a castling's partner, a capital for the first player."""
    board = rules.game.board
    name = board.file_names[board.squares[right.holders[-1][0]].file]
    return name if right.player else name.upper()


def _known_names(rules: Rules, state: State) -> dict[str, int]:
    """What a FEN of a placement may call each mark: the files of partners serve always."""
    game, names = rules.game, _mark_names(rules, state)
    ready = state.ready()
    for i, right in enumerate(game.rights):
        bit = right_bit(game, i)
        if ready & bit and len(right.holders) > 1:
            names.setdefault(_partner_file(rules, right), bit)
    return names


def parse_fen(rules: Rules, fen: str) -> Position:
    """The position of a FEN; raises NotationError naming the part that is wrong."""
    fields = [(match.group(), match.start()) for match in re.finditer(r"\S+", fen[:LONGEST_TEXT])]
    if len(fen) > LONGEST_TEXT or not 2 <= len(fields) <= 8:
        message = "a FEN is placement, side, marks, en passant, plies and move number"
        raise _fen_error(fen, 0, len(fen), message, "all but the first two may be left out")
    ahead = _turns_ahead(rules, fen, fields)
    checks = _given_checks(rules, fen, fields)
    field, at = fields[0]
    board, bracket, hands = field.partition("[")
    placements = _placement(rules, fen, board, at)
    side = _side(rules, fen, *fields[1])
    state = rules.state(placements, side)
    state.checks, state.ahead = checks, ahead
    if ahead and rules.game.before[-ahead].player != side:
        message = f"in this turn before play it is {rules.game.players[1 - side]}'s move"
        raise _fen_error(fen, fields[1][1], fields[1][1] + 1, message)
    if bracket or rules.game.has_hands:
        _set_hands(rules, fen, hands, at + len(board) + 1, state)
    if len(fields) > 2:
        state.marks = _marks(rules, fen, *fields[2], state)
    rest = fields[3:]
    if rest and (rules.reach.passes or len(fields) == 6 or rest[0][0] == "-"):
        _passing(rules, fen, *rest.pop(0), state)
    if len(rest) > 2:
        message = "this game's FEN has no such field"
        raise _fen_error(fen, rest[2][1], rest[2][1] + len(rest[2][0]), message)
    number = 1
    if rest:
        state.quiet_plies = _number(fen, *rest[0], "the number of quiet plies", 0)
    if len(rest) > 1:
        number = _number(fen, *rest[1], "the move number", 1)
    if not ahead:
        _check_royals(rules, fen, fields[0], placements)
    if not ahead and state.in_check(1 - side):
        waiting, moving = rules.game.players[1 - side], rules.game.players[side]
        message = f"{waiting} is in check though it is {moving}'s turn"
        raise NotationError("E502", "FEN", fen, fields[1][1], fields[1][1] + 1, message)
    return Position(rules, state, move_number=number)


def _fen_error(
    fen: str, start: int, end: int, message: str, hint: str | None = None
) -> NotationError:
    return NotationError("E501", "FEN", fen, start, end, message, hint)


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


def _marks(rules: Rules, fen: str, field: str, at: int, state: State) -> int:
    if field == "-":
        return 0
    game = rules.game
    bits = _known_names(rules, state)
    rights = {right.name for right in game.rights}
    marks = 0
    for match in re.finditer(rf"{game.board.square_pattern}|.'?", field):
        name, where = match.group(), (at + match.start(), at + match.end())
        if name in rights and name not in bits:
            raise _fen_error(fen, *where, f"the mark `{name}` is for a piece that is not there")
        if name not in bits:
            known = ", ".join(f"`{known}`" for known in bits)
            wanted = f"`-` or some of {known}" if bits else "`-`: this game has none"
            raise _fen_error(fen, *where, f"the marks are {wanted}")
        if marks & bits[name]:
            raise _fen_error(fen, *where, f"the mark `{name}` is given twice")
        marks |= bits[name]
    return marks


def _turns_ahead(rules: Rules, fen: str, fields: list[tuple[str, int]]) -> int:
    """Takes the field `#1` off the end of the fields: how many turns before play are to come."""
    match = re.fullmatch(r"#([0-9]{1,3})", fields[-1][0])
    if match is None:
        return 0
    field, at = fields.pop()
    turns = len(rules.game.before)
    if not 1 <= int(match[1]) <= turns:
        message = f"this game has {turns or 'no'} turn{'s' * (turns != 1)} before play"
        raise _fen_error(fen, at, at + len(field), message)
    return turns - int(match[1]) + 1


def _given_checks(rules: Rules, fen: str, fields: list[tuple[str, int]]) -> tuple[int, int]:
    """Takes the field `+1+0` off the end of the fields, where the game counts checks."""
    match = re.fullmatch(r"\+([0-9]{1,3})\+([0-9]{1,3})", fields[-1][0])
    if match is None:
        return 0, 0
    field, at = fields.pop()
    if not rules.reach.counts_checks:
        raise _fen_error(fen, at, at + len(field), "this game does not count checks")
    return int(match[1]), int(match[2])


def _set_hands(rules: Rules, fen: str, field: str, at: int, state: State) -> None:
    """Set the hands of a field such as `PPn]`."""
    if not rules.game.has_hands or not field.endswith("]"):
        message = (
            "the hands stand in brackets behind the placement"
            if rules.game.has_hands
            else ("this game has no hands")
        )
        raise _fen_error(fen, at - 1, at + len(field), message, "for example `[PPn]` or `[-]`")
    pieces = rules.game.pieces
    codes = {
        piece_letter(pieces, player, i): code
        for player in (0, 1)
        for i, code in enumerate(rules.reach.codes[player])
    }
    for match in ANY_LETTER.finditer("" if field == "-]" else field[:-1]):
        letter = match.group()
        if letter not in codes:
            where = at + match.start(), at + match.end()
            raise _fen_error(fen, *where, f"no piece has the letter {letter!r}")
        state.hands[codes[letter]] += 1


def _passing(rules: Rules, fen: str, field: str, at: int, state: State) -> None:
    """Set what has just passed where: some piece of the waiting side must have been able to."""
    if field == "-":
        return
    by_name = rules.game.board.by_name
    end = at + len(field)
    names = re.findall(rules.game.board.square_pattern, field)
    if "".join(names) != field or not all(name in by_name for name in names):
        raise _fen_error(fen, at, end, "the field for en passant is `-` or a square")
    squares = bits_of(by_name[name] for name in names)
    occupied = state.occupied[0] | state.occupied[1]
    found: list[tuple[int, int]] = []
    for code in rules.reach.codes[1 - state.side]:
        for origin in range(rules.reach.squares):
            for target, stop in rules.reach.stops(code, origin).items():
                free = not occupied >> origin & 1 and not stop.trail & occupied
                if stop.trail & squares == squares and free and state.pieces[target] == code:
                    found.append((stop.trail, target))
    if not found:
        raise _fen_error(fen, at, end, f"nothing can just have passed {names[0]}")
    # The squares may be only some of those that were passed: the shortest move fits best.
    state.trail, state.passer = min(found, key=lambda one: one[0].bit_count())


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
        most = game.most_royals(player)
        count = royals.count(player)
        least = 0 if game.blast else min(1, most)
        if not least <= count <= most:
            wanted = f"one to {most}" if most > 1 else "one" if most else "none"
            message = f"{name} has {count or 'no'} royal piece{'s' * (count != 1)}, not {wanted}"
            start = field[1]
            raise NotationError("E502", "FEN", fen, start, start + len(field[0]), message)


# -- moves --------------------------------------------------------------------------------


def format_move(rules: Rules, move: Move) -> str:
    """Long algebraic: `e1f1`, with a promotion `d6e6r`, castling as the royal piece's move.

    Where the royal piece could make that move alone, or does not move at all, castling is written
    as moving to its partner's square. `--` is to pass; before play `#RNBQKBNR` is to place.
    """
    squares = rules.game.board.squares
    if move.choice is not None:
        return _arrangement(rules, *move.choice)
    if move.origin == HAND:
        if move.becomes is None:
            return "--"
        return f"{rules.game.pieces[move.becomes].letter}@{squares[move.target].name}"
    target = _written_target(rules, move)
    letter = "" if move.becomes is None else rules.game.pieces[move.becomes].letter.lower()
    return f"{squares[move.origin].name}{squares[target].name}{letter}"


def _arrangement(rules: Rules, number: int, choice: int) -> str:
    """A move before play: what it puts on the squares, in their order; `-` where nothing."""
    turn, pieces = rules.game.before[number], rules.game.pieces
    if turn.passes:
        return "--"
    row = turn.arrangements[choice]
    return f"#{''.join('-' if piece is None else pieces[piece].letter for piece in row)}"


def _written_target(rules: Rules, move: Move) -> int:
    """The square that the text of a move ends with."""
    castling = move.castling
    if castling is None:
        return move.target
    player = next(player for player, own in enumerate(rules.tables.castlings) if castling in own)
    alone = rules.reach.stops(rules.code(player, castling.piece), move.origin)
    clear = move.target not in alone and move.target != move.origin
    return move.target if clear else castling.partner_origin


def natural_move(position: Position, move: Move) -> str:
    """Long natural: `Rc1-a7`, `Pd6xe7=R`, `O-O`, with `+` behind a check and `#` behind a mate."""
    if position.ahead:
        return format_move(position.rules, move)
    after = position.play(move)
    check = ("+" if after.legal_moves() else "#") if after.in_check() else ""
    return f"{_natural(position, move)}{check}"


def _natural(position: Position, move: Move) -> str:
    rules = position.rules
    squares, pieces = rules.game.board.squares, rules.game.pieces
    if move.origin == HAND:
        return format_move(rules, move)
    mover = position.piece_at(move.origin)
    assert mover is not None
    letter, origin, target = pieces[mover[1]].letter, move.origin, move.target
    if move.castling:
        return _castling_sign(position, move.castling) or (
            f"{letter}{squares[origin].name}-{squares[target].name}"
            f"+{pieces[move.castling.partner].letter}{squares[move.castling.partner_origin].name}"
            f"-{squares[move.castling.partner_target].name}"
        )
    takes = move.captured is not None or position.piece_at(target) is not None
    becomes = "" if move.becomes is None else f"={pieces[move.becomes].letter}"
    return f"{letter}{squares[origin].name}{'x' if takes else '-'}{squares[target].name}{becomes}"


def _castling_sign(position: Position, castling: Castling) -> str | None:
    """`O-O` to the side of the higher files, `O-O-O` to the lower; None if that is not enough."""
    tables, names = position.rules.tables, _mark_names(position.rules, position.state())
    same = [one for own in tables.castlings for one in own if one.needs == castling.needs]
    name = next(name for name, bit in names.items() if bit == castling.needs)
    return {"K": "O-O", "Q": "O-O-O"}.get(name.upper()) if len(same) == 1 else None


@cache
def _move_pattern(square: str) -> re.Pattern[str]:
    """The form of a move between squares whose names have a form."""
    return re.compile(
        rf"(?P<piece>\+?[A-Z][~']?)?(?P<origin>{square})(?P<sign>[-x])?(?P<target>{square})"
        r"(?:=?(?P<becomes>\+?[A-Za-z][~']?))?(?P<check>[+#])?"
    )


def parse_move(position: Position, text: str) -> Move:
    """The legal move of a text, long algebraic or long natural; raises NotationError.

    What the text says beyond the squares (piece, capture, check) must be true.
    """
    rules = position.rules
    if position.ahead:
        return _parse_turn(position, text)
    for move in position.legal_moves():
        special = move.castling or move.origin == HAND
        if special and text.rstrip("+#") == _natural(position, move):
            return move
    match = _move_pattern(rules.game.board.square_pattern).fullmatch(text)
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
    moves = [
        move
        for move in position.legal_moves()
        if move.origin == origin and target in _written_targets(rules, move)
    ]
    for move in moves:
        if move.becomes == becomes:
            _check_claims(position, move, match, wrong)
            return move
    raise _illegal(position, origin, moves, match, wrong)


def _written_targets(rules: Rules, move: Move) -> tuple[int, ...]:
    """The squares that the text of a move may end with: of any castling, the partner's too."""
    written = _written_target(rules, move)
    return (written, move.castling.partner_origin) if move.castling else (written,)


def _parse_turn(position: Position, text: str) -> Move:
    """The move of a text in a turn before play."""
    rules = position.rules
    texts = {format_move(rules, move): move for move in position.legal_moves()}
    if text in texts:
        return texts[text]
    player = rules.game.players[position.side]
    does = "passes" if "--" in texts else "places pieces"
    hint = did_you_mean(text, texts) or f"legal here: {', '.join(list(texts)[:8])}"
    message = f"{player} {does} first, and {text!r} does not say how"
    raise NotationError("E504", "move", text, 0, len(text), message, hint)


def _check_claims(position: Position, move: Move, match: re.Match[str], wrong: _Wrong) -> None:
    """What a natural move says about piece, capture and check must be so."""
    true = match.re.fullmatch(natural_move(position, move))
    if true is None:
        return
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
    """The position after a list of moves separated by spaces; raises NotationError.

    The error points into the list, and says which move it is about.
    """
    if len(moves) > LONGEST_LIST:
        raise NotationError("E503", "moves", moves, 0, 1, "this list of moves is too long")
    words = list(re.finditer(r"\S+", moves))
    for number, match in enumerate(words, 1):
        try:
            position = position.play(parse_move(position, match.group()))
        except NotationError as error:
            [found] = error.diagnostics
            assert found.span is not None
            start, end = match.start() + found.span.start, match.start() + found.span.end
            message = f"move {number}: {found.message}" if len(words) > 1 else found.message
            raise NotationError(
                found.code, "moves", moves, start, end, message, found.hint
            ) from None
    return position
