"""Whatever a file holds, the answer is a tree or findings: nothing else is ever raised."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import LarkStrategy
from lark import Lark

from rulec.model.resolve import resolve
from rulec.model.sections import variants
from rulec.play.checks import check_start
from rulec.play.position import Rules
from rulec.resources import resource_dir
from rulec.syntax.diagnostics import Diagnostic, RulecError, as_json, render
from rulec.syntax.parse import parse
from rulec.syntax.source import LARGEST_FILE, Source
from tests.support.games import ROLLERBALL, ROOT

settings.register_profile(
    "texts",
    deadline=None,
    derandomize=True,
    max_examples=80,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("texts")


def check(text: str) -> list[Diagnostic]:
    """All that is found in a text; every finding can be shown."""
    found: list[Diagnostic] = []
    try:
        file = parse(Source("any.rules", text))
        for name in [None, *(section.name.text for section in variants(file))]:
            try:
                game, warnings = resolve(file, name)
                found += [*warnings, *check_start(Rules(game))]
            except RulecError as error:
                found += error.diagnostics
    except RulecError as error:
        found += error.diagnostics
    for finding in found:
        assert render(finding)
        assert as_json(finding)
        if finding.span is not None:
            assert 0 <= finding.span.start <= finding.span.end <= len(text)
    return found


GRAMMAR = Lark((resource_dir("grammar") / "rules.lark").read_text(encoding="utf-8"))
SECTIONS = LarkStrategy(GRAMMAR, "section", {}, st.characters(max_codepoint=127))
BASE = (ROOT / "games" / "plain-chess.rules").read_text(encoding="utf-8")
WORDS = sorted(set(BASE.split()) | set(ROLLERBALL.read_text(encoding="utf-8").split()))


@given(st.text(max_size=200))
def test_random_text(text: str) -> None:
    assert check(text)


@given(st.binary(max_size=200))
def test_random_bytes(content: bytes) -> None:
    assert check(content.decode("latin-1"))


@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_random_words_of_the_language(words: list[str]) -> None:
    assert check(" ".join(words))


@settings(max_examples=40)
@given(SECTIONS)
def test_random_sections_of_the_grammar_over_a_game(section: str) -> None:
    check(f'{BASE}\nvariant "Any" {{\n{section}\n}}')


@given(st.text('WFKRBQDNAHCZGmcfblrvshnjpgyaied0123(,)[]?-t"é ', max_size=12))
def test_random_betza(notation: str) -> None:
    check(BASE.replace("leap (2,1)", f'betza "{notation}"'))


@given(st.integers(0, len(BASE) - 1), st.integers(0, 30), st.sampled_from(["", *WORDS]))
def test_a_damaged_game(at: int, length: int, word: str) -> None:
    check(f"{BASE[:at]}{word}{BASE[at + length :]}")


LARGE = 5_000


def board(entries: str) -> str:
    return BASE.replace("symmetry", f"{entries}\nsymmetry")


def pawn(movement: str) -> str:
    return BASE.replace("slide forward 2 ", f"{movement} ")


INPUTS = {
    "open braces": "{" * LARGE,
    "close braces": "}" * LARGE,
    "quotes": '"' * LARGE,
    "strange characters": "§" * LARGE,
    "strange lines": "§\n" * LARGE,
    "one word": "game " * LARGE,
    "open sections": 'game "x" {' * (LARGE // 10),
    "the same piece": "piece X { step any } " * (LARGE // 20),
    "a number": "9" * LARGE,
    "a board of many digits": BASE.replace("8 x 8", f"{'9' * LARGE} x 8"),
    "a name": f"piece {'x' * LARGE} {{}}",
    "a list of directions": pawn("slide " + ", ".join(["any"] * LARGE)),
    "a path of many legs": pawn("step any" + " then step left" * LARGE),
    "a path of long legs": pawn("slide any" + " or then slide any" * 7),
    "a list of unknown words": pawn("step " + ", ".join(f"word{i}" for i in range(LARGE))),
    "a leap of many parts": pawn("leap" + " 1 sideways 2 forward" * 500),
    "a list of leaps": pawn("leap " + ", ".join(["(31,30)"] * LARGE)),
    "squares off the board": board("hole " + ", ".join(["z99"] * LARGE)),
    "a zone of many terms": board("zone q = a1" + " - a1" * LARGE),
    "zones of zones": board("".join(f"zone q{i}q = q{i + 1}q\n" for i in range(128))),
    "a track back and forth": board("track t = a1" + " -> b1 -> a1" * LARGE),
    "variants": BASE + "".join(f'variant "v{i}" {{ goal {{ }} }}\n' for i in range(1000)),
    "more than a file may have": "x" * (LARGEST_FILE + 1),
}


@pytest.mark.parametrize("name", INPUTS)
def test_large_and_deep_input_is_answered(name: str) -> None:
    check(INPUTS[name])
