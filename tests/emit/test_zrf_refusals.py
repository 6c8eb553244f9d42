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
        ("draw no moves draw repetition 3", "E601", "draw no moves"),
        (
            "win bare King unless answered win checkmate win stalemate",
            "E601",
            "win bare King unless answered",
        ),
        (f"win King on hill unless answered {REST}", "E601", "win King on hill unless answered"),
        (f"draw both King on hill {REST}", "E601", "draw both King on hill"),
        (f"win check 3 times {REST}", "E601", "win check 3 times"),
        ("win checkmate draw stalemate win extinction of Man", "E602", "win extinction of Man"),
        ("lose extinction of Man win Man on hill win stalemate", "E602", "win Man on hill"),
        ("win checkmate draw stalemate win King on hill", "E602", "win King on hill"),
        ("draw King on hill win checkmate draw stalemate", "E602", "win checkmate"),
        ("win Man on hill draw Man on c3 draw stalemate", "E602", "draw Man on c3"),
    ],
)
def test_goals_that_cannot_be_said(goals: str, code: str, marked: str) -> None:
    royal = "royal" if "checkmate" in goals or "draw no moves" in goals else ""
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
        "win no moves",
        "win extinction of Man win checkmate draw stalemate",
        "win bare King win checkmate draw stalemate",
        "win bare King win checkmate win stalemate draw repetition 3",
        "win extinction of King, Man win stalemate draw repetition 3",
        "win Man on hill lose no moves",
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
        ("slide diagonal reflecting then step any", "a path like this"),
    ],
)
def test_movements_that_are_not_written(rule: str, named: str) -> None:
    text = GAME.format(goals=REST, royal="royal").replace("step forward", rule)
    text = text.replace("setup", 'piece Lady "L" { slide any }\nsetup')
    with pytest.raises(RulecError, match=named) as caught:
        emit(*lowered(text))
    assert {one.code for one in caught.value.diagnostics} == {"E604"}
    assert all(one.span for one in caught.value.diagnostics)


ASKING = """
piece King "K" royal {{ step any  castle b1 -> d1 with Rook f1 -> c1 }}
piece Rook "R" {{ slide orthogonal }}
piece Man "M" {{ {rule} }}
setup {{ White King b1, Rook f1, Man a1 }}
"""


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("step diagonal then step orthogonal", "to stand in the way of this"),
        ("slide any over 2 to enemy", "cannot tell what jumps like this attack"),
        ("leap (2,0) then step same to empty first passing safely", "first goes one step"),
    ],
)
def test_attacks_that_zillions_would_see_otherwise(rule: str, named: str) -> None:
    head = GAME[: GAME.index("piece King")] + ASKING.replace("{rule}", rule)
    if "safely" in rule:
        head += 'piece Gun "G" {{ slide any over 1 to enemy }}'
    with pytest.raises(RulecError, match=named):
        emit(*lowered((head + f"goal {{{{ {REST} }}}}").format()))


def test_captured_pieces_of_which_the_players_start_with_different_numbers() -> None:
    rule = "step any promotes to captured Lady on rank 6"
    text = GAME.format(goals=REST, royal="royal").replace("step forward", rule)
    ladies = (
        'piece Lady "L" { slide any }\nsetup { Black King b6, Man a6, Lady c6 d6 White Lady c1 '
    )
    with pytest.raises(RulecError, match="only of pieces that both have as many of"):
        emit(*lowered(text.replace("setup {", ladies)))


def test_compulsory_captures_beside_check() -> None:
    text = GAME.replace("White, Black }}", "White, Black captures are compulsory }}")
    with pytest.raises(RulecError, match="before it looks at check"):
        emit(*lowered(text.format(goals=REST, royal="royal")))


def test_compulsory_captures_beside_passes() -> None:
    text = GAME.replace("Black }}", "Black captures are compulsory players may pass }}")
    with pytest.raises(RulecError, match="may do so when he could capture"):
        emit(*lowered(text.format(goals="win extinction of Man", royal="")))


DROPPING = GAME.replace("White, Black }}", "White, Black captures join the hand }}")


def test_a_drop_must_not_ask_what_is_mate() -> None:
    text = DROPPING.replace("step forward }}", "step forward drop on rank 1:5 without mate }}")
    with pytest.raises(RulecError, match="because it would mate"):
        emit(*lowered(text.format(goals=REST, royal="royal")))


def test_one_a_file_where_a_file_is_not_one_way() -> None:
    text = DROPPING.replace("step forward }}", "step forward drop one a file }}")
    assert emit(*lowered(text.format(goals=REST, royal="royal")))
    text = text.replace("grid 6 x 6", "grid 6 x 6 hole c3, c4").replace(
        "hill = c3, d4", "hill = d3"
    )
    with pytest.raises(RulecError, match="without holes only"):
        emit(*lowered(text.format(goals=REST, royal="royal")))


def test_checks_that_are_illegal() -> None:
    text = GAME.replace("White, Black }}", "White, Black checks are illegal }}")
    with pytest.raises(RulecError, match="because it gives check"):
        emit(*lowered(text.format(goals=REST, royal="royal")))


def test_counting_pieces_where_some_are_in_the_hand() -> None:
    text = DROPPING.format(goals="win bare King win checkmate win stalemate", royal="royal")
    with pytest.raises(RulecError, match="would count pieces in the hand"):
        emit(*lowered(text))


@pytest.mark.parametrize(
    ("fact", "royal", "named"),
    [
        ("captures explode on step any", "royal", "could be blown up is in check"),
        ("captures explode on leap (2,1)", "", "on single steps of a grid only"),
    ],
)
def test_captures_that_explode(fact: str, royal: str, named: str) -> None:
    text = GAME.replace("White, Black }}", f"White, Black {fact} }}}}")
    goals = REST if royal else "draw stalemate"
    with pytest.raises(RulecError, match=named):
        emit(*lowered(text.format(goals=goals, royal=royal)))
