"""The board in play: placement and marks, changed by moves and changed back.

This is the fast core under `Position`: sets of squares are ints (bit i for square i), a piece is
a code (`rulec.play.reach`). It knows nothing of history or results.
"""

from __future__ import annotations

from dataclasses import replace

from rulec.model.board import bits_of, squares_of
from rulec.model.tables import Castling, Limit
from rulec.play.reach import EMPTY, HAND, PASS, Move, Reach

Undo = tuple[
    Move, int, int, tuple[int, int, int, int, tuple[int, int]], tuple[tuple[int, int], ...]
]
"""A move, the codes that moved and were captured; marks, clock, trail, passer, checks before;
square and code of every piece that a blast took off."""

Targets = list[tuple[int, int, int]]
"""(code, origin, targets as bits) of pieces that can move."""


class State:
    """Placement, side to move, marks, clock, and what has just passed where.

    `quiet_plies`: plies since the last capture (or move of a type that a goal names).
    `trail`: the squares on which the piece on `passer` may be taken en passant now.
    `checks`: how often each player has given check, where a goal counts that.
    `hands`: how many pieces of each code are in the hand.
    `ahead`: how many turns before play are still to come.
    """

    __slots__ = (
        "ahead", "checks", "hands", "marks", "masks", "occupied", "passer", "pieces", "quiet_plies",
        "reach", "side", "trail",
    )  # fmt: skip

    def __init__(self, reach: Reach, side: int = 0) -> None:
        self.reach = reach
        self.pieces = [EMPTY] * reach.squares
        self.masks = [0] * (2 * len(reach.codes[0]))
        self.occupied = [0, 0]
        self.side = side
        self.marks = 0
        self.quiet_plies = 0
        self.trail = 0
        self.passer = EMPTY
        self.checks = (0, 0)
        self.hands = [0] * len(self.masks)
        self.ahead = 0

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
        twin.trail = self.trail
        twin.passer = self.passer
        twin.checks = self.checks
        twin.hands = self.hands.copy()
        twin.ahead = self.ahead
        return twin

    def put(self, code: int, square: int) -> None:
        """Set a piece on an empty square."""
        bit = 1 << square
        self.pieces[square] = code
        self.masks[code] |= bit
        self.occupied[code in self.reach.codes[1]] |= bit

    def lift(self, square: int) -> int:
        """Take the piece off a square; its code."""
        bit = 1 << square
        code = self.pieces[square]
        self.pieces[square] = EMPTY
        self.masks[code] ^= bit
        self.occupied[code in self.reach.codes[1]] ^= bit
        return code

    # -- moves --------------------------------------------------------------------------

    def push(self, move: Move) -> Undo:
        """Play a move that `legal_moves` gave; the result takes it back by `pop`."""
        pieces, masks, occupied, side = self.pieces, self.masks, self.occupied, self.side
        reach = self.reach
        origin, target = move.origin, move.target
        if origin == HAND:
            if move.choice is not None:
                return self._arrange(move, *move.choice)
            return self._pass(move) if move.becomes is None else self._drop(move, move.becomes)
        code = pieces[origin]
        taken = target if move.captured is None else move.captured
        captured = EMPTY if move.castling else pieces[taken]
        past = self.marks, self.quiet_plies, self.trail, self.passer, self.checks
        self.quiet_plies = 0 if reach.resets[code] else self.quiet_plies + 1
        if captured != EMPTY:
            bit = 1 << taken
            masks[captured] ^= bit
            occupied[1 - side] ^= bit
            pieces[taken] = EMPTY
            self.quiet_plies = 0
            if reach.hand_codes:
                self.hands[reach.hand_codes[captured]] += 1
        if move.castling:
            self._castle(move.castling)
        else:
            from_bit, to_bit = 1 << origin, 1 << target
            placed = code if move.becomes is None else reach.codes[side][move.becomes]
            masks[code] ^= from_bit
            masks[placed] ^= to_bit
            occupied[side] ^= from_bit | to_bit
            pieces[origin] = EMPTY
            pieces[target] = placed
        marks = self.marks & ~move.clears | move.sets
        if reach.keeps:
            marks &= reach.keeps[origin] & reach.keeps[target]
        self.marks = marks
        # Who has jumped what stands there, by another rule, has not passed it.
        self.trail = move.trail and move.trail & ~(occupied[0] | occupied[1])
        self.passer = target
        gone = self._explode(target) if captured != EMPTY and reach.blasts else ()
        self._hand_over()
        return move, code, captured, past, gone

    def _explode(self, centre: int) -> tuple[tuple[int, int], ...]:
        """Take off what a capture on a square takes off besides; the pieces, with their squares."""
        reach = self.reach
        there = reach.blasts[self.side][centre] & (self.occupied[0] | self.occupied[1])
        gone = tuple(
            (square, self.lift(square))
            for square in squares_of(there)
            if square == centre or self.pieces[square] not in reach.spared
        )
        if reach.keeps:
            for square, _ in gone:
                self.marks &= reach.keeps[square]
        return gone

    def _pass(self, move: Move) -> Undo:
        """Leave everything as it is."""
        past = self.marks, self.quiet_plies, self.trail, self.passer, self.checks
        self.quiet_plies += 1
        self.trail = 0
        self._hand_over()
        return move, EMPTY, EMPTY, past, ()

    def _drop(self, move: Move, piece: int) -> Undo:
        """Set a piece from the hand on the board."""
        code = self.reach.codes[self.side][piece]
        past = self.marks, self.quiet_plies, self.trail, self.passer, self.checks
        self.hands[code] -= 1
        self.put(code, move.target)
        self.quiet_plies += 1
        self.trail = 0
        self.passer = move.target
        self._hand_over()
        return move, code, EMPTY, past, ()

    def _arrange(self, move: Move, turn: int, choice: int) -> Undo:
        """Set the pieces of an arrangement on the board, in a turn before play."""
        past = self.marks, self.quiet_plies, self.trail, self.passer, self.checks
        types = len(self.reach.codes[0])
        for one in self.reach.turns[turn].placements(choice):
            self.put(one.player * types + one.piece, one.square)
        self.ahead -= 1
        self.marks = self.ready()
        self.side = 1 - self.side
        return move, EMPTY, EMPTY, past, ()

    def ready(self) -> int:
        """The rights, as mark bits, of which all pieces stand where they start."""
        masks = self.masks
        return sum(
            bit
            for bit, holders in self.reach.rights
            if all(masks[code] >> square & 1 for code, square in holders)
        )

    def _hand_over(self) -> None:
        reach, side = self.reach, self.side
        self.side = 1 - side
        if reach.counts_checks and self.in_check(1 - side):
            given = self.checks
            self.checks = (given[0] + 1, given[1]) if side == 0 else (given[0], given[1] + 1)

    def pop(self, undo: Undo) -> None:
        """Take back the last move."""
        move, code, captured, past, gone = undo
        for square, blown_up in gone:
            self.put(blown_up, square)
        self.marks, self.quiet_plies, self.trail, self.passer, self.checks = past
        pieces, masks, occupied = self.pieces, self.masks, self.occupied
        self.side = side = 1 - self.side
        if move.castling:
            self._uncastle(move.castling)
            return
        origin, target = move.origin, move.target
        if origin == HAND:
            if move.choice is None:
                if move.becomes is not None:
                    self.hands[self.lift(target)] += 1
                return
            self.ahead += 1
            turn, choice = move.choice
            for one in self.reach.turns[turn].placements(choice):
                self.lift(one.square)
            return
        from_bit, to_bit = 1 << origin, 1 << target
        masks[pieces[target]] ^= to_bit
        masks[code] ^= from_bit
        occupied[side] ^= from_bit | to_bit
        pieces[target] = EMPTY
        pieces[origin] = code
        if captured != EMPTY:
            taken = target if move.captured is None else move.captured
            bit = 1 << taken
            pieces[taken] = captured
            masks[captured] ^= bit
            occupied[1 - side] ^= bit
            if self.reach.hand_codes:
                self.hands[self.reach.hand_codes[captured]] -= 1

    def _castle(self, castling: Castling) -> None:
        royal, partner = self.lift(castling.origin), self.lift(castling.partner_origin)
        self.put(royal, castling.target)
        self.put(partner, castling.partner_target)

    def _uncastle(self, castling: Castling) -> None:
        royal, partner = self.lift(castling.target), self.lift(castling.partner_target)
        self.put(royal, castling.origin)
        self.put(partner, castling.partner_origin)

    # -- attacks ------------------------------------------------------------------------

    def _scene(self) -> int:
        reach = self.reach
        scene = reach.scene(self.occupied[0] | self.occupied[1], self.marks, self.trail)
        return scene | reach.standing(self.masks) if reach.planes else scene

    def attackers(self, square: int, player: int) -> int:
        """The squares of a player's pieces that could capture a royal enemy on `square`."""
        scene = self._scene()
        found = 0
        if self.reach.blasts and self._is_barred(square, player):
            return found
        for code in self.reach.codes[player]:
            sources = self.reach.sources[code][square] & self.masks[code]
            while sources:
                bit = sources & -sources
                sources ^= bit
                mask, table = self.reach.tables[code][bit.bit_length() - 1]
                if table[scene & mask].strikes >> square & 1:
                    found |= bit
        return found

    def _attacked(self, square: int, player: int, scene: int, gone: int) -> bool:
        """Whether a player attacks a square in a scene, his pieces on `gone` taken off."""
        reach, masks = self.reach, self.masks
        if reach.blasts and self._is_barred(square, player):
            return False
        for code in reach.codes[player]:
            sources = reach.sources[code][square] & masks[code] & ~gone
            while sources:
                bit = sources & -sources
                sources ^= bit
                mask, table = reach.tables[code][bit.bit_length() - 1]
                if table[scene & mask][2] >> square & 1:
                    return True
        return False

    def _is_barred(self, square: int, player: int) -> bool:
        """Whether a player takes nothing on a square since a royal piece of his would be gone.

        Or is gone already, which ends the game.
        """
        reach, masks = self.reach, self.masks
        near = reach.blasts[player][square]
        codes = reach.royal_codes[player]
        return not any(masks[code] for code in codes) or any(
            masks[code] & near for code in codes if code not in reach.spared
        )

    def royals(self, player: int) -> int:
        """The squares of the player's royal pieces, as bits."""
        royals = 0
        for code in self.reach.royal_codes[player]:
            royals |= self.masks[code]
        return royals

    def in_check(self, player: int) -> bool:
        """Whether a royal piece of the player could be captured."""
        return self._exposed(player, self.royals(player), self._scene())

    def _exposed(self, player: int, squares: int, scene: int, gone: int = 0) -> bool:
        """Whether any of some squares is attacked by a player's opponent, as `_attacked` says."""
        return any(
            self._attacked(square, 1 - player, scene, gone) for square in squares_of(squares)
        )

    # -- legal moves --------------------------------------------------------------------

    def _targets(self) -> tuple[Targets, Targets]:
        """What every piece may legally move to, and what it may take en passant."""
        found, passing_by = self._tried() if self.reach.blasts else self._safe_targets()
        if self.reach.compulsory_captures:
            enemy = self.occupied[1 - self.side]
            captures = [(code, origin, targets & enemy) for code, origin, targets in found]
            captures = [capture for capture in captures if capture[2]]
            if captures or passing_by:
                return captures, passing_by
        return found, passing_by

    def _safe_targets(self) -> tuple[Targets, Targets]:
        """What every piece may move to, and take en passant, leaving no royal piece attacked."""
        reach, masks, side = self.reach, self.masks, self.side
        own, enemy = self.occupied[side], self.occupied[1 - side]
        occupied = own | enemy
        scene = self._scene()
        enemy_royals = self.royals(1 - side)
        common = enemy & ~enemy_royals
        royals = self.royals(side)
        allowed, watched_from, watched_to = -1, 0, 0
        if royals & (royals - 1):
            watched_from = -1
        elif royals:
            allowed, watched_from, watched_to = self._dangers(royals.bit_length() - 1, scene)
        found = []
        passing_by = []
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
                quiet, hits, strikes, passing = table[scene & mask]
                targets = quiet & ~occupied | hits & common | strikes & enemy_royals
                if from_bit == royals:
                    targets = self._safe(targets, from_bit, scene, royals)
                else:
                    targets &= allowed
                    if from_bit & watched_from:
                        targets = self._safe(targets, from_bit, scene, royals)
                    elif targets & watched_to:
                        safe = self._safe(targets & watched_to, from_bit, scene, royals)
                        targets = targets & ~watched_to | safe
                if passing:
                    # A piece that may take en passant does, where it could also just move there.
                    targets &= ~passing
                    takes = self._safe_passing(passing, from_bit, scene, royals)
                    if takes:
                        passing_by.append((code, origin, takes))
                if targets:
                    found.append((code, origin, targets))
        return found, passing_by

    def _tried(self) -> tuple[Targets, Targets]:
        """As `_safe_targets`, every move tried: for captures that change more than two squares."""
        reach, side = self.reach, self.side
        own, enemy = self.occupied[side], self.occupied[1 - side]
        scene = self._scene()
        royals = self.royals(1 - side)
        found: Targets = []
        passing_by: Targets = []
        for code in reach.codes[side]:
            for origin in squares_of(self.masks[code]):
                mask, table = reach.tables[code][origin]
                quiet, hits, strikes, passing = table[scene & mask]
                targets = quiet & ~(own | enemy) | hits & enemy & ~royals | strikes & royals
                moves = [Move(origin, target) for target in squares_of(targets & ~passing)]
                takes = [Move(origin, to, captured=self.passer) for to in squares_of(passing)]
                for tried, into in ((moves, found), (takes, passing_by)):
                    safe = bits_of(move.target for move in tried if self._survives(move))
                    if safe:
                        into.append((code, origin, safe))
        return found, passing_by

    def _survives(self, move: Move) -> bool:
        """Whether a move costs its player no royal piece, now or in the next."""
        side = self.side
        count = self.royals(side).bit_count()
        undo = self.push(move)
        safe = self.royals(side).bit_count() == count and not self.in_check(side)
        self.pop(undo)
        return safe

    def _safe(self, targets: int, from_bit: int, scene: int, royals: int) -> int:
        """The targets of a move that leave no royal piece attacked."""
        safe = 0
        enemy = 1 - self.side
        reach = self.reach
        without = scene & ~(from_bit * reach.whole)
        staying = royals & ~from_bit
        while targets:
            to_bit = targets & -targets
            targets ^= to_bit
            exposed = staying if staying == royals else staying | to_bit
            after = without | to_bit
            if reach.planes:
                placed = reach.shadows[self.pieces[from_bit.bit_length() - 1]]
                after = after & ~(to_bit * reach.whole) | to_bit * placed
            while exposed:
                bit = exposed & -exposed
                if self._attacked(bit.bit_length() - 1, enemy, after, to_bit):
                    break
                exposed ^= bit
            else:
                safe |= to_bit
        return safe

    def _safe_passing(self, targets: int, from_bit: int, scene: int, royals: int) -> int:
        """The en passant targets that leave no royal piece attacked."""
        safe = 0
        victim = 1 << self.passer
        whole = self.reach.whole
        placed = self.reach.shadows[self.pieces[from_bit.bit_length() - 1]]
        for target in squares_of(targets):
            to_bit = 1 << target
            exposed = royals & ~from_bit | (to_bit if royals & from_bit else 0)
            after = scene & ~((from_bit | victim) * whole) | to_bit * placed
            if not self._exposed(self.side, exposed, after, victim):
                safe |= to_bit
        return safe

    def _dangers(self, royal: int, scene: int) -> tuple[int, int, int]:
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
                between, single = reach.path(code, origin, royal)
                if single:
                    blockers = between & scene
                    if not blockers:
                        allowed &= between | bit
                    elif not blockers & (blockers - 1) and blockers & own:
                        watched_from |= blockers
                    continue
                mask, table = reach.tables[code][origin]
                if table[scene & mask][2] >> royal & 1:
                    watched_from = watched_to = -1
                else:
                    watched_from |= between
                    watched_to |= between
        return allowed, watched_from, watched_to

    def _may_be_quiet(self, found: Targets, passing: Targets) -> bool:
        """Whether moves that capture nothing may be played, given what else may be played."""
        if not self.reach.compulsory_captures:
            return True
        enemy = self.occupied[1 - self.side]
        return not passing and not any(targets & enemy for _, _, targets in found)

    def _may_pass(self, found: Targets, passing: Targets) -> bool:
        """Whether the side to move may leave everything as it is."""
        return (
            self.reach.may_pass
            and self._may_be_quiet(found, passing)
            and not self.in_check(self.side)
        )

    def _castlings(self) -> list[Castling]:
        """The castlings that may be played."""
        found: list[Castling] = []
        castlings = self.reach.castlings[self.side]
        if not castlings:
            return found
        scene = self._scene()
        for castling in castlings:
            if castling.needs & self.marks and not castling.empty & scene:
                # The way is looked at with the royal piece off it, the partner still in its place.
                without = scene & ~(self.reach.whole << castling.origin)
                if self._exposed(self.side, castling.safe, without):
                    continue
                if not self._uncovered(castling, scene):
                    found.append(castling)
        return found

    def _uncovered(self, castling: Castling, scene: int) -> bool:
        """Whether a royal piece would be attacked, both pieces moved."""
        reach, pieces = self.reach, self.pieces
        origin, target = 1 << castling.origin, 1 << castling.target
        left = (origin | 1 << castling.partner_origin) * reach.whole
        after = scene & ~left | target * reach.shadows[pieces[castling.origin]]
        after |= reach.shadows[pieces[castling.partner_origin]] << castling.partner_target
        royals = self.royals(self.side)
        if royals & origin:
            royals ^= origin | target
        return self._exposed(self.side, royals, after)

    def _safe_moves(self, others: Targets, passing: Targets) -> list[Move]:
        """The moves over squares that are not attacked, but for those that are other moves too."""
        moves = self.reach.safe_moves[self.side]
        if not moves:
            return []
        found: dict[tuple[int, int], Move] = {}
        scene = self._scene()
        royals = self.royals(self.side)
        given = {
            (origin, square) for _, origin, to in (*others, *passing) for square in squares_of(to)
        }
        for move in moves:
            if not move.needs & self.marks or scene >> move.target & 1:
                continue
            if (move.origin, move.target) in given:
                continue
            without = scene & ~(self.reach.whole << move.origin)
            after = without | self.reach.shadows[self.pieces[move.origin]] << move.target
            staying = royals & ~(1 << move.origin)
            if self._exposed(self.side, move.safe, without):
                continue
            if self._exposed(self.side, staying, after):
                continue
            found.setdefault((move.origin, move.target), Move(move.origin, move.target))
        return list(found.values())

    def legal_moves(self) -> list[Move]:
        """Every legal move once, by piece type, square and target in their numbering."""
        if self.ahead:
            return list(self.reach.choices[-self.ahead])
        moves: list[Move] = []
        targets_found, passing_found = self._targets()
        for code, origin, targets in targets_found:
            by_target = self.reach.moves(code, origin)
            limited = targets & self.reach.limited[code][origin]
            targets ^= limited
            while targets:
                bit = targets & -targets
                targets ^= bit
                moves += by_target[bit.bit_length() - 1]
            for square in squares_of(limited):
                moves += self._limited_moves(code, origin, square)
        for code, origin, targets in passing_found:
            moves += self._passing_moves(code, origin, targets)
        hands = self.reach.has_hands
        if (self.marks or hands) and self._may_be_quiet(targets_found, passing_found):
            moves += [
                Move(castling.origin, castling.target, clears=castling.clears, castling=castling)
                for castling in self._castlings()
            ]
            moves += self._safe_moves(targets_found, passing_found)
            if hands:
                moves += self._drops()
        if self._may_pass(targets_found, passing_found):
            moves.append(PASS)
        if self.reach.illegal_checks:
            moves = [move for move in moves if not self._gives_check(move)]
        return moves

    def _gives_check(self, move: Move) -> bool:
        """Whether a royal piece of the opponent could be captured after a move."""
        undo = self.push(move)
        check = self.in_check(self.side)
        self.pop(undo)
        return check

    def _drops(self) -> list[Move]:
        """The drops that leave no royal piece attacked."""
        reach, side = self.reach, self.side
        scene = self._scene()
        royals = self.royals(side)
        occupied = self.occupied[0] | self.occupied[1]
        moves: list[Move] = []
        for piece, code in enumerate(reach.codes[side]):
            drop = reach.drops[code]
            if not self.hands[code] or drop is None:
                continue
            targets = reach.everywhere if drop.zone is None else drop.zone.of(side)
            targets &= ~occupied
            if drop.one_a_file:
                for file in reach.files:
                    if file & self.masks[code]:
                        targets &= ~file
            drops = [Move(HAND, square, piece) for square in squares_of(targets)]
            if self.in_check(side) or reach.screens:
                drops = [move for move in drops if self._shields(code, move.target, scene, royals)]
            moves += [move for move in drops if not (drop.without_mate and self._mates(move))]
        return moves

    def _shields(self, code: int, target: int, scene: int, royals: int) -> bool:
        """Whether no royal piece is attacked once a piece stands on an empty square."""
        return not self._exposed(self.side, royals, scene | self.reach.shadows[code] << target)

    def _mates(self, move: Move) -> bool:
        """Whether a drop leaves the opponent in check and without a move."""
        undo = self.push(move)
        mates = self.in_check(self.side) and not self.count_moves()
        self.pop(undo)
        return mates

    def _limited_moves(self, code: int, origin: int, target: int) -> list[Move]:
        """The moves to a square where a piece becomes what its player has lost."""
        reach = self.reach
        stop = reach.stops(code, origin)[target]
        moves = [
            move
            for move in reach.moves(code, origin)[target]
            if move.becomes is None or self._lost(reach.codes[self.side][move.becomes])
        ]
        if not moves and stop.limit is Limit.STAYS:
            moves = [Move(origin, target, None, stop.sets, stop.clears, stop.trail)]
        return moves

    def _passing_moves(self, code: int, origin: int, targets: int) -> list[Move]:
        """The moves that take en passant."""
        by_target = self.reach.moves(code, origin)
        return [
            replace(move, captured=self.passer)
            for square in squares_of(targets)
            for move in by_target[square]
        ]

    def can_take_en_passant(self) -> bool:
        """Whether a move that takes en passant is legal."""
        if self.reach.illegal_checks and self.trail:
            return any(move.captured is not None for move in self.legal_moves())
        return bool(self.trail) and bool(self._targets()[1])

    def _lost(self, code: int) -> bool:
        """Whether fewer pieces of a code stand than at the start."""
        return self.masks[code].bit_count() < self.reach.start_counts[code]

    def count_moves(self) -> int:
        """How many legal moves there are, mostly without making them."""
        if self.ahead:
            return len(self.reach.choices[-self.ahead])
        if self.reach.illegal_checks:
            return len(self.legal_moves())
        total = 0
        targets_found, passing_found = self._targets()
        reach = self.reach
        for code, origin, targets in targets_found:
            limited = targets & reach.limited[code][origin]
            if limited:
                targets ^= limited
                for square in squares_of(limited):
                    total += len(self._limited_moves(code, origin, square))
            total += targets.bit_count()
            for squares, extra in reach.promotions[code][origin]:
                if targets & squares:
                    total += extra * (targets & squares).bit_count()
        for code, origin, targets in passing_found:
            total += len(self._passing_moves(code, origin, targets))
        hands = reach.has_hands
        if (self.marks or hands) and self._may_be_quiet(targets_found, passing_found):
            total += len(self._castlings())
            total += len(self._safe_moves(targets_found, passing_found))
            if hands:
                total += len(self._drops())
        return total + self._may_pass(targets_found, passing_found)
