"""From what a board section says of its shape to the squares of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rulec.model import limits
from rulec.model.board import Board, Square, Zone, file_name, square_name
from rulec.model.geometry import (
    LEVEL_HEXES,
    LEVELS,
    SQUARES,
    UPRIGHT_HEXES,
    Geometry,
    geometry,
)
from rulec.model.squares import SquareReader
from rulec.record import replace
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, Label
from rulec.syntax.source import Span

_Entry = TypeVar("_Entry", bound=tree.Node)


def entries_of(section: tree.BoardSection, kind: type[_Entry]) -> list[_Entry]:
    """The entries of a kind, in order."""
    return [entry for entry in section.entries if isinstance(entry, kind)]


def bare_board(section: tree.BoardSection, findings: Findings) -> Board | None:
    """The squares of a board and nothing else; None where no shape can be made out."""
    shape = _shape(section, findings)
    if shape is None:
        return None
    lattice, cells, file_names, oddities = shape
    whole = _board(lattice, cells, cells, file_names)
    reader = SquareReader(whole, only_squares("holes", findings), findings)
    holes = 0
    for hole in entries_of(section, tree.Hole):
        holes |= reader.bits(hole.squares, 0, mirrored=False)
    squares = tuple(cell for i, cell in enumerate(cells) if not holes >> i & 1)
    if not squares:
        findings.error("E402", section.span, "the holes leave no square on the board")
        return None
    odd = (*oddities, *(entry.span for entry in section.entries if isinstance(entry, _ODD)))
    return replace(_board(lattice, cells, squares, file_names), oddities=odd)


_ODD = (tree.Wrap, tree.Glue, tree.Link, tree.Unlink)


def only_squares(what: str, findings: Findings) -> Callable[[tree.Word], Zone | None]:
    """Stands in for named zones where they are not known yet: every use is an error."""

    def zone(name: tree.Word) -> None:
        message = f"{what} are written with squares, not with a zone such as `{name.text}`"
        findings.error("E207", name.span, message)

    return zone


def _board(
    lattice: Geometry,
    cells: tuple[Square, ...],
    squares: tuple[Square, ...],
    file_names: tuple[str, ...],
) -> Board:
    """The board of some cells, of which `squares` are no holes, with no steps between them."""
    nowhere = (None,) * len(squares)
    return Board(
        geometry=lattice,
        cells=cells,
        squares=squares,
        steps=(),
        headings=(),
        arrows=(nowhere, nowhere),
        predecessors=nowhere,
        mirror=tuple(range(len(squares))),
        mirror_directions=tuple(range(len(lattice.directions))),
        tracks=(),
        zones=(),
        gates=(),
        symmetry="none",
        file_names=file_names,
    )


# -- shapes -------------------------------------------------------------------------------

_Shape = tuple[Geometry, tuple[Square, ...], tuple[str, ...], tuple[Span, ...]]
"""Geometry, cells, names of files, and where the shape is not one grid of squares."""


def _shape(section: tree.BoardSection, findings: Findings) -> _Shape | None:
    shapes = [entry for entry in section.entries if isinstance(entry, tree.Grid | tree.Hex)]
    if not shapes:
        hint = "for example `grid 8 x 8`"
        findings.error("E205", section.span, "the board has no `grid`", hint=hint)
        return None
    if len(shapes) > 1:
        first = Label(shapes[0].span, "the other")
        message = "a board is one `grid` or one `hex`"
        findings.error("E202", shapes[1].span, message, labels=(first,))
    shape = shapes[0]
    return _grid(shape, findings) if isinstance(shape, tree.Grid) else _hex(shape, findings)


def _grid(grid: tree.Grid, findings: Findings) -> _Shape | None:
    files, ranks, levels = grid.size.files, grid.size.ranks, grid.size.levels
    within = 1 <= files <= limits.MOST_FILES and 1 <= ranks <= limits.MOST_RANKS
    deep = levels is None or 1 <= levels <= limits.MOST_LEVELS
    if not (within and deep) or files * ranks * (levels or 1) > limits.MOST_SQUARES:
        message = (
            f"a board has 1 to {limits.MOST_FILES} files, 1 to {limits.MOST_RANKS} ranks, "
            f"at most {limits.MOST_LEVELS} levels and at most {limits.MOST_SQUARES} squares"
        )
        findings.error("E402", grid.size.span, message)
        return None
    names = tuple(file_name(file) for file in range(files))
    if levels is None:
        flat = tuple(
            Square(square_name(file, rank), file, rank, 0, (file, rank))
            for rank in range(ranks)
            for file in range(files)
        )
        return geometry(SQUARES), flat, names, ()
    cells = tuple(
        Square(square_name(file, rank, level), file, rank, level, (file, rank, level))
        for level in range(levels)
        for rank in range(ranks)
        for file in range(files)
    )
    return geometry(LEVELS), cells, names, (grid.span,)


def _hex(node: tree.Hex, findings: Findings) -> _Shape | None:
    """Rows of cells, each half a cell off the one before it: the shape of a board of hexes.

    A row that is longer or shorter than the one before it is centred on it; one that is as long
    lies half a cell back, so that equal rows lean.
    """
    upright = node.lines.text == "files"
    rows: list[list[tuple[int, int]]] = []
    for written in node.rows:
        ends = [_place_of(word.text) for word in (written.first, written.last)]
        (first_file, first_rank), (last_file, last_rank) = ends
        across = first_file == last_file if upright else first_rank == last_rank
        if not across or ends[0] > ends[1] or min(map(min, ends)) < 0:
            message = f"`{written.span.text}` is no {node.lines.text[:-1]}"
            example = "a1:a6" if upright else "a1:i1"
            findings.error("E318", written.span, message, hint=f"for example `{example}`")
            return None
        if upright:
            rows.append([(first_file, rank) for rank in range(first_rank, last_rank + 1)])
        else:
            rows.append([(file, first_rank) for file in range(first_file, last_file + 1)])
        if sum(map(len, rows)) > limits.MOST_SQUARES:
            message = f"a board has at most {limits.MOST_SQUARES} squares"
            findings.error("E402", node.span, message)
            return None
    starts = _starts(node, rows, findings)
    names = sorted({file_name(file) for row in rows for file, _ in row})
    placed = {
        (rank, names.index(file_name(file))): (across, start + 2 * i) if upright
        else (start + 2 * i, across)
        for across, (row, start) in enumerate(zip(rows, starts, strict=True))
        for i, (file, rank) in enumerate(row)
    }  # fmt: skip
    if len(placed) < sum(map(len, rows)) or max(rank for rank, _ in placed) >= limits.MOST_RANKS:
        message = f"`hex` lists a square twice, or one beyond rank {limits.MOST_RANKS}"
        findings.error("E318", node.span, message)
        return None
    cells = tuple(
        Square(f"{names[file]}{rank + 1}", file, rank, 0, place)
        for (rank, file), place in sorted(placed.items())
    )
    kind = UPRIGHT_HEXES if upright else LEVEL_HEXES
    return geometry(kind), cells, tuple(names), (node.span,)


def _starts(
    node: tree.Hex, rows: Sequence[Sequence[tuple[int, int]]], findings: Findings
) -> list[int]:
    """Where each row starts, in half cells."""
    starts = [0]
    for written, before, row in zip(node.rows[1:], rows, rows[1:], strict=False):
        shift = len(before) - len(row) or -1
        if not shift % 2:
            message = (
                f"`{written.span.text}` cannot lie half a cell off the row before it: "
                f"it has {len(row)} cells, that one {len(before)}"
            )
            hint = "neighbouring rows are equally long, or their lengths differ by an odd number"
            findings.error("E318", written.span, message, hint=hint)
        starts.append(starts[-1] + shift)
    return starts


def _place_of(name: str) -> tuple[int, int]:
    """File and rank of a written square, from 0; a file no board has is -1."""
    letters = name.rstrip("0123456789")
    one = len(letters) == 1 and letters.islower()
    return ord(letters) - ord("a") if one else -1, int(name[len(letters) :]) - 1
