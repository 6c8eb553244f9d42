"""Playing a game: what the rules say about a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity
from rulec.zrf import ending
from rulec.zrf.effects import carry_out
from rulec.zrf.ending import Result
from rulec.zrf.model import Block, Captured, Checkmated, Game, Passing, Turn
from rulec.zrf.position import ANY_TYPE, OFF, PASS, Cells, Chain, EffectKind, Move, Piece, Position
from rulec.zrf.programs import Compiler, Program, Run
from rulec.zrf.reach import Reach, size

_LARGEST_MEASURED = 400
"""Blocks of more instructions are not measured for their reach; they count as reaching all."""

MAX_CHAIN = 512
"""Longest chain of partial moves that is followed."""

MAX_CHAIN_NODES = 200_000
"""How many chains are looked at to find the longest."""


class Interpreter:
    """The rules of one game, ready to be asked.

    Positions are values; every method leaves them as they are. Raises RulecError where a rule runs
    away, and at once for a game that needs a program of its own to run (`engine`).
    """

    def __init__(self, game: Game) -> None:
        if game.engine is not None:
            raise RulecError(
                [
                    Diagnostic(
                        "Z271",
                        Severity.ERROR,
                        "the moves of this game are made by a program beside it, which is not run",
                        game.engine.span,
                    )
                ]
            )
        self.game = game
        players = range(len(game.players))
        self._compilers = [Compiler(game, side) for side in players]
        self._reach = [Reach(game.board, side) for side in players]
        self._programs: dict[tuple[int, int, bool], tuple[Program, ...]] = {}
        self._touched: dict[tuple[int, int, int], int] = {}
        self._program_touched: dict[tuple[Program, int], int] = {}
        self._everywhere = (1 << len(game.board.positions)) - 1
        self._royal = tuple(self._royal_types(player) for player in players)
        self._attack_types = tuple(self._types_of_turns(side) for side in players)
        self._enemies = tuple(
            tuple(
                other for other in players
                if other != side and any(turn.side == other for turn in game.turns)
            )
            for side in players
        )  # fmt: skip
        # Who comes next when a piece is flipped: the players whose pieces take turns.
        taking_turns = [side for side in players if any(turn.side == side for turn in game.turns)]
        self._next_owner = {
            side: taking_turns[(place + 1) % len(taking_turns)]
            for place, side in enumerate(taking_turns)
        }
        self._droppable = tuple(number for number, piece in enumerate(game.pieces) if piece.drops)

    def _royal_types(self, player: int) -> frozenset[int]:
        """The types that the player may not leave threatened.

        A type whose loss by `captured` ends the game as well may be left to be taken.
        """
        royal: set[int] = set()
        capturable: set[int] = set()
        for goal in self.game.goals:
            if player not in goal.players:
                continue
            match goal.test:
                case Checkmated(types=types):
                    royal |= types
                case Captured(types=types):
                    capturable |= types
        return frozenset(royal - capturable)

    def _types_of_turns(self, side: int) -> frozenset[int] | None:
        """The move types that a side's turns allow; None for all."""
        types = [turn.move_type for turn in self.game.turns if turn.side == side]
        if not types or None in types:
            return None
        return frozenset(move_type for move_type in types if move_type is not None)

    # --- positions ------------------------------------------------------------------------------

    def start(self) -> Position:
        """The position that the game begins with."""
        game = self.game
        cells: list[Piece | None] = [None] * len(game.board.positions)
        for placement in game.placements:
            cells[placement.position] = self.piece(placement.player, placement.type)
        stores = [0] * (len(game.players) * len(game.pieces))
        for reserve in game.reserves:
            stores[reserve.player * len(game.pieces) + reserve.type] += reserve.count
        return Position(tuple(cells), 0, tuple(stores))

    def piece(self, player: int, piece_type: int) -> Piece:
        """A new piece, with the attributes that its type starts with."""
        return Piece(player, piece_type, self._fresh(piece_type))

    def _fresh(self, piece_type: int) -> int:
        return sum(1 << attribute for attribute in self.game.pieces[piece_type].attributes)

    def position(self, pieces: Iterable[tuple[int, Piece]], turn: int = 0) -> Position:
        """A position of one's own: squares with their pieces, and the turn it is.

        Nothing is in reserve, no move was the last one.
        """
        cells: list[Piece | None] = [None] * len(self.game.board.positions)
        for square, piece in pieces:
            cells[square] = piece
        stores = (0,) * (len(self.game.players) * len(self.game.pieces))
        return Position(tuple(cells), turn, stores)

    def turn(self, position: Position) -> Turn:
        """Who is to move, and what."""
        return self.game.turns[position.turn]

    def is_random(self, position: Position) -> bool:
        """Whether chance moves here: the player's name begins with a question mark."""
        return self.game.players[self.turn(position).player].startswith("?")

    # --- moves ----------------------------------------------------------------------------------

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """The moves of the player to move, without doubles; none once the game is over.

        Repetition ends no game here, since it depends on how the position was reached.
        """
        if position.chain is None and self.decided(position) is not None:
            return ()
        return self.available(position)

    def available(self, position: Position) -> tuple[Move, ...]:
        """The legal moves, whether or not the game is over; PASS among them where it is allowed."""
        options = self.game.options
        moves = self._checked(position, self._pseudo_legal(position))
        if options.maximal_captures:
            moves = self._longest(position, moves)
        if position.chain is not None:
            may_pass = options.pass_partial
        else:
            may_pass = options.pass_turn is Passing.ALWAYS or (
                options.pass_turn is Passing.FORCED and not moves
            )
        return (*moves, PASS) if may_pass else moves

    def random_move(self, position: Position, chance: Random) -> Move | None:
        """One of the legal moves; None if there is none."""
        moves = self.legal_moves(position)
        return chance.choice(moves) if moves else None

    def _pseudo_legal(self, position: Position) -> tuple[Move, ...]:
        """The moves that the blocks make: by type in order of priority, checks not looked at."""
        turn = self.turn(position)
        wanted = turn.move_type
        if position.chain is not None and position.chain.move_type != ANY_TYPE:
            wanted = position.chain.move_type
        if wanted is not None:
            return self._made(position, _of_type(wanted))
        priorities = self.game.priorities
        for move_type in priorities:
            moves = self._made(position, _of_type(move_type))
            if moves:
                return moves
        if priorities:
            return self._made(position, lambda block: block.move_type not in priorities)
        return self._made(position, None)

    def _made(self, position: Position, wanted: Callable[[Block], bool] | None) -> tuple[Move, ...]:
        side = self.turn(position).side
        cells = position.cells
        run = Run(cells, position.last, self._attacked)
        squares: Iterable[int] = range(len(cells))
        if position.chain is not None:
            squares = (position.chain.square,)
        for square in squares:
            piece = cells[square]
            if piece is None or piece.player != side:
                continue
            for program in self._programs_of(side, piece.type, drops=False):
                if wanted is None or wanted(program.block):
                    program.moves(run, square, piece.type)
        if position.chain is None and self._droppable:
            self._make_drops(position, run, side, wanted)
        moves = tuple(dict.fromkeys(run.moves))
        if self.game.options.recycle_promotions:
            moves = tuple(move for move in moves if self._can_promote(position, move, side))
        return moves

    def _make_drops(
        self, position: Position, run: Run, side: int, wanted: Callable[[Block], bool] | None
    ) -> None:
        for piece_type in self._droppable:
            if not position.stores[side * len(self.game.pieces) + piece_type]:
                continue
            for program in self._programs_of(side, piece_type, drops=True):
                if wanted is None or wanted(program.block):
                    for square in range(len(position.cells)):
                        program.drops(run, square, piece_type)

    def _can_promote(self, position: Position, move: Move, side: int) -> bool:
        """Whether the pieces that a move promotes to are in the store."""
        types = len(self.game.pieces)
        return all(
            part.type == OFF or part.start == OFF or position.stores[side * types + part.type] > 0
            for part in move.parts
        )

    def _programs_of(self, side: int, piece_type: int, *, drops: bool) -> tuple[Program, ...]:
        key = (side, piece_type, drops)
        programs = self._programs.get(key)
        if programs is None:
            piece = self.game.pieces[piece_type]
            blocks = piece.drops if drops else piece.moves
            programs = tuple(self._compilers[side].program(block) for block in blocks)
            self._programs[key] = programs
        return programs

    # --- attacks --------------------------------------------------------------------------------

    def _attacked(
        self,
        cells: Cells,
        square: int,
        side: int,
        piece_type: int,
        by_enemy: bool,
        move_type: int | None,
    ) -> bool:
        """`attacked?` and `defended?`: a piece put on a square, and who could take it there."""
        owner = side if by_enemy else self._enemies[side][0] if self._enemies[side] else side
        hypothetical = list(cells)
        hypothetical[square] = Piece(owner, piece_type, 0)
        attackers = self._enemies[side] if by_enemy else (side,)
        board = tuple(hypothetical)
        return any(self.attacks(board, square, by, move_type) for by in attackers)

    def attacks(self, cells: Cells, square: int, by: int, move_type: int | None = None) -> bool:
        """Whether a side could take what stands on a square, if it were to move."""
        return next(self.attackers(cells, square, by, move_type), None) is not None

    def attackers(
        self, cells: Cells, square: int, by: int, move_type: int | None = None
    ) -> Iterator[int]:
        """The squares of the pieces of a side that could take what stands on a square.

        Drops are not counted, and `attacked?` within the attackers' own blocks is false.
        """
        target = 1 << square
        allowed = self._attack_types[by]
        touched = self._touched
        run = Run(cells, (OFF, OFF), None)
        for start, piece in enumerate(cells):
            if piece is None or piece[0] != by:
                continue
            mask = touched.get((by, piece[1], start))
            if mask is None:
                mask = self._touched_by(by, piece[1], start)
            if not mask & target:
                continue
            for program in self._programs_of(by, piece[1], drops=False):
                if not self._program_touched[program, start] & target:
                    continue
                block_type = program.block.move_type
                if move_type is not None and block_type != move_type:
                    continue
                if allowed is not None and block_type not in allowed:
                    continue
                program.moves(run, start, piece[1])
            if any(_takes(move, square) for move in run.moves):
                yield start
            run.moves.clear()

    def _touched_by(self, side: int, piece_type: int, start: int) -> int:
        """The squares that a piece could ever take something on, from a square."""
        total = 0
        for program in self._programs_of(side, piece_type, drops=False):
            code = program.block.code
            if size(code, _LARGEST_MEASURED) > _LARGEST_MEASURED:
                touched = self._everywhere
            else:
                touched = self._reach[side].touched(code, 1 << start)
            self._program_touched[program, start] = touched
            total |= touched
        self._touched[side, piece_type, start] = total
        return total

    def threatened(self, position: Position, player: int) -> bool:
        """Whether a piece of the player's that must not be taken could be."""
        return self._in_check(position.cells, player, self._royal[player])

    def _in_check(self, cells: Cells, player: int, royal: frozenset[int]) -> bool:
        return any(
            self.attacks(cells, square, enemy)
            for square, piece in enumerate(cells)
            if piece is not None and piece[0] == player and piece[1] in royal
            for enemy in self._enemies[player]
        )

    # --- legality -------------------------------------------------------------------------------

    def _checked(self, position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves that leave no royal piece of the mover's threatened."""
        turn = self.turn(position)
        royal = self._royal[turn.side]
        if not royal or self.game.turns[self._following(position.turn)].player == turn.player:
            return moves
        return tuple(move for move in moves if self._is_safe(position, move, turn.side, royal))

    def _is_safe(
        self, position: Position, move: Move, player: int, royal: frozenset[int], depth: int = 0
    ) -> bool:
        cells = carry_out(self, position, move).cells
        if not self._in_check(cells, player, royal):
            return True
        if move.then is None or depth > MAX_CHAIN:
            return False
        after = self.play(position, move)
        return after.chain is not None and any(
            self._is_safe(after, further, player, royal, depth + 1)
            for further in self._pseudo_legal(after)
        )

    def _longest(self, position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves that can begin or go on with a chain that captures as much as any."""
        budget = [MAX_CHAIN_NODES]
        counts = {move: self._captures(position, move, budget, 0) for move in moves}
        most = max(counts.values(), default=0)
        return tuple(move for move, count in counts.items() if count == most)

    def _captures(self, position: Position, move: Move, budget: list[int], depth: int) -> int:
        """How many pieces a move takes, with the best chain after it.

        A partial move that takes nothing counts as one: Zillions chose such a move over a capture.
        """
        budget[0] -= 1
        if budget[0] < 0 or depth > MAX_CHAIN:
            raise RulecError(
                [
                    Diagnostic(
                        "Z272",
                        Severity.ERROR,
                        f"to find the longest capture, more than {MAX_CHAIN_NODES:,} chains would "
                        "have to be looked at",
                        self.game.at.span,
                    )
                ]
            )
        taken = len(carry_out(self, position, move).removed)
        if move.then is not None:
            taken = max(taken, 1)
        if move.then is None:
            return taken
        after = self.play(position, move)
        if after.chain is None:
            return taken
        return taken + max(
            (
                self._captures(after, further, budget, depth + 1)
                for further in self._pseudo_legal(after)
            ),
            default=0,
        )

    # --- playing --------------------------------------------------------------------------------

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move, which must be one of the available ones."""
        turn = self.turn(position)
        outcome = carry_out(self, position, move)
        removed = outcome.removed
        if position.chain is not None:
            removed = position.removed + removed
        last = position.last
        if move.parts:
            last = (move.parts[0].start, move.parts[0].end)
        if move.then is not None:
            chain = Chain(self._goes_on_at(position, move), move.then)
            going_on = Position(
                outcome.cells, position.turn, outcome.stores, last, chain, removed, turn.side,
                position.earlier if position.chain is not None else position,
            )  # fmt: skip
            if self._pseudo_legal(going_on):
                return going_on
        return Position(
            outcome.cells,
            self._following(position.turn),
            outcome.stores,
            last,
            None,
            removed,
            turn.side,
            position.earlier if position.chain is not None else position,
        )

    def _goes_on_at(self, position: Position, move: Move) -> int:
        """Where the piece that made a partial move stands after it."""
        return move.parts[-1].end

    def _following(self, turn: int) -> int:
        return turn + 1 if turn + 1 < len(self.game.turns) else self.game.repeat

    def next_owner(self, player: int) -> int:
        """Whose a piece of the player's becomes when it is flipped."""
        return self._next_owner.get(player, player)

    # --- results --------------------------------------------------------------------------------

    def result(self, position: Position) -> Result | None:
        """How the game has ended, or None while it goes on."""
        if position.chain is not None:
            return None
        return (
            self.decided(position)
            or ending.repeated(self, position)
            or ending.stuck(self, position)
        )

    def decided(self, position: Position) -> Result | None:
        """The end that the pieces on the board and those just taken bring about, or None."""
        return ending.decided(self, position)

    # --- counting -------------------------------------------------------------------------------

    def perft(self, position: Position, depth: int) -> int:
        """The number of ways to play `depth` moves; each part of a chain is a move."""
        if depth == 0:
            return 1
        moves = self.legal_moves(position)
        if depth == 1:
            return len(moves)
        return sum(self.perft(self.play(position, move), depth - 1) for move in moves)


def _of_type(move_type: int) -> Callable[[Block], bool]:
    return lambda block: block.move_type == move_type


def _takes(move: Move, square: int) -> bool:
    """Whether a move removes what stands on a square."""
    return any(part.end == square and part.start != square for part in move.parts) or any(
        effect.square == square and effect.kind in (EffectKind.CAPTURE, EffectKind.CREATE)
        for effect in move.effects
    )
