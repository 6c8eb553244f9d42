"""Results that are kept from one run to the next."""

import pickle
from pathlib import Path

import pytest

from rulec import kept as module
from rulec.kept import kept
from rulec.syntax.source import Source


class Question:
    """Something to compute, and how often it was."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> str:
        self.asked += 1
        return f"answer {self.asked}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(module, "cache_dir", lambda: tmp_path)
    return tmp_path


SOURCE = Source("a.rules", "game")


def test_a_result_is_computed_once(folder: Path) -> None:
    compute = Question()
    assert [kept(SOURCE, "what", compute) for _ in range(3)] == ["answer 1"] * 3
    assert len(list(folder.glob("*.kept"))) == 1


@pytest.mark.parametrize(
    ("source", "question"),
    [
        (Source("a.rules", "other"), "what"),
        (Source("b.rules", "game"), "what"),
        (SOURCE, "else"),
    ],
)
def test_another_text_name_or_question_is_another_result(
    folder: Path, source: Source, question: str
) -> None:
    compute = Question()
    kept(SOURCE, "what", compute)
    assert kept(source, question, compute) == "answer 2"


def test_texts_of_one_checksum_are_told_apart(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zlib.crc32", lambda _: 7)
    compute = Question()
    kept(SOURCE, "what", compute)
    assert kept(Source("a.rules", "other"), "what", compute) == "answer 2"
    assert kept(SOURCE, "what", compute) == "answer 3"


@pytest.mark.parametrize("content", [b"", b"nonsense", pickle.dumps("not a pair")])
def test_what_is_damaged_is_computed_anew(folder: Path, content: bytes) -> None:
    compute = Question()
    kept(SOURCE, "what", compute)
    (path,) = folder.glob("*.kept")
    path.write_bytes(content)
    assert kept(SOURCE, "what", compute) == "answer 2"
    assert kept(SOURCE, "what", compute) == "answer 2"


def test_what_cannot_be_computed_is_not_kept(folder: Path) -> None:
    def fail() -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        kept(SOURCE, "what", fail)
    assert not list(folder.iterdir())


def test_only_the_newest_results_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 3)
    for number in range(6):
        kept(SOURCE, f"question {number}", Question())
    assert len(list(folder.glob("*.kept"))) == 3
