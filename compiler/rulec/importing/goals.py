"""What ends a Zillions game, in the words of a rule file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulec.importing.shapes import Sets
from rulec.syntax.diagnostics import RulecError
from rulec.zrf.model import (
    AbsoluteConfig,
    Captured,
    Checkmated,
    Game,
    Goal,
    GoalAll,
    GoalAny,
    GoalTest,
    Outcome,
    Owner,
    PiecesRemaining,
    Repetition,
    Stalemated,
)
from rulec.zrf.report import failure

_WORDS = {Outcome.WIN: "win", Outcome.LOSS: "lose", Outcome.DRAW: "draw"}
"""The outcome for the player whom the file says it of."""
_FOR_THE_OTHER = {Outcome.WIN: "lose", Outcome.LOSS: "win", Outcome.DRAW: "draw"}
"""The outcome for who brings a goal about, when the file says it for the one who suffers it."""

Owners = tuple[frozenset[int], frozenset[int]]
"""The piece types that each of the two players can have."""


@dataclass(frozen=True)
class Book:
    """What the goals need to know of the rules that are being written."""

    players: tuple[int, int]
    owners: Owners
    zone: Callable[[Sets], str]
    image: Callable[[frozenset[int]], frozenset[int]]
    name: Callable[[int], str]


def goal_lines(game: Game, book: Book) -> Iterator[tuple[str, Goal | None]]:
    """The goals in the order of the file, and what holds though no goal says it.

    Each with the goal it is from. Raises RulecError at the end for all that have no counterpart.
    """
    places = _Places(book)
    kinds: set[type[GoalTest]] = set()
    said: set[str] = set()
    refused: list[RulecError] = []
    goals = [one for goal in game.goals for one in _alternatives(goal)]
    for goal in goals:
        kinds.add(type(goal.test))
        places.add(goal)
    for goal in goals:
        try:
            lines = list(places.lines(goal) or (_line(game, goal, book),))
        except RulecError as error:
            refused.append(error)
            continue
        for line in lines:
            if line not in said:
                said.add(line)
                yield line, goal
    if Stalemated not in kinds:
        yield "draw stalemate" if Checkmated in kinds else "draw no moves", None
    if Repetition not in kinds:
        yield "draw repetition 3", None
    if refused:
        raise RulecError([one for error in refused for one in error.diagnostics])


def _alternatives(goal: Goal) -> tuple[Goal, ...]:
    """A goal that holds when any of several does, as these."""
    match goal.test:
        case GoalAny(goals=tests):
            return tuple(one for test in tests for one in _alternatives(replace(goal, test=test)))
        case GoalAll(goals=(test,)):
            return _alternatives(replace(goal, test=test))
        case _:
            return (goal,)


class _Places:
    """Goals that ask for a piece somewhere, put together: one for each outcome and type."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._squares: dict[tuple[str, int], tuple[set[int], set[int]]] = {}

    def add(self, goal: Goal) -> None:
        """Take note of where a goal asks for pieces."""
        for word, piece, number, squares in self._asked(goal):
            self._squares.setdefault((word, piece), (set(), set()))[number].update(squares)

    def lines(self, goal: Goal) -> list[str]:
        """The goal in words, together with all that say the same; none if it is of another kind."""
        keys = dict.fromkeys((word, piece) for word, piece, _, _ in self._asked(goal))
        return [self._line(goal, word, piece) for word, piece in keys]

    def _asked(self, goal: Goal) -> Iterator[tuple[str, int, int, frozenset[int]]]:
        """Outcome for the owner, type, the owner's number, squares."""
        test, players = goal.test, self._book.players
        if not isinstance(test, AbsoluteConfig) or goal.outcome is Outcome.COUNT:
            return
        if len(test.places) != 1 or any(
            one.negated or one.owner is Owner.ANY for one in test.occupants
        ):
            return
        for player in sorted(set(goal.players) & set(players)):
            for occupant in test.occupants:
                own = occupant.owner is Owner.OWN
                number = players.index(player)
                words = _WORDS if own else _FOR_THE_OTHER
                owner = number if own else 1 - number
                if occupant.type in self._book.owners[owner]:
                    yield words[goal.outcome], occupant.type, owner, test.places[0][player]

    def _line(self, goal: Goal, word: str, piece: int) -> str:
        first, second = map(frozenset, self._squares[word, piece])
        book = self._book
        if not first or not second:
            if piece in book.owners[0] and piece in book.owners[1]:
                raise _one_sided(goal)
            # Only one of them can have the piece: what stands for the other does not matter.
            first, second = first or book.image(second), second or book.image(first)
        return f"{word} {book.name(piece)} on {book.zone((first, second))}"


