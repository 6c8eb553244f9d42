"""From the board section to a `Board`: symmetry, arrows, zones, gates on the bare board."""

from __future__ import annotations

from collections.abc import Sequence

from rulec.model import limits
from rulec.model.board import Board, Gate, Route, Track, Zone, squares_of
from rulec.model.grids import bare_board, entries_of, only_squares
from rulec.model.joins import direction_named, joined
from rulec.model.paths import straight
from rulec.model.squares import SquareReader, unknown
from rulec.record import replace
from rulec.syntax import tree
from rulec.syntax.diagnostics import Findings, Label
from rulec.syntax.source import Span

SYMMETRIES: dict[str, tuple[int, int, int]] = {
    "rotation": (-1, -1, 1),
    "reflection": (1, -1, 1),
    "side-reflection": (-1, 1, 1),
    "inversion": (-1, -1, -1),
    "none": (1, 1, 1),
}
"""Every symmetry a board can have: which coordinates run the other way for the second player."""


def resolve_board(
    section: tree.BoardSection, players: Sequence[str], findings: Findings
) -> Board | None:
    """The board a section describes; None where it has no shape to speak of."""
    board = bare_board(section, findings)
    if board is None:
        return None
    board = _with_symmetry(joined(board, section, findings), section, findings)
    board = _orient(board, section, players, findings)
    board = _with_routes(board, section, players, findings)
    return _with_zones(board, section, players, findings)


def _with_symmetry(board: Board, section: tree.BoardSection, findings: Findings) -> Board:
    for entry in entries_of(section, tree.Symmetry):
        kind = entry.kind.text
        if kind not in SYMMETRIES:
            unknown("symmetry", entry.kind, list(SYMMETRIES), findings)
            continue
        signs = SYMMETRIES[kind]
        places = list(zip(*(cell.place for cell in board.cells), strict=True))
        sums = [min(along) + max(along) if sign < 0 else 0
                for along, sign in zip(places, signs, strict=False)]  # fmt: skip
        mirror = [
            board.by_place.get(tuple(
                total + sign * part
                for total, sign, part in zip(sums, signs, square.place, strict=False)
            ))
            for square in board.squares
        ]  # fmt: skip
        if None in mirror:
            lonely = board.squares[mirror.index(None)].name
            message = f"under `symmetry {kind}` the square {lonely} falls into a hole"
            findings.error("E308", entry.span, message)
            continue
        directions = board.geometry.directions
        mirrored = replace(
            board,
            symmetry=kind,
            mirror=tuple(square for square in mirror if square is not None),
            mirror_directions=tuple(
                board.geometry.direction_of[
                    tuple(sign * part for sign, part in zip(signs, one.vector, strict=False))
                ]
                for one in directions
            ),
        )
        _check_joins(mirrored, entry, findings)
        return mirrored
    return board


def _check_joins(board: Board, symmetry: tree.Symmetry, findings: Findings) -> None:
    """An error for every entry that joins squares as the board's symmetry does not."""
    squares, directions = board.squares, board.geometry.directions
    wrong: dict[Span, str] = {}
    for join in board.joins:
        there = board.steps[join.direction][join.square]
        image, way = board.mirror[join.square], board.mirror_directions[join.direction]
        wanted = None if there is None else board.mirror[there]
        turned = board.mirror_directions[board.headings[join.direction][join.square]]
        if board.steps[way][image] != wanted or board.headings[way][image] != turned:
            found = "nothing" if wanted is None else squares[wanted].name
            place = f"{directions[way].name} of {squares[image].name}"
            wrong.setdefault(join.span, f"{found} should lie {place} too")
    for span, what in wrong.items():
        message = f"under `symmetry {symmetry.kind.text}` {what}"
        label = Label(symmetry.span, "the symmetry")
        hint = "write the image of this as well"
        findings.error("E324", span, message, hint=hint, labels=(label,))


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
                side[here] = next(i for i, step in enumerate(board.steps) if step[here] == there)
    reader = SquareReader(board, only_squares("arrows", findings), findings)
    listed: list[tuple[int, tree.ArrowEntry]] = []
    for entry in entries_of(section, tree.ArrowEntry):
        direction = _arrow_direction(board, entry.direction, findings)
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
    for entry in entries_of(section, tree.Orientation):
        for pair in entry.facings:
            player = player_number(pair.player, players, findings)
            direction = _arrow_direction(board, pair.direction, findings)
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


