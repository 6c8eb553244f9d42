"""From the board section to a `Board`: grid, holes, symmetry, arrows, zones, gates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rulec.model import limits
from rulec.model.board import (
    COMPASS,
    DIRECTION_OF,
    Board,
    Gate,
    Square,
    Track,
    Zone,
    square_name,
)
from rulec.model.directions import COMPASS_WORDS
from rulec.model.squares import SquareReader, unknown
from rulec.record import replace
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, Label

_Entry = TypeVar("_Entry", bound=tree.Node)

_MIRRORS: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "rotation": lambda file, rank, files, ranks: (files - 1 - file, ranks - 1 - rank),
    "reflection": lambda file, rank, files, ranks: (file, ranks - 1 - rank),
    "none": lambda file, rank, files, ranks: (file, rank),
}
"""Where the second player's square is, for every symmetry a board can have."""

_MIRRORED_DIRECTIONS: dict[str, tuple[int, ...]] = {
    "rotation": tuple(DIRECTION_OF[-d.vector[0], -d.vector[1]] for d in COMPASS),
    "reflection": tuple(DIRECTION_OF[d.vector[0], -d.vector[1]] for d in COMPASS),
    "none": tuple(range(len(COMPASS))),
}


def resolve_board(
    section: tree.BoardSection, players: Sequence[str], findings: Findings
) -> Board | None:
    """The board a section describes; None where there is no grid to speak of."""
    board = _grid(section, findings)
    if board is None:
        return None
    board = _orient(_with_symmetry(board, section, findings), section, players, findings)
    return _with_zones(board, section, players, findings)


def _entries(section: tree.BoardSection, kind: type[_Entry]) -> list[_Entry]:
    return [entry for entry in section.entries if isinstance(entry, kind)]


# -- squares and steps --------------------------------------------------------------------


def _grid(section: tree.BoardSection, findings: Findings) -> Board | None:
    grids = _entries(section, tree.Grid)
    if not grids:
        hint = "for example `grid 8 x 8`"
        findings.error("E205", section.span, "the board has no `grid`", hint=hint)
        return None
    size = grids[0].size
    within = 1 <= size.files <= limits.MOST_FILES and 1 <= size.ranks <= limits.MOST_RANKS
    if not within or size.files * size.ranks > limits.MOST_SQUARES:
        message = (
            f"a board has 1 to {limits.MOST_FILES} files, 1 to {limits.MOST_RANKS} ranks "
            f"and at most {limits.MOST_SQUARES} squares"
        )
        findings.error("E402", size.span, message)
        return None
    whole = _board(size.files, size.ranks, 0)
    reader = SquareReader(whole, _only_squares("holes", findings), findings)
    holes = 0
    for hole in _entries(section, tree.Hole):
        holes |= reader.bits(hole.squares, 0, mirrored=False)
    board = _board(size.files, size.ranks, holes)
    if not board.squares:
        findings.error("E402", section.span, "the holes leave no square on the board")
        return None
    return board


def _only_squares(what: str, findings: Findings) -> Callable[[tree.Word], Zone | None]:
    """Stands in for named zones where they are not known yet: every use is an error."""

    def zone(name: tree.Word) -> None:
        message = f"{what} are written with squares, not with a zone such as `{name.text}`"
        findings.error("E207", name.span, message)

    return zone


def _board(files: int, ranks: int, holes: int) -> Board:
    """The bare board of a grid without the squares in `holes` (bits over the whole grid)."""
    squares = tuple(
        Square(square_name(file, rank), file, rank)
        for rank in range(ranks)
        for file in range(files)
        if not holes >> (rank * files + file) & 1
    )
    places = {(square.file, square.rank): i for i, square in enumerate(squares)}
    steps = tuple(
        tuple(places.get((square.file + right, square.rank + up)) for square in squares)
        for right, up in (direction.vector for direction in COMPASS)
    )
    nowhere = (None,) * len(squares)
    return Board(
        files=files,
        ranks=ranks,
        squares=squares,
        steps=steps,
        arrows=(nowhere, nowhere),
        predecessors=nowhere,
        mirror=tuple(range(len(squares))),
        mirror_directions=_MIRRORED_DIRECTIONS["none"],
        tracks=(),
        zones=(),
        gates=(),
        symmetry="none",
    )


