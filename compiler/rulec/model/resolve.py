"""From the sections of one game to its model: every name looked up, every statement checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rulec.model import game as model
from rulec.model import limits
from rulec.model.betza import BetzaReader
from rulec.model.board import Board, Zone
from rulec.model.directions import LEAP_WORDS
from rulec.model.geometry import Heading, Vector, Words
from rulec.model.placement import LETTER, PlacementError, parse_placement
from rulec.model.resolve_before import BeforeResolver
from rulec.model.resolve_board import player_number, resolve_board
from rulec.model.resolve_rights import resolve_rights
from rulec.model.sections import Sections, sections_of
from rulec.model.squares import SquareReader, unknown
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, Label, RulecError
from rulec.syntax.source import Span


def resolve(file: tree.RuleFile, variant: str | None = None) -> tuple[model.Game, Findings]:
    """The file's own game or one of its variants, and the warnings about it.

    Raises RulecError with every finding where there is an error among them.
    """
    findings = Findings()
    sections = sections_of(file, variant, findings)
    missing = [
        f"`{name}`"
        for name, section in (
            ("game", sections.game),
            ("board", sections.board),
            ("piece", sections.pieces),
            ("setup", sections.setup),
            ("goal", sections.goals),
        )
        if not section
    ]
    if missing:
        message = f"the file has no section {', '.join(missing)}"
        findings.error("E205", file.span, message)
    if not (sections.game and sections.board and sections.setup and sections.goals):
        raise RulecError(findings)
    players = _players(sections.game, findings)
    board = resolve_board(sections.board, players, findings)
    if board is None:
        raise RulecError(findings)
    resolved = _Resolver(board, players, sections, findings).game(sections.game, variant)
    findings.raise_errors()
    return resolved, findings


def _players(section: tree.GameSection, findings: Findings) -> tuple[str, ...]:
    for entry in section.entries:
        if isinstance(entry, tree.Players):
            names = tuple(name.text for name in entry.names)
            if len(names) != 2 or len(set(names)) != 2:
                findings.error("E310", entry.span, "a game has two players with different names")
                break
            return names
    return ("White", "Black")


_WHOM = "what it may take"

_CONDITIONS: dict[type[tree.Node], str] = {
    tree.ToEmpty: _WHOM,
    tree.ToEnemy: _WHOM,
    tree.ToRoyal: _WHOM,
    tree.ToCommon: _WHOM,
    tree.EnPassant: _WHOM,
    tree.ToSquares: "where it ends",
    tree.FromSquares: "`from`",
    tree.Within: "`within`",
    tree.Over: "`over`",
    tree.First: "`first`",
    tree.PassingSafely: "`passing safely`",
    tree.LeavingEnPassant: "`leaving en passant`",
}
"""What each condition speaks of: a rule says each of these once at most."""

_VICTIMS: dict[type[tree.Node], model.Victims] = {
    tree.ToRoyal: model.Victims.ROYAL,
    tree.ToCommon: model.Victims.COMMON,
}


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


class _Resolver:
    """Resolves the sections of one game against its board."""

    def __init__(
        self, board: Board, players: tuple[str, ...], sections: Sections, findings: Findings
    ) -> None:
        self.board = board
        self.players = players
        self.sections = sections
        self.findings = findings
        self.piece_numbers = {section.name.text: i for i, section in enumerate(sections.pieces)}
        self.zones = {zone.name: zone for zone in board.zones}
        self.reader = SquareReader(board, self.named_zone, findings)
        self.betza = BetzaReader(board, findings, self.need_arrows, self.need_straight_arrows)

    def game(self, section: tree.GameSection, variant: str | None) -> model.Game:
        """The whole game; findings tell whether it can be used."""
        assert self.sections.setup is not None
        assert self.sections.goals is not None
        pieces = self.pieces()
        setup = self.setup(self.sections.setup, pieces)
        before = self.before(pieces, setup)
        goals, marks = self.goals(self.sections.goals, pieces)
        rights = resolve_rights(self.board, pieces, setup, before, marks, self.findings)
        facts = {type(entry): entry for entry in section.entries}
        author, year, about = (facts.get(kind) for kind in (tree.Author, tree.Year, tree.About))
        return model.Game(
            title=section.title.text,
            variant=variant,
            author=author.author.text if isinstance(author, tree.Author) else None,
            year=year.year.value if isinstance(year, tree.Year) else None,
            about=about.about.text if isinstance(about, tree.About) else None,
            players=self.players,
            board=self.board,
            pieces=pieces,
            setup=setup,
            setup_span=self.sections.setup.span,
            goals=goals,
            marks=marks,
            span=section.span,
            rights=rights,
            compulsory_captures=tree.CompulsoryCaptures in facts,
            hands=tree.CapturesJoinHand in facts,
            before=before,
        )

    # -- names

    def named_zone(self, name: tree.Word) -> Zone | None:
        """A zone of the board by its name."""
        if name.text not in self.zones:
            unknown("zone", name, list(self.zones), self.findings)
        return self.zones.get(name.text)

    def zone(self, node: tree.SquareSet) -> Zone:
        """A set of squares written in place, as a zone: a named one keeps its name."""
        match node.terms:
            case [tree.SquareTerm(atom=tree.ZoneName(zone=name), filters=())]:
                named = self.named_zone(name)
                if named:
                    return named
        return Zone(node.span.text, self.reader.in_place(node), node.span)

    def piece(self, name: tree.Word) -> int | None:
        """The number of a piece type's name."""
        number = self.piece_numbers.get(name.text)
        if number is None:
            unknown("piece", name, list(self.piece_numbers), self.findings)
        return number

    def pieces_named(self, names: Sequence[tree.Word]) -> tuple[int, ...]:
        """The numbers of several piece types."""
        numbers = (self.piece(name) for name in names)
        return tuple(number for number in numbers if number is not None)

    # -- pieces

    def pieces(self) -> tuple[model.PieceType, ...]:
        """All piece types, their letters checked."""
        sections = self.sections.pieces
        if len(sections) > limits.MOST_PIECE_TYPES:
            message = f"a game may have {limits.MOST_PIECE_TYPES} piece types at most"
            self.findings.error("E401", sections[limits.MOST_PIECE_TYPES].name.span, message)
            raise RulecError(self.findings)
        letters: dict[str, tree.PieceSection] = {}
        resolved = []
        for section in sections:
            piece = self.piece_type(section)
            first = letters.setdefault(piece.letter, section)
            if first is not section:
                where = (section.letter or section.name).span
                message = f"`{section.name.text}` has the letter of `{first.name.text}`"
                label = Label((first.letter or first.name).span, "first here")
                hint = "write another capital in quotes behind the name"
                self.findings.error("E210", where, message, hint=hint, labels=(label,))
            resolved.append(piece)
        return tuple(resolved)

    def piece_type(self, section: tree.PieceSection) -> model.PieceType:
        """One piece type."""
        letter = section.letter.text if section.letter else section.name.text[0].upper()
        if not re.fullmatch(LETTER, letter):
            where = (section.letter or section.name).span
            message = "a piece's letter is one capital from A to Z, as in `R`, `+R`, `R~` or `R'`"
            self.findings.error("E210", where, message)
            letter = "?"
        if len(section.entries) > limits.MOST_MOVEMENTS:
            message = f"a piece may have {limits.MOST_MOVEMENTS} entries at most"
            self.findings.error("E401", section.entries[limits.MOST_MOVEMENTS].span, message)
            raise RulecError(self.findings)
        movements = self.movement_entries(section)
        if not movements:
            message = f"the piece `{section.name.text}` cannot move"
            self.findings.warning("W301", section.name.span, message)
        return model.PieceType(
            name=section.name.text,
            letter=letter,
            royal=section.royal is not None,
            movements=tuple(one for entry in movements for one in self.movements(entry)),
            promotions=tuple(
                self.promotion(entry, section)
                for entry in section.entries
                if isinstance(entry, tree.PromotionEntry)
            ),
            span=section.name.span,
            castles=self.castles(section),
            drop=self.drop(section),
            captured_as=self.captured_as(section),
        )

    def movement_entries(
        self, section: tree.PieceSection
    ) -> list[tree.MovementEntry | tree.BetzaEntry]:
        """The movements of a piece, with those of the pieces it moves like."""
        found: list[tree.MovementEntry | tree.BetzaEntry] = []
        waiting: list[tree.PieceEntry] = list(section.entries)
        seen = {section.name.text}
        while waiting:
            entry = waiting.pop(0)
            if isinstance(entry, tree.MovementEntry | tree.BetzaEntry):
                found.append(entry)
            for name in entry.pieces if isinstance(entry, tree.Like) else ():
                number = self.piece(name)
                if number is not None and name.text not in seen:
                    seen.add(name.text)
                    waiting += self.sections.pieces[number].entries
        return found

    def drop(self, section: tree.PieceSection) -> model.Drop | None:
        """How a piece is dropped; it is said once at most."""
        drops = [entry for entry in section.entries if isinstance(entry, tree.Drop)]
        for entry in drops[1:]:
            label = Label(drops[0].span, "first here")
            message = "this piece says twice how it is dropped"
            self.findings.error("E202", entry.span, message, labels=(label,))
        if not drops:
            return None
        limits = {type(limit) for limit in drops[0].limits}
        squares = drops[0].squares
        return model.Drop(
            None if squares is None else self.zone(squares),
            tree.OneAFile in limits,
            tree.WithoutMate in limits,
            drops[0].span,
        )

    def captured_as(self, section: tree.PieceSection) -> int | None:
        """The piece type that joins the hand when this one is captured."""
        for entry in section.entries:
            if isinstance(entry, tree.CapturedAs):
                return self.piece(entry.piece)
        return None

    def movements(self, entry: tree.MovementEntry | tree.BetzaEntry) -> tuple[model.Movement, ...]:
        """What one entry says of how a piece moves."""
        if isinstance(entry, tree.BetzaEntry):
            return self.betza.movements(entry.text)
        return (self.movement(entry),)

    def movement(self, entry: tree.MovementEntry) -> model.Movement:
        """One way to move: its path and its conditions, each kind at most once."""
        said: dict[str, tree.MoveCondition] = {}
        for condition in entry.conditions:
            what = _CONDITIONS[type(condition)]
            if what in said:
                label = Label(said[what].span, "first here")
                message = f"this rule says {what} twice"
                self.findings.error("E202", condition.span, message, labels=(label,))
            said[what] = condition
        legs = entry.path.further
        if len(legs) >= limits.MOST_LEGS:
            where = legs[limits.MOST_LEGS - 1].span
            self.findings.error("E401", where, f"a path has {limits.MOST_LEGS} legs at most")
            raise RulecError(self.findings)
        takes = said.get(_WHOM)
        to_empty = takes is None or isinstance(takes, tree.ToEmpty)
        to_enemy = takes is None or not isinstance(takes, tree.ToEmpty | tree.EnPassant)
        over = said.get("`over`")
        screens = over.count.value if isinstance(over, tree.Over) else 0
        if isinstance(over, tree.Over):
            self.in_range(over.count, 1, limits.MOST_SCREENS, "the number of pieces jumped")
        if "`leaving en passant`" in said and to_enemy:
            message = "only a move to an empty square can leave a piece en passant"
            hint = "write `to empty` too"
            self.findings.error("E315", said["`leaving en passant`"].span, message, hint=hint)
        self.check_safely(said, to_enemy=to_enemy)
        return model.Movement(
            path=self.leg(entry.path.leg, self.board.geometry.words),
            to_empty=to_empty,
            to_enemy=to_enemy,
            start=self.squares_said(said.get("`from`")),
            span=entry.span,
            further=tuple(self.further(node) for node in entry.path.further),
            victims=model.Victims.ANY
            if takes is None
            else _VICTIMS.get(type(takes), model.Victims.ANY),
            target=self.squares_said(said.get("where it ends")),
            within=self.squares_said(said.get("`within`")),
            screens=screens,
            landing_next=isinstance(over, tree.Over) and over.landing_next is not None,
            first="`first`" in said,
            passing_safely="`passing safely`" in said,
            leaves_trail="`leaving en passant`" in said,
            en_passant=isinstance(takes, tree.EnPassant),
        )

    def check_safely(self, said: dict[str, tree.MoveCondition], *, to_enemy: bool) -> None:
        """`passing safely` goes with `to empty first`, and with nothing about what is passed."""
        safely = said.get("`passing safely`")
        if safely is None:
            return
        if to_enemy or "`first`" not in said:
            message = "only a first move to an empty square can be made `passing safely`"
            self.findings.error("E315", safely.span, message, hint="write `to empty first` too")
        elif "`over`" in said or "`leaving en passant`" in said:
            message = "a move `passing safely` neither counts what it jumps nor leaves anything"
            self.findings.error("E315", safely.span, message)

    def squares_said(self, condition: tree.MoveCondition | None) -> Zone | None:
        """The zone of a condition that names one."""
        if isinstance(condition, tree.FromSquares | tree.ToSquares | tree.Within):
            return self.zone(condition.squares)
        return None

    def further(self, node: tree.Then | tree.OrThen) -> model.Further:
        """A later leg of a path."""
        return model.Further(
            self.leg(node.leg, self.board.geometry.course_words), isinstance(node, tree.OrThen)
        )

    def leg(self, node: tree.Leg, words: Words) -> model.Slide | model.Leap:
        """A step, slide, leap or ride; `words` are those for its directions."""
        match node:
            case tree.Step(directions=directions):
                return model.Slide(self.headings(directions, words), most=1)
            case tree.Slide():
                return self.slide(node, words)
            case tree.Leap(vectors=vectors):
                return model.Leap(self.vectors(vectors), relative=False)
            case tree.Ride(vectors=vectors, most=most):
                if most is not None and most.value < 1:
                    self.findings.error("E311", most.span, "a ride makes at least one leap")
                limit = most.value if most else None
                return model.Leap(self.vectors(vectors), relative=False, most=limit)
            case tree.RelativeLeap():
                return self.relative_leap(node)

    def headings(self, directions: Sequence[tree.Word], words: Words) -> tuple[Heading, ...]:
        """The headings of a list of direction words, without doubles."""
        headings: list[Heading] = []
        for word in directions:
            found = words.get(word.text)
            if found is None and word.text in self.board.geometry.words:
                message = f"behind `then` there is no `{word.text}`: a path turns from its course"
                hint = "the words are same, outward, left, right, sideways and back"
                self.findings.error("E201", word.span, message, hint=hint)
                continue
            if found is None:
                unknown("direction", word, list(words), self.findings)
                continue
            if words is self.board.geometry.words and any(heading.relative for heading in found):
                self.need_arrows(word.span, f"`{word.text}`")
            headings += found
        return tuple(dict.fromkeys(headings))

    def need_arrows(self, span: Span, what: str) -> None:
        """Report the use of a relative direction on a board whose squares have no arrow."""
        for player, arrows in zip(self.players, self.board.arrows, strict=True):
            if None in arrows:
                square = self.board.squares[arrows.index(None)].name
                message = (
                    f"{what} needs an arrow on every square, and {square} has none for {player}"
                )
                hint = "give the board an `orientation`, a `track` or `arrow` lists"
                self.findings.error("E303", span, message, hint=hint)
                return

    def need_straight_arrows(self, span: Span, what: str) -> None:
        """Report a relative leap on a board of squares where an arrow is diagonal."""
        geometry = self.board.geometry
        if geometry.squared and any(
            arrow is not None and not geometry.directions[arrow].orthogonal
            for arrows in self.board.arrows
            for arrow in arrows
        ):
            message = f"{what} needs arrows along files and ranks, and one is diagonal"
            self.findings.error("E303", span, message)

    def slide(self, node: tree.Slide, words: Words) -> model.Slide:
        """A slide with its reach and its bends."""
        least, most = 1, None
        if node.reach:
            most = (node.reach.last or node.reach.first).value
            least = node.reach.first.value if node.reach.last else 1
            if not 1 <= least <= most:
                message = "a slide goes over at least one square, and from fewer to more"
                self.findings.error("E311", node.reach.span, message)
        onward: model.Against | None = None
        turning: Zone | None = None
        reflecting: model.Bending | None = None
        seen: dict[type[tree.Node], tree.Node] = {}
        for bending in node.bendings:
            if type(bending) in seen:
                label = Label(seen[type(bending)].span, "first here")
                message = "this slide says the same thing twice"
                self.findings.error("E202", bending.span, message, labels=(label,))
            seen[type(bending)] = bending
            match bending:
                case tree.Onward(by_arrow=by_arrow):
                    onward = model.Against.ARROW if by_arrow else model.Against.ARROW_AND_TRACK
                    self.need_arrows(bending.span, "`onward`")
                case tree.Turning(squares=squares):
                    turning = self.zone(squares)
                    if not self.board.tracks:
                        message = "`turning at` follows a track, and the board has none"
                        self.findings.error("E303", bending.span, message)
                case tree.Reflecting(off_sides=off_sides):
                    if not self.board.geometry.squared:
                        message = "`reflecting` needs a board of squares in one plane"
                        self.findings.error("E317", bending.span, message)
                    reflecting = (
                        model.Bending.SIDES if off_sides else model.Bending.SIDES_AND_CORNERS
                    )
        headings = self.headings(node.directions, words)
        if reflecting is model.Bending.SIDES_AND_CORNERS:
            self.need_arrows(node.span, "`reflecting` at the corner of a hole")
        return model.Slide(headings, least, most, onward, turning, reflecting)

    def vectors(self, nodes: Sequence[tree.Vector]) -> tuple[Vector, ...]:
        """All images of some leaps."""
        found: list[Vector] = []
        geometry = self.board.geometry
        for node in nodes:
            vector = tuple(number.value for number in node.steps)
            if len(vector) > len(geometry.weights):
                message = "a leap on a board without levels has two numbers"
                self.findings.error("E317", node.span, message)
                continue
            if not any(vector) or max(vector) > limits.LONGEST_LEAP:
                message = f"a leap goes 1 to {limits.LONGEST_LEAP} squares"
                self.findings.error("E311", node.span, message)
                continue
            found += geometry.images(vector)
        return tuple(dict.fromkeys(found))

    def relative_leap(self, node: tree.RelativeLeap) -> model.Leap:
        """A leap whose parts are named from the arrow: all combinations of its words."""
        self.need_arrows(node.span, "this leap")
        self.need_straight_arrows(node.span, "this leap")
        vectors: list[Vector] = [(0, 0)]
        for part in node.parts:
            ways = LEAP_WORDS.get(part.direction.text)
            if ways is None:
                unknown("direction of a leap", part.direction, list(LEAP_WORDS), self.findings)
                continue
            if not 1 <= part.count.value <= limits.LONGEST_LEAP:
                message = f"a leap goes 1 to {limits.LONGEST_LEAP} squares"
                self.findings.error("E311", part.count.span, message)
            far = {
                (x + part.count.value * right, y + part.count.value * forward): None
                for x, y in vectors
                for right, forward in ways
            }
            vectors = list(far)
        if (0, 0) in vectors:
            self.findings.error("E311", node.span, "this leap ends where it starts")
        return model.Leap(tuple(vectors), relative=True)

    def promotion(self, entry: tree.PromotionEntry, section: tree.PieceSection) -> model.Promotion:
        """A promotion; to itself, to a royal piece and of a royal piece are errors."""
        choices: list[int] = []
        for word in entry.choices:
            number = self.piece(word)
            if number is None:
                continue
            if number in choices:
                self.findings.error("E202", word.span, f"`{word.text}` is listed twice")
            elif self.sections.pieces[number].royal:
                message = f"a piece cannot promote to the royal `{word.text}`"
                self.findings.error("E306", word.span, message)
            elif word.text == section.name.text:
                self.findings.error("E306", word.span, "a piece cannot promote to itself")
            else:
                choices.append(number)
        if section.royal:
            self.findings.error("E306", entry.span, "a royal piece cannot promote")
        if entry.or_illegal and not entry.captured:
            message = "`or is illegal` belongs to a promotion to captured pieces"
            self.findings.error("E315", entry.or_illegal.span, message)
        return model.Promotion(
            tuple(choices),
            self.zone(entry.squares),
            entry.span,
            optional=entry.promoting.text.startswith("may"),
            captured=entry.captured is not None,
            or_illegal=entry.or_illegal is not None,
            also_from=entry.where.text == "in",
            start=self.zone(entry.start) if entry.start else None,
        )

    def castles(self, section: tree.PieceSection) -> tuple[model.Castle, ...]:
        """The castling moves of a piece, mirrored for the second player."""
        found: list[model.Castle] = []
        for entry in section.entries:
            if isinstance(entry, tree.CastlingFrom):
                found += self.castles_from(entry)
            if not isinstance(entry, tree.CastlingEntry):
                continue
            partner = self.piece(entry.partner)
            words = (entry.start, entry.end, entry.partner_start, entry.partner_end)
            squares = [self.reader.square(word) for word in words]
            if partner is None or None in squares:
                continue
            sides = [
                (square, self.board.mirror[square]) for square in squares if square is not None
            ]
            start, end, partner_start, partner_end = sides
            found.append(model.Castle(start, end, partner, partner_start, partner_end, entry.span))
        return tuple(found)

    def castles_from(self, entry: tree.CastlingFrom) -> Iterator[model.Castle]:
        """The castlings from each of some squares with each square in a direction from there."""
        partner, mirror = self.piece(entry.partner), self.board.mirror
        ends = [self.reader.square(word) for word in (entry.end, entry.partner_end)]
        starts = self.reader.bits(entry.start, 0, mirrored=True)
        headings = self.board.geometry.words.get(entry.direction.text, ())
        if len(headings) != 1 or headings[0].relative:
            names = [direction.name for direction in self.board.geometry.directions]
            unknown("direction", entry.direction, names, self.findings)
            return
        step = self.board.steps[headings[0].turn]
        for start in range(len(step)):
            beside = step[start] if starts >> start & 1 else None
            passed = {start}
            while beside is not None and beside not in passed:
                passed.add(beside)
                if partner is not None and None not in ends:
                    royal, royal_end, end = (
                        (square, mirror[square])
                        for square in (start, *(end for end in ends if end is not None))
                    )
                    place = beside, mirror[beside]
                    yield model.Castle(royal, royal_end, partner, place, end, entry.span)
                beside = step[beside]

    # -- setup

    def setup(
        self, section: tree.SetupSection, pieces: Sequence[model.PieceType]
    ) -> tuple[model.Placement, ...]:
        """The start position: the second player's pieces mirrored where none is written."""
        fens = [entry for entry in section.entries if isinstance(entry, tree.Fen)]
        placings = [entry for entry in section.entries if isinstance(entry, tree.Placing)]
        if fens and len(section.entries) > 1:
            message = "a setup is one `fen` or lists of pieces, not both"
            self.findings.error("E202", fens[-1].span, message)
        return self.fen(fens[0], pieces) if fens else self.placings(placings)

    def before(
        self, pieces: tuple[model.PieceType, ...], setup: tuple[model.Placement, ...]
    ) -> tuple[model.SetupTurn, ...]:
        """The turns before play; with the setup they give each player what the game needs."""
        turns = BeforeResolver(
            self.board, self.players, pieces, setup, self.reader, self.piece, self.findings
        ).turns(self.sections.before)
        assert self.sections.setup is not None
        self.check_royals(setup, turns, pieces, self.sections.setup.span)
        self.check_captured(turns, pieces)
        return turns

    def fen(self, node: tree.Fen, pieces: Sequence[model.PieceType]) -> tuple[model.Placement, ...]:
        """The pieces of a FEN placement."""
        text = node.placement
        try:
            return tuple(parse_placement(text.text, self.board, pieces))
        except PlacementError as error:
            quote = text.span.start + 1
            where = Span(text.span.source, quote + error.start, quote + error.end)
            self.findings.error("E304", where, str(error))
            return ()

    def placings(self, nodes: Sequence[tree.Placing]) -> tuple[model.Placement, ...]:
        """The pieces of placing lists."""
        placed: dict[int, tuple[model.Placement, Span]] = {}
        written: set[int] = set()
        for node in nodes:
            player = player_number(node.player, self.players, self.findings)
            for group in node.groups:
                piece = self.piece(group.piece)
                for place in group.places:
                    for square in self.place(place):
                        if player is None or piece is None:
                            continue
                        written.add(player)
                        self.put(placed, model.Placement(player, piece, square), place.span)
        if len(written) == 1 and self.board.symmetry != "none":
            other = 1 - written.pop()
            for one, span in list(placed.values()):
                square = self.board.mirror[one.square]
                self.put(placed, model.Placement(other, one.piece, square), span)
        return tuple(one for one, _ in placed.values())

    def place(self, node: tree.SquareRef | tree.Rectangle) -> list[int]:
        """The squares of one place of a setup list."""
        if isinstance(node, tree.Rectangle):
            return self.reader.rectangle(node)
        square = self.reader.square(node.square)
        return [] if square is None else [square]

    def put(
        self,
        placed: dict[int, tuple[model.Placement, Span]],
        placement: model.Placement,
        span: Span,
    ) -> None:
        """Place a piece, unless its square is taken."""
        if placement.square in placed:
            other, where = placed[placement.square]
            name = self.board.squares[placement.square].name
            message = f"two pieces stand on {name}"
            if other.player != placement.player:
                message += f", one of {self.players[0]} and one of {self.players[1]}"
            labels = (Label(where, "the other"),) if where != span else ()
            hint = None
            if other.player != placement.player and self.board.symmetry != "none":
                hint = "a side that is not written has the other's pieces, mirrored"
            self.findings.error("E304", span, message, labels=labels, hint=hint)
            return
        placed[placement.square] = placement, span

    def check_royals(
        self,
        setup: Sequence[model.Placement],
        before: Sequence[model.SetupTurn],
        pieces: Sequence[model.PieceType],
        span: Span,
    ) -> None:
        """A game with a royal type starts with a royal piece for each player."""
        royals = [i for i, piece in enumerate(pieces) if piece.royal]
        if self.findings.has_errors or not royals:
            return
        for player, name in enumerate(self.players):
            given = any(one.player == player and one.piece in royals for one in setup) or any(
                all(
                    any(turn.count(i, player, royal) for royal in royals)
                    for i in range(len(turn.arrangements))
                )
                for turn in before
            )
            if not given:
                self.findings.error("E305", span, f"{name} starts without a royal piece")

    def check_captured(
        self, before: Sequence[model.SetupTurn], pieces: Sequence[model.PieceType]
    ) -> None:
        """What a player has lost is known only where all arrangements have the same pieces."""
        limited = [
            promotion for piece in pieces for promotion in piece.promotions if promotion.captured
        ]
        for turn in before if limited else ():
            kinds = {tuple(sorted(piece for piece in row if piece is not None))
                     for row in turn.arrangements}  # fmt: skip
            if len(kinds) > 1:
                message = "a game with promotions to captured pieces places the same ones each time"
                self.findings.error("E322", turn.span, message)

    # -- goals

    def goals(
        self, section: tree.GoalSection, pieces: Sequence[model.PieceType]
    ) -> tuple[tuple[model.Goal, ...], tuple[model.Mark, ...]]:
        """The goals in order of precedence, and the marks they ask for."""
        if len(section.entries) > limits.MOST_GOALS:
            message = f"a game may have {limits.MOST_GOALS} goals at most"
            self.findings.error("E401", section.entries[limits.MOST_GOALS].span, message)
        marks: list[model.Mark] = []
        goals: list[model.Goal] = []
        for entry in section.entries[: limits.MOST_GOALS]:
            condition = self.condition(entry.ending, marks, pieces)
            if condition is not None:
                outcome = model.Outcome(entry.outcome.text)
                goals.append(model.Goal(outcome, condition, entry.span))
                self.check_outcome(entry, condition)
        self.check_no_moves(section, goals, pieces)
        return tuple(goals), tuple(marks)

    def check_outcome(self, entry: tree.GoalEntry, condition: model.Condition) -> None:
        """Repetition and the like belong to neither player."""
        shared = (model.Repetition, model.QuietPlies, model.Material)
        if isinstance(condition, shared) and entry.outcome.text != "draw":
            message = f"`{entry.ending.span.text}` can only be a draw"
            self.findings.error("E312", entry.span, message)

    def check_no_moves(
        self,
        section: tree.GoalSection,
        goals: Sequence[model.Goal],
        pieces: Sequence[model.PieceType],
    ) -> None:
        """Every way in which a player can be without a move needs a goal that says what then."""
        if any(isinstance(goal.condition, model.NoMoves) for goal in goals):
            return
        royal = any(piece.royal for piece in pieces)
        wanted: list[tuple[type[model.Condition], str]] = [(model.Stalemate, "draw stalemate")]
        if royal:
            wanted.insert(0, (model.Checkmate, "win checkmate"))
        for kind, example in wanted:
            if not any(isinstance(goal.condition, kind) for goal in goals):
                name = kind.__name__.lower()
                message = f"the goals do not say what {name} means"
                hint = f"for example `{example}`"
                self.findings.error("E313", section.span, message, hint=hint)

    def condition(
        self, node: tree.Ending, marks: list[model.Mark], pieces: Sequence[model.PieceType]
    ) -> model.Condition | None:
        """One ending; adds the mark it asks for to `marks`."""
        match node:
            case tree.Checkmate():
                if not any(piece.royal for piece in pieces):
                    message = "checkmate needs a royal piece, and there is none"
                    self.findings.error("E305", node.span, message)
                return model.Checkmate()
            case tree.Stalemate():
                return model.Stalemate()
            case tree.NoMoves():
                return model.NoMoves()
            case tree.Extinction(pieces=names):
                return model.Extinction(_bits(self.pieces_named(names)))
            case tree.Bare(pieces=names, unless_answered=unless):
                return model.Bare(_bits(self.pieces_named(names)), unless is not None)
            case tree.Checks(count=count):
                self.in_range(count, 1, limits.MOST_CHECKS, "the number of checks")
                if not any(piece.royal for piece in pieces):
                    message = "a check needs a royal piece, and there is none"
                    self.findings.error("E305", node.span, message)
                return model.Checks(count.value)
            case tree.ReachGoal():
                return self.reach(node, marks)
            case tree.Repetition(count=count, notes=notes):
                self.in_range(count, 2, limits.MOST_REPETITIONS, "the count of a repetition")
                kinds = {type(note) for note in notes or ()}
                if len(kinds) < len(notes or ()):
                    self.findings.error("E202", node.span, "the same note is written twice")
                return model.Repetition(
                    count.value, tree.PiecesDistinct in kinds, tree.StartNotCounted not in kinds
                )
            case tree.QuietPlies(count=count, movers=movers):
                self.in_range(count, 1, limits.MOST_QUIET_PLIES, "the number of plies")
                return model.QuietPlies(count.value, _bits(self.pieces_named(movers or ())))
            case tree.Material(first=first, second=second):
                return model.Material(self.troops(first), self.troops(second))

    def troops(self, nodes: Sequence[tree.Troop]) -> tuple[model.Troop, ...]:
        """What one side may have left; each type is named once."""
        troops: dict[int, model.Troop] = {}
        for node in nodes:
            piece = self.piece(node.piece)
            if node.most is not None:
                self.in_range(node.most, 1, limits.MOST_SQUARES, "how many pieces a side may have")
            if piece is None:
                continue
            if piece in troops:
                message = f"`{node.piece.text}` is named twice on one side"
                self.findings.error("E202", node.span, message)
            troops[piece] = model.Troop(piece, node.most.value if node.most else None)
        return tuple(troops.values())

    def in_range(self, number: tree.Number, least: int, most: int, what: str) -> None:
        """Report a number out of its range."""
        if not least <= number.value <= most:
            message = f"{what} goes from {least} to {most}"
            self.findings.error("E311", number.span, message)

    def reach(self, node: tree.ReachGoal, marks: list[model.Mark]) -> model.Reach | None:
        """`T on Z after GATE`."""
        piece = self.piece(node.piece)
        zone = self.zone(node.squares)
        if piece is None:
            return None
        if node.gate is None:
            return model.Reach(piece, zone, None)
        gates = {gate.name: gate for gate in self.board.gates}
        if node.gate.text not in gates:
            unknown("gate", node.gate, list(gates), self.findings)
            return None
        mark = model.Mark(gates[node.gate.text], piece)
        if mark not in marks:
            if any(other.piece == piece for other in marks):
                message = f"`{node.piece.text}` is asked for two gates; a piece remembers one"
                self.findings.error("E314", node.span, message)
                return None
            marks.append(mark)
        return model.Reach(piece, zone, marks.index(mark))
