"""Castling, moves over safe squares, jumps, turns before play: written, or refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rulec.emit.jocly.types import TypeList
from rulec.model.game import Game
from rulec.model.tables import Castling, Ends, Line, Tables
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
    several: bool
    """Whether the two have other castlings, too: Jocly's table has one for each pair."""
    rule: Span


def castle_specs(game: Game, tables: Tables, findings: Findings) -> tuple[CastleSpec, ...]:
    """All castlings; a king and a partner with first moves of their own are refused."""
    specs: list[CastleSpec] = []
    for player, castlings in enumerate(tables.castlings):
        for castling in castlings:
            if not game.pieces[castling.piece].royal:
                message = f"Jocly cannot castle with a {game.pieces[castling.piece].name}"
                findings.error("E615", castling.rule, message)
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
    """The castling with the nearest partner is written O-O, each further one longer.

    Where a king has several castlings with one partner, they are written with their targets.
    """
    names = [square.name for square in game.board.squares]
    here = game.board.squares

    def distance(castling: Castling) -> int:
        king, partner = here[castling.origin], here[castling.partner_origin]
        return abs(king.file - partner.file) + abs(king.rank - partner.rank)

    pairs = Counter((castling.origin, castling.partner_origin) for castling in castlings)
    for length, castling in enumerate(sorted(castlings, key=distance)):
        several = pairs[castling.origin, castling.partner_origin] > 1
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
            notation=f"O-O/{names[castling.target]}" if several else "-".join("O" * (2 + length)),
            several=several,
            rule=castling.rule,
        )


@dataclass(frozen=True, slots=True)
class SafeSpec:
    """A move of an unmoved piece over squares that are not attacked: squares by name."""

    player: int
    types: tuple[int, ...]
    origin: str
    target: str
    way: tuple[str, ...]


def safe_moves(game: Game, tables: Tables, types: TypeList) -> dict[Span, list[SafeSpec]]:
    """These moves, by the rule that gives them."""
    found: dict[Span, list[SafeSpec]] = {}
    for player, moves in enumerate(tables.safe_moves):
        for move in moves:
            spec = SafeSpec(
                player=player,
                types=tuple(kind.number for kind in types.types if kind.piece == move.piece),
                origin=game.board.squares[move.origin].name,
                target=game.board.squares[move.target].name,
                way=tuple(game.board.names(move.safe)),
            )
            found.setdefault(move.rule, []).append(spec)
    return found


def check_turns(game: Game, findings: Findings) -> None:
    """An error for turns before play."""
    if game.before:
        message = "the target `jocly` does not write turns before play"
        findings.error("E615", game.before[0].span, message, hint="play it with `rulec` itself")


def check_hops(tables: Tables, findings: Findings) -> None:
    """Jocly has the cannon's jump: over one piece, to capture anything at any distance."""
    for line in _lines(tables):
        if line.spares or line.barred:
            message = "in Jocly a piece captures or jumps pieces of all types alike"
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


def _lines(tables: Tables) -> Iterator[Line]:
    for side in tables.lines:
        for squares in side:
            for lines in squares:
                yield from lines
