"""The language reference is true: examples are games, its words and limits are the compiler's."""

import random
import re

import pytest

from rulec.model import limits
from rulec.play.checks import check_start
from rulec.play.notation import format_fen, format_move, natural_move, parse_fen, parse_move
from rulec.play.perft import perft
from rulec.play.position import Rules
from rulec.resources import resource_dir
from rulec.syntax.parse import parse
from rulec.syntax.source import Source
from tests.support.games import ROOT, game_of

PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```rules\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
MINIMAL = EXAMPLES[0]


def whole(example: str) -> tuple[str, str | None]:
    """The example as a file and its variant: what is no whole game is laid over the first."""
    if all(f"{section} " in example for section in ("game", "board", "setup", "goal")):
        return example, None
    return f'{MINIMAL}\nvariant "this" {{\n{example}}}', "this"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: " ".join(text.split())[:40])
def test_an_example_is_a_game_that_starts(example: str) -> None:
    text, variant = whole(example)
    names = [variant]
    names += re.findall(r'^variant "(.*?)"', text, re.MULTILINE) if variant is None else []
    for name in names:
        rules = Rules(game_of(text, name))
        assert list(check_start(rules)) == []
        assert perft(rules.start(), 2) > 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: " ".join(text.split())[:40])
def test_positions_and_moves_of_an_example_are_written_and_read(example: str) -> None:
    chance = random.Random(1)
    rules = Rules(game_of(*whole(example)))
    for _ in range(3):
        position = rules.start()
        for _ in range(20):
            assert format_fen(parse_fen(rules, format_fen(position))) == format_fen(position)
            moves = position.legal_moves()
            if not moves:
                break
            for move in moves:
                assert parse_move(position, format_move(rules, move)) == move
            move = chance.choice(moves)
            assert parse_move(position, natural_move(position, move)) == move
            position = position.play(move)


def keywords() -> set[str]:
    """The words that the grammar writes out."""
    grammar = (resource_dir("grammar") / "rules.lark").read_text(encoding="utf-8")
    rules = re.sub(r"//.*", "", grammar)
    return set(re.findall(r'"([a-z-]+)"', rules))


@pytest.mark.parametrize("word", sorted(keywords()))
def test_a_keyword_has_an_example(word: str) -> None:
    code = re.sub(r"#.*|\"[^\"]*\"", "", "\n".join(EXAMPLES))
    assert re.search(rf"(?<![\w-]){word}(?![\w-])", code)


def test_limits_are_those_of_the_compiler() -> None:
    table = PAGE[PAGE.index("## Limits") :]
    written = [int(number) for number in re.findall(r"^\| .* \| (\d+) \|$", table, re.MULTILINE)]
    known = [value for name, value in vars(limits).items() if re.match("MOST_|LONGEST_", name)]
    assert sorted(written) == sorted(known)


def test_reach_and_sets_mean_what_the_page_says() -> None:
    """`rank 1:2` of White's zone is ranks 7 and 8 of Black's, `-` and `&` bind to their term."""
    example = next(text for text in EXAMPLES if "zone corners       =" in text)
    board = game_of(*whole(example)).board
    zones = {zone.name: zone for zone in board.zones}
    assert board.names(zones["home"].of(1))[0] == "a7"
    assert board.names(zones["wings"].of(0))[-2:] == ["a7", "a8"]
    assert "h3" not in board.names(zones["wings"].of(0))
    assert "d1" in board.names(zones["middle"].of(0))
    assert "d4" not in board.names(zones["middle"].of(0))
    assert zones["keep"].of(1) != zones["keep"].of(0)


def test_a_variant_replaces_what_it_restates() -> None:
    example = next(text for text in EXAMPLES if 'variant "Small"' in text)
    base, small = game_of(example), game_of(example, "Small")
    assert parse(Source("example.rules", example)).sections
    assert [piece.name for piece in small.pieces] == ["King", "Rook", "Knight"]
    assert len(small.board.squares) == 36
    assert small.board.symmetry == base.board.symmetry == "reflection"
    assert small.board.zones[0].of(1) == 0b111111
    assert [goal.outcome for goal in small.goals] == [goal.outcome for goal in base.goals]
