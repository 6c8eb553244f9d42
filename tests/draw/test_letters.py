"""The stroke alphabet: complete, and centred where it is asked to be."""

import string

import pytest

from rulec.draw.drawing import Colour, end_of
from rulec.draw.letters import text_marks

BLACK = Colour(0, 0, 0)
SIGNS = string.ascii_letters + string.digits


def test_every_letter_and_digit_is_told_apart() -> None:
    drawn = {text_marks(sign, (0, 0), 10, BLACK) for sign in [*SIGNS, "?"]}
    assert len(drawn) == len(SIGNS) + 1


def test_a_sign_that_is_missing_becomes_a_question_mark() -> None:
    assert text_marks("♔", (0, 0), 10, BLACK) == text_marks("?", (0, 0), 10, BLACK)


@pytest.mark.parametrize("text", [*SIGNS, "12", "h", "a 1"])
def test_text_is_centred(text: str) -> None:
    marks = text_marks(text, (50, 70), 20, BLACK)
    xs = [x for m in marks for x, _ in (m.start, *map(end_of, m.segments))]
    ys = [y for m in marks for _, y in (m.start, *map(end_of, m.segments))]
    assert max(xs) - 50 == pytest.approx(50 - min(xs), abs=0.5)
    assert min(ys) >= 60
    assert max(ys) <= 80 + 20 * 0.3
