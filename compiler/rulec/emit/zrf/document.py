"""A game as the parts of a ZRF, ready to be set by the template."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath

from rulec.emit.zrf.attacks import check_attacks
from rulec.emit.zrf.before import choosers
from rulec.emit.zrf.board import BoardText, board_text
from rulec.emit.zrf.constructs import check_constructs, unmoved
from rulec.emit.zrf.goals import GoalPlan, plan_goals
from rulec.emit.zrf.hands import DOUBLED, MORE, OWN_HAND, Hands
from rulec.emit.zrf.landings import NEXT, LandingWriter
from rulec.emit.zrf.limits import check_limits
from rulec.emit.zrf.macros import Macro, conjunction, disjunction
from rulec.emit.zrf.moves import AGAINST, MoveWriter
from rulec.emit.zrf.names import Names
from rulec.emit.zrf.pictures import BOARD_IMAGE, Pictured
from rulec.emit.zrf.text import ascii_text, slug, zrf_string
from rulec.emit.zrf.tokens import tokens
from rulec.emit.zrf.trails import find_trails
from rulec.emit.zrf.ways import best_view, branches, ways
from rulec.emit.zrf.zones import NamedZone, ZoneBook
from rulec.model.game import (
    Bare,
    Checkmate,
    Condition,
    Extinction,
    Game,
    Goal,
    NoMoves,
    Outcome,
    Reach,
    Repetition,
    Stalemate,
)
from rulec.model.geometry import Vector
from rulec.model.tables import Tables
from rulec.syntax.diagnostics import Findings
from rulec.syntax.source import Span

_OUTSIDE = "outside"
_ASIDE = "aside"
_LONGEST_QUOTE = 100


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in the author's words with its place, and the code that carries it out."""

    comment: str
    code: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PieceText:
    """One piece type of the file."""

    name: str
    help: str
    letter: str | None
    unmoved: bool
    """Whether it is told from those that have moved."""
    images: tuple[str, ...]
    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class ZoneGroup:
    """Zones of one kind under one comment, each a name with positions by players."""

    comment: str
    entries: tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Document:
    """Everything that the template sets."""

    title: str
    heading: str
    source: str
    description: str | None
    history: str | None
    players: tuple[str, ...]
    turns: str
    may_pass: bool
    priority: str | None
    """The type of the moves that are compulsory."""
    macros: tuple[Macro, ...]
    board_image: str
    board: BoardText
    dummies: tuple[str, ...]
    links: tuple[tuple[str, tuple[str, ...]], ...]
    """Directions of the emitter's own, with their links."""
    hands: tuple[str, ...]
    """The squares of the hands, with their places."""
    beside: int
    """How many of them each player has."""
    symmetry: tuple[str, ...]
    zones: tuple[ZoneGroup, ...]
    setup: tuple[tuple[str, tuple[str, ...]], ...]
    pieces: tuple[PieceText, ...]
    goals: tuple[RuleText, ...]
    pictured: tuple[Pictured, ...]


def document(game: Game, tables: Tables) -> Document:
    """The parts of a game's ZRF; raises RulecError with all that it cannot say."""
    findings = Findings()
    check_constructs(game, findings)
    check_attacks(game, tables, findings)
    plan = plan_goals(game, findings)
    findings.raise_errors()
    return _Author(game, tables, plan).document()


