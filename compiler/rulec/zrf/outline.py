"""The top of a rule file: the game, its variants, and what they take over from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulec.zrf.nodes import View
from rulec.zrf.report import Report, near
from rulec.zrf.strings import shown
from rulec.zrf.vocabulary import GOAL_SECTIONS, KNOWN_VERSIONS, SECTIONS

SEPARATOR = "-"
"""The title of a variant that is only a line in the menu."""


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One entry of the menu: its title and all sections that hold for it."""

    title: str
    sections: tuple[View, ...]
    at: View
    is_default: bool

    def named(self, *heads: str) -> tuple[View, ...]:
        """The sections with one of these heads, in order."""
        return tuple(section for section in self.sections if section.head in heads)


@dataclass(frozen=True, slots=True)
class Outline:
    """A rule file as its menu shows it: the game itself first."""

    version: str
    variants: tuple[Variant, ...]

    @property
    def default(self) -> Variant:
        """What the file opens with."""
        return next((entry for entry in self.variants if entry.is_default), self.variants[0])

    def find(self, title: str) -> Variant | None:
        """The variant of a title, upper and lower case being alike if need be."""
        exact = [entry for entry in self.variants if entry.title == title]
        wanted = title.casefold().split()
        near = [entry for entry in self.variants if entry.title.casefold().split() == wanted]
        return next(iter(exact + near), None)


def outline(forms: Iterable[View], report: Report) -> Outline | None:
    """The game and variants of a file whose macros are expanded.

    None, with a finding, when there is no game.
    """
    version = ""
    games: list[View] = []
    variants: list[View] = []
    for place, form in enumerate(forms):
        match form.head:
            case "game":
                games.append(form)
            case "variant":
                variants.append(form)
            case "version":
                version = _version(form, place == 0, report)
            case "translate":
                pass
            case head:
                _report_stray(form, head, report)
    if not games:
        if not report.has_errors:
            report.error("Z201", None, "this file has no `(game …)`, so there is nothing to play")
        return None
    for extra in games[1:]:
        report.warning("Z301", extra, "a file holds one game; this further one is not read")
    base = _variant(games[0], (), report)
    entries = [base]
    for form in variants:
        entry = _variant(form, base.sections, report)
        if entry.title != SEPARATOR:
            entries.append(entry)
    return Outline(version, tuple(entries))


def _version(form: View, is_first: bool, report: Report) -> str:
    version = form.args[0].string if len(form.args) == 1 else None
    if version is None:
        report.error("Z202", form, '`version` takes one string, as in `(version "2.0")`')
        return ""
    if version not in KNOWN_VERSIONS:
        report.warning("Z302", form, f"there is no version `{version}` of the language")
    elif not is_first:
        report.warning("Z302", form, "`version` should be the first form of the file")
    return version


def _report_stray(form: View, head: str, report: Report) -> None:
    if head:
        message = f"`{head}` is neither a macro nor something that may stand here"
        hint = near(head, ("game", "variant", "define", "include", "version"))
        report.error("Z203", form, message, hint)
    else:
        report.warning("Z303", form, "this stands outside of every list and is not read")


def _variant(form: View, inherited: tuple[View, ...], report: Report) -> Variant:
    own: list[View] = []
    for section in form.args:
        head = section.head
        if head in SECTIONS:
            own.append(section)
        elif head:
            report.error(
                "Z204",
                section,
                f"a game has no section `{head}`, and there is no macro of that name",
                near(head, SECTIONS),
            )
        else:
            report.warning("Z303", section, "this stands outside of every section and is not read")
    title = next(
        (shown(section.args[0].string or "") for section in own
         if section.head == "title" and section.args),
        "",
    )  # fmt: skip
    if not title:
        report.error("Z205", form, f'this {form.head} needs a title, as in `(title "Chess")`')
    is_default = any(section.head == "default" for section in own)
    return Variant(title, (*_kept(inherited, own), *own), form, is_default)


def _kept(inherited: tuple[View, ...], own: list[View]) -> Iterable[View]:
    """The sections that a variant takes over: those it does not replace.

    A piece replaces the piece of its name, an option likewise, and any goal all goals.
    """
    heads = {section.head for section in own}
    pieces = {_piece_name(section) for section in own if section.head == "piece"}
    options = {_option_name(section) for section in own if section.head == "option"}
    has_goals = bool(heads & GOAL_SECTIONS)
    for section in inherited:
        match section.head:
            case "piece":
                keep = _piece_name(section) not in pieces
            case "option":
                keep = _option_name(section) not in options
            case head if head in GOAL_SECTIONS:
                keep = not has_goals
            case "default":
                keep = False
            case head:
                keep = head not in heads
        if keep:
            yield section


def _piece_name(section: View) -> str:
    for part in section.args:
        if part.head == "name" and part.args:
            return part.args[0].word
    return ""


def _option_name(section: View) -> str:
    return (section.args[0].string or "") if section.args else ""
