"""From Lark's parse tree to the dataclasses of `rulec.syntax.tree`."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta

from rulec.syntax import tree
from rulec.syntax.source import Source, Span

NODES: dict[str, type[tree.Node]] = {
    "year": tree.Year,
    "author": tree.Author,
    "about": tree.About,
    "grid": tree.Grid,
    "glue": tree.Glue,
    "link": tree.Link,
    "unlink": tree.Unlink,
    "hole": tree.Hole,
    "arrow": tree.ArrowEntry,
    "facing": tree.Facing,
    "symmetry": tree.Symmetry,
    "zone": tree.ZoneEntry,
    "gate": tree.GateEntry,
    "without": tree.Without,
    "common": tree.Common,
    "square": tree.SquareRef,
    "rectangle": tree.Rectangle,
    "rank": tree.RankRef,
    "file": tree.FileRef,
    "level": tree.LevelRef,
    "zone_name": tree.ZoneName,
    "enemy_zone": tree.EnemyZone,
    "step": tree.Step,
    "reach": tree.Reach,
    "leap": tree.Leap,
    "leap_anywhere": tree.LeapAnywhere,
    "leap_part": tree.LeapPart,
    "ride": tree.Ride,
    "onward": tree.Onward,
    "turning": tree.Turning,
    "reflecting": tree.Reflecting,
    "to_empty": tree.ToEmpty,
    "to_enemy": tree.ToEnemy,
    "from_squares": tree.FromSquares,
    "then": tree.Then,
    "or_then": tree.OrThen,
    "to_royal": tree.ToRoyal,
    "to_common": tree.ToCommon,
    "to_squares": tree.ToSquares,
    "within": tree.Within,
    "over": tree.Over,
    "first": tree.First,
    "passing_safely": tree.PassingSafely,
    "leaving_en_passant": tree.LeavingEnPassant,
    "en_passant": tree.EnPassant,
    "betza": tree.BetzaEntry,
    "promotion": tree.PromotionEntry,
    "castling": tree.CastlingEntry,
    "castling_from": tree.CastlingFrom,
    "fen": tree.Fen,
    "passing_turn": tree.PassingTurn,
    "on_both_colours": tree.OnBothColours,
    "kept_on": tree.KeptOn,
    "between": tree.Between,
    "listing_turn": tree.ListingTurn,
    "goal": tree.GoalEntry,
    "checkmate": tree.Checkmate,
    "stalemate": tree.Stalemate,
    "no_moves": tree.NoMoves,
    "extinction": tree.Extinction,
    "bare": tree.Bare,
    "checks": tree.Checks,
    "may_pass": tree.MayPass,
    "compulsory_captures": tree.CompulsoryCaptures,
    "captures_join_hand": tree.CapturesJoinHand,
    "captures_return": tree.CapturesReturn,
    "illegal_checks": tree.IllegalChecks,
    "exploding_captures": tree.ExplodingCaptures,
    "like": tree.Like,
    "one_a_file": tree.OneAFile,
    "without_mate": tree.WithoutMate,
    "captured_as": tree.CapturedAs,
    "reach_goal": tree.ReachGoal,
    "both_reach": tree.BothReach,
    "passes": tree.Passes,
    "repetition": tree.Repetition,
    "pieces_distinct": tree.PiecesDistinct,
    "start_not_counted": tree.StartNotCounted,
    "quiet_plies": tree.QuietPlies,
    "held": tree.Held,
    "in_hand": tree.InHand,
    "lacking": tree.Lacking,
    "step_along": tree.StepAlong,
    "slide_along": tree.SlideAlong,
    "material": tree.Material,
    "troop": tree.Troop,
}
"""Grammar rules whose children are the fields of a node, in order."""

LISTS: dict[str, tuple[type[tree.Node], int]] = {
    "start": (tree.RuleFile, 0),
    "variant": (tree.VariantSection, 1),
    "game": (tree.GameSection, 1),
    "players": (tree.Players, 0),
    "board": (tree.BoardSection, 0),
    "hex": (tree.Hex, 1),
    "wrap": (tree.Wrap, 0),
    "track": (tree.TrackEntry, 1),
    "route": (tree.RouteEntry, 2),
    "course": (tree.Course, 0),
    "orientation": (tree.Orientation, 0),
    "piece": (tree.PieceSection, 3),
    "movement": (tree.MovementEntry, 1),
    "path": (tree.Path, 1),
    "drop": (tree.Drop, 1),
    "slide": (tree.Slide, 2),
    "vector": (tree.Vector, 0),
    "relative_leap": (tree.RelativeLeap, 0),
    "setup": (tree.SetupSection, 0),
    "placing": (tree.Placing, 1),
    "placed": (tree.Placed, 1),
    "before_play": (tree.BeforeSection, 0),
    "placing_turn": (tree.PlacingTurn, 4),
    "goals": (tree.GoalSection, 0),
    "squares": (tree.SquareSet, 0),
    "squares_term": (tree.SquareTerm, 1),
}
"""Grammar rules that end in a list: the node, and how many fields come before the list."""

TUPLES = frozenset({"names", "vectors", "notes", "troops", "holdings", "listed"})
"""Grammar rules that are plain lists."""

WORDS = frozenset(
    {"royal", "lines", "axis", "letter", "by_arrow", "off_sides", "outcome", "landing_next"}
    | {"promoting", "where", "captured", "or_illegal", "unless_answered", "own"}
)
"""Grammar rules that are one or more keywords, kept as a word."""


class TooLongError(Exception):
    """A word that is longer than any rule needs; `str()` says so."""

    def __init__(self, span: Span, message: str) -> None:
        self.span = span
        super().__init__(message)


MOST_DIGITS = 6
"""Digits of a number."""
LONGEST_NAME = 64
"""Characters of a name."""
LONGEST_STRING = 4096
"""Characters between two quotes."""


class TreeBuilder(Transformer[Token, tree.RuleFile]):
    """Turns every grammar rule into its node, by the tables above.

    Raises TooLongError for numbers, names and texts beyond their limits.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(visit_tokens=True)
        self._source = source

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        """A node for any grammar rule."""
        rule = str(data)
        span = Span(self._source, 0, 0) if meta.empty else self._span(meta)
        if rule in NODES:
            return NODES[rule](span, *children)
        if rule in LISTS:
            node, fixed = LISTS[rule]
            return node(span, *children[:fixed], tuple(children[fixed:]))  # type: ignore[call-arg]
        if rule in TUPLES:
            return tuple(children)
        if rule == "or_moves":
            return children[0]
        if rule in WORDS:
            return tree.Word(span, span.text)
        raise AssertionError(f"the grammar rule {rule} has no node")

    def __default_token__(self, token: Token) -> Any:
        """A word, number or size for any token."""
        start = token.start_pos or 0
        span = Span(self._source, start, start + len(token))
        match token.type:
            case "STRING":
                if len(token) - 2 > LONGEST_STRING:
                    message = f"this text is too long: {LONGEST_STRING} characters at most"
                    raise TooLongError(span, message)
                return tree.Word(span, str(token)[1:-1])
            case "INT":
                return tree.Number(span, _number(str(token), span))
            case "SIZE":
                size = (_number(part.strip(), span) for part in token.split("x"))
                return tree.Size(span, *size)
            case _:
                if len(token) > LONGEST_NAME:
                    message = f"this name is too long: {LONGEST_NAME} characters at most"
                    raise TooLongError(span, message)
                return tree.Word(span, str(token))

    def _span(self, meta: Meta) -> Span:
        return Span(self._source, meta.start_pos, meta.end_pos)


def _number(digits: str, span: Span) -> int:
    if len(digits) > MOST_DIGITS:
        raise TooLongError(span, f"this number is too long: {MOST_DIGITS} digits at most")
    return int(digits)
