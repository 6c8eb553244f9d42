"""Castling, en passant and jumps: what Jocly has of them, and what has to be refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulec.model.game import Game
from rulec.model.tables import Castling, Ends, Line, Stop, Tables
from rulec.syntax.diagnostics import Findings
from rulec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class CastleSpec:
    """An entry of Jocly's castling table: squares by name."""

    player: int
    king: str
    partner: str
    king_way: tuple[str, ...]
    partner_way: tuple[str, ...]
    notation: str
    rule: Span


def castle_specs(game: Game, tables: Tables, findings: Findings) -> tuple[CastleSpec, ...]:
    """All castlings; a king and a partner with first moves of their own are refused."""
    specs: list[CastleSpec] = []
    for player, castlings in enumerate(tables.castlings):
        for castling in castlings:
            for piece in (castling.piece, castling.partner):
                if any(movement.first for movement in game.pieces[piece].movements):
                    message = (
                        f"Jocly cannot castle with a {game.pieces[piece].name} "
                        "that also has a first move of its own"
                    )
                    findings.error("E615", castling.rule, message)
        specs += _specs(game, player, castlings)
    return tuple(specs)


def _specs(game: Game, player: int, castlings: tuple[Castling, ...]) -> Iterator[CastleSpec]:
    """The castling with the nearest partner is written O-O, each further one longer."""
    names = [square.name for square in game.board.squares]
    here = game.board.squares

    def distance(castling: Castling) -> int:
        king, partner = here[castling.origin], here[castling.partner_origin]
        return abs(king.file - partner.file) + abs(king.rank - partner.rank)

    for length, castling in enumerate(sorted(castlings, key=distance)):
        way = game.board.names(castling.safe & ~(1 << castling.origin))
        king_way = [name for name in way if name != names[castling.target]]
        free = [name for name in game.board.names(castling.empty) if name not in way]
        partner_way = [name for name in free if name != names[castling.partner_target]]
        yield CastleSpec(
            player=player,
            king=names[castling.origin],
            partner=names[castling.partner_origin],
            king_way=(*king_way, names[castling.target]),
            partner_way=(*partner_way, names[castling.partner_target]),
            notation="-".join(["O"] * (2 + length)),
            rule=castling.rule,
        )


@dataclass(frozen=True, slots=True)
class Passing:
    """The pieces that leave a trail by a long move, and those that take en passant."""

    leavers: frozenset[int]
    takers: frozenset[int]


def passing(game: Game, tables: Tables, findings: Findings) -> Passing:
    """Who passes and who takes in passing.

    In Jocly every long move without capture of some types leaves its last passed square, and every
    capture of some types may be made there.
    """
    leavers, takers = set(), set()
    for _, piece, line in _lines(tables):
        if any(stop.trail for stop in line.stops):
            leavers.add(piece)
        if any(stop.ends & Ends.EN_PASSANT for stop in line.stops):
            takers.add(piece)
    for _, piece, line in _lines(tables):
        if piece in leavers and not _leaves_as_jocly(line):
            message = (
                "Jocly can take en passant only on the last square passed, and of all long moves"
            )
            findings.error("E615", line.rule, message)
    for piece in sorted(takers):
        for player in (0, 1):
            _check_taker(game, tables, player, piece, findings)
    return Passing(frozenset(leavers), frozenset(takers))


def _lines(tables: Tables) -> Iterator[tuple[int, int, Line]]:
    for player, side in enumerate(tables.lines):
        for piece, squares in enumerate(side):
            for lines in squares:
                for line in lines:
                    yield player, piece, line


def _leaves_as_jocly(line: Line) -> bool:
    before: Stop | None = None
    for stop in line.stops:
        last = 1 << before.square if before else 0
        if stop.ends & Ends.MOVE and stop.trail != last:
            return False
        if stop.trail and stop.ends & ~Ends.MOVE:
            return False
        before = stop
    return True


def _check_taker(game: Game, tables: Tables, player: int, piece: int, findings: Findings) -> None:
    trails = {
        (square, stop.square)
        for other, _, line in _lines(tables)
        if other != player
        for stop in line.stops
        for square in range(len(game.board.squares))
        if stop.trail >> square & 1
    }
    passed = {square for square, _ in trails}
    for origin, lines in enumerate(tables.lines[player][piece]):
        ways = {Ends.CAPTURE: set[tuple[int, ...]](), Ends.EN_PASSANT: set[tuple[int, ...]]()}
        for line in lines:
            way: tuple[int, ...] = (origin,)
            for stop in line.stops:
                for kind, found in ways.items():
                    if stop.ends & kind and stop.square in passed:
                        found.add((*way, stop.square))
                pushes = stop.ends & Ends.MOVE and not stop.ends & Ends.EN_PASSANT
                if pushes and any(
                    square == stop.square and passer not in way for square, passer in trails
                ):
                    message = "Jocly would not let this move end on a square just passed"
                    findings.error("E615", line.rule, message)
                way = (*way, stop.square)
        if ways[Ends.CAPTURE] != ways[Ends.EN_PASSANT]:
            message = f"in Jocly a {game.pieces[piece].name} takes en passant wherever it captures"
            findings.error("E615", game.pieces[piece].span, message)
            return


def check_hops(tables: Tables, findings: Findings) -> None:
    """Jocly has the cannon's jump: over one piece, to capture anything at any distance."""
    for _, _, line in _lines(tables):
        if line.safe:
            message = "in Jocly only castling asks whether squares are attacked"
            findings.error("E615", line.rule, message)
        if not line.screens:
            continue
        ends = {stop.ends for stop in line.stops[1:]}
        if line.screens > 1:
            findings.error("E615", line.rule, "Jocly's pieces can jump over one piece at most")
        elif line.landing_next:
            message = "Jocly's pieces cannot be made to land right behind the piece they jump"
            findings.error("E615", line.rule, message)
        elif ends - {Ends.CAPTURE}:
            findings.error("E615", line.rule, "in Jocly a move that jumps a piece must capture")
