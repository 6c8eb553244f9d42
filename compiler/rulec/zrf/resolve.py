"""One variant of a rule file to the game it means."""

from __future__ import annotations

from rulec.uncollected import uncollected
from rulec.zrf.boards import resolve_board
from rulec.zrf.goals import GoalResolver
from rulec.zrf.model import (
    Block,
    Game,
    Goal,
    Options,
    Passing,
    PieceType,
    Placement,
    Reserve,
    Turn,
)
from rulec.zrf.moves import MoveResolver
from rulec.zrf.nodes import View
from rulec.zrf.outline import Variant
from rulec.zrf.report import Report, near
from rulec.zrf.scope import Scope, count_args, dispatch, integer
from rulec.zrf.strings import shown
from rulec.zrf.vocabulary import (
    DAGAZ_OPTION_ENDINGS,
    DAGAZ_OPTIONS,
    DISPLAY_OPTIONS,
    GOAL_SECTIONS,
    OLD_OPTIONS,
    RULE_OPTIONS,
)

MAX_TURNS = 10_000
MAX_RESERVE = 10_000


@uncollected()
def resolve(variant: Variant, report: Report) -> Game | None:
    """The game that a variant means; None when a part that it cannot do without is missing."""
    return _Resolver(variant, report).game()


class _Resolver:
    def __init__(self, variant: Variant, report: Report) -> None:
        self._variant = variant
        self._report = report
        self._scope = Scope(report)

    def game(self) -> Game | None:
        scope, variant = self._scope, self._variant
        for head in ("players", "board", "piece"):
            if not variant.named(head):
                self._report.error(
                    "Z206", variant.at, f"`{variant.title or variant.at.head}` has no `{head}`"
                )
        if not (variant.named("players") and variant.named("board") and variant.named("piece")):
            return None
        for view in self._last("players").args:
            scope.declare(scope.players, view)
        board = resolve_board(self._last("board"), scope)
        scope.zone_squares = board.zone_squares
        sections = self._piece_sections()
        self._declare_piece_words(sections)
        turns, repeat = self._turns()
        priorities = self._priorities()
        pieces = self._pieces(sections)
        placements, reserves = self._setup()
        engines = variant.named("engine")
        return Game(
            title=variant.title,
            players=scope.players.all,
            turns=turns,
            repeat=repeat,
            board=board,
            pieces=pieces,
            attributes=scope.attributes.all,
            recorded_attributes=scope.attributes.mentioned,
            flags=scope.flags.all,
            position_flags=scope.position_flags.all,
            move_types=scope.move_types.all,
            priorities=priorities,
            placements=placements,
            reserves=reserves,
            goals=self._goals(),
            options=self._options(),
            engine=engines[0] if engines else None,
            at=variant.at,
        )

    def _last(self, head: str) -> View:
        return self._variant.named(head)[-1]

    # --- players and turns ----------------------------------------------------------------------

    def _turns(self) -> tuple[tuple[Turn, ...], int]:
        sections = self._variant.named("turn-order")
        if not sections:
            self._report.error(
                "Z206", self._variant.at, f"`{self._variant.title}` has no `turn-order`"
            )
            return (), 0
        turns: list[Turn] = []
        repeat = 0
        for item in sections[-1].args:
            if item.word == "repeat":
                repeat = len(turns)
                continue
            turn = self._turn(item)
            if turn is not None:
                turns.append(turn)
        if not turns or repeat >= len(turns):
            self._report.error("Z260", sections[-1], "no turn is left to play here")
            return (), 0
        if len(turns) > MAX_TURNS:
            self._report.error(
                "Z260", sections[-1], f"a turn order has {MAX_TURNS:,} turns at most"
            )
            return (), 0
        return tuple(turns), repeat

    def _turn(self, item: View) -> Turn | None:
        scope = self._scope
        fields = item.items if item.is_form else (item,)
        if not 1 <= len(fields) <= 3:
            self._report.error(
                "Z260",
                item,
                "a turn is a player, perhaps the player whose pieces move, perhaps a move type",
            )
            return None
        player = scope.players.find(fields[0], self._report)
        rest = fields[1:]
        side = scope.players.get(rest[0].word) if rest else None
        if side is not None:
            rest = rest[1:]
        move_type: int | None = None
        if rest:
            move_type = scope.move_types.number(rest[0].word) if rest[0].word else None
        if player is None:
            return None
        return Turn(player, player if side is None else side, move_type)

    def _priorities(self) -> tuple[int, ...]:
        sections = self._variant.named("move-priorities")
        if not sections:
            return ()
        priorities: list[int] = []
        for view in sections[-1].args:
            number = self._scope.move_types.get(view.word)
            if number is None:
                self._report.warning(
                    "Z314",
                    view,
                    f"no piece has moves of the type `{view.word}`",
                    near(view.word, self._scope.move_types.all),
                )
            else:
                priorities.append(number)
        return tuple(priorities)

    # --- pieces ---------------------------------------------------------------------------------

    def _piece_sections(self) -> dict[str, View]:
        """The section of each piece by its name; the last counts when there are several."""
        sections: dict[str, View] = {}
        for section in self._variant.named("piece"):
            names = [part for part in section.args if part.head == "name"]
            if not names or len(names[0].args) != 1 or not names[0].args[0].word:
                self._report.error("Z261", section, "this piece needs a name, as in `(name Rook)`")
                continue
            name = names[0].args[0]
            self._scope.declare(self._scope.pieces, name)
            sections[name.word] = section
        return sections

    def _declare_piece_words(self, sections: dict[str, View]) -> None:
        """Attributes and move types, which blocks may use before they are declared."""
        scope = self._scope
        for section in sections.values():
            for part in section.args:
                if part.head == "attribute" and part.args:
                    scope.declare(scope.attributes, part.args[0], again=True)
                elif part.head in ("moves", "drops"):
                    for item in part.args:
                        if item.head == "move-type" and len(item.args) == 1 and item.args[0].word:
                            scope.move_types.number(item.args[0].word)

    def _pieces(self, sections: dict[str, View]) -> tuple[PieceType, ...]:
        resolver = MoveResolver(self._scope)
        return tuple(
            _Piece(section, name, self._scope, resolver).resolve()
            for name, section in sections.items()
        )

    # --- the starting position ------------------------------------------------------------------

    def _setup(self) -> tuple[tuple[Placement, ...], tuple[Reserve, ...]]:
        placements: dict[int, Placement] = {}
        reserves: dict[tuple[int, int], int] = {}
        for section in self._variant.named("board-setup")[-1:]:
            for entry in section.args:
                fields = entry.items
                if not fields:
                    self._report.error(
                        "Z262", entry, "a setup is written as a player and pieces, as in "
                        "`(White (King e1))`"
                    )  # fmt: skip
                    continue
                player = self._scope.players.find(fields[0], self._report)
                for item in fields[1:]:
                    self._place(player, item, placements, reserves)
        return tuple(placements.values()), tuple(
            Reserve(player, piece, count) for (player, piece), count in reserves.items()
        )

    def _place(
        self,
        player: int | None,
        item: View,
        placements: dict[int, Placement],
        reserves: dict[tuple[int, int], int],
    ) -> None:
        scope, report = self._scope, self._report
        fields = item.items
        if not fields:
            report.error(
                "Z262", item, "pieces are placed as a piece and squares, as in `(Rook a1 h1)`"
            )
            return
        piece = scope.pieces.find(fields[0], report)
        expects_count = False
        for view in fields[1:]:
            if expects_count:
                expects_count = False
                count = integer(view, report, "the number of pieces off the board")
                if count is not None and not 0 <= count <= MAX_RESERVE:
                    report.error("Z262", view, f"this must be 0 to {MAX_RESERVE:,}")
                elif None not in (player, piece, count):
                    assert player is not None
                    assert piece is not None
                    assert count is not None
                    reserves[player, piece] = reserves.get((player, piece), 0) + count
            elif view.word == "off":
                expects_count = True
            elif view.word in scope.zones and player is not None and piece is not None:
                zone = scope.zones.number(view.word)
                for square in scope.zone_squares[zone][player]:
                    placements[square] = Placement(player, piece, square)
            else:
                position = scope.positions.find(view, report)
                if position is None or player is None or piece is None:
                    continue
                if position in placements:
                    report.warning(
                        "Z312", view, f"`{view.word}` already holds a piece, which this replaces"
                    )
                placements[position] = Placement(player, piece, position)
        if expects_count:
            report.error("Z262", item, "`off` needs the number of pieces off the board")

    # --- goals and options ----------------------------------------------------------------------

    def _goals(self) -> tuple[Goal, ...]:
        resolver = GoalResolver(self._scope)
        found = [resolver.goal(section) for section in self._variant.named(*GOAL_SECTIONS)]
        return tuple(goal for goal in found if goal is not None)

    def _options(self) -> Options:
        values: dict[str, str] = {}
        for section in self._variant.named("option", *OLD_OPTIONS):
            if section.head == "option":
                if not count_args(section, 2, 2, self._report):
                    continue
                name = section.args[0].string
                value = section.args[1].word
                if name is None or not value:
                    self._report.error(
                        "Z263", section, 'an option is written as in `(option "pass turn" true)`'
                    )
                    continue
            else:
                name = OLD_OPTIONS[section.head]
                value = section.args[0].word if section.args else "true"
            self._check_option(section, name, value)
            values[name] = value
        passing = values.get("pass turn", "false")
        return Options(
            pass_turn=Passing(passing) if passing in set(Passing) else Passing.NEVER,
            pass_partial=values.get("pass partial") == "true",
            maximal_captures=values.get("maximal captures") in ("true", "2"),
            recycle_captures=values.get("recycle captures") == "true",
            recycle_promotions=values.get("recycle promotions") == "true",
            discard_cascades=values.get("discard cascades") == "true",
            include_off_pieces=values.get("include off-pieces") == "true",
        )

    def _check_option(self, section: View, name: str, value: str) -> None:
        report = self._report
        if name in DAGAZ_OPTIONS or name.endswith(DAGAZ_OPTION_ENDINGS):
            report.note("Z403", section, f"only the program Dagaz has an option `{name}`")
        elif name not in RULE_OPTIONS | DISPLAY_OPTIONS and not name.startswith("silent "):
            report.note(
                "Z404",
                section,
                f"there is no option `{name}`; Zillions passes over it",
                near(name, RULE_OPTIONS | DISPLAY_OPTIONS),
            )
        elif name in RULE_OPTIONS:
            allowed = ["true", "false"]
            allowed += {"pass turn": ["forced"], "maximal captures": ["2"]}.get(name, [])
            if value not in allowed:
                report.warning(
                    "Z313",
                    section,
                    f"`{name}` is {', '.join(allowed[:-1])} or {allowed[-1]}; "
                    f"`{value}` counts as false",
                )


