import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.emit.jocly import emit, game_name
from rulec.emit.jocly.aspects import aspects, piece_set
from rulec.emit.jocly.rays import Target, graph, single
from rulec.emit.jocly.text import js, js_comment, slug
from rulec.model.tables import Ends
from rulec.play.position import Rules
from rulec.syntax.diagnostics import RulecError
from tests.emit.jocly.conftest import ROOT, emitted, rules_of

GOLDEN = ROOT / "tests" / "golden" / "jocly"
EXPECTED = [
    ("rollerball.rules", None, "index.js"),
    ("rollerball.rules", None, "rollerball-config.json"),
    ("rollerball.rules", None, "rollerball-model.js"),
    ("rollerball.rules", None, "rollerball-view.js"),
    ("rollerball.rules", None, "rollerball-description.html"),
    ("rollerball.rules", "Jocly", "rollerball-jocly-model.js"),
    ("games/plain-chess.rules", None, "plain-chess-model.js"),
    ("tests/emit/jocly/mixed.rules", None, "mixed-model.js"),
]


@pytest.mark.parametrize(("file", "variant", "path"), EXPECTED, ids=lambda value: str(value))
def test_golden_files(file: str, variant: str | None, path: str, update_golden: bool) -> None:
    content = emitted(file, variant)[path]
    expected = GOLDEN / game_name(rules_of(file, variant).game) / path
    if update_golden:
        expected.parent.mkdir(parents=True, exist_ok=True)
        expected.write_bytes(content)
    assert content.decode() == expected.read_text(encoding="utf-8")


def test_all_files_of_a_module() -> None:
    files = emitted("rollerball.rules")
    assert sorted(files) == [
        "index.js",
        "rollerball-config.json",
        "rollerball-credits.html",
        "rollerball-description.html",
        "rollerball-model.js",
        "rollerball-rules.html",
        "rollerball-thumb.png",
        "rollerball-view.js",
    ]
    model = json.loads(files["rollerball-config.json"])["model"]
    named = [
        model["thumbnail"],
        *(model[page]["en"] for page in ("rules", "description", "credits")),
    ]
    assert set(named) <= set(files)
    assert files["rollerball-thumb.png"].startswith(b"\x89PNG")


def test_the_rules_page_shows_board_moves_and_goals() -> None:
    page = emitted("rollerball.rules")["rollerball-rules.html"].decode()
    assert page.count("<svg") == 5
    assert "slide orthogonal onward turning at corners" in page
    assert "<li>win King on enemy throne after start-line</li>" in page


def test_builds_do_not_depend_on_where_the_file_is(tmp_path: Path) -> None:
    shutil.copy(ROOT / "rollerball.rules", tmp_path)
    rules = Rules.load(tmp_path / "rollerball.rules")
    assert emit(rules.game, rules.tables) == emitted("rollerball.rules")


@pytest.mark.parametrize("path", [path for _, _, path in EXPECTED if path.endswith(".js")])
def test_scripts_keep_to_old_javascript(path: str) -> None:
    """Jocly's build minifies with a tool that knows nothing newer."""
    (expected,) = GOLDEN.rglob(path) if path != "index.js" else [GOLDEN / "rollerball" / path]
    code = re.sub(
        r'//[^\n]*|("[^"\n]*")',
        lambda found: (found[1] and "0") or "",
        expected.read_text(encoding="utf-8"),
    )
    assert not re.search(r"=>|`|\b(let|const|class|async|await)\b|\.\.\.", code)
    assert not re.search(r",\s*[}\]]", code)


HOSTILE = """
game "</script><script>alert(1)</script>\u2028*/ & co" {
    author "<img src=x onerror=alert(1)>"
    about  "<b>${1+1}</b> {{ 7 * 7 }} \\\\ \u2029"
    players White, Black
}
board { grid 3 x 4  orientation White north, Black south  symmetry rotation }
piece King "K" royal { step any }
setup { White King a1 }
goal { win checkmate draw stalemate }
"""


def test_foreign_text_is_escaped_everywhere(write_rules: Callable[[str], Rules]) -> None:
    rules = write_rules(HOSTILE)
    files = emit(rules.game, rules.tables)
    for path, content in files.items():
        assert re.fullmatch(r"[a-z0-9-]+\.(js|json|html|png)", path)
        if path.endswith(".png"):
            continue
        text = content.decode()
        assert "<script" not in text
        assert "<img" not in text
        assert "<b>" not in text
        if path.endswith((".js", ".json")):
            assert "</" not in text
            assert "\u2028" not in text
            assert "\u2029" not in text
    name = game_name(rules.game)
    config = json.loads(files[f"{name}-config.json"])
    assert config["model"]["title-en"] == rules.game.title
    assert config["model"]["summary"] == rules.game.about


def test_slugs_are_safe_names() -> None:
    assert slug("Rollerball (Jocly)") == "rollerball-jocly"
    assert slug("../../Échecs à l'été!") == "echecs-a-l-ete"
    assert slug("将棋") == "game"
    assert len(slug("x" * 500)) < 60


def test_literals_and_comments() -> None:
    assert js("</x>\u2028") == '"\\u003c/x>\\u2028"'
    assert js_comment("a\n b\u2028c\x1b[31m") == "a b c\\x1b[31m"
    assert len(js_comment("x" * 500)) < 100


SMALL = """
game "Small" {{ players White, Black }}
board {{
    grid 5 x 5
    orientation White north, Black south
    symmetry rotation
    zone home White = a1:e1
    gate line White = a2:e2 -> a3:e3
}}
piece King "K" royal {{ step any }}
piece Guard "G" {{ step any }}
piece Pawn "P" {{ step forward  {pawn} }}
setup {{ White King c1, {setup} }}
goal {{ win checkmate draw stalemate {goals} }}
"""


