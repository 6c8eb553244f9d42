"""Why two engines differ: the ray, promotion or ending behind a difference.

Many differences have one cause. A rook that slides too far shows as a move too many, and as king
moves missing wherever it now gives check; both name the same ray of the same rule, on the side
of the engine that has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from rulec.crosscheck.compare import Difference, Pair, Sight, answers
from rulec.engines.protocol import Ending, Engine, EngineError, Place, Trait
from rulec.engines.rules_engine import Ray, RulesEngine
from rulec.engines.setting import format_setting, parse_setting
from rulec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a rule is written, and its words."""

    file: str
    line: int
    column: int
    text: str

    @classmethod
    def at(cls, span: Span) -> Rule:
        """The rule of a span."""
        return cls(span.source.name, span.line, span.column, " ".join(span.text.split()))

    @property
    def place(self) -> str:
        """`file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"


class Kind(StrEnum):
    """What sort of thing two engines disagree about."""

    RAY = "ray"
    """A way to move that only one of them knows."""
    SIDE = "side"
    """Moves of pieces whose turn it is not."""
    PROMOTION = "promotion"
    """What a piece becomes at the end of a move."""
    REFUSAL = "refusal"
    """A move that an engine lists and then does not accept."""
    ENDING = "ending"
    """Whether or how the game is over."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One cause of differences. `has` is the engine (0, 1) that has the ray, check or ending."""

    kind: Kind
    has: int
    piece: str = ""
    rule: Rule | None = None
    shape: str = ""
    endings: tuple[Ending | None, Ending | None] | None = None

    @property
    def sort_key(self) -> tuple[str, ...]:
        """A stable order for reports."""
        return str(self.kind), self.piece, str(self.rule), self.shape, str(self.endings)


@dataclass(frozen=True, slots=True)
class Instance:
    """One appearance of a cause: the squares it is about, and the ray where one is known."""

    cause: Cause
    squares: tuple[str, str] = ("", "")
    ray: Ray | None = None
    move: str = ""

    @property
    def direct(self) -> bool:
        """Whether the move runs along the ray itself, and not only suffers from it."""
        return not self.move or move_squares(self.move) == self.squares


def instances(pair: Pair, difference: Difference) -> list[Instance]:
    """The causes that a difference shows, one instance each of squares."""
    if difference.refusals is not None:
        has = 0 if difference.refusals[0] is None else 1
        move = difference.place.moves[-1]
        return [Instance(Cause(Kind.REFUSAL, has), move_squares(move), None, move)]
    if difference.endings is not None:
        return [_ending(pair, difference.place, difference.endings)]
    found: dict[tuple[Cause, tuple[str, str]], Instance] = {}
    for has in (0, 1):
        for move in sorted(difference.only[has]):
            for one in _move(pair, difference, has, move):
                key = one.cause, one.squares
                if key not in found or (one.direct and not found[key].direct):
                    found[key] = one
    wrong = [one for one in found.values() if one.cause.kind is Kind.SIDE]
    return wrong or list(found.values())


def _ending(pair: Pair, place: Place, endings: tuple[Ending | None, Ending | None]) -> Instance:
    rules = [
        Rule.at(goal.span)
        for engine in pair.engines
        if isinstance(engine, RulesEngine) and (goal := engine.goal(place)) is not None
    ]
    shapes = [
        shape
        for engine in pair.engines
        if isinstance(engine, RulesEngine) and (shape := engine.repetition_needs(place))
    ]
    for engine, ending in zip(pair.engines, endings, strict=True):
        if ending is not None and ending.reason is None:
            shapes.append(_ground(engine, place, ending))
    has = 0 if endings[0] is not None else 1
    return Instance(
        Cause(
            Kind.ENDING,
            has,
            rule=rules[0] if rules else None,
            shape=", ".join(dict.fromkeys(filter(None, shapes))),
            endings=endings,
        )
    )


def _ground(engine: Engine, place: Place, ending: Ending) -> str:
    """What an ending without a reason rests on, found by asking about the position alone."""
    fen = None if Trait.SET not in engine.traits else engine.fen(place)
    if fen is None:
        return ""
    setting = parse_setting(fen)
    fresh = Place(format_setting(replace(setting, quiet=0)))
    still = [answers(engine, [one])[0].ending for one in (fresh, Place(fen))]
    if still[0] == ending:
        return "by the pieces on the board"
    return "by the count of quiet plies" if still[1] == ending else "by the moves before"


