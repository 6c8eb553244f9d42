"""The golden checks are worth something: each of these wrong Rollerballs fails some of them.

The first seven are errors that real implementations made. Each is made by editing the rules or
their tables, and must fail every check listed with it.
"""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest

from rulec.model.tables import Line, Stop, Tables
from rulec.play.position import Rules
from rulec.play.reach import Reach
from rulec.record import replace as change
from rulec.syntax.diagnostics import RulecError
from tests.support import facts
from tests.support.games import ROLLERBALL, changed, rollerball, rules_of


class Mutant(NamedTuple):
    rules: facts.Variants
    killers: frozenset[str]


def edited(*changes: tuple[str, str]) -> facts.Variants:
    """Rollerball with passages of its text replaced."""
    text = changed(ROLLERBALL.read_text(encoding="utf-8"), *changes)
    return lambda variant: rules_of(text, variant)


def rewired(change: Callable[[Rules, int, int, tuple[Line, ...]], tuple[Line, ...]]) -> (
    facts.Variants
):  # fmt: skip
    """Rollerball with its lines changed: `change(rules, piece, square, lines)`."""

    def variant_of(variant: str | None) -> Rules:
        rules = Rules(rollerball(variant).game)
        lines = tuple(
            tuple(
                tuple(change(rules, piece, square, lines) for square, lines in enumerate(squares))
                for piece, squares in enumerate(side)
            )
            for side in rules.tables.lines
        )
        rules.tables = Tables(lines)
        rules.reach = Reach(rules.game, rules.tables)
        return rules

    return variant_of


def _is(rules: Rules, piece: int, name: str) -> bool:
    return rules.game.pieces[piece].name == name


def no_slide_up_from_b1(
    rules: Rules, piece: int, square: int, lines: tuple[Line, ...]
) -> tuple[Line, ...]:
    names = rules.game.board.squares
    if not _is(rules, piece, "Rook") or names[square].name != "b1":
        return lines
    return tuple(
        replace(line, stops=line.stops[:1]) if names[line.squares[0]].name == "b2" else line
        for line in lines
    )


def no_rebound_from_the_inner_wall(
    rules: Rules, piece: int, square: int, lines: tuple[Line, ...]
) -> tuple[Line, ...]:
    """Bishops stop on the inner ring's squares beside the hole instead of reflecting."""
    squares = rules.game.board.squares

    def inner(line: Line) -> bool:
        bend = squares[line.squares[line.bends[0].index]]
        return 0 < bend.file < 6 and 0 < bend.rank < 6

    return tuple(
        replace(line, stops=line.stops[: line.bends[0].index + 1], bends=())
        if _is(rules, piece, "Bishop") and line.bends and inner(line)
        else line
        for line in lines
    )


def a_third_bishop_diagonal(
    rules: Rules, piece: int, square: int, lines: tuple[Line, ...]
) -> tuple[Line, ...]:
    """From b1 a6 f7 g2 the bishop's one backward step becomes a slide that reflects."""
    board = rules.game.board
    slides = {"b1": ("c2", "d1"), "a6": ("b5", "a4"), "f7": ("e6", "f5"), "g2": ("f3", "g4")}
    name = board.squares[square].name
    if not _is(rules, piece, "Bishop") or name not in slides:
        return lines
    first, second = (board.by_name[one] for one in slides[name])
    line = next(line for line in lines if line.squares[0] == first)
    others = tuple(one for one in lines if one is not line)
    return (*others, replace(line, stops=(*line.stops, Stop(second, line.stops[0].ends))))


def a_rook_that_never_turns(
    rules: Rules, piece: int, square: int, lines: tuple[Line, ...]
) -> tuple[Line, ...]:
    return tuple(
        replace(line, stops=line.stops[: line.bends[0].index + 1], bends=())
        if _is(rules, piece, "Rook") and line.bends
        else line
        for line in lines
    )


RING = "symmetry rotation "
THRONE = "    win  King on enemy throne after start-line\n    win  checkmate\n    draw stalemate\n"
JOCLY_THRONE = "        win  King on enemy throne after start-line\n"

