"""The board in play: placement and marks, changed by moves and changed back.

This is the fast core under `Position`: sets of squares are ints (bit i for square i), a piece is
a code (`rulec.play.reach`). It knows nothing of history or results.
"""

from __future__ import annotations

from rulec.play.reach import EMPTY, Move, Reach

Undo = tuple[Move, int, int, int, int]
"""A played move, the moved piece's code before it, the captured code, the marks, the clock."""


class State:
    """Placement, side to move, marks and the number of plies since the last capture."""

    __slots__ = ("marks", "masks", "occupied", "pieces", "quiet_plies", "reach", "side")

    def __init__(self, reach: Reach, side: int = 0) -> None:
        self.reach = reach
        self.pieces = [EMPTY] * reach.squares
        self.masks = [0] * (2 * len(reach.codes[0]))
        self.occupied = [0, 0]
        self.side = side
        self.marks = 0
        self.quiet_plies = 0

    def copy(self) -> State:
        """An independent copy."""
        twin = State.__new__(State)
        twin.reach = self.reach
        twin.pieces = self.pieces.copy()
        twin.masks = self.masks.copy()
        twin.occupied = self.occupied.copy()
        twin.side = self.side
        twin.marks = self.marks
        twin.quiet_plies = self.quiet_plies
        return twin

    def put(self, code: int, square: int) -> None:
        """Set a piece on an empty square."""
        bit = 1 << square
        self.pieces[square] = code
        self.masks[code] |= bit
        self.occupied[code in self.reach.codes[1]] |= bit

    # -- moves --------------------------------------------------------------------------

    def push(self, move: Move) -> Undo:
        """Play a move that `legal_moves` gave; the result takes it back by `pop`."""
        pieces, masks, occupied, side = self.pieces, self.masks, self.occupied, self.side
        origin, target = move.origin, move.target
        code, captured = pieces[origin], pieces[target]
        undo = move, code, captured, self.marks, self.quiet_plies
        from_bit, to_bit = 1 << origin, 1 << target
        self.quiet_plies += 1
        if captured != EMPTY:
            masks[captured] ^= to_bit
            occupied[1 - side] ^= to_bit
            self.quiet_plies = 0
        masks[code] ^= from_bit
        placed = code if move.becomes is None else self.reach.codes[side][move.becomes]
        masks[placed] ^= to_bit
        occupied[side] ^= from_bit | to_bit
        pieces[origin] = EMPTY
        pieces[target] = placed
        self.marks = self.marks & ~move.clears | move.sets
        self.side = 1 - side
        return undo

    def pop(self, undo: Undo) -> None:
        """Take back the last move."""
        move, code, captured, self.marks, self.quiet_plies = undo
        pieces, masks, occupied = self.pieces, self.masks, self.occupied
        self.side = side = 1 - self.side
        origin, target = move.origin, move.target
        from_bit, to_bit = 1 << origin, 1 << target
        masks[pieces[target]] ^= to_bit
        masks[code] ^= from_bit
        occupied[side] ^= from_bit | to_bit
        pieces[origin] = code
        pieces[target] = captured
        if captured != EMPTY:
            masks[captured] ^= to_bit
            occupied[1 - side] ^= to_bit

    # -- attacks ------------------------------------------------------------------------

    def attackers(self, square: int, player: int) -> int:
        """The squares of a player's pieces that could capture an enemy on `square`."""
        occupied = self.occupied[0] | self.occupied[1]
        found = 0
        for code in self.reach.codes[player]:
            sources = self.reach.sources[code][square] & self.masks[code]
            while sources:
                bit = sources & -sources
                sources ^= bit
                mask, table = self.reach.tables[code][bit.bit_length() - 1]
                if table[occupied & mask][1] >> square & 1:
                    found |= bit
        return found

    def _attacked(self, square: int, player: int, occupied: int, gone: int) -> bool:
        """Whether a player attacks a square while `occupied`, his pieces on `gone` taken off."""
        reach, masks = self.reach, self.masks
        for code in reach.codes[player]:
            sources = reach.sources[code][square] & masks[code] & ~gone
            while sources:
                bit = sources & -sources
                sources ^= bit
                mask, table = reach.tables[code][bit.bit_length() - 1]
                if table[occupied & mask][1] >> square & 1:
                    return True
        return False

    def royal_square(self, player: int) -> int | None:
        """Where the player's royal piece stands; None in a game without one."""
        for code in self.reach.royal_codes[player]:
            if self.masks[code]:
                return self.masks[code].bit_length() - 1
        return None

    def in_check(self, player: int) -> bool:
        """Whether the player's royal piece could be captured."""
        square = self.royal_square(player)
        occupied = self.occupied[0] | self.occupied[1]
        return square is not None and self._attacked(square, 1 - player, occupied, 0)

    # -- legal moves --------------------------------------------------------------------

    def _targets(self) -> list[tuple[int, int, int]]:
        """(code, origin, targets as bits) of every piece that can move without leaving check."""
        reach, masks, side = self.reach, self.masks, self.side
        own, enemy = self.occupied[side], self.occupied[1 - side]
        occupied = own | enemy
        empty = ~occupied
        royal = self.royal_square(side)
        allowed, watched_from, watched_to = -1, 0, 0
        if royal is not None:
            allowed, watched_from, watched_to = self._dangers(royal, occupied)
        found = []
        for code in reach.codes[side]:
            pieces = masks[code]
            if not pieces:
                continue
            tables = reach.tables[code]
            while pieces:
                from_bit = pieces & -pieces
                pieces ^= from_bit
                origin = from_bit.bit_length() - 1
                mask, table = tables[origin]
                quiet, hits = table[occupied & mask]
                targets = quiet & empty | hits & enemy
                if origin == royal:
                    targets = self._safe(targets, from_bit, occupied, None)
                else:
                    targets &= allowed
                    if from_bit & watched_from:
                        targets = self._safe(targets, from_bit, occupied, royal)
                    elif targets & watched_to:
                        safe = self._safe(targets & watched_to, from_bit, occupied, royal)
                        targets = targets & ~watched_to | safe
                if targets:
                    found.append((code, origin, targets))
        return found

    def _safe(self, targets: int, from_bit: int, occupied: int, royal: int | None) -> int:
        """The targets that do not leave the royal piece, or the moved one if None, attacked."""
        safe = 0
        enemy = 1 - self.side
        without = occupied & ~from_bit
        while targets:
            to_bit = targets & -targets
            targets ^= to_bit
            square = to_bit.bit_length() - 1 if royal is None else royal
            if not self._attacked(square, enemy, without | to_bit, to_bit):
                safe |= to_bit
        return safe

    def _dangers(self, royal: int, occupied: int) -> tuple[int, int, int]:
        """What the other pieces must heed so that the royal one is not captured.

        Returns the targets that answer every check, the origins whose moves may uncover an
        attack, and the targets that may open one.
        """
        reach, masks, side = self.reach, self.masks, self.side
        own = self.occupied[side]
        allowed, watched_from, watched_to = -1, 0, 0
        for code in reach.codes[1 - side]:
            sources = reach.sources[code][royal] & masks[code]
            while sources:
                bit = sources & -sources
                sources ^= bit
                origin = bit.bit_length() - 1
                path = reach.path(code, origin, royal)
                between = path.between
                if path.single:
                    blockers = between & occupied
                    if not blockers:
                        allowed &= between | bit
                    elif not blockers & (blockers - 1) and blockers & own:
                        watched_from |= blockers
                    continue
                mask, table = reach.tables[code][origin]
                if table[occupied & mask][1] >> royal & 1:
                    watched_from = watched_to = -1
                else:
                    watched_from |= between
                    watched_to |= between
        return allowed, watched_from, watched_to

    def legal_moves(self) -> list[Move]:
        """Every legal move once, by piece type, square and target in their numbering."""
        moves: list[Move] = []
        for code, origin, targets in self._targets():
            by_target = self.reach.moves(code, origin)
            while targets:
                bit = targets & -targets
                targets ^= bit
                moves += by_target[bit.bit_length() - 1]
        return moves

    def count_moves(self) -> int:
        """How many legal moves there are, without making them."""
        total = 0
        promotions = self.reach.promotions
        for code, _, targets in self._targets():
            total += targets.bit_count()
            for squares, extra in promotions[code]:
                if targets & squares:
                    total += extra * (targets & squares).bit_count()
        return total
