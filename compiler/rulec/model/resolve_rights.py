"""What unmoved pieces may do: castling rights and first moves, as rights of the start position."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.model.board import Board
from rulec.model.game import Castle, Mark, PieceType, Placement, Right
from rulec.model.placement import piece_letter
from rulec.syntax.diagnostics import Findings


def resolve_rights(
    board: Board,
    pieces: Sequence[PieceType],
    setup: Sequence[Placement],
    marks: Sequence[Mark],
    findings: Findings,
) -> tuple[Right, ...]:
    """All rights: of castling as `K`, `Q`, `k`, `q`, then of first moves by their square."""
    if findings.has_errors:
        return ()
    standing = {(one.player, one.square): one.piece for one in setup}
    rights: list[Right] = []
    for player in (0, 1):
        for i, piece in enumerate(pieces):
            for castle in piece.castles:
                if _stand_ready(castle, i, player, standing):
                    _add(rights, _castling_right(board, castle, player, royal=piece.royal))
                elif player == 0:
                    message = "this castling never happens: its pieces do not start on its squares"
                    findings.error("E316", castle.span, message)
    for one in setup:
        if any(movement.first for movement in pieces[one.piece].movements):
            name = board.squares[one.square].name
            _add(rights, Right(one.player, 1 << one.square, name))
    _check_names(pieces, rights, marks, findings)
    return tuple(rights)


def _check_names(
    pieces: Sequence[PieceType],
    rights: Sequence[Right],
    marks: Sequence[Mark],
    findings: Findings,
) -> None:
    """A FEN shows every right and every mark by a name of its own."""
    names = [piece_letter(pieces, player, mark.piece) for mark in marks for player in (0, 1)]
    names += [right.name for right in rights]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        message = f"a FEN of this game would show two different rights or gates as `{double}`"
        findings.error("E314", pieces[0].span, message)


def _stand_ready(
    castle: Castle, piece: int, player: int, standing: dict[tuple[int, int], int]
) -> bool:
    return (
        standing.get((player, castle.start[player])) == piece
        and standing.get((player, castle.partner_start[player])) == castle.partner
    )


def _castling_right(board: Board, castle: Castle, player: int, *, royal: bool) -> Right:
    """The right of a piece and its partner.

    A royal piece's is named by the side on which the partner stands, any other's by the square
    of the partner.
    """
    start, partner = castle.start[player], castle.partner_start[player]
    if royal:
        name = "K" if board.squares[partner].file > board.squares[start].file else "Q"
        name = name if player == 0 else name.lower()
    else:
        name = board.squares[partner].name
    return Right(player, 1 << start | 1 << partner, name)


def _add(rights: list[Right], right: Right) -> None:
    """Add a right, unless two castlings share it."""
    if right not in rights:
        rights.append(right)


def right_of(rights: Sequence[Right], player: int, squares: int) -> int | None:
    """The number of the player's right on exactly these squares."""
    for i, right in enumerate(rights):
        if (right.player, right.squares) == (player, squares):
            return i
    return None
