"""The sections that make up one game: the file's own, or those of a variant laid over them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rulec.model.limits import MOST_VARIANTS
from rulec.record import Record
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, Label, RulecError, did_you_mean
from rulec.syntax.source import Span


class Sections(Record):
    """One game's sections, each kind at most once, pieces by name in order."""

    game: tree.GameSection | None = None
    board: tree.BoardSection | None = None
    pieces: tuple[tree.PieceSection, ...] = ()
    setup: tree.SetupSection | None = None
    goals: tree.GoalSection | None = None
    before: tree.BeforeSection | None = None


def variants(file: tree.RuleFile) -> list[tree.VariantSection]:
    """The variants of a file, in order."""
    return [part for part in file.sections if isinstance(part, tree.VariantSection)]


def sections_of(file: tree.RuleFile, variant: str | None, findings: Findings) -> Sections:
    """The sections of the file's own game, or of the variant of that name."""
    named = {section.name.text: section for section in variants(file)}
    _check_variants(file, findings)
    own = [part for part in file.sections if not isinstance(part, tree.VariantSection)]
    base = _collect(own, findings)
    if variant is None:
        return base
    if variant not in named:
        hint = did_you_mean(variant, named) or (
            f"the file has {', '.join(f'`{name}`' for name in named)}" if named else None
        )
        findings.error("E206", None, f"there is no variant `{variant}`", hint=hint)
        return base
    return _overlay(base, _collect(named[variant].sections, findings))


def _check_variants(file: tree.RuleFile, findings: Findings) -> None:
    seen: dict[str, Span] = {}
    found = variants(file)
    for section in found:
        _once(seen, section.name.text, section.name, f"the variant `{section.name.text}`", findings)
    if len(found) > MOST_VARIANTS:
        where = found[MOST_VARIANTS].name.span
        findings.error("E401", where, f"a file may have {MOST_VARIANTS} variants at most")
        raise RulecError(findings)


def _once(seen: dict[str, Span], key: str, node: tree.Node, what: str, findings: Findings) -> bool:
    """Whether this is the first node with its key; a later one is an error."""
    if key in seen:
        first = Label(seen[key], "first here")
        findings.error("E202", node.span, f"{what} is defined twice", labels=(first,))
        return False
    seen[key] = node.span
    return True


def _collect(parts: Iterable[tree.Section], findings: Findings) -> Sections:
    """The sections of one level, of a file or of a variant; doubles are errors."""
    seen: dict[str, Span] = {}
    game: tree.GameSection | None = None
    board: tree.BoardSection | None = None
    setup: tree.SetupSection | None = None
    goals: tree.GoalSection | None = None
    before: tree.BeforeSection | None = None
    pieces: list[tree.PieceSection] = []
    for part in parts:
        match part:
            case tree.GameSection():
                if _once(seen, "game", part, "`game`", findings):
                    facts: dict[str, Span] = {}
                    for entry in part.entries:
                        _once(facts, _kind(entry), entry, f"`{_kind(entry)}`", findings)
                    game = part
            case tree.BoardSection():
                if _once(seen, "board", part, "`board`", findings):
                    _check_board(part, findings)
                    board = part
            case tree.PieceSection(name=name):
                what = f"the piece `{name.text}`"
                if _once(seen, f"piece {name.text}", name, what, findings):
                    pieces.append(part)
            case tree.SetupSection():
                setup = part if _once(seen, "setup", part, "`setup`", findings) else setup
            case tree.BeforeSection():
                before = part if _once(seen, "before", part, "`before play`", findings) else before
            case tree.GoalSection():
                goals = part if _once(seen, "goal", part, "`goal`", findings) else goals
    return Sections(game, board, tuple(pieces), setup, goals, before)


def _check_board(board: tree.BoardSection, findings: Findings) -> None:
    seen: dict[str, Span] = {}
    for entry in board.entries:
        match entry:
            case tree.ZoneEntry(name=name) | tree.GateEntry(name=name) | tree.RouteEntry(name=name):
                owner = f" of {entry.player.text}" if entry.player else ""
                what = f"the {_kind(entry)} `{name.text}`{owner}"
                _once(seen, f"{_kind(entry)} {name.text}{owner}", name, what, findings)
            case tree.TrackEntry(name=name):
                _once(seen, f"track {name.text}", name, f"the track `{name.text}`", findings)
            case tree.Grid() | tree.Hex() | tree.Wrap() | tree.Symmetry() | tree.Orientation():
                _once(seen, _kind(entry), entry, f"`{_kind(entry)}`", findings)
            case tree.Hole() | tree.ArrowEntry() | tree.Glue() | tree.Link() | tree.Unlink():
                pass


_KINDS: dict[type[tree.Node], str] = {
    tree.Grid: "grid",
    tree.Hex: "hex",
    tree.Wrap: "wrap",
    tree.Glue: "glue",
    tree.Link: "link",
    tree.Unlink: "unlink",
    tree.Hole: "hole",
    tree.TrackEntry: "track",
    tree.RouteEntry: "route",
    tree.ArrowEntry: "arrow",
    tree.Orientation: "orientation",
    tree.Symmetry: "symmetry",
    tree.ZoneEntry: "zone",
    tree.GateEntry: "gate",
    tree.Author: "author",
    tree.Year: "year",
    tree.About: "about",
    tree.Players: "players",
    tree.MayPass: "players may pass",
    tree.CompulsoryCaptures: "captures are compulsory",
    tree.CapturesJoinHand: "captures join the hand",
    tree.CapturesReturn: "captures return to the hand",
    tree.IllegalChecks: "checks are illegal",
    tree.ExplodingCaptures: "captures explode",
}


def _kind(entry: tree.Node) -> str:
    return _KINDS[type(entry)]


def _key(entry: tree.Node) -> str:
    """What a restated entry replaces: the thing of its name, or all entries of its kind."""
    match entry:
        case (
            tree.ZoneEntry(name=name)
            | tree.GateEntry(name=name)
            | tree.TrackEntry(name=name)
            | tree.RouteEntry(name=name)
        ):
            return f"{_kind(entry)} {name.text}"
        case tree.Grid() | tree.Hex():
            return "shape"
        case _:
            return _kind(entry)


def _overlay(base: Sections, own: Sections) -> Sections:
    """A variant's sections over the game's: what is restated replaces what it restates."""
    restated = {piece.name.text: piece for piece in own.pieces}
    kept = tuple(restated.pop(piece.name.text, piece) for piece in base.pieces)
    return Sections(
        game=_overlay_game(base.game, own.game),
        board=_overlay_board(base.board, own.board),
        pieces=(*kept, *restated.values()),
        setup=own.setup or base.setup,
        goals=own.goals or base.goals,
        before=own.before or base.before,
    )


def _overlay_game(
    base: tree.GameSection | None, own: tree.GameSection | None
) -> tree.GameSection | None:
    if base is None or own is None:
        return own or base
    return tree.GameSection(own.span, own.title, _replace(base.entries, own.entries))


def _overlay_board(
    base: tree.BoardSection | None, own: tree.BoardSection | None
) -> tree.BoardSection | None:
    if base is None or own is None:
        return own or base
    return tree.BoardSection(own.span, _replace(base.entries, own.entries))


Entry = TypeVar("Entry", bound=tree.Node)


def _replace(base: tuple[Entry, ...], own: tuple[Entry, ...]) -> tuple[Entry, ...]:
    keys = {_key(entry) for entry in own}
    return (*(entry for entry in base if _key(entry) not in keys), *own)