def _move(pair: Pair, difference: Difference, has: int, move: str) -> Iterator[Instance]:
    """The instances behind one move that only the engine `has` has."""
    place = difference.place
    with_it, without = pair.engines[has], pair.engines[1 - has]
    rays = _reason(with_it, place, move)
    bans = _reason(without, place, move)
    if bans:
        for ray in bans:
            yield _ray(Kind.RAY, 1 - has, ray, move)
        return
    promotes = _promotes_otherwise(move, difference.only[1 - has])
    kind = Kind.PROMOTION if promotes else Kind.RAY
    if rays:
        for ray in rays:
            yield _ray(kind, has, ray, move)
        return
    yield _unexplained(pair, kind, place, has, move)


def _reason(engine: Engine, place: Place, move: str) -> tuple[Ray, ...]:
    return engine.reason(place, move).rays if isinstance(engine, RulesEngine) else ()


def _ray(kind: Kind, has: int, ray: Ray, move: str) -> Instance:
    cause = Cause(kind, has, ray.piece, Rule.at(ray.rule), ray.shape)
    return Instance(cause, (ray.origin, ray.target), ray, move)


def _promotes_otherwise(move: str, others: frozenset[str]) -> bool:
    squares = move_squares(move)
    return any(move_squares(other) == squares for other in others)


def move_squares(move: str) -> tuple[str, str]:
    """The two squares that a move text begins with: none of a turn before play, one of a drop."""
    if move[0] in "#-":
        return "", ""
    if "@" in move:
        return "", move.partition("@")[2]
    end = 0
    parts = []
    for _ in range(2):
        start = end
        while end < len(move) and not move[end].isdigit():
            end += 1
        while end < len(move) and move[end].isdigit():
            end += 1
        parts.append(move[start:end])
    return parts[0], parts[1]


def _unexplained(pair: Pair, kind: Kind, place: Place, has: int, move: str) -> Instance:
    """A move that nobody's rules explain: the piece is all that can be told."""
    squares = move_squares(move)
    fen = position_at(pair, place)
    letter = "" if fen is None else parse_setting(fen).at(squares[0]) or ""
    if fen is not None and letter and letter.isupper() != (parse_setting(fen).side == "w"):
        return Instance(Cause(Kind.SIDE, has), squares, None, move)
    letter = letter or move.partition("@")[0] if "@" in move else letter
    return Instance(_of_piece(pair, kind, place, has, squares[0], letter), squares, None, move)


def _of_piece(pair: Pair, kind: Kind, place: Place, has: int, square: str, letter: str) -> Cause:
    """A cause of which only the piece is known; its rule, if an engine can tell."""
    for engine in pair.engines:
        if isinstance(engine, RulesEngine):
            piece = engine.piece_on(place, square)
            if piece is not None:
                return Cause(kind, has, piece.name, Rule.at(piece.span))
    return Cause(kind, has, letter.upper())


def position_at(pair: Pair, place: Place) -> str | None:
    """The position at a place, by the first engine that can tell it."""
    for engine in pair.engines:
        try:
            fen = engine.fen(place)
        except EngineError:
            continue
        if fen is not None:
            return fen
    return None


def attacker(pair: Pair, place: Place, one: Instance) -> Instance | None:
    """The piece whose check only one engine sees, if that is where a difference comes from.

    An engine that lacks a move may lack the ray, or see a check where there is none; and one that
    says mate where the other says stalemate sees a check. Without the piece that gives it, they
    agree.
    """
    sees = _sees_a_check(one)
    fen = position_at(pair, place)
    if sees is None or fen is None or not pair.settable:
        return None
    if one.cause.kind is Kind.RAY and isinstance(pair.engines[sees], RulesEngine):
        return None
    setting = parse_setting(fen)
    passed = one.squares if one.ray is None else one.ray.path
    for square, letter in setting.pieces:
        if letter.isupper() == (setting.side == "w") or square in passed:
            continue
        fewer = replace(
            setting, pieces=tuple(piece for piece in setting.pieces if piece[0] != square)
        )
        sight = pair.look([Place(format_setting(fewer))])[0]
        if one.move in sight.common if one.move else _agree(pair, sight):
            cause = _of_piece(pair, Kind.RAY, place, sees, square, letter)
            return Instance(cause, (square, ""), None, one.move)
    return None


def _sees_a_check(one: Instance) -> int | None:
    """The engine that may see a check too many."""
    if one.cause.kind is Kind.RAY and one.direct:
        return 1 - one.cause.has
    reasons = [None if end is None else end.reason for end in one.cause.endings or ()]
    if sorted(map(str, reasons)) == ["checkmate", "stalemate"]:
        return reasons.index("checkmate")
    return None


def _agree(pair: Pair, sight: Sight) -> bool:
    return sight.refusals == (None, None) and pair.difference(sight) is None
