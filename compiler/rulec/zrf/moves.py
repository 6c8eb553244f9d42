"""The blocks of `moves` and `drops`: words to instructions and conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulec.zrf.model import (
    UNTYPED,
    Add,
    All,
    Anchor,
    AnyOf,
    Block,
    Capture,
    Cascade,
    ChangeOwner,
    ChangeType,
    Condition,
    Constant,
    Create,
    Flag,
    Go,
    Here,
    If,
    Instruction,
    Locus,
    Mark,
    Not,
    Sequence,
    SetAttribute,
    SetFlag,
    SetFrom,
    SetPositionFlag,
    SetTo,
    Spot,
    Step,
    Test,
    TestKind,
    Toward,
    Verify,
    While,
)
from rulec.zrf.nodes import Expansion, Form, Node, Trail, View, Word, into, views
from rulec.zrf.report import near
from rulec.zrf.scope import PIECE, Scope, count_args
from rulec.zrf.vocabulary import (
    LIST_INSTRUCTIONS,
    LOGIC,
    PLAIN_INSTRUCTIONS,
    SQUARE_CONDITIONS,
    SUBJECT_CONDITIONS,
)

_NOT = "not-"


class MoveResolver:
    """Resolves the blocks of one game; what macros stand for is resolved once and shared."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._report = scope.report
        self._shared: dict[int, Sequence] = {}
        self._lists: dict[str, Callable[[View], Instruction | None]] = {
            "add": self._add,
            "add-copy": self._add,
            "add-partial": self._add,
            "add-copy-partial": self._add,
            "capture": lambda view: Capture(view, self._only_locus(view)),
            "change-owner": lambda view: ChangeOwner(view, self._only_locus(view), flip=False),
            "flip": lambda view: ChangeOwner(view, self._only_locus(view), flip=True),
            "change-type": self._change_type,
            "create": self._create,
            "go": self._go,
            "if": self._if,
            "mark": lambda view: Mark(view, self._only_locus(view)),
            "opposite": self._opposite,
            "set-attribute": self._set_attribute,
            "set-flag": self._set_flag,
            "set-position-flag": self._set_position_flag,
            "verify": self._verify,
            "while": self._while,
        }
        self._words: dict[str, Callable[[View], Instruction]] = {
            "from": SetFrom,
            "to": SetTo,
            "back": lambda view: Go(view, Anchor.MARK, back=True),
            "mark": lambda view: Mark(view, Here()),
            "cascade": Cascade,
            "capture": lambda view: Capture(view, Here()),
            "flip": lambda view: ChangeOwner(view, Here(), flip=True),
            "change-owner": lambda view: ChangeOwner(view, Here(), flip=False),
            "create": lambda view: Create(view, None, None, Here()),
            "add": lambda view: Add(view, (), partial=False, copy=False, move_type=None),
            "add-copy": lambda view: Add(view, (), partial=False, copy=True, move_type=None),
            "add-partial": lambda view: Add(view, (), partial=True, copy=False, move_type=None),
            "add-copy-partial": lambda view: Add(view, (), partial=True, copy=True, move_type=None),
        }

    def blocks(self, section: View) -> tuple[Block, ...]:
        """The blocks of a `moves` or `drops` section."""
        blocks: list[Block] = []
        move_type = UNTYPED
        for item in section.args:
            if item.head == "move-type":
                if count_args(item, 1, 1, self._report, "name"):
                    found = self._scope.move_types.find(item.args[0], self._report)
                    move_type = UNTYPED if found is None else found
            elif isinstance(item.node, Form):
                code = self._sequence(item.node.items, item.trail, item)
                blocks.append(Block(code, move_type, item))
            else:
                self._report.error(
                    "Z230",
                    item,
                    f"a block of instructions in parentheses is expected, not {_shown(item)}",
                )
        return tuple(blocks)

    # --- sequences ------------------------------------------------------------------------------

    def _sequence(self, nodes: tuple[Node, ...], trail: Trail | None, at: View) -> Sequence:
        body: list[Instruction] = []
        for node in nodes:
            if isinstance(node, Expansion):
                body.append(self._expansion(node, trail, at))
            else:
                body.extend(self._instruction(View(node, trail)))
        return Sequence(at, tuple(body))

    def _expansion(self, node: Expansion, trail: Trail | None, at: View) -> Sequence:
        known = self._shared.get(id(node.items))
        if known is None:
            inner = into(node, trail)
            where = next(views(node.items, inner), at)
            known = self._sequence(node.items, inner, where)
            self._shared[id(node.items)] = known
        return known

    def _instruction(self, view: View) -> Iterable[Instruction]:
        if view.string is not None:
            self._report.error("Z231", view, "a string is no instruction")
            return ()
        if view.is_form:
            return self._listed(view)
        word = view.word
        plain = self._words.get(word)
        if plain is not None:
            return (plain(view),)
        locus = self._locus_named(word)
        if locus is not None:
            return (Step(view, locus),)
        if word in self._scope.zones:
            inside = Test(TestKind.IN_ZONE, Here(), self._scope.zones.get(word), view)
            return (Verify(view, inside),)
        self._unknown(view, word)
        return ()

    def _listed(self, view: View) -> Iterable[Instruction]:
        """The instruction that a list is; a list in a list counts as its instructions."""
        handler = self._lists.get(view.head)
        if handler is not None:
            instruction = handler(view)
            return () if instruction is None else (instruction,)
        assert isinstance(view.node, Form)
        head = view.head
        if not head or head in self._words or self._locus_named(head) is not None:
            self._report.warning(
                "Z309", view, "a block inside a block is read as part of the block around it"
            )
            return (self._sequence(view.node.items, view.trail, view),)
        self._unknown(view, head)
        return ()

    def _unknown(self, view: View, word: str) -> None:
        if self._is_condition(word):
            self._report.error(
                "Z232",
                view,
                f"`{word}` is a condition and does nothing by itself",
                f"write `(verify {word})` to end the block unless it holds",
            )
            return
        known = (
            PLAIN_INSTRUCTIONS
            | LIST_INSTRUCTIONS
            | {*self._scope.directions.all, *self._scope.positions.all}
        )
        self._report.error(
            "Z231",
            view,
            f"`{word}` is no instruction, direction or position, and no macro has that name",
            near(word, known),
        )

    # --- loci -----------------------------------------------------------------------------------

    def _locus_named(self, word: str) -> Locus | None:
        direction = self._scope.directions.get(word)
        if direction is not None:
            return Toward(direction)
        position = self._scope.positions.get(word)
        return None if position is None else Spot(position)

    def _locus(self, view: View) -> Locus:
        if view.head == "opposite":
            return self._reverse(view)
        locus = self._locus_named(view.word)
        if locus is None:
            known = (*self._scope.directions.all, *self._scope.positions.all)
            self._report.error(
                "Z233",
                view,
                f"{_shown(view)} is neither a direction nor a position",
                near(view.word, known),
            )
            return Here()
        return locus

    def _reverse(self, view: View) -> Locus:
        if count_args(view, 1, 1, self._report, "direction"):
            direction = self._scope.directions.find(view.args[0], self._report)
            if direction is not None:
                return Toward(direction, reverse=True)
        return Here()

    def _only_locus(self, view: View) -> Locus:
        if count_args(view, 0, 1, self._report, "direction or position") and view.args:
            return self._locus(view.args[0])
        return Here()

    def _is_locus(self, view: View) -> bool:
        return view.head == "opposite" or self._locus_named(view.word) is not None

    # --- instructions ---------------------------------------------------------------------------

    def _opposite(self, view: View) -> Step:
        return Step(view, self._reverse(view))

    def _add(self, view: View) -> Add:
        head = view.head
        partial = head.endswith("partial")
        types: list[int] = []
        move_type: int | None = None
        for place, arg in enumerate(view.args):
            is_last = place == len(view.args) - 1
            if partial and is_last and arg.word not in self._scope.pieces:
                move_type = self._scope.move_types.find(arg, self._report)
            else:
                found = self._scope.pieces.find(arg, self._report)
                types.extend(() if found is None else (found,))
        return Add(view, tuple(types), partial, head.startswith("add-copy"), move_type)

    def _change_type(self, view: View) -> ChangeType | None:
        if not count_args(view, 1, 2, self._report):
            return None
        piece = self._scope.pieces.find(view.args[0], self._report)
        locus = self._locus(view.args[1]) if len(view.args) == 2 else Here()
        return None if piece is None else ChangeType(view, piece, locus)

    def _create(self, view: View) -> Create | None:
        if not count_args(view, 0, 3, self._report):
            return None
        args = list(view.args)
        player = self._scope.players.get(args[0].word) if args else None
        if player is not None:
            args.pop(0)
        piece = self._scope.pieces.get(args[0].word) if args else None
        if piece is not None:
            args.pop(0)
        if len(args) > 1:
            self._report.error(
                "Z234",
                args[0],
                f"{_shown(args[0])} is neither a player nor a piece",
                near(args[0].word, (*self._scope.players.all, *self._scope.pieces.all)),
            )
            return None
        if args and not self._is_locus(args[0]):
            self._report.error(
                PIECE.code,
                args[0],
                f"{_shown(args[0])} is neither a player, a piece, a direction nor a position",
                near(args[0].word, self._scope.pieces.all),
            )
            return None
        return Create(view, player, piece, self._locus(args[0]) if args else Here())

    def _go(self, view: View) -> Go | None:
        if not count_args(view, 1, 1, self._report, "place"):
            return None
        try:
            return Go(view, Anchor(view.args[0].word))
        except ValueError:
            names = [anchor.value for anchor in Anchor]
            self._report.error(
                "Z235",
                view.args[0],
                f"`go` leads to {', '.join(names[:-1])} or {names[-1]}, not to "
                f"{_shown(view.args[0])}",
                near(view.args[0].word, names),
            )
            return None

    def _set_attribute(self, view: View) -> SetAttribute | None:
        if not count_args(view, 2, 2, self._report):
            return None
        attribute = self._scope.attributes.find(view.args[0], self._report)
        if attribute is not None:
            self._scope.attributes.mention(attribute)
        value = self._condition(view.args[1])
        return None if attribute is None else SetAttribute(view, attribute, value)

    def _set_flag(self, view: View) -> SetFlag | None:
        if not count_args(view, 2, 2, self._report):
            return None
        flag = self._flag(view.args[0])
        value = self._condition(view.args[1])
        return None if flag is None else SetFlag(view, flag, value)

    def _set_position_flag(self, view: View) -> SetPositionFlag | None:
        if not count_args(view, 2, 3, self._report):
            return None
        name = view.args[0]
        if not name.word:
            self._report.error("Z220", name, "the name of a position flag is expected here")
            return None
        locus = self._locus(view.args[2]) if len(view.args) == 3 else Here()
        flag = self._scope.position_flags.number(name.word)
        return SetPositionFlag(view, flag, self._condition(view.args[1]), locus)

    def _flag(self, view: View) -> int | None:
        if not view.word:
            self._report.error("Z220", view, "the name of a flag is expected here")
            return None
        return self._scope.flags.number(view.word)

    def _verify(self, view: View) -> Verify | None:
        if not view.args:
            count_args(view, 1, 1, self._report, "condition")
            return None
        return Verify(view, self._all(view, view.args))

    def _if(self, view: View) -> If | None:
        condition, nodes = self._led_by_condition(view)
        if condition is None:
            return None
        nodes = _with_else_in_sight(nodes)
        elses = [place for place, node in enumerate(nodes) if _is_else(node)]
        if len(elses) > 1:
            self._report.error("Z236", view, "this `if` has more than one `else`")
        split, end, *_ = (*elses, len(nodes), len(nodes))
        return If(
            view,
            self._condition(condition),
            self._sequence(nodes[:split], view.trail, view),
            self._sequence(nodes[split + 1 : end], view.trail, view),
        )

    def _while(self, view: View) -> While | None:
        condition, nodes = self._led_by_condition(view)
        if condition is None:
            return None
        return While(view, self._condition(condition), self._sequence(nodes, view.trail, view))

    def _led_by_condition(self, view: View) -> tuple[View | None, tuple[Node, ...]]:
        """The condition of an `if` or `while` and the nodes after it; None, with an error."""
        assert isinstance(view.node, Form)
        nodes = view.node.items[1:]
        while nodes:
            lead, nodes = nodes[0], nodes[1:]
            written_out = tuple(views((lead,), view.trail))
            if written_out:
                rest = tuple(item.node for item in written_out[1:])
                return written_out[0], (*rest, *nodes)
        count_args(view, 1, None, self._report, "condition")
        return None, ()

    # --- conditions -----------------------------------------------------------------------------

    def _all(self, view: View, args: tuple[View, ...]) -> Condition:
        if len(args) == 1:
            return self._condition(args[0])
        self._report.warning(
            "Z310", view, f"`{view.head}` takes one condition; all of these must hold"
        )
        return All(tuple(self._condition(arg) for arg in args))

    def _condition(self, view: View) -> Condition:
        if view.string is not None:
            self._report.error("Z240", view, "a string is no condition")
            return Constant(True)
        word = view.head if view.is_form else view.word
        args = view.args if view.is_form else ()
        match word:
            case "true" | "false":
                return Constant(word == "true")
            case "and":
                return All(self._conditions(args))
            case "or":
                return AnyOf(self._conditions(args))
            case "not":
                if not count_args(view, 1, 1, self._report, "condition"):
                    return Constant(True)
                return Not(self._condition(args[0]))
            case "flag?" | "not-flag?":
                return self._flag_test(view, word)
        negated = word.startswith(_NOT) and word not in self._scope.attributes
        test = self._test(view, word.removeprefix(_NOT) if negated else word, args)
        return Not(test) if negated else test

    def _conditions(self, args: tuple[View, ...]) -> tuple[Condition, ...]:
        # From the right, for that is how Zillions comes to number the attributes in them.
        return tuple(reversed([self._condition(arg) for arg in reversed(args)]))

    def _flag_test(self, view: View, word: str) -> Condition:
        if not view.is_form or not count_args(view, 1, 1, self._report, "flag"):
            if not view.is_form:
                self._report.error("Z241", view, f"`{word}` needs the name of a flag")
            return Constant(True)
        flag = self._flag(view.args[0])
        if flag is None:
            return Constant(True)
        return Flag(flag, view) if word == "flag?" else Not(Flag(flag, view))

    def _test(self, view: View, word: str, args: tuple[View, ...]) -> Condition:
        attribute = self._scope.attributes.get(word)
        if attribute is not None:
            self._scope.attributes.mention(attribute)
            return Test(TestKind.ATTRIBUTE, self._locus_arg(view, args), attribute, view)
        if word in ("attacked?", "defended?"):
            move_type = self._scope.move_types.get(args[0].word) if args else None
            rest = args if move_type is None else args[1:]
            return Test(TestKind(word), self._locus_arg(view, rest), move_type, view)
        if word in SQUARE_CONDITIONS:
            return Test(TestKind(word), self._locus_arg(view, args), None, view)
        if word in SUBJECT_CONDITIONS:
            return self._subject_test(view, TestKind(word), args)
        if view.is_form and not word and len(view.items) == 1:
            self._report.warning("Z311", view, "these parentheses hold a single condition")
            return self._condition(view.items[0])
        self._unknown_condition(view, word)
        return Constant(True)

    def _subject_test(self, view: View, kind: TestKind, args: tuple[View, ...]) -> Condition:
        if not args and kind is TestKind.ON_BOARD:
            self._report.warning(
                "Z315",
                view,
                "without a direction, `on-board?` asks about the current square and always holds",
                "name the direction, as in `(on-board? n)`",
            )
        elif not args:
            self._report.error("Z241", view, f"`{kind}` needs an argument")
            return Constant(True)
        subject: int | None
        match kind:
            case TestKind.ON_BOARD:
                return Test(kind, self._locus_arg(view, args), None, view)
            case TestKind.PIECE:
                subject = self._scope.pieces.find(args[0], self._report)
            case TestKind.IN_ZONE:
                subject = self._scope.zones.find(args[0], self._report)
            case TestKind.POSITION:
                subject = self._scope.positions.find(args[0], self._report)
            case _:
                subject = self._scope.position_flags.number(args[0].word) if args[0].word else None
        locus = self._locus_arg(view, args[1:])
        return Constant(True) if subject is None else Test(kind, locus, subject, view)

    def _locus_arg(self, view: View, args: tuple[View, ...]) -> Locus:
        if len(args) > 1:
            self._report.error(
                "Z242", args[1], f"`{view.head}` looks at one square, and here is a second"
            )
        return self._locus(args[0]) if args else Here()

    def _is_condition(self, word: str) -> bool:
        plain = word.removeprefix(_NOT)
        return (
            word in LOGIC
            or plain in SQUARE_CONDITIONS
            or plain in SUBJECT_CONDITIONS
            or plain in self._scope.attributes
        )

    def _unknown_condition(self, view: View, word: str) -> None:
        if not word:
            self._report.error("Z240", view, f"{_shown(view)} is no condition")
            return
        known = LOGIC | SQUARE_CONDITIONS | SUBJECT_CONDITIONS | set(self._scope.attributes.all)
        self._report.error(
            "Z240",
            view,
            f"`{word}` is no condition or attribute, and no macro has that name",
            near(word, known | {f"{_NOT}{name}" for name in known}),
        )


def _with_else_in_sight(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The nodes, with macro calls that stand for an `else` written out."""
    if not any(isinstance(node, Expansion) and _has_else(node) for node in nodes):
        return nodes
    result: list[Node] = []
    for node in nodes:
        if isinstance(node, Expansion) and _has_else(node):
            result.extend(_with_else_in_sight(node.items))
        else:
            result.append(node)
    return tuple(result)


def _has_else(expansion: Expansion) -> bool:
    return any(
        _has_else(node) if isinstance(node, Expansion) else _is_else(node)
        for node in expansion.items
    )


def _is_else(node: Node) -> bool:
    return isinstance(node, Word) and node.text == "else"


def _shown(view: View) -> str:
    """The view as named in a sentence."""
    if view.string is not None:
        return "a string"
    return f"`{view.word}`" if view.word else "a list"
