"""Reading: forms, strings, macros, included files, variants, and what no input may do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token, Tree

from rulec.syntax.diagnostics import RulecError
from rulec.syntax.source import Source
from rulec.zrf import files
from rulec.zrf.api import check, load, load_game, variants
from rulec.zrf.files import decode, find_inside
from rulec.zrf.macros import collect, expand
from rulec.zrf.nodes import Form, Node, Text, View, Word, views
from rulec.zrf.reader import grammar, read
from rulec.zrf.report import Report
from rulec.zrf.strings import shown

if TYPE_CHECKING:
    from tests.zrf.conftest import Lab

GOLDEN = Path(__file__).parent.parent / "golden" / "zrf"


def written(view: View) -> str:
    """A view as text, with the calls in it written out."""
    if view.is_form:
        return f"({' '.join(written(item) for item in view.items)})"
    return view.word if view.string is None else f'"{view.string}"'


def expanded(text: str) -> str:
    """A text with its macros expanded; errors are raised."""
    report = Report()
    macros, rest = collect(read(Source("test", text), report), report)
    nodes = expand(rest, macros, report)
    report.finish().raise_errors()
    return " ".join(written(view) for view in views(nodes))


# --- forms --------------------------------------------------------------------------------------


def test_spans_point_into_the_text() -> None:
    source = Source("test", '(a "b c" ; note\n (d))')
    (form,) = read(source, Report())
    assert isinstance(form, Form)
    assert form.span.text == source.text
    assert [item.span.text for item in form.items if isinstance(item, Word | Text)] == [
        "a",
        '"b c"',
    ]
    inner = form.items[2]
    assert isinstance(inner, Form)
    assert (inner.span.line, inner.span.column) == (2, 2)


def from_tree(tree: Tree[Token]) -> list[object]:
    """The tree that the grammar gives, as nested lists of texts."""
    result: list[object] = []
    for child in tree.children:
        if isinstance(child, Tree):
            result.append(from_tree(child))
        elif str(child) not in "()":
            result.append(str(child))
    return result


def from_nodes(nodes: tuple[Node, ...]) -> list[object]:
    result: list[object] = []
    for node in nodes:
        match node:
            case Form():
                result.append(from_nodes(node.items))
            case Word():
                result.append(node.text)
            case Text():
                result.append(f'"{node.text}"')
    return result


FORMS = st.recursive(
    st.sampled_from(["word", "$1-x", '"a string"', "12", "; note\n"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda items: f"({' '.join(items)})"),
    max_leaves=20,
)


@given(st.lists(FORMS, max_size=4).map(" ".join))
def test_reader_agrees_with_the_grammar(text: str) -> None:
    report = Report()
    nodes = read(Source("test", text), report)
    assert not report.has_errors
    assert from_nodes(nodes) == from_tree(grammar().parse(text))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='()"; \n$1adezr?-', max_size=80))
def test_any_characters_are_read(text: str) -> None:
    source = Source("test", text)
    for node in read(source, Report()):
        assert not isinstance(node, Form) or node.span.text.startswith("(")


def test_strings_show_as_documented() -> None:
    assert shown("one\n   two") == "one two"
    assert shown("one\n\ntwo") == "one\ntwo"
    assert shown("one\\two `three`") == 'one\ntwo "three"'


def test_windows_text() -> None:
    assert decode(b"caf\xe9 \x93x\x94") == "café “x”"
    assert decode(b"\x81a") == "\x81a"
    assert decode(b"\xef\xbb\xbf\xc3\xa9") == "é"


# --- macros -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("(define step ($1 add)) (step n)", "(n add)"),
        ("(step n) (define step ($1 add))", "(n add)"),
        ("(define two $1 $1) (x (two a))", "(x a a)"),
        ("(define a 1) (define a 2) (a)", "2"),
        ('(define p "pic/$1.bmp" $1-01) (x (p w))', '(x "pic/w.bmp" w-01)'),
        ("(define many $10 $1) (x (many a b c d e f g h i j))", "(x j a)"),
        ("(define inner ($1 $2)) (define outer (inner x)) (outer a b)", "(x b)"),
        ("(define inner $1 $2) (define outer (y (inner (z $2)))) (outer a b)", "(y (z b) b)"),
        ("(define call ($1 n)) (define step ($1 add)) (call step)", "(n add)"),
        ("(define pair a b) (define swap $2 $1) (x (swap (pair)))", "(x b a)"),
        ("(define left $1 $3) (x (left a))", "(x a $3)"),
        ("(unknown a)", "(unknown a)"),
    ],
)
def test_macros(text: str, result: str) -> None:
    assert expanded(text) == result


def test_calls_with_the_same_arguments_are_shared() -> None:
    lines = ["(define m0 x)"] + [f"(define m{i} (m{i - 1}) (m{i - 1}))" for i in range(1, 21)]
    report = Report()
    macros, rest = collect(read(Source("test", "\n".join([*lines, "(a (m20))"])), report), report)
    (node,) = expand(rest, macros, report)
    assert isinstance(node, Form)
    assert node.size > 2**20
    assert not report.has_errors


# --- files --------------------------------------------------------------------------------------

PIECES = '(piece (name Man) (image White "m" Black "m") (moves (n add)))'


def test_included_files(tmp_path: Path, lab: Lab) -> None:
    (tmp_path / "Parts").mkdir()
    (tmp_path / "Parts" / "Men.inc").write_text(PIECES)
    path = tmp_path / "test.zrf"
    path.write_text(lab.text(pieces='(include "parts\\men.inc")', setup="(White (Man a1))"))
    assert load_game(path).pieces[0].name == "Man"


@pytest.mark.parametrize("name", ["..\\x", "\\x", "C:\\x", "C:x", "/etc/passwd", "a/../../x"])
def test_paths_stay_in_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r"x|passwd"):
        find_inside(tmp_path, name)


def test_symbolic_links_do_not_leave_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "secret").write_text("x")
    (folder / "link").symlink_to(tmp_path / "secret")
    with pytest.raises(ValueError, match="link"):
        find_inside(folder, "link")


def test_unreadable_and_large_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [finding.code for finding in check(tmp_path / "none.zrf")] == ["Z101"]
    assert [finding.code for finding in check(tmp_path)] == ["Z101"]
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    (tmp_path / "large.zrf").write_text(";" * 11)
    assert [finding.code for finding in check(tmp_path / "large.zrf")] == ["Z106"]


def test_many_findings_of_a_kind_are_cut_short(lab: Lab) -> None:
    blocks = " ".join(f"(n{number} add)" for number in range(30))
    path = lab.file(lab.text(pieces=f"(piece (name Man) (moves {blocks}))", setup=""))
    codes = [finding.code for finding in check(path)]
    assert codes.count("Z231") == 25
    assert codes[-1] == "Z401"


@pytest.mark.parametrize(
    ("opening", "inner", "block"),
    [
        ("(if true ", "n", "({} add)"),
        ("(while (not-empty? s) ", "n", "({} add)"),
        ("(if (empty? n) n else ", "s", "({} add)"),
        ("(and true ", "true", "((verify {}) n add)"),
        ("(not ", "true", "((verify {}) n add)"),
    ],
)
@pytest.mark.parametrize("depth", [28, 90, 99])
def test_deep_nesting_is_played_or_refused(
    lab: Lab, opening: str, inner: str, block: str, depth: int
) -> None:
    written = block.format(opening * depth + inner + ")" * depth)
    piece = f"(piece (name Man) (moves {written}))"
    path = lab.file(lab.text(pieces=piece, setup="(White (Man a1))"))
    errors = [finding.code for finding in check(path) if finding.severity == "error"]
    if errors:
        assert errors == ["Z105"]
        assert depth == 99
    else:
        rules = load(path)
        rules.legal_moves(rules.start())


# --- variants -----------------------------------------------------------------------------------

VARIANTS = """
(variant (title "-"))
(variant
   (title "Other men")
   (default)
   (option "pass turn" forced)
   (piece (name Man) (moves (s add)))
   (win-condition (White) (pieces-remaining 1))
)
(variant (title "No men") (board-setup (Black (Boss e5))))
"""


def test_variants_take_over_what_they_do_not_say(lab: Lab) -> None:
    game = lab.text(
        pieces=PIECES + '(piece (name Boss) (image Black "b"))',
        setup="(White (Man a1))",
        more='(option "pass turn" true) (option "recycle captures" true)'
        "(loss-condition (White Black) stalemated)",
    )
    path = lab.file(game + VARIANTS)
    assert variants(path) == ("Test", "Other men", "No men")
    other = load_game(path)
    assert other.title == "Other men"
    assert [piece.name for piece in other.pieces] == ["Boss", "Man"]
    assert [goal.outcome for goal in other.goals] == ["win"]
    assert other.options.pass_turn == "forced"
    assert other.options.recycle_captures
    empty = load_game(path, "no MEN")
    assert [placement.type for placement in empty.placements] == [1]
    assert [goal.outcome for goal in empty.goals] == ["loss"]
    with pytest.raises(RulecError, match=r"Z207.*\n.*did you mean `No men`") as error:
        load_game(path, "No man")
    assert error.value.diagnostics[0].code == "Z207"


# --- anything at all ----------------------------------------------------------------------------

CHESS = (GOLDEN / "chess.zrf").read_bytes()


def check_anything(path: Path) -> None:
    findings = check(path)
    for title in () if findings.has_errors else variants(path):
        load(path, title)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_are_a_traceback(lab: Lab, data: bytes) -> None:
    check_anything(lab.file(data))


WORDS = sorted(set(CHESS.decode().replace("(", " ( ").replace(")", " ) ").split()))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(CHESS)), st.integers(0, 40), st.lists(st.sampled_from(WORDS), max_size=6))
def test_no_change_of_a_file_is_a_traceback(
    lab: Lab, place: int, length: int, words: list[str]
) -> None:
    inserted = f" {' '.join(words)} ".encode()
    check_anything(lab.file(CHESS[:place] + inserted + CHESS[place + length :]))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([*WORDS, "(", ")", "(", ")"]), max_size=60).map(" ".join))
def test_no_words_in_a_block_are_a_traceback(lab: Lab, words: str) -> None:
    text = lab.text(pieces=f"(piece (name Man) (moves ({words})))", setup="(White (Man a1))")
    check_anything(lab.file(text))