class _Piece:
    """Reads one `piece` section."""

    def __init__(self, section: View, name: str, scope: Scope, resolver: MoveResolver) -> None:
        self._section = section
        self._name = name
        self._scope = scope
        self._report = scope.report
        self._resolver = resolver
        self._moves: list[Block] = []
        self._drops: list[Block] = []
        self._true_attributes: set[int] = set()
        self._images: list[list[str]] = [[] for _ in scope.players.all]
        self._texts: dict[str, str] = {}
        self._dummy = False
        self._parts = {
            "name": self._read_nothing,
            "open": self._read_nothing,
            "help": self._read_text,
            "description": self._read_text,
            "notation": self._read_text,
            "image": self._read_image,
            "attribute": self._read_attribute,
            "moves": self._read_moves,
            "drops": self._read_drops,
            "dummy": self._read_dummy,
        }

    def resolve(self) -> PieceType:
        # The parts are read in the order of the file, which numbers the attributes.
        for part in self._section.args:
            dispatch(self._parts, part, self._report, "a piece")
        return PieceType(
            name=self._name,
            attributes=frozenset(self._true_attributes),
            moves=tuple(self._moves),
            drops=tuple(self._drops),
            images=tuple(tuple(names) for names in self._images),
            notation=self._texts.get("notation", ""),
            help=self._texts.get("help", ""),
            description=self._texts.get("description", ""),
            dummy=self._dummy,
            at=self._section,
        )

    def _read_moves(self, part: View) -> None:
        self._moves.extend(self._resolver.blocks(part))

    def _read_drops(self, part: View) -> None:
        self._drops.extend(self._resolver.blocks(part))

    def _read_attribute(self, part: View) -> None:
        if not count_args(part, 2, 2, self._report):
            return
        number = self._scope.attributes.get(part.args[0].word)
        value = part.args[1].word
        if value not in ("true", "false"):
            self._report.error("Z264", part.args[1], "an attribute starts as `true` or `false`")
        elif number is not None:
            self._scope.attributes.mention(number)
            if value == "true":
                self._true_attributes.add(number)

    def _read_image(self, part: View) -> None:
        """Picture files, after the player they are for."""
        player: int | None = None
        for view in part.args:
            if view.string is None:
                player = self._scope.players.find(view, self._report)
            elif player is not None:
                self._images[player].append(view.string)

    def _read_text(self, part: View) -> None:
        if part.args:
            self._texts[part.head] = shown(part.args[0].string or "")

    def _read_dummy(self, part: View) -> None:
        self._dummy = True

    def _read_nothing(self, part: View) -> None:
        """The name is known already; `open` changes only what is shown."""
