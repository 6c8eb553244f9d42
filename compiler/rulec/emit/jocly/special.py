"""Castling, moves over safe squares, jumps: written, or refused."""

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

    king: str
    partner: str
    king_way: tuple[str, ...]
    partner_way: tuple[str, ...]
    notation: str
    kinds: tuple[int, int]
    """The types of the two."""
    royal: bool
    safe: tuple[str, ...]
    """Squares that must not be attacked."""
    several: bool
    """Whether the two have other castlings, too: Jocly's table has one for each pair."""
    rule: Span


def castle_specs(game: Game, tables: Tables, types: TypeList) -> tuple[CastleSpec, ...]:
    """All castlings."""
    return tuple(
        spec
        for player, castlings in enumerate(tables.castlings)
        for spec in _specs(game, types, player, castlings)
    )


def _specs(
    game: Game, types: TypeList, player: int, castlings: tuple[Castling, ...]
) -> Iterator[CastleSpec]:
    """A player's castlings as they are written.

    A king's with the nearest partner is O-O, by each further rule one longer. Where a king has
    several castlings with one partner, they are written with their targets.
    """
    names = [square.name for square in game.board.squares]
    here = game.board.squares
    near: dict[Span, int] = {}
    for castling in castlings:
        if game.pieces[castling.piece].royal:
            king, partner = here[castling.origin], here[castling.partner_origin]
            distance = abs(king.file - partner.file) + abs(king.rank - partner.rank)
            near[castling.rule] = min(distance, near.get(castling.rule, distance))
    rules = sorted(near, key=near.__getitem__)
    pairs = Counter((castling.origin, castling.partner_origin) for castling in castlings)
    for castling in castlings:
        kind = game.pieces[castling.piece]
        several = pairs[castling.origin, castling.partner_origin] > 1
        way = game.board.names(castling.safe & ~(1 << castling.origin))
        king_way = [name for name in way if name != names[castling.target]]
        free = [name for name in game.board.names(castling.empty) if name not in way]
        partner_way = [name for name in free if name != names[castling.partner_target]]
        if not kind.royal:
            notation = f"{kind.letter}{names[castling.origin]}/{names[castling.partner_origin]}"
        elif several:
            notation = f"O-O/{names[castling.target]}"
        else:
            notation = "-".join("O" * (2 + rules.index(castling.rule)))
        yield CastleSpec(
            king=names[castling.origin],
            partner=names[castling.partner_origin],
            king_way=(*king_way, names[castling.target]),
            partner_way=(*partner_way, names[castling.partner_target]),
            notation=notation,
            kinds=(
                types.fresh(castling.piece, player),
                types.fresh(castling.partner, player),
            ),
            royal=kind.royal,
            safe=tuple(game.board.names(castling.safe)),
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


def check_hops(tables: Tables, findings: Findings) -> None:
    """An error for jumps that take en passant, or that may be answered so."""
    for line in _lines(tables):
        if line.spares or line.barred:
            message = "in Jocly a piece captures or jumps pieces of all types alike"
            findings.error("E615", line.rule, message)
        if line.screens and any(stop.trail or stop.ends & Ends.EN_PASSANT for stop in line.stops):
            message = "in Jocly no move that jumps a piece has to do with en passant"
            findings.error("E615", line.rule, message)


def _lines(tables: Tables) -> Iterator[Line]:
    for side in tables.lines:
        for squares in side:
            for lines in squares:
                yield from lines
