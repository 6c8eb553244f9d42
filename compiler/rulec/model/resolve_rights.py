"""What unmoved pieces may do: castling rights and first moves, as rights of the start position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

from rulec.model.board import Board
from rulec.model.game import Castle, Mark, PieceType, Placement, Right, SetupTurn
from rulec.model.placement import piece_letter
from rulec.record import Record
from rulec.syntax.diagnostics import Findings, Label
from rulec.syntax.source import Span

Standing = tuple[int, int]
"""A square and the piece type on it."""


def resolve_rights(
    board: Board,
    pieces: Sequence[PieceType],
    setup: Sequence[Placement],
    before: Sequence[SetupTurn],
    marks: Sequence[Mark],
    findings: Findings,
) -> tuple[Right, ...]:
    """All rights: of castling as `K`, `Q`, `k`, `q`, then of first moves by their square."""
    if findings.has_errors:
        return ()
    start = _Start({(one.player, one.square): one.piece for one in setup}, tuple(before))
    rights: list[Right] = []
    for player in (0, 1):
        for i, piece in enumerate(pieces):
            for castle in piece.castles:
                right = _castling_right(board, castle, i, player, royal=piece.royal)
                if right not in rights and start.may_have(player, right.holders):
                    rights.append(right)
    for i, piece in enumerate(pieces):
        _check_castles(piece, i, rights, findings)
    for player, square, kind in start.standing():
        if any(movement.first for movement in pieces[kind].movements):
            right = Right(player, ((square, kind),), board.squares[square].name)
            if right not in rights:
                rights.append(right)
    _check_names(board, pieces, rights, marks, start, findings)
    return tuple(rights)


def _check_castles(
    piece: PieceType, number: int, rights: Sequence[Right], findings: Findings
) -> None:
    """Each castling rule is possible from somewhere, for one player at least."""
    for span in dict.fromkeys(castle.span for castle in piece.castles):
        holders = (
            (player, castle_holders(castle, number, player))
            for player in (0, 1)
            for castle in piece.castles
            if castle.span == span
        )
        if all(right_of(rights, player, both) is None for player, both in holders):
            message = "this castling never happens: its pieces do not start on its squares"
            findings.error("E316", span, message)


class _Start(Record):
    """Where pieces may stand when play begins."""

    setup: dict[tuple[int, int], int]
    """Piece type by player and square."""
    before: tuple[SetupTurn, ...]

    @cached_property
    def placed(self) -> dict[tuple[int, int, int], tuple[int, set[int]]]:
        """By player, square and piece type, the turn and its arrangements that place it there."""
        found: dict[tuple[int, int, int], tuple[int, set[int]]] = {}
        for number, turn in enumerate(self.before):
            for place, column in enumerate(zip(*turn.arrangements, strict=True)):
                by_kind: dict[int, set[int]] = defaultdict(set)
                for i, kind in enumerate(column):
                    if kind is not None:
                        by_kind[kind].add(i)
                for player, squares in enumerate(turn.squares):
                    for kind, chosen in by_kind.items() if squares else ():
                        found[player, squares[place], kind] = number, chosen
        return found

    def standing(self) -> list[tuple[int, int, int]]:
        """(player, square, piece type) of all that may stand somewhere."""
        return [*((player, at, kind) for (player, at), kind in self.setup.items()), *self.placed]

    def may_have(self, player: int, holders: Sequence[Standing]) -> bool:
        """Whether a player's pieces may all stand where `holders` says."""
        left: dict[int, set[int]] = {}
        for square, kind in holders:
            if self.setup.get((player, square)) == kind:
                continue
            if (player, square, kind) not in self.placed:
                return False
            turn, chosen = self.placed[player, square, kind]
            left[turn] = left[turn] & chosen if turn in left else chosen
        return all(left.values())


def _check_names(
    board: Board,
    pieces: Sequence[PieceType],
    rights: Sequence[Right],
    marks: Sequence[Mark],
    start: _Start,
    findings: Findings,
) -> None:
    """A FEN shows every right and every mark by a name of its own.

    Castlings of one name with partners on different files are told apart by these.
    """
    gates = {
        piece_letter(pieces, player, mark.piece): mark.gate.span
        for mark in marks
        for player in (0, 1)
    }
    double = [(right, gates[right.name]) for right in rights if right.name in gates]
    double += [
        (right, _rule(pieces, other))
        for other, right in combinations(rights, 2)
        if right.name == other.name and _alike(board, other, right, start)
    ]
    for right, other in double[:1]:
        message = f"a FEN of this game would show two different rights or gates as `{right.name}`"
        labels = (Label(other, "the other"),)
        findings.error("E314", _rule(pieces, right), message, labels=labels)


def _rule(pieces: Sequence[PieceType], right: Right) -> Span:
    """Where the rule stands that gives a right: a castling, or a first move."""
    kind = right.holders[0][1]
    rules = [
        castle.span
        for castle in pieces[kind].castles
        if castle_holders(castle, kind, right.player) == right.holders
    ]
    rules += [movement.span for movement in pieces[kind].movements if movement.first]
    return rules[0]


def _alike(board: Board, one: Right, other: Right, start: _Start) -> bool:
    """Whether two rights of one name may be there at once without files to tell them apart."""
    files = {board.squares[right.holders[-1][0]].file for right in (one, other)}
    return len(files) == 1 and start.may_have(one.player, one.holders + other.holders)


def castle_holders(castle: Castle, piece: int, player: int) -> tuple[Standing, Standing]:
    """What must not have moved for a castling of a piece type."""
    return (
        (castle.start[player], piece),
        (castle.partner_start[player], castle.partner),
    )


def _castling_right(board: Board, castle: Castle, piece: int, player: int, *, royal: bool) -> Right:
    """The right of a piece and its partner.

    A royal piece's is named by the side on which the partner stands, any other's by the square
    of the partner.
    """
    holders = castle_holders(castle, piece, player)
    start, partner = (board.squares[square] for square, _ in holders)
    if royal:
        name = "K" if partner.file > start.file else "Q"
        name = name if player == 0 else name.lower()
    else:
        name = partner.name
    return Right(player, holders, name)


def right_of(rights: Sequence[Right], player: int, holders: tuple[Standing, ...]) -> int | None:
    """The number of the player's right for exactly these pieces."""
    for i, right in enumerate(rights):
        if (right.player, right.holders) == (player, holders):
            return i
    return None
