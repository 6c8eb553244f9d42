"""Counting the leaves of the game tree, whole or by first move, on one process or several."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulec.model.game import Game
from rulec.play.notation import format_fen, format_move, parse_fen
from rulec.play.position import Position, Rules
from rulec.play.state import State


def perft(position: Position, depth: int) -> int:
    """The number of ways to play `depth` plies.

    Nobody moves on from a position that a goal has decided at once; draws do not stop the count.
    """
    return _count(position.rules, position.state(), depth)


def _count(rules: Rules, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if rules.immediate and rules.decided(state):
        return 0
    if depth == 1:
        return state.count_moves()
    total = 0
    for move in state.legal_moves():
        undo = state.push(move)
        total += _count(rules, state, depth - 1)
        state.pop(undo)
    return total


def divide(position: Position, depth: int, jobs: int = 1) -> Iterator[tuple[str, int]]:
    """(move, leaves below it) for every first move, each as soon as it is counted.

    `depth` is at least 1. With several jobs the order is that of completion.
    """
    rules = position.rules
    if rules.decided(position.state()):
        return
    moves = position.legal_moves()
    if jobs <= 1:
        for move in moves:
            yield format_move(rules, move), perft(position.play(move), depth - 1)
        return
    work = {
        format_move(rules, move): (format_fen(_at_first(position.play(move))), depth - 1)
        for move in moves
    }
    yield from spread(work, _below, jobs, _start, (rules.game,))


def _at_first(position: Position) -> Position:
    """A position with its clocks set back: no count needs them, and a FEN bounds them."""
    state = position.state()
    state.quiet_plies = 0
    return Position(position.rules, state)


def spread(
    work: Mapping[str, tuple[Any, ...]],
    count: Callable[..., int],
    jobs: int,
    start: Callable[..., None],
    given: tuple[Any, ...],
) -> Iterator[tuple[str, int]]:
    """`count` of each of several pieces of work, by name, in processes that begin with `start`.

    The order is that of completion.
    """
    # Slow to import, and wanted only here.
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import active_children

    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(start, given)) as pool:
        tasks = {pool.submit(count, *arguments): name for name, arguments in work.items()}
        try:
            for task in as_completed(tasks):
                yield tasks[task], task.result()
        except BaseException:  # such as Ctrl-C, or nobody wanting the rest
            for child in active_children():
                child.terminate()
            raise


def _begin(start: Callable[..., None], given: tuple[Any, ...]) -> None:
    """Make a worker process ready; it leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start(*given)


_worker_rules: list[Rules] = []


def _start(game: Game) -> None:
    """Make the rules once in every worker process."""
    _worker_rules[:] = [Rules(game)]


def _below(fen: str, depth: int) -> int:
    return perft(parse_fen(_worker_rules[0], fen), depth)
