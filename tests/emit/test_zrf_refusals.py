"""What a ZRF cannot say is refused, by name and place; nothing is silently left out."""

import pytest

from rulec.emit.zrf import emit
from rulec.emit.zrf.limits import MOST_ZONES, check_limits
from rulec.syntax.diagnostics import RulecError

from .conftest import Maker, lowered

GAME = """
game "Test" {{ players White, Black }}
board {{
    grid 6 x 6
    orientation White north, Black south
    symmetry reflection
    zone hill = c3, d4
    zone home White = a1, b1
}}
piece King "K" {royal} {{ step any }}
piece Man "M" {{ step forward }}
setup {{ White King b1, Man a1 }}
goal {{ {goals} }}
"""


def refused(goals: str, royal: str = "royal") -> list[tuple[str, str]]:
    """Code and marked text of every finding about a game with some goals."""
    with pytest.raises(RulecError) as caught:
        emit(*lowered(GAME.format(goals=goals, royal=royal)))
    return [(one.code, one.span.text if one.span else "") for one in caught.value.diagnostics]


REST = "win checkmate  draw stalemate  draw repetition 3"


@pytest.mark.parametrize(
    ("goals", "code", "marked"),
    [
        ("win checkmate draw stalemate draw repetition 4", "E601", "draw repetition 4"),
        (
            "win checkmate draw stalemate draw repetition 3 (pieces distinct)",
            "E601",
            "draw repetition 3 (pieces distinct)",
        ),
        (
            "win checkmate draw stalemate draw repetition 3 (start not counted)",
            "E601",
            "draw repetition 3 (start not counted)",
        ),
        (f"{REST} draw 100 plies without capture", "E601", "draw 100 plies without capture"),
        (f"{REST} draw material King against King", "E601", "draw material King against King"),
        ("draw checkmate draw stalemate", "E601", "draw checkmate"),
        ("win checkmate draw stalemate win King on hill", "E602", "win King on hill"),
        ("draw King on hill win checkmate draw stalemate", "E602", "win checkmate"),
        ("win Man on hill draw Man on c3 draw stalemate", "E602", "draw Man on c3"),
    ],
)
def test_goals_that_cannot_be_said(goals: str, code: str, marked: str) -> None:
    royal = "royal" if "checkmate" in goals else ""
    assert refused(goals, royal) == [(code, marked)]


@pytest.mark.parametrize(
    "goals",
    [
        REST,
        f"win King on hill {REST}",
        f"lose Man on hill {REST.replace('win checkmate', '')}",
        f"win Man on hill draw Man on enemy home {REST.replace('win checkmate', '')}",
        f"win Man on hill win Man on c3 {REST}",
        "win checkmate win stalemate",
        "win checkmate lose stalemate draw repetition 3",
        "win checkmate win stalemate win King on hill",
    ],
)
def test_goals_that_can_be_said(goals: str) -> None:
    royal = "royal" if "checkmate" in goals else ""
    assert emit(*lowered(GAME.format(goals=goals, royal=royal)))


def test_all_findings_come_at_once_each_with_its_line(project_game: Maker) -> None:
    with pytest.raises(RulecError) as caught:
        emit(*project_game("rollerball.rules", "Jocly"))
    findings = caught.value.diagnostics
    assert [one.code for one in findings] == ["E601", "E601", "E601", "E601", "E602"]
    assert all(one.span and one.span.source.name == "rollerball.rules" for one in findings)
    assert all(one.hint for one in findings)
    assert findings[-1].labels[0].span.text == "draw stalemate"


def test_limits_of_zillions_are_named_with_both_numbers(project_game: Maker) -> None:
    game, _ = project_game("rollerball.rules")
    check_limits(game, MOST_ZONES, 100, 31)
    with pytest.raises(RulecError) as caught:
        check_limits(game, MOST_ZONES + 1, 101, 31)
    assert [one.code for one in caught.value.diagnostics] == ["E603", "E603"]
    assert "33 zones in Zillions, which has room for 32" in str(caught.value)


def test_a_game_of_too_many_zones_is_refused() -> None:
    rules = "  ".join(f"step north from {file}{rank}" for file in "abcdef" for rank in range(1, 7))
    text = GAME.format(goals=REST, royal="royal").replace("step forward", rules)
    with pytest.raises(RulecError, match="zones in Zillions, which has room for 32"):
        emit(*lowered(text))


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("step forward to royal", "does not write a capture of royal pieces only"),
        ("step forward to common", "or of common pieces only"),
        ("step any promotes to captured Lady on rank 6", "promotions to captured pieces only"),
        ("slide forward en passant", "a capture en passant that is not a step"),
        ("step any may promote to Lady on rank 6 step left en passant", "with a choice to promote"),
        (
            "slide forward 3 to empty leaving en passant step left en passant",
            "a trail that is not left by",
        ),
        ("slide forward then step any", "a path like this"),
        ("step any to enemy except Lady", "captures or jumps pieces of some types only"),
        ("slide any over 1 except Lady", "captures or jumps pieces of some types only"),
    ],
)
def test_movements_that_are_not_written(rule: str, named: str) -> None:
    text = GAME.format(goals=REST, royal="royal").replace("step forward", rule)
    text = text.replace("setup", 'piece Lady "L" { slide any }\nsetup')
    with pytest.raises(RulecError, match=named) as caught:
        emit(*lowered(text))
    assert {one.code for one in caught.value.diagnostics} == {"E604"}
    assert all(one.span for one in caught.value.diagnostics)


@pytest.mark.parametrize(
    ("written", "instead", "named"),
    [
        ("players White, Black", "players may pass", "that players may pass"),
        (
            "White King b1, Man a1",
            "White Man a1  Black King b6, Man a6",
            "a side without a royal piece: White",
        ),
    ],
)
def test_rules_of_the_whole_game_that_are_not_written(
    written: str, instead: str, named: str
) -> None:
    text = GAME.format(goals=f"win Man on hill {REST}", royal="royal").replace(written, instead)
    with pytest.raises(RulecError, match=named) as caught:
        emit(*lowered(text))
    assert {one.code for one in caught.value.diagnostics} == {"E604"}


def test_a_piece_that_may_also_go_where_it_takes_en_passant() -> None:
    text = GAME.replace(
        "step forward }}",
        "slide forward 2 to empty leaving en passant  step diagonal  step diagonal en passant }}",
    )
    with pytest.raises(RulecError) as caught:
        emit(*lowered(text.format(goals=REST, royal="royal")))
    (found,) = caught.value.diagnostics
    assert found.code == "E604"
    assert "without one" in found.message