def _arrow_direction(board: Board, word: tree.Word, findings: Findings) -> int | None:
    """The direction of an arrow: one within the plane."""
    direction = direction_named(board, word, findings)
    if direction is not None and board.geometry.turned(direction, 1) is None:
        findings.error("E303", word.span, "an arrow lies in the plane of its level")
        return None
    return direction


def _with_tracks(board: Board, section: tree.BoardSection, findings: Findings) -> Board:
    entries = entries_of(section, tree.TrackEntry)
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
        legs = straight(board, start or 0, end or 0)
        if not legs:
            a, b = board.squares[start or 0].name, word.text
            message = f"there is no straight way from {a} to {b} over squares of the board"
            findings.error("E301", word.span, message)
            return ()
        squares += [start or 0, *legs[0]]
    double = next((square for square in squares if squares.count(square) > 1), None)
    if double is not None:
        message = f"the track `{entry.name.text}` runs over {board.squares[double].name} twice"
        findings.error("E301", entry.span, message)
        return ()
    return tuple(squares)


# -- routes -------------------------------------------------------------------------------


def _with_routes(
    board: Board, section: tree.BoardSection, players: Sequence[str], findings: Findings
) -> Board:
    """The routes; one that is written for one player alone is mirrored for the other.

    A wrong one goes nowhere, so that what names it is not wrong too.
    """
    entries = entries_of(section, tree.RouteEntry)
    names = list(dict.fromkeys(entry.name.text for entry in entries))
    squares = sum(len(course.squares) for entry in entries for course in entry.courses)
    too_many = len(names) > limits.MOST_ROUTES or squares > limits.MOST_ROUTE_SQUARES
    if too_many:
        message = (
            f"a board may have {limits.MOST_ROUTES} routes over {limits.MOST_ROUTE_SQUARES} "
            "squares at most"
        )
        findings.error("E401", entries[-1].span, message)
    reader = SquareReader(board, lambda name: None, findings)
    routes: list[Route] = []
    for name in names:
        same = [entry for entry in entries if entry.name.text == name]
        sides = () if too_many else _route_sides(board, same, reader, players, findings)
        routes.append(Route(name, sides or ((), ()), same[0].span))
    odd = (*board.oddities, *(route.span for route in routes))
    return replace(board, routes=tuple(routes), oddities=odd)


Courses = tuple[tuple[int, ...], ...]


def _route_sides(
    board: Board,
    entries: Sequence[tree.RouteEntry],
    reader: SquareReader,
    players: Sequence[str],
    findings: Findings,
) -> tuple[Courses, ...]:
    """Each player's courses; () after an error."""
    sides: list[Courses | None] = [None, None]
    for entry in entries:
        courses = tuple(_course(course, reader) for course in entry.courses)
        if () in courses:
            return ()
        if entry.player is None:
            if len(entries) > 1:
                message = f"`{entry.name.text}` is written for everyone and for one player"
                findings.error("E202", entry.span, message)
                return ()
            return courses, courses
        player = player_number(entry.player, players, findings)
        if player is None:
            return ()
        sides[player] = courses
    first, second = sides
    if (first is None or second is None) and board.symmetry == "none":
        missing = players[0 if first is None else 1]
        message = f"`{entries[0].name.text}` is not written for {missing}"
        hint = "write it, or give the board a `symmetry`"
        findings.error("E209", entries[0].span, message, hint=hint)
        return ()
    mirrored = [
        tuple(tuple(board.mirror[square] for square in course) for course in side or ())
        for side in (second, first)
    ]
    return first or mirrored[0], second or mirrored[1]


def _course(node: tree.Course, reader: SquareReader) -> tuple[int, ...]:
    squares = [reader.square(word) for word in node.squares]
    return tuple(square for square in squares if square is not None) if None not in squares else ()


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
    entries = entries_of(section, tree.ZoneEntry)
    gates = entries_of(section, tree.GateEntry)
    for what, names, most in (
        ("zones", [entry.name for entry in entries], limits.MOST_ZONES),
        ("gates", [entry.name for entry in gates], limits.MOST_GATES),
    ):
        first = list({name.text: name for name in reversed(names)}.values())[::-1]
        if len(first) > most:
            where = first[most].span
            findings.error("E401", where, f"a board may have {most} {what} at most")
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
    return sum(1 << board.mirror[square] for square in squares_of(bits))


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
