"""How the squares of a board are joined: neighbours, `wrap`, `glue`, `link` and `unlink`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rulec.model import limits
from rulec.model.board import Board, Join, Seam
from rulec.model.geometry import LEVEL_HEXES, UPRIGHT_HEXES, Vector
from rulec.model.grids import entries_of, only_squares
from rulec.model.squares import SquareReader, unknown
from rulec.record import Record, replace
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, Label

_AXES = {"files": 0, "ranks": 1}
"""The coordinate that runs from one file (rank) to the next."""


def joined(board: Board, section: tree.BoardSection, findings: Findings) -> Board:
    """The board with a way from every square to each of its neighbours."""
    wraps = _wraps(board, section, findings)
    seams = {(seam.place, seam.out): seam for seam in _wrapped(board, wraps)}
    joins = _glue(board, section, seams, findings)
    board = replace(board, wraps=wraps, seams=tuple(seams.values()), joins=joins)
    return _with_links(_with_steps(board), section, findings)


def _with_steps(board: Board) -> Board:
    """The board with the neighbours of its squares, and how headings turn on the way there."""
    seen_in = cache(board.geometry.seen_in)
    steps: list[tuple[int | None, ...]] = []
    headings: list[tuple[int, ...]] = []
    for number, direction in enumerate(board.geometry.directions):
        found = [board.across(square, direction.vector) for square in range(len(board.squares))]
        # Round a board one square wide a square is no neighbour of itself.
        ways = [way if way and way[0] != square else None for square, way in enumerate(found)]
        steps.append(tuple(way[0] if way else None for way in ways))
        headings.append(tuple(seen_in(way[1])[number] if way else number for way in ways))
    return replace(board, steps=tuple(steps), headings=tuple(headings))


# -- wraps ---------------------------------------------------------------------------------


def _wraps(board: Board, section: tree.BoardSection, findings: Findings) -> Vector:
    """After how many squares the board begins anew, by coordinate; () where it never does."""
    wraps = [0] * len(board.geometry.weights)
    for entry in entries_of(section, tree.Wrap):
        if board.geometry.name in (UPRIGHT_HEXES, LEVEL_HEXES):
            findings.error("E317", entry.span, "a board of hexes cannot wrap round")
            return ()
        for axis in entry.axes:
            if axis.text not in _AXES:
                unknown("way to wrap", axis, list(_AXES), findings)
                continue
            along = _AXES[axis.text]
            if wraps[along]:
                message = f"`wrap` names the {axis.text} twice"
                findings.error("E202", axis.span, message)
            wraps[along] = 1 + max(cell.place[along] for cell in board.cells)
    return tuple(wraps) if any(wraps) else ()


def _wrapped(board: Board, wraps: Vector) -> Iterator[Seam]:
    """The seams along which a board begins anew, through holes too."""
    frame = board.geometry.frame
    for axis, size in enumerate(wraps):
        for cell in board.cells if size else ():
            for end, sign in ((0, -1), (size - 1, 1)):
                if cell.place[axis] == end:
                    other = (*cell.place[:axis], size - 1 - end, *cell.place[axis + 1 :])
                    yield Seam(cell.place, tuple(sign * part for part in frame[axis]), other, frame)


# -- glue ----------------------------------------------------------------------------------


class _Edge(Record):
    """Squares in a row and the way out of each of them over the edge of the board."""

    squares: tuple[int, ...]
    direction: int
    places: tuple[Vector, ...]
    out: Vector
    along: Vector
    """From one square to the next."""


def _glue(
    board: Board,
    section: tree.BoardSection,
    seams: dict[tuple[Vector, Vector], Seam],
    findings: Findings,
) -> tuple[Join, ...]:
    """Adds the seams of all glued edges, and says what is joined by them."""
    entries = entries_of(section, tree.Glue)
    if entries and not board.geometry.squared:
        message = "only edges of a board of squares in one plane can be glued"
        findings.error("E317", entries[0].span, message)
        return ()
    if len(entries) > limits.MOST_GLUED:
        where = entries[limits.MOST_GLUED].span
        findings.error("E401", where, f"a board may have {limits.MOST_GLUED} glued edges at most")
        return ()
    joins: list[Join] = []
    for entry in entries:
        first = _edge(board, entry.edge, entry.out, findings)
        second = _edge(board, entry.other, entry.other_out, findings)
        if first is None or second is None:
            continue
        if first == second:
            findings.error("E323", entry.span, "this edge is glued to itself as it lies")
            continue
        if len(first.squares) != len(second.squares):
            message = (
                f"an edge of {len(first.squares)} squares cannot be glued to one of "
                f"{len(second.squares)}"
            )
            findings.error("E323", entry.span, message)
            continue
        made: dict[tuple[Vector, Vector], Seam] = {}
        for seam in (*_sewn(first, second), *_sewn(second, first)):
            key = seam.place, seam.out
            if key in seams or made.setdefault(key, seam) != seam:
                name = board.squares[board.by_place[seam.place]].name
                way = board.geometry.directions[board.geometry.direction_of[seam.out]].name
                findings.error("E323", entry.span, f"the edge {way} of {name} is glued twice")
                break
        else:
            seams |= made
            joins += (Join(square, first.direction, entry.span) for square in first.squares)
    return tuple(joins)


def _edge(board: Board, row: tree.Rectangle, way: tree.Word, findings: Findings) -> _Edge | None:
    """An edge as it is written: a row of squares with nothing beside it on the way out."""
    reader = SquareReader(board, only_squares("edges", findings), findings)
    direction = direction_named(board, way, findings)
    ends = [reader.square(word) for word in (row.first, row.last)]
    if direction is None or None in ends:
        return None
    (x, y), (to_x, to_y) = (board.squares[end].place for end in ends if end is not None)
    out = board.geometry.directions[direction].vector
    length = max(abs(to_x - x), abs(to_y - y))
    # A single square has a row that runs to the right of the way out.
    along = ((to_x - x) // length, (to_y - y) // length) if length else (out[1], -out[0])
    places = tuple((x + i * along[0], y + i * along[1]) for i in range(length + 1))
    squares = tuple(board.by_place[place] for place in places if place in board.by_place)
    beside = [board.offset(square, out) for square in squares]
    straight = places[-1] == (to_x, to_y) and 0 in along
    if not straight or 0 not in out or out[0] * along[0] + out[1] * along[1]:
        message = f"`{row.span.text} {way.text}` is no edge: a row of squares and the way out of it"
        findings.error("E323", row.span, message)
    elif len(squares) < len(places):
        findings.error("E323", row.span, f"`{row.span.text}` leads over a hole")
    elif any(there is not None for there in beside):
        number = next(i for i, there in enumerate(beside) if there is not None)
        names = [board.squares[square].name for square in (squares[number], beside[number] or 0)]
        message = f"{names[0]} is not at the edge: {names[1]} lies {way.text} of it"
        findings.error("E323", row.span, message)
    else:
        return _Edge(squares, direction, places, out, along)
    return None


def _sewn(first: _Edge, second: _Edge) -> Iterator[Seam]:
    """The seams from one edge to another.

    Who comes out of the one goes into the other, and what lay along the one lies along the other.
    """
    frame = tuple(
        tuple(along * far - out * back for far, back in zip(second.along, second.out, strict=True))
        for out, along in zip(first.out, first.along, strict=True)
    )
    for place, there in zip(first.places, second.places, strict=True):
        yield Seam(place, first.out, there, frame)


# -- links ---------------------------------------------------------------------------------


def _with_links(board: Board, section: tree.BoardSection, findings: Findings) -> Board:
    """The board with `link` and `unlink` obeyed: each speaks of one way out of one square."""
    links = [entry for entry in section.entries if isinstance(entry, tree.Link | tree.Unlink)]
    if len(links) > limits.MOST_LINKS:
        where = links[limits.MOST_LINKS].span
        findings.error("E401", where, f"a board may have {limits.MOST_LINKS} links at most")
        return board
    reader = SquareReader(board, only_squares("links", findings), findings)
    steps = [list(step) for step in board.steps]
    headings = [list(heading) for heading in board.headings]
    joins = list(board.joins)
    said: dict[tuple[int, int], tree.Node] = {}
    for entry in links:
        direction = direction_named(board, entry.direction, findings)
        here = reader.square(entry.start)
        there = reader.square(entry.end) if isinstance(entry, tree.Link) else None
        if direction is None or here is None:
            continue
        if (here, direction) in said:
            first = Label(said[here, direction].span, "first here")
            message = f"this way out of {entry.start.text} is written twice"
            findings.error("E202", entry.span, message, labels=(first,))
        elif there == here:
            findings.error("E318", entry.span, f"{entry.start.text} is linked to itself")
        elif isinstance(entry, tree.Unlink) and steps[direction][here] is None:
            message = f"there is nothing to unlink {entry.direction.text} of {entry.start.text}"
            findings.error("E318", entry.span, message)
        else:
            steps[direction][here] = there
            headings[direction][here] = direction
            joins.append(Join(here, direction, entry.span))
        said.setdefault((here, direction), entry)
    return replace(
        board,
        steps=tuple(map(tuple, steps)),
        headings=tuple(map(tuple, headings)),
        joins=tuple(joins),
    )


def direction_named(board: Board, word: tree.Word, findings: Findings) -> int | None:
    """The direction of a long or short name on this board."""
    found = board.geometry.by_word.get(word.text)
    if found is None:
        known = [direction.name for direction in board.geometry.directions]
        unknown("compass direction", word, known, findings)
    return found