@pytest.mark.parametrize(
    ("pawn", "setup", "goals", "code", "text"),
    [
        ("", "Guard a1 b1", "win Guard on enemy home after line", "E612", "two of them"),
        (
            "promotes to Guard on enemy home",
            "Guard a1",
            "win Guard on enemy home after line",
            "E612",
            "gate line White",
        ),
        ("", "Guard a1", "draw repetition 3 draw repetition 4", "E614", "draw repetition 4"),
    ],
)
def test_what_jocly_cannot_say_is_refused(
    write_rules: Callable[[str], Rules], pawn: str, setup: str, goals: str, code: str, text: str
) -> None:
    rules = write_rules(SMALL.format(pawn=pawn, setup=setup, goals=goals))
    with pytest.raises(RulecError) as caught:
        emit(rules.game, rules.tables)
    (found,) = caught.value.diagnostics
    assert found.code == code
    assert found.span is not None
    assert text in str(caught.value)


@pytest.mark.parametrize(
    "pawn",
    [
        "slide forward over 1 to empty leaving en passant",
        "slide forward 2 to empty leaving en passant  slide orthogonal over 1 en passant",
        "step forward to enemy except Guard",
        "slide forward over 1 except Guard to enemy",
    ],
)
def test_jumps_en_passant_and_exceptions_are_refused(
    write_rules: Callable[[str], Rules], pawn: str
) -> None:
    rules = write_rules(SMALL.format(pawn=pawn, setup="Pawn a1", goals=""))
    with pytest.raises(RulecError) as caught:
        emit(rules.game, rules.tables)
    assert {found.code for found in caught.value.diagnostics} == {"E615"}


def test_boards_without_edges_bring_their_own_geometry() -> None:
    model = emitted("games/circular-chess.rules")["circular-chess-model.js"].decode()
    assert '        a1: "b1 p1 a2 b2 p2",' in model
    assert "cbBoardGeometryGrid" not in model


def test_a_king_with_several_castlings_has_them_all() -> None:
    model = emitted("games/wildebeest-chess.rules")["wildebeest-chess-model.js"].decode()
    castlings = re.findall(r'    castling\("f1", "a1", .*?, "(O[^"]*)", ', model)
    assert sorted(castlings) == ["O-O/b1", "O-O/c1", "O-O/d1", "O-O/e1"]


def test_pieces_of_both_players_share_a_type_where_they_move_alike() -> None:
    model = emitted("games/plain-chess.rules")["plain-chess-model.js"].decode()
    names = re.findall(r'name: "(.*)"', model)
    assert names == ["king", "queen", "rook", "bishop", "knight", "pawn of white", "pawn of black"]
    assert (
        len(re.findall(r"name: ", emitted("rollerball.rules")["rollerball-model.js"].decode())) == 5
    )


def test_a_target_reached_by_two_rays_is_kept_once() -> None:
    step = (Target(1, Ends.BOTH),)
    slide = (Target(1, Ends.BOTH), Target(2, Ends.BOTH))
    assert single([step, slide]) == [(), slide]
    assert single([slide, slide]) == [(), slide]
    # Around the corner: each way may be blocked on its own, so both stay.
    ways = [
        (Target(1, Ends.BOTH), Target(3, Ends.BOTH)),
        (Target(2, Ends.BOTH), Target(3, Ends.BOTH)),
    ]
    assert single(ways) == ways
    # Moving only does not stand for capturing, nor a plain move for one that leaves a trail.
    assert single([(Target(1, Ends.MOVE),), step]) == [(), step]
    leaving = [(Target(1, Ends.MOVE, leaves=True),), (Target(1, Ends.MOVE),)]
    assert single(leaving) == leaving


def test_targets_that_stay_doubled_are_filtered_by_the_script(
    write_rules: Callable[[str], Rules],
) -> None:
    rules = write_rules(
        """
        game "Ring" { players White, Black }
        board {
            grid 3 x 3  hole b2
            track ring = a1 -> a3 -> c3 -> c1 -> a1
            symmetry rotation
            zone corners = a1, a3, c1, c3
        }
        piece King "K" royal { step any }
        piece Runner "R" { slide orthogonal onward turning at corners  slide orthogonal }
        piece Twin "T" { leap (1,2)  step any  slide any }
        setup { White King a1, Runner b1, Twin c1 }
        goal { win checkmate draw stalemate }
        """
    )
    doubled = [graph(rules.game.board, squares).repeats for squares in rules.tables.lines[0]]
    model = emit(rules.game, rules.tables)["ring-model.js"].decode()
    assert ("Two rays may lead to one square" in model) == any(doubled)


def test_every_piece_has_a_figure_of_its_own(write_rules: Callable[[str], Rules]) -> None:
    assert set(aspects(rules_of("games/plain-chess.rules").game)) == {
        "king", "queen", "rook", "bishop", "knight", "pawn",
    }  # fmt: skip
    letters = "ABCDEFGHIJLMNOPQRSTUVWXYZ"
    pieces = "\n".join(f'piece P{letter} "{letter}" {{ step any }}' for letter in letters)
    rules = write_rules(
        f"""
        game "Many" {{ players White, Black }}
        board {{ grid 3 x 4  symmetry rotation }}
        piece Knight "K" royal {{ step any }}
        {pieces}
        setup {{ White Knight a1, PA b1 }}
        goal {{ win checkmate draw stalemate }}
        """
    )
    figures = aspects(rules.game)
    assert len(set(figures)) == len(rules.game.pieces) == 26
    assert figures[0] == "fr-knight"
    assert all(figure.removeprefix("fr-") in piece_set(rules.game).figures for figure in figures)
