"""Boards as drawings: what is on them and where."""

from itertools import pairwise
from math import dist

from rulec.draw.board import MARGIN, Moves, margin, position_drawing, start_placements
from rulec.draw.drawing import Circle, Drawing, Path, end_of
from rulec.draw.glyphs import piece_marks
from rulec.draw.layout import CELL
from rulec.draw.svg import svg
from rulec.model.game import Game
from rulec.model.load import load
from rulec.model.lower import lower
from rulec.model.tables import Ends, Line, Stop
from tests.support.games import ROOT

from .conftest import SPAN


def filled_squares(drawing: Drawing) -> list[tuple[float, float]]:
    """Upper left corners of all fields exactly one square large."""
    corners = []
    for mark in drawing.marks:
        if isinstance(mark, Path) and mark.fill and len(mark.segments) == 3:
            far = end_of(mark.segments[1])
            if (far[0] - mark.start[0], far[1] - mark.start[1]) == (CELL, CELL):
                corners.append(mark.start)
    return corners


def rings(drawing: Drawing) -> list[tuple[float, float]]:
    return [m.centre for m in drawing.marks if isinstance(m, Circle) and m.radius == 0.43 * CELL]


def dots(drawing: Drawing) -> list[tuple[float, float]]:
    return [m.centre for m in drawing.marks if isinstance(m, Circle) and m.radius == 0.13 * CELL]


def centre(game: Game, name: str) -> tuple[float, float]:
    square = game.board.squares[game.board.by_name[name]]
    return (
        MARGIN + (square.file + 0.5) * CELL,
        MARGIN + (game.board.ranks - 0.5 - square.rank) * CELL,
    )


def test_size_follows_the_board_and_its_margin(game: Game) -> None:
    for labels in (True, False):
        drawing = position_drawing(game, {}, labels=labels)
        assert drawing.width == drawing.height == 3 * CELL + 2 * margin(labels)


def test_nothing_is_drawn_in_a_hole(game: Game) -> None:
    drawing = position_drawing(game, {}, labels=False)
    middle = margin(False) + CELL
    assert (middle, middle) not in filled_squares(drawing)


def test_options_change_only_what_they_name(game: Game) -> None:
    plain = position_drawing(game, start_placements(game))
    shaded = position_drawing(game, start_placements(game), zone=game.board.zones[0])
    arrowed = position_drawing(game, start_placements(game), arrows=True)
    assert len(arrowed.marks) == len(plain.marks) + len(game.board.squares)
    assert len(shaded.marks) == len(plain.marks)
    assert shaded != plain


def test_zones_and_arrows_are_a_players_own(game: Game) -> None:
    zone = game.board.zones[0]
    assert position_drawing(game, {}, zone=zone) != position_drawing(game, {}, zone=zone, seen_by=1)
    assert position_drawing(game, {}, arrows=True) != position_drawing(
        game, {}, arrows=True, seen_by=1
    )


def test_moves_end_on_the_first_piece_and_skip_own_ones(game: Game) -> None:
    at = game.board.by_name
    up = Line(tuple(Stop(at[name], Ends.BOTH) for name in ("a2", "a3", "b3")), SPAN)
    right = Line((Stop(at["b1"], Ends.BOTH), Stop(at["c1"], Ends.BOTH)), SPAN)
    placements = {at["a1"]: (0, 2), at["a3"]: (1, 5), at["b1"]: (0, 5)}
    drawing = position_drawing(game, placements, moves=Moves(at["a1"], (up, right)))
    assert dots(drawing) == [centre(game, "a2")]
    assert rings(drawing) == [centre(game, "a3")]


def test_a_stop_that_only_moves_takes_nothing_and_targets_can_be_limited(game: Game) -> None:
    at = game.board.by_name
    up = Line((Stop(at["a2"], Ends.MOVE), Stop(at["a3"], Ends.MOVE)), SPAN)
    placements = {at["a1"]: (0, 2), at["a3"]: (1, 5)}
    drawing = position_drawing(game, placements, moves=Moves(at["a1"], (up,)))
    assert (dots(drawing), rings(drawing)) == ([centre(game, "a2")], [])
    none_legal = position_drawing(game, placements, moves=Moves(at["a1"], (up,), targets=()))
    assert dots(none_legal) == []


def test_screens_are_jumped(game: Game) -> None:
    at = game.board.by_name
    stops = tuple(Stop(at[name], Ends.CAPTURE) for name in ("a2", "a3", "b3", "c3"))
    placements = {at["a1"]: (0, 2), at["a2"]: (0, 5), at["b3"]: (1, 5), at["c3"]: (1, 5)}
    over = Line(stops, SPAN, screens=1)
    drawing = position_drawing(game, placements, moves=Moves(at["a1"], (over,)))
    assert (dots(drawing), rings(drawing)) == ([], [centre(game, "b3")])
    next_to = Line(stops, SPAN, screens=1, landing_next=True)
    drawing = position_drawing(game, placements, moves=Moves(at["a1"], (next_to,)))
    assert (dots(drawing), rings(drawing)) == ([], [])


def test_a_target_that_no_line_leads_to_is_shown(game: Game) -> None:
    at = game.board.by_name
    moves = Moves(at["a1"], (), targets={at["c1"]})
    assert dots(position_drawing(game, {at["a1"]: (0, 0)}, moves=moves)) == [centre(game, "c1")]


def test_a_line_over_a_glued_edge_leaves_the_board_and_comes_back() -> None:
    strip = load(ROOT / "games" / "cubic-chess.rules", "Over the edges")
    queen = next(i for i, piece in enumerate(strip.pieces) if piece.name == "Queen")
    square = strip.board.by_name["g8"]
    moves = Moves(square, lower(strip).lines[0][queen][square])
    lines = [
        (mark.start, *map(end_of, mark.segments))
        for mark in position_drawing(strip, {square: (0, queen)}, moves=moves).marks
        if isinstance(mark, Path) and mark.stroke and not mark.closed
    ]
    lengths = {dist(*ends) / CELL for line in lines for ends in pairwise(line)}
    assert lines
    assert max(lengths) <= dist((0, 0), (1, 1))


def test_every_known_piece_has_its_own_shape_and_others_show_their_letter(game: Game) -> None:
    shapes = [piece_marks(piece, 0) for piece in game.pieces]
    assert len(set(shapes)) == len(shapes)
    assert all(piece_marks(piece, 0) != piece_marks(piece, 1) for piece in game.pieces)


def test_the_same_position_gives_the_same_text(game: Game) -> None:
    placements = start_placements(game)
    backwards = dict(reversed(placements.items()))
    assert svg(position_drawing(game, placements)) == svg(position_drawing(game, backwards))
