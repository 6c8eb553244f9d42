"""The pages and the picture that Jocly shows about a game: rules, description, credits, icon."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from rulec.draw.board import Moves, position_drawing, start_placements
from rulec.draw.raster import png
from rulec.draw.svg import svg
from rulec.emit.jocly.render import render
from rulec.model.game import Game, PieceType
from rulec.model.tables import Tables

_THUMBNAIL = 85


@dataclass(frozen=True, slots=True)
class _PieceRules:
    """What the rules page says about a piece."""

    name: str
    royal: bool
    moves: tuple[str, ...]
    promotions: tuple[str, ...]
    diagram: Markup


def page_files(game: Game, tables: Tables, name: str) -> dict[str, bytes]:
    """The pages of a game by path."""
    start = start_placements(game)
    board = _inline(
        svg(position_drawing(game, start, arrows=True, title=f"The start of {game.name}"))
    )
    pieces = [_piece(game, tables, number) for number in range(len(game.pieces))]
    pages = {
        "rules": render(
            "rules.html.j2",
            game=game,
            board=board,
            before=[_one_line(turn.span.text) for turn in game.before],
            pieces=pieces,
            texts=_goals(game),
        ),
        "description": render("description.html.j2", game=game),
        "credits": render("credits.html.j2", game=game),
    }
    files = {f"{name}-{page}.html": text.encode() for page, text in pages.items()}
    icon = position_drawing(game, start, labels=False)
    return files | {f"{name}-thumb.png": png(icon, _THUMBNAIL)}


def _goals(game: Game) -> list[str]:
    return [_one_line(goal.span.text) for goal in game.goals]


def _piece(game: Game, tables: Tables, number: int) -> _PieceRules:
    piece = game.pieces[number]
    return _PieceRules(
        name=piece.name,
        royal=piece.royal,
        moves=tuple(dict.fromkeys(_one_line(move.span.text) for move in piece.movements)),
        promotions=tuple(_one_line(promotion.span.text) for promotion in piece.promotions),
        diagram=_diagram(game, tables, number, piece),
    )


def _diagram(game: Game, tables: Tables, number: int, piece: PieceType) -> Markup:
    """The first player's piece alone where it has the most moves (the first such square)."""
    lines = tables.lines[0][number]
    reached = [len({stop for line in found for stop in line.squares}) for found in lines]
    square = reached.index(max(reached))
    drawing = position_drawing(
        game,
        {square: (0, number)},
        moves=Moves(square, lines[square]),
        title=f"{piece.name} on {game.board.squares[square].name}",
    )
    return _inline(svg(drawing))


def _inline(text: str) -> Markup:
    """An SVG of ours as part of a page."""
    return Markup(text[text.index("<svg") :])


def _one_line(text: str) -> str:
    return " ".join(text.split())
