"""How pieces end their moves: promotion, and tokens turned when a gate is crossed."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.emit.zrf.constructs import unmoved
from rulec.emit.zrf.macros import Landing, Macro
from rulec.emit.zrf.names import Names
from rulec.emit.zrf.tokens import Token
from rulec.emit.zrf.zones import ZoneBook
from rulec.model.board import Zone
from rulec.model.game import Game, PieceType, Promotion


class LandingWriter:
    """Writes the landings of all pieces, and collects the macros they need."""

    def __init__(
        self,
        game: Game,
        pieces: Sequence[str],
        tokens: Sequence[Token],
        names: Names,
        zones: ZoneBook,
    ) -> None:
        self._game = game
        self._pieces = pieces
        self._tokens = tokens
        self._unmoved = unmoved(game)
        self._names = names
        self._zones = zones
        self.macros: list[Macro] = []
        self.flags: list[str] = []
        self._starts: dict[str, str] = {}

    def landing(self, piece: int) -> Landing:
        """The landing of a piece type; plain unless it promotes or something is kept about it."""
        kind = self._game.pieces[piece]
        marked = [i for i, mark in enumerate(self._game.marks) if mark.piece == piece]
        moved = ["(set-attribute never-moved? false)"] if piece in self._unmoved else []
        if not (kind.promotions or marked or moved):
            return Landing()
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
        about = f"How a {self._pieces[piece]} ends its moves."
        add = self._define(f"{prefix}add", about, self._added(kind, [*moved, *crossing]))
        if not start:
            return Landing(prefix, None, add)
        about = f"What counts of where a {self._pieces[piece]} starts."
        return Landing(prefix, self._define(f"{prefix}start", about, start), add)

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
            types = " ".join(self._pieces[choice] for choice in promotion.choices)
            staying = ["add", *effects] if promotion.optional else []
            body = [f"    {line}" for line in (*staying, f"(add {types})")]
            test = f"(if {self._promotes(promotion)}"
            lines += ["    " * depth + line for line in (test, *body, "else")]
        depth = len(kind.promotions)
        closing = ["    " * i + ")" for i in range(depth - 1, -1, -1)]
        return [*effects, *lines, "    " * depth + "add", *closing]


def _origins(promotion: Promotion) -> list[Zone]:
    """The zones that a promotion asks the start of a move for."""
    also = [promotion.zone] if promotion.also_from else []
    return also if promotion.start is None else [*also, promotion.start]
