"""A report as one HTML page that needs nothing else. Whatever engines have said is escaped."""

from __future__ import annotations

from dataclasses import dataclass

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rulec.crosscheck.run import Finding, Report
from rulec.crosscheck.terminal import board_lines
from rulec.crosscheck.words import (
    LETTERS,
    cause_words,
    compared_words,
    count_words,
    difference_words,
    reached,
)
from rulec.draw.board import Moves, position_drawing
from rulec.draw.svg import svg
from rulec.engines.protocol import RefusedError
from rulec.engines.rules_engine import Ray
from rulec.engines.setting import parse_setting
from rulec.model.game import Game
from rulec.model.placement import PlacementError, parse_placement
from rulec.model.tables import Ends, Line, Stop
from rulec.resources import resource_dir


@dataclass(frozen=True, slots=True)
class _Card:
    """A finding as the template shows it."""

    title: str
    rule: str
    rule_place: str
    ray: str
    count: str
    witness: str
    fen: str
    difference: list[str]
    picture: Markup
    board: str


def report_html(report: Report) -> str:
    """The whole report as a page."""
    environment = Environment(
        loader=FileSystemLoader(resource_dir("templates") / "crosscheck"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    seen, missed = reached(report)
    return environment.get_template("report.html.j2").render(
        engines=list(zip(LETTERS, report.engines, strict=True)),
        verdict=str(report.verdict),
        compared=compared_words(report),
        spent=report.notebook.spent,
        failure=report.failure,
        searches=report.notebook.searches,
        seen=seen,
        missed=missed,
        counts=report.notebook.coverage,
        cards=[_card(report.game, finding) for finding in report.findings],
    )


def _card(game: Game | None, finding: Finding) -> _Card:
    group, witness = finding.group, finding.witness
    rule, ray = group.cause.rule, witness.instance.ray
    fen = witness.fen or ""
    return _Card(
        title=cause_words(group.cause),
        rule=rule.text if rule else "",
        rule_place=rule.place if rule else "",
        ray=" ".join(ray.path) if ray else "",
        count=count_words(group),
        witness=str(witness.place),
        fen=fen,
        difference=difference_words(witness.difference),
        picture=_picture(game, fen, ray),
        board=_board(fen),
    )


def _picture(game: Game | None, fen: str, ray: Ray | None) -> Markup:
    """The position drawn, with the ray on it; nothing where the game's board is not known."""
    if game is None or not fen:
        return Markup()
    try:
        placed = parse_placement(fen.split()[0].partition("[")[0], game.board, game.pieces)
    except PlacementError:
        return Markup()
    placements = {one.square: (one.player, one.piece) for one in placed}
    moves = None
    if ray is not None and ray.origin and all(name in game.board.by_name for name in ray.path):
        origin, *path = (game.board.by_name[square] for square in ray.path)
        stops = tuple(Stop(square, Ends.BOTH) for square in path)
        moves = Moves(origin, (Line(stops, ray.rule),), {path[-1]})
    # The drawing's own text is escaped by `svg`.
    return Markup(svg(position_drawing(game, placements, moves=moves)))


def _board(fen: str) -> str:
    try:
        return "\n".join(board_lines(parse_setting(fen)))
    except RefusedError:
        return ""