class _Author:
    """Names everything, then lets each part be written."""

    def __init__(self, game: Game, tables: Tables, plan: GoalPlan) -> None:
        self.game = game
        self.plan = plan
        self.board = game.board
        self.view = best_view(game)
        self.trails = find_trails(game, tables, self.view)
        self.names = Names()
        self._reserve()
        self.players = tuple(self.names.new(name, "player") for name in game.players)
        self.pieces = tuple(self.names.new(piece.name, "piece") for piece in game.pieces)
        self.tokens = tokens(game, plan, self.players, self.names)
        self.choosers = choosers(game, self.players, self.pieces, _ASIDE, self.names)
        self.zones = ZoneBook(self.names)
        self.hands = Hands(game, self.players, self.pieces, self.names)
        self.landings = LandingWriter(
            game, self.pieces, self.tokens, self.names, self.zones, self.hands
        )
        self.moves = MoveWriter(
            game, tables, self.view, self.names, self.zones, self.pieces, self.landings, self.trails
        )
        self.pictured: list[Pictured] = []

    def _reserve(self) -> None:
        """Names that code uses as they are: squares, directions, zones that macros paste."""
        board = self.board
        self.names.reserve(*board.cell_of)
        self.names.reserve(_OUTSIDE, _ASIDE, "free", "starts-here", "never-moved")
        self.names.reserve(
            MORE,
            OWN_HAND,
            DOUBLED,
            NEXT,
            "promotes",
            *(f"stand-{i}" for i in range(len(board.squares) + 1)),
        )
        for direction in board.geometry.directions:
            self.names.reserve(direction.short, f"arrow-{direction.short}")
            self.names.reserve(*(prefix + direction.short for prefix in AGAINST.values()))
        self.names.reserve(*map(self.view.name, (*self._vectors(), *self.trails.vectors)))

    def _vectors(self) -> Iterator[Vector]:
        for piece in self.game.pieces:
            for movement in piece.movements:
                for legs in branches(movement):
                    yield from (one for way in ways(self.view, legs) for one in way.vectors)

    def document(self) -> Document:
        """All parts together."""
        game = self.game
        pieces = tuple(self._pieces())
        concessions = [self._concession(goal) for goal in self.plan.conceded]
        pieces += tuple(self._chooser_pieces())
        pieces += tuple(self._token_pieces([call for _, calls in concessions for call in calls]))
        goals = tuple(self._goals())
        zones = tuple(self._zone_groups())
        vectors = self._directions()
        links = tuple(self._links())
        count = len(vectors) + len(links)
        check_limits(
            game,
            len(self.zones) + bool(self.hands),
            count,
            len(self.landings.flags) + 2 * self._concedes_loss,
        )
        return Document(
            title=zrf_string(game.name),
            heading=ascii_text(game.name),
            source=_file(game.span),
            description=zrf_string(game.about) if game.about else None,
            history=self._history(),
            players=self.players,
            turns=self._turns(),
            may_pass=game.may_pass,
            priority=self.moves.priority,
            macros=(
                *(macro for chooser in self.choosers for macro in chooser.macros),
                *self.hands.macros,
                *self.landings.macros,
                *self.landings.drops,
                *self.moves.macros.values(),
                *(macro for macro, _ in concessions),
            ),
            board_image=BOARD_IMAGE,
            board=board_text(self.view, vectors),
            dummies=self._dummies(zones),
            links=links,
            hands=self.hands.positions,
            beside=self.hands.most,
            symmetry=self._symmetry(vectors, [name for name, _ in links]),
            zones=zones,
            setup=self._setup(),
            pieces=pieces,
            goals=goals,
            pictured=tuple(self.pictured),
        )

    def _history(self) -> str | None:
        game = self.game
        by = f"By {game.author}" if game.author else ""
        year = str(game.year) if game.year else ""
        text = ", ".join(part for part in (by, year) if part)
        return zrf_string(f"{text}.") if text else None

    # -- the board

    def _directions(self) -> tuple[Vector, ...]:
        """The directions of the code: all steps, and the leaps that it makes."""
        steps = (direction.vector for direction in self.board.geometry.directions)
        return tuple(filter(self.view.exists, (*steps, *self.moves.leaps)))

    def _links(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        squares = self.board.squares
        for name, links in self.moves.links.items():
            pairs = sorted(links.items())
            yield name, tuple(f"({squares[a].name} {squares[b].name})" for a, b in pairs)
        if self._visits_all:
            chain = pairwise([*(square.name for square in squares), _OUTSIDE])
            yield NEXT, tuple(f"({here} {there})" for here, there in chain)
        if self.hands:
            yield MORE, self.hands.links
        steps = [chooser.squares for chooser in self.choosers]
        if self.plan.conceded:
            steps += [(square, _OUTSIDE) for square in self.tokens[0].squares]
        if steps:
            yield _ASIDE, tuple(f"({here} {there})" for here, there in steps)

    @property
    def _concedes_loss(self) -> bool:
        """Whether a player who has lost his pieces must not be stalemated as well."""
        return any(isinstance(goal.condition, Bare | Extinction) for goal in self.plan.conceded)

    @property
    def _visits_all(self) -> bool:
        """Whether code goes over all squares in turn."""
        return self._concedes_loss or self.landings.walks or self.moves.leaps_anywhere

    def _dummies(self, zones: Iterable[ZoneGroup]) -> tuple[str, ...]:
        used = (self.plan.conceded or self._visits_all) or any(
            _OUTSIDE in positions for group in zones for _, _, positions in group.entries
        )
        squares = [square for token in self.tokens for square in token.squares]
        squares += [square for chooser in self.choosers for square in chooser.squares]
        return (*squares, _OUTSIDE) if used else tuple(squares)

    def _symmetry(self, vectors: Iterable[Vector], linked: Iterable[str]) -> tuple[str, ...]:
        """What the second player reads for every direction; nothing if it is always the same."""
        view = self.view
        if view.plain:
            return ()
        pairs = [(view.name(vector), view.name(view.read(1, vector))) for vector in vectors]
        return tuple(f"({a} {b})" for a, b in (*pairs, *((name, name) for name in linked)))

    def _zone_groups(self) -> Iterator[ZoneGroup]:
        """The author's zones, then those that the code needs, kind by kind."""
        groups: dict[str, list[NamedZone]] = {}
        for zone in sorted(self.zones, key=lambda zone: zone.span is None):
            comment = _quoted(zone.span) if zone.span else zone.about
            groups.setdefault(comment, []).append(zone)
        if self.hands:
            own = tuple((OWN_HAND, self.players[i], names) for i, names in self.hands.zone)
            yield ZoneGroup("squares of each player's hand", own)
        for comment, zones in groups.items():
            yield ZoneGroup(comment, tuple(entry for zone in zones for entry in self._zone(zone)))

    def _zone(self, zone: NamedZone) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        sides = [tuple(self.board.names(squares)) or (_OUTSIDE,) for squares in zone.sets]
        if sides[0] == sides[1]:
            yield zone.name, " ".join(self.players), sides[0]
        else:
            for player, positions in zip(self.players, sides, strict=True):
                yield zone.name, player, positions

    def _setup(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        sides = []
        for player, name in enumerate(self.players):
            placed: dict[str, list[str]] = {}
            for one in self.game.setup:
                if one.player == player:
                    square = self.board.squares[one.square].name
                    placed.setdefault(self.pieces[one.piece], []).append(square)
            for kind, squares in self.hands.setup(player):
                placed.setdefault(self.pieces[kind], []).extend(squares)
            for token in self.tokens:
                placed[token.waiting] = [token.squares[player]]
            for chooser in self.choosers:
                if chooser.player == player:
                    placed[chooser.piece] = [chooser.squares[0]]
            sides.append((name, tuple(f"({' '.join([k, *v])})" for k, v in placed.items())))
        return tuple(sides)

    # -- pieces

    def _pieces(self) -> Iterator[PieceText]:
        remembered = unmoved(self.game)
        for number, name in enumerate(self.pieces):
            kind = self.game.pieces[number]
            rules = self.moves.rules(number)
            texts = tuple(
                RuleText(
                    _quoted(rule.span) + ("" if rule.calls else ": no moves of its own"), rule.calls
                )
                for rule in rules
            )
            spans = [rule.span for rule in rules] + [one.span for one in kind.promotions]
            summary = "; ".join(_words(span) for span in spans)
            yield PieceText(
                name,
                zrf_string(f"{kind.name}: {summary}" if summary else kind.name),
                zrf_string(kind.letter),
                number in remembered,
                self._images(name, number, kind.letter),
                texts,
            )

    def _turns(self) -> str:
        """The order of turns; what comes before `repeat` happens once."""
        order = " ".join(self.players)
        before = [f"({self.players[one.player]} {one.move_type})" for one in self.choosers]
        return " ".join([*before, "repeat", order]) if before else order

    def _chooser_pieces(self) -> Iterator[PieceText]:
        for chooser in self.choosers:
            code = (f"(move-type {chooser.move_type})", *chooser.blocks)
            yield PieceText(
                chooser.piece,
                zrf_string(f"Beside the board: {_words(chooser.span)}"),
                None,
                False,
                self._images(chooser.piece, None, chooser.piece[0]),
                (RuleText(_quoted(chooser.span), code),),
            )

    def _token_pieces(self, concessions: list[str]) -> Iterator[PieceText]:
        for i, token in enumerate(self.tokens):
            rules: tuple[RuleText, ...] = ()
            if i == 0 and concessions:
                rules = (RuleText("only when the game is over", tuple(concessions)),)
            for name, state in ((token.waiting, "not crossed"), (token.crossed, "crossed")):
                if name:
                    text = f"{token.gate} {state}" if token.crossed else "moves when all is over"
                    help_text = zrf_string(f"Beside the board: {text}")
                    images = self._images(name, None, name[0])
                    yield PieceText(name, help_text, None, False, images, rules)

    def _images(self, name: str, piece: int | None, letter: str) -> tuple[str, ...]:
        images = []
        for player, owner in enumerate(self.players):
            image = f"images/{slug(owner)}-{slug(name)}.bmp"
            self.pictured.append(Pictured(image, player, piece, letter))
            images.append(f'{owner} "{image}"')
        return tuple(images)

    def _concession(self, goal: Goal) -> tuple[Macro, list[str]]:
        """The move of a player whose opponent has won by a goal: macro, and its calls."""
        name = self.names.new("concede", "macro")
        reach = goal.condition
        if isinstance(reach, Reach):
            piece = self.pieces[reach.piece]
            token = self.tokens[reach.mark or 0]
            crossed = f"(and (enemy? $2) (piece? {token.crossed} $2))"
            tests = [
                f"(verify (and (enemy? $1) (piece? {piece} $1)))",
                f"(verify {'(enemy? $2)' if reach.mark is None else crossed})",
            ]
            calls = [
                f"({name} {square} {token.squares[player]})"
                for player in (0, 1)
                for square in self.board.names(reach.zone.of(player))
            ]
        else:
            tests, calls = self._losing(goal.condition), [f"({name})"]
        about = (
            f"When the opponent has fulfilled the goal `{_words(goal.span)}`,",
            "the game is over and this move is never made. It is only there so that the side",
            "which has lost is not stalemated as well: which of the two counts is unknown.",
        )
        lines = (*tests, _ASIDE, "(verify empty?)", "add")
        return Macro(name, about, lines, block=True), calls

    def _losing(self, condition: Condition) -> list[str]:
        """Code that goes on only if the mover has lost all pieces that a goal is about."""
        types = disjunction([f"(piece? {name})" for name in self._counted(condition)])
        sides = ["friend", "enemy"] if isinstance(condition, Bare) else ["friend"]
        return [
            *(f"(set-flag {side}-left false)" for side in sides),
            "mark",
            self.board.squares[0].name,
            f"(while (on-board? {NEXT})",
            *(f"    (if (and {side}? {types}) (set-flag {side}-left true))" for side in sides),
            f"    {NEXT}",
            ")",
            "back",
            "(verify (not-flag? friend-left))",
            *(["(verify (flag? enemy-left))"] if len(sides) > 1 else []),
        ]

    def _counted(self, condition: Condition) -> list[str]:
        """The pieces that a player has lost when a goal about lost pieces is fulfilled."""
        assert isinstance(condition, Bare | Extinction)
        bare = isinstance(condition, Bare)
        pairs = enumerate(self.pieces)
        return [name for i, name in pairs if bool(condition.pieces >> i & 1) is not bare]

    # -- goals

    def _goals(self) -> Iterator[RuleText]:
        yield from map(self._goal, self.plan.goals)
        if not any(isinstance(goal.condition, Repetition) for goal in self.plan.goals):
            yield RuleText(
                "Not in the rules: Zillions draws when a position occurs for the third time.", ()
            )

    def _goal(self, goal: Goal) -> RuleText:
        comment = _quoted(goal.span)
        both = " ".join(self.players)
        pairs = zip(self.pieces, self.game.pieces, strict=True)
        royal = [name for name, kind in pairs if kind.royal]
        mated = f"({' '.join(self._royal_players())}) (checkmated {' '.join(royal)})"
        match goal.condition:
            case Checkmate():
                return RuleText(comment, (f"(loss-condition {mated})",))
            case Stalemate() | NoMoves():
                word = _OF_THE_STALEMATED[goal.outcome]
                code = [f"({word}-condition ({both}) stalemated)"]
                if royal and isinstance(goal.condition, NoMoves):
                    code.append(f"({word}-condition {mated})")
                return RuleText(comment, tuple(code))
            case Extinction() | Bare():
                word = _OF_THE_STALEMATED[goal.outcome]
                names = self._counted(goal.condition)
                lost = [f"(pieces-remaining 0 {name})" for name in names]
                if isinstance(goal.condition, Bare):
                    gone = [f"(total-piece-count 0 {name})" for name in names]
                    lost.append(f"(not {conjunction(gone)})")
                return RuleText(comment, (f"({word}-condition ({both}) {conjunction(lost)})",))
            case Reach() as reach:
                return RuleText(comment, tuple(self._reach(goal.outcome, reach)))
        return RuleText(comment, (f"(draw-condition ({both}) repetition)",))

    def _royal_players(self) -> Iterator[str]:
        """The players who have a royal piece."""
        royal = [i for i, kind in enumerate(self.game.pieces) if kind.royal]
        for player, name in enumerate(self.players):
            if any(self.game.start_counts(player, piece)[1] for piece in royal):
                yield name

    def _reach(self, outcome: Outcome, reach: Reach) -> Iterator[str]:
        piece, zone = self.pieces[reach.piece], self.zones.written(reach.zone)
        there = f"(absolute-config {piece} ({zone}))"
        word = _OF_THE_MOVER[outcome]
        if reach.mark is None:
            yield f"({word}-condition ({' '.join(self.players)}) {there})"
            return
        token = self.tokens[reach.mark]
        for player, square in zip(self.players, token.squares, strict=True):
            yield f"({word}-condition ({player})"
            yield f"    (and {there}"
            yield f"         (absolute-config {token.crossed} ({square}))))"


_OF_THE_MOVER = {Outcome.WIN: "win", Outcome.LOSE: "loss", Outcome.DRAW: "draw"}
_OF_THE_STALEMATED = {Outcome.WIN: "loss", Outcome.LOSE: "win", Outcome.DRAW: "draw"}


def _words(span: Span) -> str:
    """A rule's own words on one line, cut if they are many."""
    text = ascii_text(span.text)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."


def _file(span: Span) -> str:
    return ascii_text(PurePath(span.source.name).name)


def _place(span: Span) -> str:
    return f"{_file(span)}:{span.line}"


def _quoted(span: Span) -> str:
    return f"{_words(span)}  ({_place(span)})"