def _with_symmetry(board: Board, section: tree.BoardSection, findings: Findings) -> Board:
    for entry in _entries(section, tree.Symmetry):
        kind = entry.kind.text
        if kind not in _MIRRORS:
            unknown("symmetry", entry.kind, list(_MIRRORS), findings)
            continue
        mirror = [
            board.by_place.get(_MIRRORS[kind](square.file, square.rank, board.files, board.ranks))
            for square in board.squares
        ]
        if None in mirror:
            lonely = board.squares[mirror.index(None)].name
            message = f"under `symmetry {kind}` the square {lonely} falls into a hole"
            findings.error("E308", entry.span, message)
            continue
        return replace(
            board,
            symmetry=kind,
            mirror=tuple(square for square in mirror if square is not None),
            mirror_directions=_MIRRORED_DIRECTIONS[kind],
        )
    return board


# -- arrows -------------------------------------------------------------------------------


def _orient(
    board: Board, section: tree.BoardSection, players: Sequence[str], findings: Findings
) -> Board:
    """Arrows from `orientation`, over them those of tracks, over them those listed by square."""
    count = len(board.squares)
    facing = _facing(board, section, players, findings)
    arrows: list[list[int | None]] = [[direction] * count for direction in facing]
    board = _with_tracks(board, section, findings)
    for track in board.tracks:
        for here, there in zip(track.squares, track.squares[1:] + track.squares[:1], strict=True):
            for side in arrows:
                side[here] = _direction(board, here, there)
    reader = SquareReader(board, _only_squares("arrows", findings), findings)
    listed: list[tuple[int, tree.ArrowEntry]] = []
    for entry in _entries(section, tree.ArrowEntry):
        direction = _compass(entry.direction, findings)
        bits = reader.bits(entry.squares, 0, mirrored=False)
        for others, other in listed:
            if bits & others and other.direction.text != entry.direction.text:
                message = f"{board.names(bits & others)[0]} has two arrows"
                first = Label(other.span, "the other")
                findings.error("E302", entry.span, message, labels=(first,))
                break
        listed.append((bits, entry))
        for square in range(count):
            if bits >> square & 1 and direction is not None:
                for side in arrows:
                    side[square] = direction
    return replace(board, arrows=tuple(tuple(side) for side in arrows))


def _facing(
    board: Board, section: tree.BoardSection, players: Sequence[str], findings: Findings
) -> list[int | None]:
    """The direction each player faces, the second's mirrored where it is not written."""
    facing: list[int | None] = [None, None]
    written: dict[int, tree.Facing] = {}
    for entry in _entries(section, tree.Orientation):
        for pair in entry.facings:
            player = player_number(pair.player, players, findings)
            direction = _compass(pair.direction, findings)
            if player is None:
                continue
            if player in written:
                message = f"`orientation` says twice where {players[player]} faces"
                first = Label(written[player].span, "first here")
                findings.error("E202", pair.span, message, labels=(first,))
            written.setdefault(player, pair)
            facing[player] = direction
    if board.symmetry != "none":
        for player in (0, 1):
            other = facing[1 - player]
            if facing[player] is None and other is not None:
                facing[player] = board.mirror_directions[other]
    return facing


def _compass(word: tree.Word, findings: Findings) -> int | None:
    direction = COMPASS_WORDS.get(word.text)
    if direction is None:
        unknown("compass direction", word, [d.name for d in COMPASS], findings)
    return direction