def _one_sided(goal: Goal) -> RulecError:
    message = "a goal that is not the same for both players has no counterpart in the rules"
    return failure("E633", goal.at.span, message)


def _line(game: Game, goal: Goal, book: Book) -> str:
    span = goal.at.span
    players, name = book.players, book.name
    if goal.outcome is Outcome.COUNT:
        raise failure("E633", span, "a goal that counts pieces has no counterpart in the rules")
    if isinstance(goal.test, Checkmated) and _is_taken(game, goal.test.types):
        # Nothing protects it, so to be mated is to be taken, or to have no move.
        lost = [one for one in game.goals if isinstance(one.test, Stalemated)]
        if len(goal.test.types) == 1 and any(one.outcome is goal.outcome for one in lost):
            return _line(game, replace(goal, test=Captured(goal.test.types)), book)
    elif isinstance(goal.test, Checkmated) and goal.outcome is Outcome.LOSS:
        if not _all_royal(game, book):
            raise _one_sided(goal)
        return "win checkmate"
    if set(goal.players) != set(players):
        raise _one_sided(goal)
    other = _FOR_THE_OTHER[goal.outcome]
    match goal.test:
        case Stalemated():
            return f"{other} stalemate"
        case Repetition():
            return f"{_WORDS[goal.outcome]} repetition 3"
        case Captured(types=types):
            counts = _counts(game, players, types)
            if len(types) == 1 and all(counts[player] == 1 for player in players):
                return f"{other} extinction of {name(min(types))}"
        case PiecesRemaining(count=1, type=None):
            royal = {
                kind
                for one in game.goals
                if isinstance(one.test, Checkmated)
                for kind in one.test.types
            }
            if len(royal) == 1:
                return f"{other} bare {name(min(royal))}"
        case PiecesRemaining(count=0, type=None):
            names = (name(kind) for kind in sorted({place.type for place in game.placements}))
            return f"{other} extinction of {', '.join(names)}"
        case PiecesRemaining(count=0, type=kind) if kind is not None:
            return f"{other} extinction of {name(kind)}"
        case GoalAll(goals=tests):
            kinds = [
                test.type for test in tests if isinstance(test, PiecesRemaining) and not test.count
            ]
            if len(kinds) == len(tests):
                named = [name(kind) for kind in kinds if kind is not None]
                return f"{other} extinction of {', '.join(named)}"
        case _:
            pass
    raise failure("E633", span, "this goal has no counterpart in the rules")


def _is_taken(game: Game, types: frozenset[int]) -> bool:
    """Whether a goal calls these pieces captured, so that they may be left under attack."""
    return any(isinstance(goal.test, Captured) and types & goal.test.types for goal in game.goals)


def _all_royal(game: Game, book: Book) -> bool:
    """Whether every player loses with every piece of his that any goal calls checkmated."""
    lost: dict[int, set[int]] = {player: set() for player in book.players}
    for goal in game.goals:
        if isinstance(goal.test, Checkmated) and goal.outcome is Outcome.LOSS:
            for player in sorted(set(goal.players) & set(book.players)):
                lost[player] |= goal.test.types
    royal = set().union(*lost.values())
    return all(
        royal & types <= lost[player] and royal & types
        for player, types in zip(book.players, book.owners, strict=True)
    )


def _counts(game: Game, players: Iterable[int], types: frozenset[int]) -> Mapping[int, int]:
    """How many pieces of some types each player starts with."""
    return {
        player: sum(one.player == player and one.type in types for one in game.placements)
        for player in players
    }
