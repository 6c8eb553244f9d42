"""From the movement entries of a piece to its movements: paths and their conditions."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.model import game as model
from rulec.model import limits
from rulec.model.betza import BetzaReader
from rulec.model.board import Route, Zone, bits_of
from rulec.model.directions import LEAP_WORDS
from rulec.model.geometry import Heading, Vector, Words
from rulec.model.names import Names
from rulec.model.squares import unknown
from rulec.syntax import tree
from rulec.syntax.diagnostics import Label, RulecError

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


class MovementResolver(Names):
    """Resolves how pieces move."""

    def movements(self, entry: tree.MovementEntry | tree.BetzaEntry) -> tuple[model.Movement, ...]:
        """What one entry says of how a piece moves."""
        if isinstance(entry, tree.BetzaEntry):
            reader = BetzaReader(
                self.board, self.findings, self.need_arrows, self.need_straight_arrows
            )
            return reader.movements(entry.text)
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
        spares = barred = 0
        if isinstance(takes, tree.ToEnemy) and takes.spared:
            spares = bits_of(self.pieces_named(takes.spared))
            self.check_spared(takes.spared)
        if isinstance(over, tree.Over) and over.barred:
            barred = bits_of(self.pieces_named(over.barred))
            self.check_barred(over.barred)
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
            spares=spares,
            barred=barred,
            target=self.squares_said(said.get("where it ends")),
            within=self.squares_said(said.get("`within`")),
            screens=screens,
            landing_next=isinstance(over, tree.Over) and over.landing_next is not None,
            first="`first`" in said,
            passing_safely="`passing safely`" in said,
            leaves_trail="`leaving en passant`" in said,
            en_passant=isinstance(takes, tree.EnPassant),
        )

    def check_spared(self, names: Sequence[tree.Word]) -> None:
        """What a move spares is not royal: `to common` says that."""
        royals = {section.name.text for section in self.sections.pieces if section.royal}
        for name in names:
            if name.text in royals:
                message = f"`{name.text}` is royal, and only common pieces are exceptions here"
                hint = "write `to common` for a capture of anything but a royal piece"
                self.findings.error("E315", name.span, message, hint=hint)

    def check_barred(self, names: Sequence[tree.Word]) -> None:
        """What a move does not jump stays what it is: a promotion could open or close its way."""
        changing = {
            name
            for section in self.sections.pieces
            for entry in section.entries
            if isinstance(entry, tree.PromotionEntry)
            for name in (section.name.text, *(choice.text for choice in entry.choices))
        }
        for name in names:
            if name.text in changing:
                message = f"`{name.text}` promotes or is promoted to, and cannot be an exception"
                self.findings.error("E315", name.span, message)

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
            case tree.StepAlong(route=route):
                return model.Slide((), most=1, route=self.route(route))
            case tree.SlideAlong(route=route, reach=reach):
                return model.Slide((), *self.reach(reach), route=self.route(route))
            case tree.Leap(vectors=vectors):
                return model.Leap(self.vectors(vectors), relative=False)
            case tree.Ride(vectors=vectors, most=most):
                if most is not None and most.value < 1:
                    self.findings.error("E311", most.span, "a ride makes at least one leap")
                limit = most.value if most else None
                return model.Leap(self.vectors(vectors), relative=False, most=limit)
            case tree.LeapAnywhere():
                return model.Leap((), relative=False, anywhere=True)
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

    def route(self, name: tree.Word) -> Route:
        """The route of a name."""
        routes = {route.name: route for route in self.board.routes}
        if name.text not in routes:
            unknown("route", name, list(routes), self.findings)
            raise RulecError(self.findings)
        return routes[name.text]

    def reach(self, node: tree.Reach | None) -> tuple[int, int | None]:
        """The fewest and the most steps of a slide."""
        if node is None:
            return 1, None
        most = (node.last or node.first).value
        least = node.first.value if node.last else 1
        if not 1 <= least <= most:
            message = "a slide goes over at least one square, and from fewer to more"
            self.findings.error("E311", node.span, message)
        return least, most

    def slide(self, node: tree.Slide, words: Words) -> model.Slide:
        """A slide with its reach and its bends."""
        least, most = self.reach(node.reach)
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
