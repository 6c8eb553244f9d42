"""Playing a game: what the rules say about a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

from rulec.zrf import ending
from rulec.zrf.attacks import Attacks
from rulec.zrf.chains import Chains
from rulec.zrf.effects import carry_out, new_piece
from rulec.zrf.ending import Result
from rulec.zrf.model import Block, Game, Passing, Reserve, Turn
from rulec.zrf.position import ANY_TYPE, OFF, PASS, Chain, Move, Piece, Position
from rulec.zrf.programs import Library, Program, Run
from rulec.zrf.report import failure

MAX_MOVES = 100_000
"""How many moves a position may have."""


class Interpreter:
    """The rules of one game, ready to be asked.

    Positions are values; every method leaves them as they are. Raises RulecError where a rule runs
    away, and at once for a game whose moves another program makes (`engine`).
    """

    def __init__(self, game: Game) -> None:
        if game.engine is not None:
            raise failure(
                "Z271",
                game.engine.span,
                "the moves of this game are made by a program beside it, which is not run",
            )
        self.game = game
        self._library = Library(game)
        self.attacks = Attacks(game, self._library)
        self._droppable = tuple(number for number, piece in enumerate(game.pieces) if piece.drops)

    # --- positions ------------------------------------------------------------------------------

    def start(self) -> Position:
        """The position that the game begins with."""
        game = self.game
        cells: list[Piece | None] = [None] * len(game.board.positions)
        for placement in game.placements:
            cells[placement.position] = self.piece(placement.player, placement.type)
        return Position(tuple(cells), 0, self._stores(game.reserves))

    def piece(self, player: int, piece_type: int) -> Piece:
        """A new piece, with the attributes that its type starts with."""
        return new_piece(self.game, player, piece_type)

    def position(
        self,
        pieces: Iterable[tuple[int, Piece]],
        turn: int = 0,
        *,
        reserves: Iterable[Reserve] = (),
        last: tuple[int, int] = (OFF, OFF),
    ) -> Position:
        """A position of one's own: squares with their pieces, and the number of the turn it is.

        `last` are the squares that the last move went from and to.
        """
        cells: list[Piece | None] = [None] * len(self.game.board.positions)
        for square, piece in pieces:
            cells[square] = piece
        return Position(tuple(cells), turn, self._stores(reserves), last)

    def _stores(self, reserves: Iterable[Reserve]) -> tuple[int, ...]:
        types = len(self.game.pieces)
        stores = [0] * (len(self.game.players) * types)
        for reserve in reserves:
            stores[reserve.player * types + reserve.type] += reserve.count
        return tuple(stores)

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
        moves = self._checked(position, self.pseudo_legal(position))
        if options.maximal_captures:
            moves = self._longest(position, moves)
        if position.chain is not None:
            may_pass = options.pass_partial
        else:
            may_pass = options.pass_turn is Passing.ALWAYS or (
                options.pass_turn is Passing.FORCED and not moves
            )
        return (*moves, *self._checked(position, (PASS,))) if may_pass else moves

    def random_move(self, position: Position, chance: Random) -> Move | None:
        """One of the legal moves; None if there is none."""
        moves = self.legal_moves(position)
        return chance.choice(moves) if moves else None

    def pseudo_legal(self, position: Position) -> tuple[Move, ...]:
        """The moves that the blocks make, by type and priority; check is not looked at."""
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

    def made(self, position: Position) -> tuple[Move, ...]:
        """The moves that all blocks make, whatever turns and priorities allow; check is ignored."""
        return self._made(position, None)

    def _made(self, position: Position, wanted: Callable[[Block], bool] | None) -> tuple[Move, ...]:
        side = self.turn(position).side
        cells = position.cells
        run = Run(cells, position.last, self.attacks.asked)
        squares: Iterable[int] = range(len(cells))
        if position.chain is not None:
            squares = (position.chain.square,)
        for square in squares:
            piece = cells[square]
            if piece is None or piece.player != side:
                continue
            for program in self._library.moves(side, piece.type):
                if wanted is None or wanted(program.block):
                    program.moves(run, square, piece.type)
                    _check_number(run, program)
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
            for program in self._library.drops(side, piece_type):
                if wanted is None or wanted(program.block):
                    for square in range(len(position.cells)):
                        program.drops(run, square, piece_type)
                        _check_number(run, program)

    def _can_promote(self, position: Position, move: Move, side: int) -> bool:
        """Whether the pieces that a move promotes to are in the store."""
        types = len(self.game.pieces)
        return all(
            part.type == OFF or part.start == OFF or position.stores[side * types + part.type] > 0
            for part in move.parts
        )

    def _checked(self, position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves that leave no royal piece of the mover's under attack."""
        turn = self.turn(position)
        following = self.game.turns[self._following(position.turn)]
        if not self.attacks.has_royal(turn.side) or following.player == turn.player:
            return moves
        chains = Chains(self)
        return tuple(move for move in moves if chains.is_safe(position, move, turn.side))

    def _longest(self, position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves that can begin or go on with a chain that captures as much as any."""
        chains = Chains(self)
        counts = {move: chains.captures(position, move) for move in moves}
        most = max(counts.values(), default=0)
        return tuple(move for move, count in counts.items() if count == most)

    # --- playing --------------------------------------------------------------------------------

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move, which must be one of the available ones."""
        outcome = carry_out(self.game, position, move)
        in_chain = position.chain is not None
        last = (move.parts[0].start, move.parts[0].end) if move.parts else position.last
        after = Position(
            cells=outcome.cells,
            turn=self._following(position.turn),
            stores=outcome.stores,
            last=last,
            removed=position.removed + outcome.removed if in_chain else outcome.removed,
            mover=self.turn(position).side,
            earlier=position.earlier if in_chain else position,
        )
        if move.then is not None:
            chain = Chain(move.parts[-1].end, move.then)
            going_on = replace(after, turn=position.turn, chain=chain)
            if self.pseudo_legal(going_on):
                return going_on
        return after

    def _following(self, turn: int) -> int:
        return turn + 1 if turn + 1 < len(self.game.turns) else self.game.repeat

    # --- results --------------------------------------------------------------------------------

    def result(self, position: Position) -> Result | None:
        """How the game has ended, or None while it goes on."""
        if position.chain is not None:
            return None
        result = self.decided(position) or ending.repeated(self.game, position)
        if result is not None or self.available(position):
            return result
        in_check = self.attacks.in_check(position.cells, self.turn(position).side)
        return ending.stuck(self.game, position, in_check=in_check)

    def decided(self, position: Position) -> Result | None:
        """The end that the pieces on the board and those just taken bring about, or None."""
        return ending.decided(self.game, position)

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


def _check_number(run: Run, program: Program) -> None:
    if len(run.moves) > MAX_MOVES:
        raise failure(
            "Z273", program.block.at.span, f"a position has more than {MAX_MOVES:,} moves"
        )