def _direction(board: Board, here: int, there: int) -> int:
    a, b = board.squares[here], board.squares[there]
    return DIRECTION_OF[b.file - a.file, b.rank - a.rank]


def _with_tracks(board: Board, section: tree.BoardSection, findings: Findings) -> Board:
    entries = _entries(section, tree.TrackEntry)
    if len(entries) > limits.MOST_TRACKS:
        where = entries[limits.MOST_TRACKS].span
        findings.error("E401", where, f"a board may have {limits.MOST_TRACKS} tracks at most")
    tracks: list[Track] = []
    owner: dict[int, tree.TrackEntry] = {}
    predecessors: list[int | None] = [None] * len(board.squares)
    reader = SquareReader(board, lambda name: None, findings)
    for entry in entries[: limits.MOST_TRACKS]:
        squares = _circuit(board, entry, reader, findings)
        for square in squares:
            if owner.setdefault(square, entry) is not entry:
                name = board.squares[square].name
                message = (
                    f"{name} is on the tracks `{owner[square].name.text}` and `{entry.name.text}`"
                )
                other = Label(owner[square].span, "the other track")
                findings.error("E302", entry.span, message, labels=(other,))
                squares = ()
                break
        for before, here in zip(squares[-1:] + squares[:-1], squares, strict=True):
            predecessors[here] = before
        if squares:
            tracks.append(Track(entry.name.text, squares, entry.span))
    return replace(board, tracks=tuple(tracks), predecessors=tuple(predecessors))


def _circuit(
    board: Board, entry: tree.TrackEntry, reader: SquareReader, findings: Findings
) -> tuple[int, ...]:
    """The squares of a track in order, the first not repeated; () where it is wrong."""
    corners = [reader.square(word) for word in entry.corners]
    if None in corners:
        return ()
    if entry.corners[0].text != entry.corners[-1].text:
        message = f"the track `{entry.name.text}` does not close"
        hint = f"end it with `-> {entry.corners[0].text}`"
        findings.error("E301", entry.corners[-1].span, message, hint=hint)
        return ()
    squares: list[int] = []
    for word, start, end in zip(entry.corners[1:], corners, corners[1:], strict=False):
        leg = _straight(board, start or 0, end or 0)
        if leg is None:
            a, b = board.squares[start or 0].name, word.text
            message = f"there is no straight way from {a} to {b} over squares of the board"
            findings.error("E301", word.span, message)
            return ()
        squares += leg
    double = next((square for square in squares if squares.count(square) > 1), None)
    if double is not None:
        message = f"the track `{entry.name.text}` runs over {board.squares[double].name} twice"
        findings.error("E301", entry.span, message)
        return ()
    return tuple(squares)


def _straight(board: Board, start: int, end: int) -> list[int] | None:
    """The squares from `start` up to but not including `end`, in one direction."""
    for step in board.steps:
        squares: list[int] = []
        here: int | None = start
        while here is not None and here != end:
            squares.append(here)
            here = step[here]
            if here == start:
                break
        if here == end and squares:
            return squares
    return None


# -- zones and gates ----------------------------------------------------------------------


def player_number(word: tree.Word, players: Sequence[str], findings: Findings) -> int | None:
    """The number of a player's name."""
    if word.text not in players:
        unknown("player", word, list(players), findings)
        return None
    return players.index(word.text)


def _with_zones(
    board: Board, section: tree.BoardSection, players: Sequence[str], findings: Findings
) -> Board:
    entries = _entries(section, tree.ZoneEntry)
    gates = _entries(section, tree.GateEntry)
    for what, found, most in (
        ("zones", len({entry.name.text for entry in entries}), limits.MOST_ZONES),
        ("gates", len({entry.name.text for entry in gates}), limits.MOST_GATES),
    ):
        if found > most:
            findings.error("E401", section.span, f"a board may have {most} {what} at most")
            return board
    resolver = _ZoneResolver(board, entries, players, findings)
    for entry in entries:
        resolver.zone(entry.name)
    board = replace(board, zones=tuple(zone for zone in resolver.done.values() if zone))
    return replace(board, gates=_gates(board, gates, resolver, players, findings))


