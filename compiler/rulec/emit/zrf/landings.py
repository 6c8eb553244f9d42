"""How pieces end their moves: promotion, and tokens turned when a gate is crossed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulec.emit.zrf.constructs import unmoved
from rulec.emit.zrf.hands import DOUBLED, Hands
from rulec.emit.zrf.macros import Landing, Macro, disjunction
from rulec.emit.zrf.names import Names
from rulec.emit.zrf.tokens import Token
from rulec.emit.zrf.zones import ZoneBook
from rulec.model.board import Zone
from rulec.model.game import Game, PieceType, Promotion

NEXT = "next"
"""The direction that leads over all squares, one after the other, to a square beside the board."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A piece that has gone past a square: its type, and where it now stands and came from."""

    victim: str
    there: str
    back: str

    @property
    def condition(self) -> str:
        """Whether it has done so in the last move, asked on the square."""
        return (
            f"(and (enemy? {self.there}) (piece? {self.victim} {self.there})"
            f" (last-to? {self.there}) (last-from? {self.back}))"
        )


class LandingWriter:
    """Writes the landings of all pieces, and collects the macros they need."""

    def __init__(
        self,
        game: Game,
        pieces: Sequence[str],
        tokens: Sequence[Token],
        names: Names,
        zones: ZoneBook,
        hands: Hands,
    ) -> None:
        self._game = game
        self._pieces = pieces
        self._tokens = tokens
        self._unmoved = unmoved(game)
        self._names = names
        self._zones = zones
        self._hands = hands
        self.macros: list[Macro] = []
        self.flags: list[str] = []
        self._starts: dict[str, str] = {}
        self._effects: dict[int, list[str]] = {}
        """What an `add` of a piece must have before it."""
        self._counts: dict[int, str] = {}
        self._drops: dict[object, Macro] = {}

    def landing(self, piece: int) -> Landing:
        """The landing of a piece type; plain unless it promotes or something is kept about it."""
        kind = self._game.pieces[piece]
        marked = [i for i, mark in enumerate(self._game.marks) if mark.piece == piece]
        moved = ["(set-attribute never-moved? false)"] if piece in self._unmoved else []
        joined = [self._hands.join] if self._hands.joins else []
        if not (kind.promotions or marked or moved):
            self._effects[piece] = joined
            return Landing("", None, " ".join([*joined, "add"]))
        prefix = f"{self._pieces[piece].lower()}-"
        start = [
            f"(set-flag {self._started(zone)} (in-zone? {self._zones.written(zone)}))"
            for zone in dict.fromkeys(zone for one in kind.promotions for zone in _origins(one))
        ]
        crossing: list[str] = []
        for mark in marked:
            head, tail = self._gate(mark, self._tokens[mark])
            start += head
            crossing += tail
        self._effects[piece] = [*moved, *crossing, *joined]
        about = f"How a {self._pieces[piece]} ends its moves."
        if any(one.or_illegal for one in kind.promotions):
            about += " It attacks a royal piece even where it has nothing to become."
        add = self._define(f"{prefix}add", about, self._added(kind, self._effects[piece]))
        if not start:
            return Landing(prefix, None, add)
        about = f"What counts of where a {self._pieces[piece]} starts."
        return Landing(prefix, self._define(f"{prefix}start", about, start), add)

    def taking(self, piece: int, landing: Landing, seen: Sequence[Seen]) -> Landing:
        """The landing of a move that takes en passant, and is made only if it does."""
        name = self._pieces[piece]
        take = "(capture $1) add"
        if landing.add != "add":
            about = f"How a {name} ends its moves, taking the piece at $1 en passant."
            effects = [*self._effects[piece], "(capture $1)"]
            if self._hands.joins:
                about += " It joins the hand as $2."
                effects.append(f"({self._hands.hold} $2 $3 $4)")
            macro = f"{name.lower()}-take"
            take = self._define(macro, about, self._added(self._game.pieces[piece], effects))
            take = f"{take[:-1]} $1)"
        lines = [
            f"(if {one.condition} {take.replace('$1', ' '.join([one.there, *self._held(one)]))})"
            for one in seen
        ]
        about = f"How a {name} ends a move that must take en passant an enemy just gone past."
        prefix = f"{name.lower()}-passing-"
        add = self._define(f"{prefix}add", about, lines)
        return Landing(prefix, landing.start, add)

    def _held(self, seen: Seen) -> tuple[str, ...]:
        """What is told about a piece taken en passant, so that it joins the hand."""
        return self._hands.held(self._pieces.index(seen.victim)) if self._hands.joins else ()

    def giving_way(self, piece: int, landing: Landing, seen: Sequence[Seen]) -> Landing:
        """The landing of a move that is made only if it does not take en passant where it ends."""
        name = self._pieces[piece]
        prefix = f"{name.lower()}-unpassed-"
        about = f"How a {name} ends a move, unless it takes en passant there by another rule."
        conditions = [one.condition for one in seen]
        lines = [f"(if (not {disjunction(conditions)}) {landing.add})"]
        add = self._define(f"{prefix}add", about, lines)
        return Landing(prefix, landing.start, add)

    def _define(self, wish: str, about: str, lines: list[str]) -> str:
        """The call of a new macro."""
        name = self._names.new(wish, "macro")
        self.macros.append(Macro(name, (about,), tuple(lines), block=False))
        return f"({name})"

    def _started(self, zone: Zone) -> str:
        """The flag that says whether a move has started in a zone."""
        name = self._zones.written(zone)
        if name not in self._starts:
            self._starts[name] = self._names.new(f"from-{name}", "flag")
            self.flags.append(self._starts[name])
        return self._starts[name]

    def _promotes(self, promotion: Promotion) -> str:
        """The condition under which a move promotes, asked where it lands."""
        there = f"(in-zone? {self._zones.written(promotion.zone)})"
        if promotion.also_from:
            there = f"(or {there} (flag? {self._started(promotion.zone)}))"
        if promotion.start is not None:
            return f"(and {there} (flag? {self._started(promotion.start)}))"
        return there

    def _gate(self, mark: int, token: Token) -> tuple[list[str], list[str]]:
        """Code for the head of a move and for its end that turns a token at a gate."""
        gate = self._game.marks[mark].gate
        sides = []
        for side, squares in (("before", gate.before), ("behind", gate.behind)):
            zone = self._zones.written(Zone(f"{side}-{gate.name}", squares, gate.span))
            flag = self._names.new(f"was-{zone}", "flag")
            self.flags.append(flag)
            sides.append((zone, flag))
        first, second = token.squares
        turn = self._names.new(f"set-{gate.name}", "macro")
        lines = (
            f"(if (friend? {first})",
            f"    (change-type $1 {first})",
            "else",
            f"    (change-type $1 {second})",
            ")",
        )
        about = "Makes the mover's token a $1."
        self.macros.append(Macro(turn, (about,), lines, block=False))
        (before, was_before), (behind, was_behind) = sides
        head = [f"(set-flag {flag} (in-zone? {zone}))" for zone, flag in sides]
        tail = [
            f"(if (and (flag? {was_before}) (in-zone? {behind}))",
            f"    ({turn} {token.crossed})",
            ")",
            f"(if (and (flag? {was_behind}) (in-zone? {before}))",
            f"    ({turn} {token.waiting})",
            ")",
        ]
        return head, tail

    def _added(self, kind: PieceType, effects: list[str]) -> list[str]:
        """The `add` of a piece type, with its effects, by what it becomes where it lands.

        An `add` uses up the effects before it. Where zones overlap, the first promotion counts.
        """
        lines: list[str] = []
        for depth, promotion in enumerate(kind.promotions):
            test = f"(if {self._promotes(promotion)}"
            body = _indented(1, self._promoted(promotion, effects))
            lines += _indented(depth, [test, *body, "else"])
        depth = len(kind.promotions)
        closing = ["    " * i + ")" for i in range(depth - 1, -1, -1)]
        return [*lines, *_indented(depth, [*effects, "add"]), *closing]

    def _promoted(self, promotion: Promotion, effects: list[str]) -> list[str]:
        """The `add`s of a move that promotes."""
        names = [self._pieces[choice] for choice in promotion.choices]
        lines = [*effects, "add"] if promotion.optional else []
        if not promotion.captured:
            return [*lines, *effects, f"(add {' '.join(names)})"]
        stays = not (promotion.optional or promotion.or_illegal)
        lines += ["(set-flag promotes false)"] if stays else []
        for name, choice in zip(names, promotion.choices, strict=True):
            _, count = self._game.start_counts(0, choice)
            if count:
                body = [*effects, f"(add {name})"]
                body += ["(set-flag promotes true)"] if stays else []
                call = f"({self._counting(count)} {name})"
                lines += [call, f"(if (not-flag? stand-{count})", *_indented(1, body), ")"]
        royal = [
            f"(piece? {name})"
            for name, kind in zip(self._pieces, self._game.pieces, strict=True)
            if kind.royal
        ]
        if promotion.or_illegal and royal:
            # A royal piece is attacked even by a move that has nothing to become.
            body = _indented(1, [*effects, f"(add {names[0]})"])
            lines += [f"(if (and enemy? {disjunction(royal)})", *body, ")"]
        if stays:
            body = _indented(1, [*effects, "add"])
            lines += ["(if (not-flag? promotes)", *body, ")"]
        return lines

    def _counting(self, count: int) -> str:
        """The macro that finds out whether the mover has a number of pieces of a type."""
        if count not in self._counts:
            self._counts[count] = name = self._names.new(f"count-to-{count}", "macro")
            flags = [f"stand-{i}" for i in range(1, count + 1)]
            self.flags = list(dict.fromkeys([*self.flags, *flags, "promotes"]))
            shifted = [f"(set-flag {a} (flag? {b}))" for a, b in pairwise(reversed(flags))]
            lines = (
                *(f"(set-flag {flag} false)" for flag in flags),
                "mark",
                self._game.board.squares[0].name,
                f"(while (on-board? {NEXT})",
                "    (if (and friend? (piece? $1))",
                *_indented(2, [*shifted, f"(set-flag {flags[0]} true)"]),
                "    )",
                f"    {NEXT}",
                ")",
                "back",
            )
            about = (f"Whether {count} of the mover's $1 stand on the board: all squares in turn.",)
            self.macros.append(Macro(name, about, lines, block=False))
        return self._counts[count]

    def drop(self, piece: int) -> Macro:
        """The macro by which a piece is dropped from the hand; its argument is a zone, if any."""
        drop = self._game.pieces[piece].drop
        assert drop is not None
        moved = ["(set-attribute never-moved? false)"] if piece in self._unmoved else []
        if drop.one_a_file:
            self.flags = list(dict.fromkeys([*self.flags, DOUBLED]))
        key = drop.one_a_file and piece, drop.zone is None, bool(moved)
        if key not in self._drops:
            self._drops[key] = self._hands.drop(drop, self._pieces[piece], moved, NEXT)
        return self._drops[key]

    @property
    def drops(self) -> tuple[Macro, ...]:
        """The macros by which pieces are dropped."""
        return tuple(self._drops.values())

    @property
    def walks(self) -> bool:
        """Whether code walks over all squares, one after the other."""
        return bool(self._counts or self._drops)


def _indented(depth: int, lines: list[str]) -> list[str]:
    return ["    " * depth + line for line in lines]


def _origins(promotion: Promotion) -> list[Zone]:
    """The zones that a promotion asks the start of a move for."""
    also = [promotion.zone] if promotion.also_from else []
    return also if promotion.start is None else [*also, promotion.start]
