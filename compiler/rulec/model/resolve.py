"""From the sections of one game to its model: every name looked up, every statement checked."""

from __future__ import annotations

from rulec.model import game as model
from rulec.model.resolve_blast import BlastResolver
from rulec.model.resolve_board import resolve_board
from rulec.model.resolve_goals import GoalResolver
from rulec.model.resolve_pieces import PieceResolver
from rulec.model.resolve_rights import resolve_rights
from rulec.model.resolve_setup import SetupResolver
from rulec.model.sections import sections_of
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, RulecError


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
    names = board, players, sections, findings
    pieces = PieceResolver(*names).pieces()
    blast = BlastResolver(*names).blast()
    starting = SetupResolver(*names)
    setup, in_hand, before = starting.start(sections.setup, pieces)
    goals, marks = GoalResolver(*names).goals(sections.goals, pieces)
    starting.check_royals(sections.setup.span, setup, before, pieces, goals)
    facts = {type(entry): entry for entry in sections.game.entries}
    author, year, about = (facts.get(kind) for kind in (tree.Author, tree.Year, tree.About))
    game = model.Game(
        title=sections.game.title.text,
        variant=variant,
        author=author.author.text if isinstance(author, tree.Author) else None,
        year=year.year.value if isinstance(year, tree.Year) else None,
        about=about.about.text if isinstance(about, tree.About) else None,
        players=players,
        board=board,
        pieces=pieces,
        setup=setup,
        in_hand=in_hand,
        setup_span=sections.setup.span,
        goals=goals,
        marks=marks,
        span=sections.game.span,
        rights=resolve_rights(board, pieces, setup, before, marks, findings),
        may_pass=tree.MayPass in facts,
        compulsory_captures=tree.CompulsoryCaptures in facts,
        illegal_checks=tree.IllegalChecks in facts,
        hands=tree.CapturesJoinHand in facts,
        blast=blast,
        captures_return=tree.CapturesReturn in facts,
        before=before,
    )
    if tree.CapturesReturn in facts and tree.CapturesJoinHand in facts:
        message = "captured pieces join the captor's hand or return to their player's, not both"
        findings.error("E202", facts[tree.CapturesReturn].span, message)
    illegal_checks = facts.get(tree.IllegalChecks)
    if illegal_checks and not any(piece.royal for piece in pieces):
        findings.error(
            "E305", illegal_checks.span, "a check needs a royal piece, and there is none"
        )
    findings.raise_errors()
    return game, findings


def _players(section: tree.GameSection, findings: Findings) -> tuple[str, ...]:
    for entry in section.entries:
        if isinstance(entry, tree.Players):
            names = tuple(name.text for name in entry.names)
            if len(names) != 2 or len(set(names)) != 2:
                findings.error("E310", entry.span, "a game has two players with different names")
                break
            return names
    return ("White", "Black")
