"""From the piece sections to the piece types: letters, movements, promotions, castlings, drops."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulec.model import game as model
from rulec.model import limits
from rulec.model.paths import straight
from rulec.model.placement import LETTER
from rulec.model.resolve_movements import MovementResolver
from rulec.model.squares import unknown
from rulec.syntax import tree
from rulec.syntax.diagnostics import Label, RulecError


class PieceResolver(MovementResolver):
    """Resolves the piece sections of a game."""

    def pieces(self) -> tuple[model.PieceType, ...]:
        """All piece types, their letters checked."""
        sections = self.sections.pieces
        if len(sections) > limits.MOST_PIECE_TYPES:
            message = f"a game may have {limits.MOST_PIECE_TYPES} piece types at most"
            self.findings.error("E401", sections[limits.MOST_PIECE_TYPES].name.span, message)
            raise RulecError(self.findings)
        letters: dict[str, tree.PieceSection] = {}
        resolved = []
        for section in sections:
            piece = self.piece_type(section)
            first = letters.setdefault(piece.letter, section)
            if first is not section:
                where = (section.letter or section.name).span
                message = f"`{section.name.text}` has the letter of `{first.name.text}`"
                label = Label((first.letter or first.name).span, "first here")
                hint = "write another capital in quotes behind the name"
                self.findings.error("E210", where, message, hint=hint, labels=(label,))
            resolved.append(piece)
        return tuple(resolved)

    def piece_type(self, section: tree.PieceSection) -> model.PieceType:
        """One piece type."""
        letter = section.letter.text if section.letter else section.name.text[0].upper()
        if not re.fullmatch(LETTER, letter):
            where = (section.letter or section.name).span
            message = "a piece's letter is one capital from A to Z, as in `R`, `+R`, `R~` or `R'`"
            self.findings.error("E210", where, message)
            letter = "?"
        if len(section.entries) > limits.MOST_MOVEMENTS:
            message = f"a piece may have {limits.MOST_MOVEMENTS} entries at most"
            self.findings.error("E401", section.entries[limits.MOST_MOVEMENTS].span, message)
            raise RulecError(self.findings)
        movements = self.movement_entries(section)
        if not movements:
            message = f"the piece `{section.name.text}` cannot move"
            self.findings.warning("W301", section.name.span, message)
        return model.PieceType(
            name=section.name.text,
            letter=letter,
            royal=section.royal is not None,
            movements=tuple(one for entry in movements for one in self.movements(entry)),
            promotions=tuple(
                self.promotion(entry, section)
                for entry in section.entries
                if isinstance(entry, tree.PromotionEntry)
            ),
            span=section.name.span,
            castles=self.castles(section),
            drop=self.drop(section),
            captured_as=self.captured_as(section),
        )

    def movement_entries(
        self, section: tree.PieceSection
    ) -> list[tree.MovementEntry | tree.BetzaEntry]:
        """The movements of a piece, with those of the pieces it moves like."""
        found: list[tree.MovementEntry | tree.BetzaEntry] = []
        waiting: list[tree.PieceEntry] = list(section.entries)
        seen = {section.name.text}
        while waiting:
            entry = waiting.pop(0)
            if isinstance(entry, tree.MovementEntry | tree.BetzaEntry):
                found.append(entry)
            for name in entry.pieces if isinstance(entry, tree.Like) else ():
                number = self.piece(name)
                if number is not None and name.text not in seen:
                    seen.add(name.text)
                    waiting += self.sections.pieces[number].entries
        return found

    def drop(self, section: tree.PieceSection) -> model.Drop | None:
        """How a piece is dropped; it is said once at most."""
        drops = [entry for entry in section.entries if isinstance(entry, tree.Drop)]
        for entry in drops[1:]:
            label = Label(drops[0].span, "first here")
            message = "this piece says twice how it is dropped"
            self.findings.error("E202", entry.span, message, labels=(label,))
        if not drops:
            return None
        if section.royal is not None:
            message = f"`{section.name.text}` is royal, and not dropped: it stands on the board"
            self.findings.error("E326", drops[0].span, message)
        limits = {type(limit) for limit in drops[0].limits}
        squares = drops[0].squares
        return model.Drop(
            None if squares is None else self.zone(squares),
            tree.OneAFile in limits,
            tree.WithoutMate in limits,
            drops[0].span,
        )

    def captured_as(self, section: tree.PieceSection) -> int | None:
        """The piece type that joins the hand when this one is captured."""
        for entry in section.entries:
            if isinstance(entry, tree.CapturedAs):
                return self.piece(entry.piece)
        return None

    def promotion(self, entry: tree.PromotionEntry, section: tree.PieceSection) -> model.Promotion:
        """A promotion; to itself, to a royal piece and of a royal piece are errors."""
        choices: list[int] = []
        for word in entry.choices:
            number = self.piece(word)
            if number is None:
                continue
            if number in choices:
                self.findings.error("E202", word.span, f"`{word.text}` is listed twice")
            elif self.sections.pieces[number].royal:
                message = f"a piece cannot promote to the royal `{word.text}`"
                self.findings.error("E306", word.span, message)
            elif word.text == section.name.text:
                self.findings.error("E306", word.span, "a piece cannot promote to itself")
            else:
                choices.append(number)
        if section.royal:
            self.findings.error("E306", entry.span, "a royal piece cannot promote")
        if entry.or_illegal and not entry.captured:
            message = "`or is illegal` belongs to a promotion to captured pieces"
            self.findings.error("E315", entry.or_illegal.span, message)
        return model.Promotion(
            tuple(choices),
            self.zone(entry.squares),
            entry.span,
            optional=entry.promoting.text.startswith("may"),
            captured=entry.captured is not None,
            or_illegal=entry.or_illegal is not None,
            also_from=entry.where.text == "in",
            start=self.zone(entry.start) if entry.start else None,
        )

    def castles(self, section: tree.PieceSection) -> tuple[model.Castle, ...]:
        """The castling moves of a piece, mirrored for the second player."""
        found: list[model.Castle] = []
        for entry in section.entries:
            if isinstance(entry, tree.CastlingFrom):
                found += self.castles_from(entry)
            if not isinstance(entry, tree.CastlingEntry):
                continue
            partner = self.piece(entry.partner)
            words = (entry.start, entry.end, entry.partner_start, entry.partner_end)
            squares = [self.reader.square(word) for word in words]
            if partner is None or None in squares:
                continue
            sides = [
                (square, self.board.mirror[square]) for square in squares if square is not None
            ]
            start, end, partner_start, partner_end = sides
            found.append(model.Castle(start, end, partner, partner_start, partner_end, entry.span))
        return tuple(found)

    def castles_from(self, entry: tree.CastlingFrom) -> Iterator[model.Castle]:
        """The castlings from each of some squares with each square in a direction from there."""
        partner, mirror = self.piece(entry.partner), self.board.mirror
        ends = [self.reader.square(word) for word in (entry.end, entry.partner_end)]
        starts = self.reader.bits(entry.start, 0, mirrored=True)
        headings = self.board.geometry.words.get(entry.direction.text, ())
        if len(headings) != 1 or headings[0].relative:
            names = [direction.name for direction in self.board.geometry.directions]
            unknown("direction", entry.direction, names, self.findings)
            return
        for start in range(len(self.board.squares)):
            row = list(self.board.row(start, headings[0].turn)) if starts >> start & 1 else []
            for i, beside in enumerate(row):
                # Where files are joined a partner that is nearer the other way is not met this way.
                if row[:i] not in straight(self.board, start, beside):
                    continue
                if partner is not None and None not in ends:
                    royal, royal_end, end = (
                        (square, mirror[square])
                        for square in (start, *(end for end in ends if end is not None))
                    )
                    place = beside, mirror[beside]
                    yield model.Castle(royal, royal_end, partner, place, end, entry.span)
