"""A Zillions game as the text of a rule file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from string import ascii_uppercase

from rulec.importing.goals import Book, goal_lines
from rulec.importing.grid import Grid
from rulec.importing.hands import beside, dropping
from rulec.importing.phrases import ENDS, phrases
from rulec.importing.routes import Course, Courses, journeys
from rulec.importing.shapes import PieceShapes, Sets, runs_of, shapes_of
from rulec.importing.ways import EMPTY, Scope, owned_types, present_types
from rulec.model.limits import MOST_SQUARES
from rulec.syntax.diagnostics import Diagnostic, RulecError
from rulec.syntax.source import Span
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.letters import wished_letter
from rulec.zrf.model import Captured, Checkmated, Passing
from rulec.zrf.report import failure

_SYMMETRIES = ("reflection", "rotation")
_WIDEST = 96
"""Characters of a line with courses, where there are several."""
_LONGEST_LISTED = 2
"""Squares side by side that are listed; more are written as a rectangle."""


Line = tuple[str, Span | None]
"""A line of the rule file, and where in the Zillions file it is from."""


@dataclass
class Written:
    """The text, what of the game is not in it, and what names became."""

    text: str
    origins: Mapping[int, Span]
    """By the number of a line, where in the Zillions file it is from."""
    left_out: list[Diagnostic]
    squares: dict[str, str]
    pieces: dict[str, str]
    whole: list[str]
    """The pieces of which nothing is left out, by their names in the rules."""
    hands: bool


def write(rules: Interpreter, source: str) -> Written:
    """The rule file of a game; raises RulecError where there is not even a board to write."""
    return _Writer(rules, source).whole()


@dataclass
class _Writer:
    rules: Interpreter
    source: str
    left_out: list[Diagnostic] = field(default_factory=list)
    zones: dict[Sets, str] = field(default_factory=dict)
    routes: dict[Courses, str] = field(default_factory=dict)

    def whole(self) -> Written:
        game = self.game = self.rules.game
        self.players = self._two_players()
        self.beside = beside(self.rules, self.players)
        grid = Grid.of(game.board, self.beside.squares)
        if grid is None:
            message = "this board has no squares that can be seen"
            raise failure("E630", game.board.at.span, message)
        if len(grid.place) > MOST_SQUARES:
            message = f"this board has more than {MOST_SQUARES} squares"
            raise failure("E630", game.board.at.span, message)
        self.grid = grid
        self._check_game()
        self.owners = (
            owned_types(game, self.players[0]),
            owned_types(game, self.players[1]),
        )
        shapes = self._shapes()
        self._compulsory = self._captures_first(shapes)
        self.names = self._names(shapes)
        letters = self._letters(shapes)
        self.symmetry = self._symmetry(shapes)
        pieces = list(
            chain.from_iterable(
                self._piece(piece, letters[piece], shapes) for piece in shapes
            )
        )  # fmt: skip
        goals = list(self._goals())
        board, setup = game.board.at.span, game.at.span
        lines: list[Line] = [
            (f"# From {self.source}: {_comment(game.title)}", None),
            ("", None),
            (f'game "{_string(game.title)}" {{', setup),
            (f"    players {', '.join(map(_word, self._player_names()))}", setup),
            *((f"    {line}", setup) for line in self._facts()),
            ("}", setup),
            ("", None),
            ("board {", board),
            *((f"    {line}", board) for line in self._board()),
            ("}", board),
            ("", None),
            *pieces,
            ("setup {", setup),
            *((line, setup) for line in self._setup(shapes)),
            ("}", setup),
            ("", None),
            ("goal {", setup),
            *goals,
            ("}", setup),
        ]
        squares = {
            name: grid.name(number)
            for number, name in enumerate(game.board.positions)
            if number in grid.place
        }
        names = {game.pieces[number].name: name for number, name in self.names.items()}
        text = "\n".join(line for line, _ in lines) + "\n"
        origins = {number: span for number, (_, span) in enumerate(lines, 1) if span is not None}
        whole = [self.names[piece] for piece in shapes if not shapes[piece].refused]
        return Written(text, origins, self.left_out, squares, names, whole, self._has_hands)

    # --- what must hold of the game -------------------------------------------------------------

    def _two_players(self) -> tuple[int, int]:
        turns = self.game.turns
        plain = all(turn.player == turn.side and turn.move_type is None for turn in turns)
        if len(turns) != 2 or not plain or turns[0].player == turns[1].player or self.game.repeat:
            message = "only games in which two players take turns with all their pieces are read"
            raise failure("E630", self.game.at.span, message)
        return turns[0].player, turns[1].player

    def _check_game(self) -> None:
        game, options = self.game, self.game.options
        said = {
            "passing only when there is no move": options.pass_turn is Passing.FORCED,
            "captures that must take the most": options.maximal_captures,
            "promotion to captured pieces only": options.recycle_promotions,
        }
        for what, there in said.items():
            if there:
                self._leave_out(failure("E631", game.at.span, f"{what} cannot be carried over"))
        if any(place.player not in self.players for place in game.placements):
            message = "pieces of players without turns cannot be carried over"
            self._leave_out(failure("E631", game.at.span, message))

    @property
    def _recycles(self) -> bool:
        """Whether captured pieces go to their player's store, to be dropped again."""
        drops = any(piece.drops for piece in self.game.pieces)
        return self.game.options.recycle_captures and drops

    @property
    def _has_hands(self) -> bool:
        return self.beside.kept is not None or self._recycles or bool(self.game.reserves)

    def _captures_first(self, shapes: dict[int, PieceShapes]) -> bool:
        """Whether the priorities of moves say that captures are compulsory."""
        priorities = self.game.priorities
        if not priorities:
            return False
        kinds = frozenset().union(*(own.kinds for own in shapes.values()))
        wanted = {kind for kind in kinds if kind[1]} == {(priorities[0], True)}
        if not wanted or (priorities[0], False) in kinds or len({kind for kind, _ in kinds}) > 2:
            message = "move priorities other than captures first cannot be carried over"
            self._leave_out(failure("E631", self.game.at.span, message))
            return False
        return True

    def _leave_out(self, found: RulecError | Iterable[Diagnostic]) -> None:
        """Note what the rules will not have, each thing once for a line."""
        said = {(one.message, one.span and one.span.line) for one in self.left_out}
        for one in found.diagnostics if isinstance(found, RulecError) else found:
            key = one.message, one.span and one.span.line
            if key not in said:
                said.add(key)
                self.left_out.append(one)

    # --- pieces ---------------------------------------------------------------------------------

    def _shapes(self) -> dict[int, PieceShapes]:
        """The pieces that the setup has, or that these may become."""
        found: dict[int, PieceShapes] = {}
        todo = sorted(
            {place.type for place in self.game.placements if place.player in self.players}
            | {one.type for one in self.game.reserves if one.player in self.players}
        )
        self._scope = Scope(present_types(self.game), self.beside.squares)
        while todo:
            piece = todo.pop(0)
            if piece in found:
                continue
            found[piece] = shapes_of(
                self.game,
                self.grid,
                piece,
                self.players,
                self._sides(piece),
                self._scope,
            )
            self._leave_out(found[piece].refused)
            for promotion in found[piece].promotions:
                todo += sorted(choice for choice in promotion.choices if choice is not None)
            todo += [(self.beside.kept or {}).get(piece, piece)]
        return dict(sorted(found.items()))

    def _sides(self, piece: int) -> tuple[int, ...]:
        """The numbers of the players who can have a piece."""
        return tuple(number for number in (0, 1) if piece in self.owners[number])

    def _names(self, shapes: dict[int, PieceShapes]) -> dict[int, str]:
        names: dict[int, str] = {}
        for piece in shapes:
            wish = _word(self.game.pieces[piece].name)
            while wish in names.values():
                wish += "x"
            names[piece] = wish
        return names

    def _letters(self, shapes: dict[int, PieceShapes]) -> dict[int, str]:
        letters: dict[int, str] = {}
        taken: set[str] = set()
        for piece in shapes:
            kind = self.game.pieces[piece]
            wishes = [wished_letter(kind.name, kind.notation), *kind.name.upper(), *ascii_uppercase]
            wishes = [letter for letter in wishes if letter and letter in ascii_uppercase]
            spare = (*(f"+{letter}" for letter in ascii_uppercase),
                     *(f"{letter}~" for letter in ascii_uppercase))  # fmt: skip
            letter = next((one for one in (*wishes, *spare) if one not in taken), None)
            if letter is None:
                message = "a game with so many kinds of pieces cannot be written"
                raise failure("E630", kind.at.span, message)
            letters[piece] = letter
            taken.add(letter)
        return letters

    def _piece(self, piece: int, letter: str, shapes: dict[int, PieceShapes]) -> Iterator[Line]:
        own = shapes[piece]
        self._victims = frozenset().union(*(one.victims for one in shapes.values()))
        royal = any(
            isinstance(goal.test, Checkmated) and piece in goal.test.types
            for goal in self.game.goals
        ) and not any(isinstance(goal.test, Captured) for goal in self.game.goals)
        place = self.game.pieces[piece].at.span
        lines: list[Line] = []
        try:
            try:
                lines += self._movements(piece, own)
            except ValueError:  # there are no words for a direction of it
                apart = runs_of(
                    self.game, self.grid, piece, self.players, self._sides(piece), self._scope
                )
                if apart.moves or apart.refused:
                    raise
                lines = list(self._journeys(piece, apart))
            lines += ((text, None) for text in self._promotions(own))
        except ValueError:
            message = "a movement of this piece has no counterpart in the rules"
            own.refused += failure("E632", place, message).diagnostics
            self._leave_out(own.refused)
        lines += self._castlings(own)
        lines += ((text, None) for text in self._hand_lines(piece))
        yield f'piece {self.names[piece]} "{letter}"{" royal" if royal else ""} {{', place
        width = max((len(text) for text, _ in lines), default=0)
        for text, span in lines:
            yield (
                f"    {text:<{width}}  # line {span.line}" if span else f"    {text}",
                span or place,
            )
        yield "}", place
        yield "", None

    def _promotions(self, own: PieceShapes) -> Iterator[str]:
        for one in own.promotions:
            choices = sorted(choice for choice in one.choices if choice is not None)
            names = ", ".join(self.names[choice] for choice in choices)
            verb = "may promote" if None in one.choices else "promotes"
            where = "in" if one.leaving else "on"
            start = "" if one.starts is None else f" from {self._zone(one.starts)}"
            yield f"{verb} to {names} {where} {self._zone(one.squares)}{start}"

    def _movements(self, piece: int, own: PieceShapes) -> list[Line]:
        """The moves in words; raises ValueError where there are none for them."""
        found = phrases(
            own.moves,
            self._zone,
            trails=piece in self._victims,
            longest=max(self.grid.files, self.grid.ranks) - 1,
            compass=own.compass,
        )
        return [*((one.text, one.span) for one in found), *self._journeys(piece, own)]

    def _journeys(self, piece: int, own: PieceShapes) -> Iterator[Line]:
        """The moves that go along routes; raises ValueError where not both players have them."""
        single = frozenset({EMPTY}) if piece in self._victims else frozenset()
        found = journeys(own.runs, self._sides(piece), single=single)
        if found is None:
            raise ValueError(piece)
        for one in found:
            name = self._route(one.courses, piece)
            verb = "step along" if one.steps == 1 else "slide along"
            reach = f" {one.steps}..{one.steps}" if one.steps and one.steps > 1 else ""
            trail = " leaving en passant" if single == {one.ends} and one.steps == 2 else ""
            yield f"{verb} {name}{reach}{ENDS[one.ends]}{one.kind}{trail}", one.span

    def _route(self, courses: Courses, piece: int) -> str:
        """The name of a route; a new one is added to the board."""
        if courses not in self.routes:
            taken = set(self.routes.values())
            names = (f"{self.names[piece]}-{number}" for number in count(1))
            self.routes[courses] = next(name for name in names if name not in taken)
        return self.routes[courses]

    def _route_lines(self) -> Iterator[str]:
        first, second = map(_word, self._player_names())
        for (own, other), name in self.routes.items():
            if own == other:
                yield from self._course_lines(f"route {name}", own)
                continue
            yield from self._course_lines(f"route {name} {first}", own)
            images = {tuple(map(self._image_of, course)) for course in own}
            if self.symmetry == "none" or images != set(other):
                yield from self._course_lines(f"route {name} {second}", other)

    def _image_of(self, square: int) -> int | None:
        return self.grid.image(square, self.symmetry)

    def _course_lines(self, head: str, courses: tuple[Course, ...]) -> Iterator[str]:
        """A route, a few courses a line."""
        line = f"{head} ="
        for i, course in enumerate(courses):
            comma = "," if i < len(courses) - 1 else ""
            text = f" {' -> '.join(map(self.grid.name, course))}{comma}"
            if len(line) + len(text) > _WIDEST and not line.endswith("="):
                yield line
                line = "   "
            line += text
        yield line

    def _hand_lines(self, piece: int) -> Iterator[str]:
        """How a piece is dropped, and as what it joins the hand."""
        kept = (self.beside.kept or {}).get(piece, piece)
        if kept != piece:
            yield f"captured as {self.names[kept]}"
        if not self._has_hands:
            return
        try:
            found = dropping(self.rules, self.grid, self.beside, piece, self.players)
        except RulecError as error:
            self._leave_out(error)
            return
        if found is not None:
            where = "" if found.zone is None else f" on {self._zone(found.zone)}"
            file = " one a file" if found.one_a_file else ""
            yield f"drop{where}{file}{' without mate' if found.without_mate else ''}"

    def _facts(self) -> Iterator[str]:
        """What holds of the game as a whole."""
        if self.beside.kept is not None:
            where = "return to" if self.beside.returns else "join"
            yield f"captures {where} the hand"
        elif self._recycles:
            yield "captures return to the hand"
        if self._compulsory:
            yield "captures are compulsory"
        if self.game.options.pass_turn is Passing.ALWAYS:
            yield "players may pass"

    def _castlings(self, own: PieceShapes) -> Iterator[Line]:
        name = self.grid.name
        for one in own.castlings:
            if one.player == 0:
                text = (
                    f"castle {name(one.start)} -> {name(one.end)} with {self.names[one.partner]} "
                    f"{name(one.partner_start)} -> {name(one.partner_end)}"
                )
                yield text, one.span

    # --- the board ------------------------------------------------------------------------------

    def _symmetry(self, shapes: dict[int, PieceShapes]) -> str:
        """The board's symmetry under which everything is the same for both players, or none."""
        pairs: list[Sets] = []
        shared = {piece for piece in shapes if len(self._sides(piece)) > 1}
        symmetries: tuple[str, ...] = _SYMMETRIES
        for piece, own in shapes.items():
            if piece not in shared:
                continue
            if own.compass:
                symmetries = _SYMMETRIES[:1]
            pairs += (one.starts for one in own.moves if one.starts is not None)
            pairs += (one.squares for one in own.promotions)
            pairs += (one.starts for one in own.promotions if one.starts is not None)
        for piece in shapes:
            first, second = (
                frozenset(
                    place.position
                    for place in self.game.placements
                    if place.type == piece and place.player == player
                    and place.position in self.grid.place
                )
                for player in self.players
            )  # fmt: skip
            pairs.append((first, second))
        for symmetry in symmetries:
            if all(
                {self.grid.image(square, symmetry) for square in first} == second
                for first, second in pairs
            ):
                return symmetry
        return "none"

    def _board(self) -> Iterator[str]:
        first, second = map(_word, self._player_names())
        yield f"grid {self.grid.files} x {self.grid.ranks}"
        holes = self.grid.holes()
        if holes:
            yield f"hole {', '.join(holes)}"
        yield f"orientation {first} north, {second} south"
        yield f"symmetry {self.symmetry}"
        yield from self._route_lines()
        for sets, name in self.zones.items():
            for player, squares in zip((first, second), sets, strict=True):
                if squares and (player == first or not self._mirrors(sets)):
                    yield f"zone {name} {player} = {', '.join(self._names_of(squares))}"

    def _names_of(self, squares: frozenset[int]) -> list[str]:
        """Squares rank by rank, three or more side by side as a rectangle."""
        runs: list[list[int]] = []
        for square in sorted(squares, key=lambda one: self.grid.place[one][::-1]):
            x, y = self.grid.place[square]
            if runs and self.grid.place[runs[-1][-1]] == (x - 1, y):
                runs[-1].append(square)
            else:
                runs.append([square])
        names: list[str] = []
        for run in runs:
            if len(run) > _LONGEST_LISTED:
                names.append(f"{self.grid.name(run[0])}:{self.grid.name(run[-1])}")
            else:
                names += map(self.grid.name, run)
        return names

    def _mirrors(self, sets: Sets) -> bool:
        first, second = sets
        return self.symmetry != "none" and (
            {self.grid.image(square, self.symmetry) for square in first} == second
        )

    def _zone(self, sets: Sets) -> str:
        """How a rule names squares: a rank, a zone of the file, or a new zone.

        Where only one player's matter, the other's are their image.
        """
        sets = sets[0] or self._image(sets[1]), sets[1] or self._image(sets[0])
        first = sets[0]
        if self.symmetry != "none" and self._mirrors(sets):
            ranks = {self.grid.place[square][1] for square in first}
            if len(ranks) == 1:
                (rank,) = ranks
                whole = {square for square, (_, y) in self.grid.place.items() if y == rank}
                if whole == first:
                    return f"rank {rank + 1}"
        if sets not in self.zones:
            wish = self._zone_name(sets) or f"squares-{len(self.zones) + 1}"
            while wish in self.zones.values():
                wish += "x"
            self.zones[sets] = wish
        return self.zones[sets]

    def _zone_name(self, sets: Sets) -> str | None:
        board = self.game.board
        for name, squares in zip(board.zones, board.zone_squares, strict=True):
            if tuple(squares[player] for player in self.players) == sets:
                return _word(name)
        return None

    def _player_names(self) -> tuple[str, str]:
        first, second = self.players
        return self.game.players[first], self.game.players[second]

    def _setup(self, shapes: dict[int, PieceShapes]) -> Iterator[str]:
        both = self.symmetry == "none"
        names = self._player_names()
        for number, player in enumerate(self.players[: 2 if both else 1]):
            groups: list[str] = []
            for piece in shapes:
                squares = frozenset(
                    place.position
                    for place in self.game.placements
                    if place.player == player and place.type == piece
                    and place.position in self.grid.place
                )  # fmt: skip
                if squares:
                    groups.append(f"{self.names[piece]} {' '.join(self._names_of(squares))}")
                waiting = self._waiting(player, piece)
                if waiting:
                    many = f"{waiting} " if waiting > 1 else ""
                    groups.append(f"{many}{self.names[piece]} in hand")
            for i, group in enumerate(groups):
                lead = _word(names[number]) if i == 0 else " " * len(_word(names[number]))
                yield f"    {lead} {group}{',' if i < len(groups) - 1 else ''}"

    def _waiting(self, player: int, piece: int) -> int:
        """How many pieces a player has in the hand at the start."""
        game = self.game
        return sum(
            (place.player, place.type) == (player, piece) and place.position in self.beside.squares
            for place in game.placements
        ) + sum(one.count for one in game.reserves if (one.player, one.type) == (player, piece))

    def _goals(self) -> Iterator[Line]:
        book = Book(
            self.players,
            self.owners,
            self._zone,
            self._image,
            lambda piece: self.names.get(piece, "?"),
        )
        try:
            for line, goal in goal_lines(self.game, book):
                yield f"    {line}", goal.at.span if goal else self.game.at.span
        except RulecError as error:
            self._leave_out(error)

    def _image(self, squares: frozenset[int]) -> frozenset[int]:
        """What the board's symmetry makes of some squares; themselves where it has none."""
        if self.symmetry == "none":
            return squares
        images = (self.grid.image(square, self.symmetry) for square in squares)
        return frozenset(square for square in images if square is not None)


def _word(name: str) -> str:
    """A name as the rules take it."""
    word = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
    word = re.sub(r"^[^A-Za-z]+", "", word)
    return word or "Unnamed"


def _string(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _comment(text: str) -> str:
    return " ".join(text.split())
