"""Hands: squares beside the board, a row for every player and type, filled and emptied in order.

Zillions could keep captured pieces in a store, but it does not look at stores when it compares
positions for repetition; pieces on squares it does. A piece in hand is of its own type and stands
where no direction leads, so that of its blocks only the drop is of use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulec.emit.zrf.macros import Macro, disjunction
from rulec.emit.zrf.names import Names
from rulec.emit.zrf.pictures import hand_places
from rulec.model.game import Drop, Game

MORE = "more"
"""The direction that leads from a square of a row to the next."""
OWN_HAND = "own-hand"
"""The zone of all squares of the mover's hand."""
DOUBLED = "doubled"
"""The flag that says that the mover has a piece on a file already."""


class Hands:
    """The squares of both hands, and the macros that fill and empty them."""

    def __init__(
        self, game: Game, players: Sequence[str], pieces: Sequence[str], names: Names
    ) -> None:
        self._game = game
        self._pieces = pieces
        self._names = names
        self.rows: tuple[dict[int, tuple[str, ...]], ...] = ({}, {})
        """By player and piece type, the squares for pieces of the type."""
        for owner, rows in zip(players, self.rows, strict=True):
            for kind, most in _capacities(game).items():
                wish = f"{owner}-{pieces[kind]}".lower()
                rows[kind] = tuple(names.new(f"{wish}-{i + 1}", "square") for i in range(most))
        self.macros: list[Macro] = []
        self._files: str | None = None
        self._hold = self._join = ""
        self.joins = game.captures_go_to_hands and bool(self)
        """Whether captured pieces join a hand."""
        if self.joins:
            first, second = players
            code = _holding(("$2", "$3"), (first, second))
            if game.captures_return:
                code = _holding(("$3", "$2"), (second, first))
            self._hold = self._define("hold", _HOLD_ABOUT, code)
            self._join = self._define("join-hand", _JOIN_ABOUT, tuple(self._joining()))

    def _define(self, wish: str, about: tuple[str, ...], lines: tuple[str, ...]) -> str:
        name = self._names.new(wish, "macro")
        self.macros.append(Macro(name, about, lines, block=False))
        return name

    def __bool__(self) -> bool:
        return bool(self.rows[0])

    @property
    def most(self) -> int:
        """How many squares each hand has."""
        return sum(map(len, self.rows[0].values()))

    @property
    def join(self) -> str:
        """The call by which what stands where a move ends joins a hand."""
        return f"({self._join})"

    def held(self, captured: int) -> tuple[str, ...]:
        """What `hold` is told about a captured piece: its type in hand, and where that begins."""
        kind = self._game.in_hand_as(captured)
        if kind not in self.rows[0]:
            return ()
        return self._pieces[kind], self.rows[0][kind][0], self.rows[1][kind][0]

    @property
    def hold(self) -> str:
        """The macro that puts a captured piece in a hand."""
        return self._hold

    def _joining(self) -> Iterator[str]:
        for kind in self.rows[0]:
            sources = [
                f"(piece? {self._pieces[i]})"
                for i in range(len(self._game.pieces))
                if self._game.in_hand_as(i) == kind
            ]
            call = f"({self._hold} {' '.join(self.held(kind))})"
            yield f"(if (and enemy? {disjunction(sources)}) {call})"

    def setup(self, player: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The pieces that a player has in the hand at the start: a type and its squares."""
        for one in self._game.in_hand:
            if one.player == player and one.count:
                yield one.piece, self.rows[player][one.piece][: one.count]

    @property
    def positions(self) -> tuple[str, ...]:
        """The squares with their places on the picture, by player and type."""
        rows = [[name for row in rows.values() for name in row] for rows in self.rows]
        return tuple(
            f"({name} {' '.join(map(str, place))})"
            for player, names in enumerate(rows)
            for name, place in zip(
                names, hand_places(self._game.board, player, len(names)), strict=True
            )
        )

    @property
    def links(self) -> tuple[str, ...]:
        """The ways along the rows."""
        rows = [row for rows in self.rows for row in rows.values()]
        return tuple(f"({a} {b})" for row in rows for a, b in pairwise(row))

    @property
    def zone(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The squares of each player's hand."""
        for player, rows in enumerate(self.rows):
            yield player, tuple(name for row in rows.values() for name in row)

    def drop(self, drop: Drop, piece: str, effects: Sequence[str], following: str) -> Macro:
        """The macro of a drop; `following` leads over all squares of the board."""
        zone = drop.zone is not None
        conditions = ["empty?", *(["(in-zone? $1)"] if zone else [])]
        adding = [*effects, "add"]
        if drop.one_a_file:
            look = f"({self._on_file()} {piece})"
            adding = [look, f"(if (and empty? (not-flag? {DOUBLED})) {' '.join(adding)})"]
        test = conditions[0] if len(conditions) == 1 else f"(and {' '.join(conditions)})"
        lines = (
            f"(verify (in-zone? {OWN_HAND}))",
            f"(verify (or (not-on-board? {MORE}) (empty? {MORE})))",
            self._game.board.squares[0].name,
            f"(while (on-board? {following})",
            f"    (if {test}",
            *(f"        {line}" for line in adding),
            "    )",
            f"    {following}",
            ")",
        )
        words = ["drop", *(["one-a-file"] if drop.one_a_file else []), *(["into"] if zone else [])]
        where = "an empty square" + (" of zone $1" if zone else "")
        about = [f"Drops the last piece of a row of the hand on {where}."]
        if drop.one_a_file:
            about.append("No other of its kind may stand on the file.")
        name = self._names.new("-".join(words), "macro")
        return Macro(name, tuple(about), lines, block=True)

    def _on_file(self) -> str:
        if self._files is None:
            lines = [f"(set-flag {DOUBLED} false)", "mark"]
            for direction in ("n", "s"):
                lines += [
                    f"(while (on-board? {direction})",
                    f"    {direction}",
                    f"    (if (and friend? (piece? $1)) (set-flag {DOUBLED} true))",
                    ")",
                    "back",
                ]
            about = ("Whether the mover has a $1 on the file.",)
            self._files = self._define("look-on-file", about, tuple(lines))
        return self._files


_HOLD_ABOUT = ("Puts a $1 in a hand; $2 and $3 are where the players' rows begin.",)


def _holding(rows: tuple[str, str], players: tuple[str, str]) -> tuple[str, ...]:
    """The code of `hold`: into which row, and whose the piece then is, by who moves."""
    first, second = (
        [f"    {row}", f"    (while not-empty? {MORE})", f"    (create {player} $1)"]
        for row, player in zip(rows, players, strict=True)
    )
    return ("mark", f"(if (in-zone? {OWN_HAND} $2)", *first, "else", *second, ")", "back")


_JOIN_ABOUT = ("What is captured where a move ends joins a hand.",)


def _capacities(game: Game) -> dict[int, int]:
    """The most pieces of every type that may be in one hand."""
    found: dict[int, int] = {}
    for start in range(len(game.pieces)) if game.has_hands else ():
        count = sum(one.count for one in game.in_hand if one.piece == start)
        if game.captures_go_to_hands:
            count += sum(game.start_counts(player, start)[1] for player in (0, 1))
        for kind in _may_be_held(game, start) if count else ():
            found[kind] = found.get(kind, 0) + count
    return dict(sorted(found.items()))


def _may_be_held(game: Game, start: int) -> set[int]:
    """The types that a piece may be of in a hand, in the course of its promotions and captures."""
    held = {one.piece for one in game.in_hand if one.piece == start}
    if not game.captures_go_to_hands:
        return held
    for kind in game.may_become(start):
        hand = game.in_hand_as(kind)
        if not game.pieces[kind].royal and game.pieces[hand].drop is not None:
            held.add(hand)
    return held