class _ZoneResolver:
    """Resolves zones on demand, so that they may be written in any order."""

    def __init__(
        self,
        board: Board,
        entries: list[tree.ZoneEntry],
        players: Sequence[str],
        findings: Findings,
    ) -> None:
        self.done: dict[str, Zone | None] = {}
        self.reader = SquareReader(board, self.zone, findings)
        self._entries = entries
        self._players = players
        self._findings = findings
        self._open: list[str] = []

    def zone(self, name: tree.Word) -> Zone | None:
        """The zone of a name; reports unknown names and circles."""
        if name.text in self.done:
            return self.done[name.text]
        entries = [entry for entry in self._entries if entry.name.text == name.text]
        if not entries:
            unknown("zone", name, [entry.name.text for entry in self._entries], self._findings)
            return None
        if name.text in self._open:
            circle = " -> ".join([*self._open, name.text])
            self._findings.error("E208", name.span, f"these zones define each other: {circle}")
            return None
        self._open.append(name.text)
        parts = [(entry, (entry.squares,)) for entry in entries]
        sides = per_player(self.reader, parts, self._players, self._findings)
        self._open.pop()
        zone = Zone(name.text, tuple(side[0] for side in sides), entries[0].span) if sides else None
        self.done[name.text] = zone
        return zone


def per_player(
    reader: SquareReader,
    entries: Sequence[tuple[tree.ZoneEntry | tree.GateEntry, tuple[tree.SquareSet, ...]]],
    players: Sequence[str],
    findings: Findings,
) -> list[tuple[int, ...]]:
    """Each player's squares of a zone or gate that is written for one, both, or everyone.

    What is written for one player alone is mirrored for the other. Returns [] after an error.
    """
    sides: list[tuple[int, ...] | None] = [None, None]
    for entry, sets in entries:
        if entry.player is None:
            if len(entries) > 1:
                message = f"`{entry.name.text}` is written for everyone and for one player"
                findings.error("E202", entry.span, message)
                return []
            return [
                tuple(reader.bits(squares, player, mirrored=False) for squares in sets)
                for player in (0, 1)
            ]
        player = player_number(entry.player, players, findings)
        if player is None:
            return []
        sides[player] = tuple(reader.bits(squares, player, mirrored=False) for squares in sets)
    board = reader.board
    for player in (0, 1):
        other = sides[1 - player]
        if sides[player] is None and other is not None:
            if board.symmetry == "none":
                message = f"`{entries[0][0].name.text}` is not written for {players[player]}"
                hint = "write it, or give the board a `symmetry`"
                findings.error("E209", entries[0][0].span, message, hint=hint)
                return []
            sides[player] = tuple(_mirrored(board, bits) for bits in other)
    return [side for side in sides if side is not None]


def _mirrored(board: Board, bits: int) -> int:
    return sum(1 << board.mirror[i] for i in range(len(board.squares)) if bits >> i & 1)


def _gates(
    board: Board,
    entries: list[tree.GateEntry],
    resolver: _ZoneResolver,
    players: Sequence[str],
    findings: Findings,
) -> tuple[Gate, ...]:
    gates: list[Gate] = []
    for name in dict.fromkeys(entry.name.text for entry in entries):
        same = [entry for entry in entries if entry.name.text == name]
        parts = [(entry, (entry.before, entry.behind)) for entry in same]
        sides = per_player(resolver.reader, parts, players, findings)
        if not sides:
            continue
        before, behind = zip(*sides, strict=True)
        if any(a & b for a, b in sides):
            message = f"both sides of the gate `{name}` have a square in common"
            findings.error("E309", same[0].span, message)
            continue
        gates.append(Gate(name, before, behind, same[0].span))
    return tuple(gates)
