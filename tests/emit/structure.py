"""Checks a ZRF by its text alone: form, names, references, limits. Knows nothing of the emitter.

`problems(text, files)` returns sentences; none means that the file is sound. It expands macros,
then looks at every form of the game against what the file itself declares.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

Form: TypeAlias = "str | list[Form]"

_TOKEN = re.compile(r'\s*(;[^\n]*|"[^"]*"|[()]|[^\s();"]+)')
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*\??")

_INSTRUCTIONS = {"add", "from", "to", "mark", "back", "cascade", "capture", "flip", "else"}
_PLAIN_CONDITIONS = {"empty?", "enemy?", "friend?", "attacked?", "true", "false"}
_LIMITS = {"zones": 32, "directions": 100, "flags": 32}
_SECTIONS = {
    "title", "description", "history", "players", "turn-order", "move-priorities", "option",
    "board", "board-setup", "piece",
    "win-condition", "loss-condition", "draw-condition",
}  # fmt: skip
_WORDS = _INSTRUCTIONS | _PLAIN_CONDITIONS | _SECTIONS | {
    "and", "or", "not", "if", "while", "verify", "set-flag", "flag?", "in-zone?", "on-board?",
    "piece?", "change-type", "create", "go", "opposite", "name", "image", "help", "notation",
    "moves", "drops", "zone", "positions", "grid", "dimensions", "directions", "links", "unlink",
    "kill-positions", "dummy", "symmetry", "checkmated", "stalemated", "repetition", "captured",
    "absolute-config", "relative-config", "off", "opponent", "game", "version", "variant", "define",
    "include", "option", "attribute", "move-type", "repeat", "open", "start-rectangle",
}  # fmt: skip


def problems(text: str, files: Iterable[str]) -> list[str]:
    """Everything wrong with the text of a ZRF that lies beside some files."""
    found = list(_form_problems(text))
    if found:
        return found
    found = list(_layout_problems(text))
    forms = parse(text)
    if forms[0] != ["version", '"2.0"']:
        found.append("the first form is not the version")
    macros = {}
    for form in forms:
        if form[0] == "define":
            if form[1] in macros:
                found.append(f"macro {form[1]} is defined twice")
            macros[str(form[1])] = list(form[2:])
    games = [form for form in forms if form[0] == "game"]
    if len(games) != 1 or len(games) + len(macros) + 1 != len(forms):
        return [*found, "the file is not one version, macros and one game"]
    used: set[str] = set()
    (game,) = expand([games[0]], macros, used)
    found += [f"macro {name} is never called" for name in macros.keys() - used]
    assert isinstance(game, list)
    return found + _Checker(game, set(macros), set(files)).check()


def _form_problems(text: str) -> Iterator[str]:
    if not text.isascii():
        yield "not all of the text is ASCII"
    if not text.startswith('(version "2.0")\n'):
        yield "the version is not on the first line"
    if not text.endswith(")\n"):
        yield "something follows the last bracket"
    depth = 0
    for token in tokens(text):
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth < 0:
            yield "a bracket closes that was never opened"
            return
    if depth:
        yield f"{depth} brackets are never closed"


def _layout_problems(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line != line.rstrip():
            yield f"white space ends the line {line!r}"
    if "\n\n\n" in text:
        yield "two empty lines follow each other"


def tokens(text: str) -> list[str]:
    """The words, strings and brackets of a text, without comments."""
    return [token for token in _TOKEN.findall(text) if not token.startswith(";")]


def parse(text: str) -> list[list[Form]]:
    """The top-level forms."""
    stack: list[list[Form]] = [[]]
    for token in tokens(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            form = stack.pop()
            stack[-1].append(form)
        else:
            stack[-1].append(token)
    (forms,) = stack
    return [form for form in forms if isinstance(form, list)]


def expand(forms: Sequence[Form], macros: dict[str, list[Form]], used: set[str]) -> list[Form]:
    """The forms with every macro call replaced by what it stands for."""
    result: list[Form] = []
    for form in forms:
        if isinstance(form, str):
            result.append(form)
        elif form and isinstance(form[0], str) and form[0] in macros:
            used.add(form[0])
            arguments = [str(word) for word in form[1:]]
            result += expand(_filled(macros[form[0]], arguments), macros, used)
        else:
            result.append(expand(form, macros, used))
    return result


def _filled(body: Sequence[Form], arguments: list[str]) -> list[Form]:
    def fill(form: Form) -> Form:
        if isinstance(form, list):
            return [fill(part) for part in form]
        return re.sub(r"\$(\d)", lambda m: arguments[int(m[1]) - 1], form)

    return [fill(form) for form in body]


@dataclass
class _Checker:
    game: list[Form]
    macros: set[str]
    files: set[str]
    found: list[str] = field(default_factory=list)
    attributes: set[str] = field(default_factory=set)
    flags: set[str] = field(default_factory=set)
    zones_used: set[str] = field(default_factory=set)

    def check(self) -> list[str]:
        for section in self.game[1:]:
            if not isinstance(section, list) or section[0] not in _SECTIONS:
                self.found.append(f"{section!r} is no section of a game")
        self.players = self.words(self.one("players"))
        self.pieces = [str(self.part(piece, "name")[1]) for piece in self.all("piece")]
        self.attributes = {
            str(one[1]) for piece in self.all("piece") for one in self.all("attribute", piece)
        }
        self.types = {
            str(one[1])
            for piece in self.all("piece")
            for moves in self.all("moves", piece)
            for one in self.all("move-type", moves)
        }
        self.turns()
        self.board()
        self.setup()
        for piece in self.all("piece"):
            self.piece(piece)
        for kind in ("win", "loss", "draw"):
            for goal in self.all(f"{kind}-condition"):
                self.goal(goal)
        self.names()
        return self.found

    # -- the parts of forms

    def all(self, name: str, form: list[Form] | None = None) -> list[list[Form]]:
        parts = form if form is not None else self.game
        return [part for part in parts if isinstance(part, list) and part[:1] == [name]]

    def one(self, name: str) -> list[Form]:
        return self.part(self.game, name)

    def part(self, form: list[Form], name: str) -> list[Form]:
        parts = self.all(name, form)
        if len(parts) != 1:
            self.found.append(f"{form[0]} has {len(parts)} parts {name}")
        return parts[0] if parts else [name, ""]

    def words(self, form: list[Form]) -> list[str]:
        return [word for word in form[1:] if isinstance(word, str)]

    def need(self, word: object, known: Collection[str], what: str) -> None:
        if word not in known:
            self.found.append(f"there is no {what} {word}")

    def turns(self) -> None:
        for form in self.all("move-priorities"):
            for move_type in form[1:]:
                self.need(move_type, self.types, "move type")
        before: list[Form] = []
        rest = self.one("turn-order")[1:]
        if "repeat" in rest:
            at = rest.index("repeat")
            before, rest = rest[:at], rest[at + 1 :]
        for turn in before:
            self.need(turn[0], self.players, "player")
            self.need(turn[1], self.types, "move type")
        if rest != self.players:
            self.found.append("the turn order is not that of the players")

    # -- the board

    def board(self) -> None:
        board = self.one("board")
        self.image(str(self.part(board, "image")[1]))
        squares = [str(one[0]) for form in self.all("positions", board) for one in form[1:]]
        self.directions = []
        for grid in self.all("grid", board):
            sizes = [one for one in self.part(grid, "dimensions")[1:] if isinstance(one, list)]
            labels = [str(one[0]).strip('"').split("/") for one in sizes]
            squares += ["".join(parts) for parts in product(*labels)]
            declared = self.part(grid, "directions")[1:]
            self.directions = [str(one[0]) for one in declared if isinstance(one, list)]
        killed = [word for form in self.all("kill-positions", board) for word in self.words(form)]
        for word in killed:
            self.need(word, squares, "square to kill")
        dummies = [word for form in self.all("dummy", board) for word in self.words(form)]
        self.positions = {*squares, *dummies} - set(killed)
        for form in self.all("links", board):
            if form[1] not in self.directions:
                self.directions.append(str(form[1]))
            for pair in form[2:]:
                for end in pair:
                    self.need(end, self.positions, "linked square")
        for form in self.all("symmetry", board):
            self.need(form[1], self.players, "player")
            pairs = [(str(pair[0]), str(pair[1])) for pair in form[2:]]
            for side in zip(*pairs, strict=True):
                if Counter(side) != Counter(self.directions):
                    self.found.append("the symmetry is no permutation of all directions")
        seen: set[tuple[str, str]] = set()
        for zone in self.all("zone", board):
            name = str(self.part(zone, "name")[1])
            for player in self.words(self.part(zone, "players")):
                self.need(player, self.players, "player")
                if (name, player) in seen:
                    self.found.append(f"zone {name} is given twice for {player}")
                seen.add((name, player))
            for word in self.words(self.part(zone, "positions")):
                self.need(word, self.positions, f"square of zone {name}")
        self.zones = sorted({name for name, _ in seen})
        for zone_name, owner in product(self.zones, self.players):
            if (zone_name, owner) not in seen:
                self.found.append(f"zone {zone_name} is not given for {owner}")
        self.dummies = dummies

    def image(self, word: str) -> None:
        path = word.strip('"')
        if path not in self.files or not path.endswith(".bmp") or ".." in path:
            self.found.append(f"there is no picture {path}")

    def setup(self) -> None:
        taken: set[str] = set()
        for side in self.one("board-setup")[1:]:
            assert isinstance(side, list)
            self.need(side[0], self.players, "player")
            for group in side[1:]:
                self.need(group[0], self.pieces, "piece")
                for square in group[1:]:
                    self.need(square, self.positions, "square of the setup")
                    if square in taken:
                        self.found.append(f"two pieces start on {square}")
                    taken.add(str(square))

    # -- pieces

    def piece(self, piece: list[Form]) -> None:
        images = self.words(self.part(piece, "image"))
        if images[::2] != self.players:
            self.found.append(f"{piece[1]} has not one picture for every player")
        for word in images[1::2]:
            self.image(word)
        for moves in self.all("moves", piece):
            for block in moves[1:]:
                self.set_flags: set[str] = set()
                if isinstance(block, list) and block[0] != "move-type":
                    self.block(block)
                elif isinstance(block, list):
                    self.need(block[1], self.types, "move type")
                else:
                    self.found.append(f"{block} stands among the moves")

    def block(self, block: list[Form]) -> None:
        for part in block:
            if isinstance(part, str):
                self.need(
                    part, {*self.directions, *self.positions, *_INSTRUCTIONS}, "direction or macro"
                )
                continue
            match part:
                case ["verify", condition]:
                    self.condition(condition)
                case ["if" | "while", condition, *rest]:
                    self.condition(condition)
                    self.block(rest)
                case ["set-flag", flag, condition]:
                    self.condition(condition)
                    self.set_flags.add(str(flag))
                    self.flags.add(str(flag))
                case ["add", *types]:
                    for word in types:
                        self.need(word, self.pieces, "piece to become")
                case ["set-position-flag", flag, condition]:
                    self.condition(condition)
                    self.set_flags.add(str(flag))
                case ["set-attribute", attribute, condition]:
                    self.condition(condition)
                    self.need(attribute, self.attributes, "attribute")
                case ["capture", place]:
                    self.need(place, {*self.directions, *self.positions}, "place")
                case ["create", player, piece, *square]:
                    self.need(player, self.players, "player")
                    self.need(piece, self.pieces, "piece to create")
                    for one in square:
                        self.need(one, self.positions, "square")
                case ["change-type", piece, square]:
                    self.need(piece, self.pieces, "piece to change into")
                    self.need(square, self.positions, "square")
                case _:
                    self.found.append(f"{part} is no instruction")

    def condition(self, condition: Form) -> None:
        if isinstance(condition, str):
            known = {*_PLAIN_CONDITIONS, *self.attributes}
            self.need(condition.removeprefix("not-"), known, "condition")
            return
        head = str(condition[0]).removeprefix("not-")
        match [head, *condition[1:]]:
            case ["and" | "or" | "not", *parts]:
                for part in parts:
                    self.condition(part)
            case ["flag?" | "position-flag?", flag, *place]:
                self.need(flag, self.set_flags, "flag that has been set")
                for one in place:
                    self.need(one, {*self.directions, *self.positions}, "place")
            case ["in-zone?", zone, *place]:
                self.need(zone, self.zones, "zone")
                for one in place:
                    self.need(one, {*self.directions, *self.positions}, "place")
                self.zones_used.add(str(zone))
            case ["on-board?", direction]:
                self.need(direction, self.directions, "direction")
            case ["attacked?", place] if place not in self.types:
                self.need(place, {*self.directions, *self.positions}, "place")
            case ["empty?" | "enemy?" | "friend?" | "last-from?" | "last-to?", place]:
                self.need(place, {*self.directions, *self.positions}, "place")
            case ["attacked?", move_type, *place]:
                self.need(move_type, self.types, "move type")
                for one in place:
                    self.need(one, {*self.directions, *self.positions}, "place")
            case ["position?", square]:
                self.need(square, self.positions, "square")
            case ["piece?", piece]:
                self.need(piece, self.pieces, "piece")
            case [attribute, place] if attribute in self.attributes:
                self.need(place, {*self.directions, *self.positions}, "place")
            case ["piece?", piece]:
                self.need(piece, self.pieces, "piece")
            case ["piece?", piece, place]:
                self.need(piece, self.pieces, "piece")
                self.need(place, {*self.directions, *self.positions}, "place")
            case _:
                self.found.append(f"{condition} is no condition")

    # -- goals

    def goal(self, form: list[Form]) -> None:
        if len(form) == 2:  # speaks of who has moved
            self.test(form[1], top=True)
            return
        players = form[1]
        assert isinstance(players, list)
        for player in players:
            self.need(player, self.players, "player")
        self.test(form[2], top=True)
        if len(form) != 3:
            self.found.append(f"{form} has more than one goal")

    def test(self, goal: Form, *, top: bool = False) -> None:
        match goal:
            case "stalemated" | "repetition" if top:
                pass
            case ["checkmated", *pieces] if top and pieces:
                for piece in pieces:
                    self.need(piece, self.pieces, "piece")
            case ["absolute-config", piece, [*places]]:
                self.need(piece, self.pieces, "piece")
                for place in places:
                    self.need(place, {*self.positions, *self.zones}, "place")
                    self.zones_used.add(str(place))
            case ["pieces-remaining" | "total-piece-count", number, piece]:
                self.need(piece, self.pieces, "piece")
                if not str(number).isdigit():
                    self.found.append(f"{number} is no number of pieces")
            case ["and" | "not", *parts]:
                for part in parts:
                    self.test(part)
            case _:
                self.found.append(f"{goal} is no goal here")

    # -- names and limits

    def names(self) -> None:
        kinds: dict[str, Iterable[str]] = {
            "player": self.players,
            "piece": self.pieces,
            "position": self.positions,
            "zone": self.zones,
            "direction": self.directions,
            "macro": self.macros,
            "flag": self.flags,
            "attribute": self.attributes,
            "move type": self.types,
        }
        owners: dict[str, str] = {}
        for kind, names in kinds.items():
            for name in names:
                if name.lower() in owners:
                    self.found.append(f"{kind} {name} is also a {owners[name.lower()]}")
                owners[name.lower()] = kind
                if not _NAME.fullmatch(name) or name in _WORDS:
                    self.found.append(f"{kind} {name} has no proper name")
        for name in set(self.zones) - self.zones_used:
            self.found.append(f"zone {name} is never asked for")
        sizes = {"zones": self.zones, "directions": self.directions, "flags": self.flags}
        for what, names in sizes.items():
            if len(set(names)) > _LIMITS[what]:
                self.found.append(f"{len(set(names))} {what} are too many")