MUTANTS: dict[str, Mutant] = {
    # The West zone holds a7 and b6, the East zone g1 and f2: a site engine that passed pictures.
    "arrow of a7": Mutant(
        edited((RING, f"arrow north = a7 {RING}")), frozenset({"arrows", "rays", "positions"})
    ),
    "arrow of b6": Mutant(
        edited((RING, f"arrow north = b6 {RING}")), frozenset({"arrows", "rays", "positions"})
    ),
    "arrow of g1": Mutant(
        edited((RING, f"arrow south = g1 {RING}")), frozenset({"arrows", "rays", "positions"})
    ),
    "arrow of f2": Mutant(
        edited((RING, f"arrow south = f2 {RING}")), frozenset({"arrows", "rays", "positions"})
    ),
    # SoggyZebras.
    "no slide up from b1": Mutant(
        rewired(no_slide_up_from_b1), frozenset({"rays", "pictures", "positions"})
    ),
    # SoggyZebras and Blueberries.
    "no rebound from the inner wall": Mutant(
        rewired(no_rebound_from_the_inner_wall), frozenset({"rays", "pictures", "positions"})
    ),
    # vchess.
    "a third bishop diagonal": Mutant(
        rewired(a_third_bishop_diagonal), frozenset({"rays", "positions"})
    ),
    # What else could be got wrong.
    "a rook that never turns": Mutant(
        rewired(a_rook_that_never_turns), frozenset({"rays", "pictures", "positions"})
    ),
    "a reversed track": Mutant(
        edited(("a1 -> a7 -> g7 -> g1 -> a1", "a1 -> g1 -> g7 -> a7 -> a1")),
        frozenset({"arrows", "rays", "pictures", "perft_to_4"}),
    ),
    "a reversed gate": Mutant(
        edited(("d1, d2 -> c1, c2", "c1, c2 -> d1, d2")), frozenset({"race_walks", "jocly_games"})
    ),
    "half a gate": Mutant(edited(("d1, d2 -> c1, c2", "d1, d2 -> c2")), frozenset({"jocly_games"})),
    "no gate at all": Mutant(
        edited((THRONE, THRONE.replace(" after start-line", ""))),
        frozenset({"race_walks", "endings"}),
    ),
    "the king's own throne": Mutant(
        edited((THRONE, THRONE.replace("enemy ", ""))), frozenset({"race_walks", "endings"})
    ),
    "promotion a file too early": Mutant(
        edited(("pawn-home White  = c1, c2", "pawn-home White  = d1, d2")),
        frozenset({"promotion_squares", "positions", "jocly_games"}),
    ),
    "promotion at home": Mutant(
        edited(("on enemy pawn-home", "on pawn-home")),
        frozenset({"promotion_squares", "positions", "jocly_games"}),
    ),
    "promotion to a rook only": Mutant(
        edited(("promotes to Rook, Bishop", "promotes to Rook")), frozenset({"positions"})
    ),
    "stalemate before the race": Mutant(
        edited((THRONE, "\n".join(reversed(THRONE.splitlines())))), frozenset({"endings"})
    ),
    "the race before Jocly's draws": Mutant(
        edited(
            (JOCLY_THRONE, ""),
            ("        win  checkmate\n        draw", f"{JOCLY_THRONE}        win checkmate draw"),
        ),
        frozenset({"endings"}),
    ),
    "quiet plies that forget Jocly's draws": Mutant(
        edited(("100 plies", "101 plies")), frozenset({"endings", "jocly_games"})
    ),
    "repetition that counts the start": Mutant(
        edited((", start not counted", "")), frozenset({"repetition"})
    ),
    "like pieces told apart": Mutant(
        edited(("draw repetition 3\n", "draw repetition 3 (pieces distinct)\n")),
        frozenset({"repetition"}),
    ),
    "the letter for the track": Mutant(
        edited((
            'piece Rook   "R" { slide orthogonal onward turning',
            'piece Rook   "R" { slide orthogonal onward by arrow turning',
        )),
        frozenset({"rays", "positions"}),
    ),
    "a bishop that stops at the hole's corner": Mutant(
        edited(("onward reflecting }\npiece Pawn", "onward reflecting off sides }\npiece Pawn")),
        frozenset({"rays"}),
    ),
    "no bends in the corner": Mutant(
        edited(("zone corners          = a1, a7, g7, g1", "zone corners = a1, a7, g7")),
        frozenset({"rays", "positions"}),
    ),
    "a bishop that starts and slides backward": Mutant(
        edited(("diagonal onward reflecting }\npiece", "diagonal reflecting }\npiece")),
        frozenset({"rays", "pictures", "positions", "perft_to_4"}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MUTANTS)
def test_the_checks_kill_a_mutant(name: str) -> None:
    mutant = MUTANTS[name]
    survived = []
    for check in facts.ALL:
        if check.__name__ in mutant.killers:
            try:
                check(mutant.rules)
            except (AssertionError, RulecError):
                continue
            survived.append(check.__name__)
    assert not survived


def test_the_pictures_alone_would_not_do() -> None:
    """Of the 120 ways to turn one arrow most pass all the inventor's pictures; none the rays."""
    game = rollerball().game
    right = game.board.arrows[0]
    turned = [
        (*right[:square], arrow, *right[square + 1 :])
        for square in range(len(game.board.squares))
        for arrow in (0, 2, 4, 6)
        if arrow != right[square]
    ]
    survivors = 0
    for arrows in turned:
        rules = Rules(change(game, board=change(game.board, arrows=(arrows, arrows))))
        with pytest.raises(AssertionError):
            facts.rays(lambda _, rules=rules: rules)  # type: ignore[misc]
        with contextlib.suppress(AssertionError):
            facts.pictures(lambda _, rules=rules: rules)  # type: ignore[misc]
            survivors += 1
    assert len(turned) == 120
    assert survivors > 60
