"""The ZRF of whole games: sound, reproducible, and as it was read and approved."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from rulec.emit.zrf import emit

from .conftest import ROOT, Maker, lowered
from .structure import problems

GOLDEN = Path(__file__).parents[1] / "golden" / "zrf-out"

GAMES = [
    ("rollerball.rules", None, "rollerball"),
    ("rollerball.rules", "Literal", "rollerball-literal"),
    ("rollerball.rules", "Stop", "rollerball-stop"),
    ("games/plain-chess.rules", None, "plain-chess"),
]


def rule_file(files: dict[str, bytes]) -> str:
    (name,) = (name for name in files if name.endswith(".zrf"))
    return files[name].decode("ascii")


@pytest.mark.parametrize(("file", "variant", "slug"), GAMES)
def test_the_projects_games_are_sound(
    project_game: Maker, file: str, variant: str | None, slug: str
) -> None:
    files = emit(*project_game(file, variant))
    assert f"{slug}.zrf" in files
    assert problems(rule_file(files), files) == []


def test_orthodox_chess_is_sound_without_the_endings_that_zillions_lacks() -> None:
    text = (ROOT / "games/classic-chess.rules").read_text(encoding="utf-8")
    files = emit(*lowered(text, "Zillions"))
    zrf = rule_file(files)
    assert problems(zrf, files) == []
    assert zrf.count("(attribute never-moved? true)") == 3
    assert "((verify (and (empty? f1) (empty? g1)))\n" in zrf
    assert "(king-castle g1 h1 f1))\n" in zrf
    assert "(pawn-passing-step-to-empty nw) (pawn-passing-step-to-empty ne)" in zrf


@pytest.mark.parametrize(("file", "variant", "slug"), [GAMES[0], GAMES[3]])
def test_golden(
    project_game: Maker, update_golden: bool, file: str, variant: str | None, slug: str
) -> None:
    text = rule_file(emit(*project_game(file, variant)))
    path = GOLDEN / f"{slug}.zrf"
    if update_golden:
        path.write_text(text, encoding="ascii", newline="\n")
    assert text == path.read_text(encoding="ascii")


def test_the_same_game_gives_the_same_bytes(project_game: Maker) -> None:
    assert emit(*project_game("rollerball.rules")) == emit(*project_game("rollerball.rules"))


def test_pictures_are_bmp_with_pure_green_around_pieces(project_game: Maker) -> None:
    files = emit(*project_game("rollerball.rules"))
    pictures = {name: data for name, data in files.items() if name.endswith(".bmp")}
    assert set(files) == {"rollerball.zrf", *pictures}
    assert all(name.startswith("images/") and name.count("/") == 1 for name in pictures)
    for name, data in pictures.items():
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode) == ("BMP", "RGB")
        corner = image.getpixel((0, 0))
        if name == "images/board.bmp":
            assert image.size == (7 * 50 + 36, 7 * 50 + 36)
            assert corner != (0, 255, 0)
        else:
            assert image.size == (50, 50)
            assert corner == (0, 255, 0)


def test_where_the_file_comes_from_leaves_no_trace_but_its_name() -> None:
    here = emit(*lowered(SMALL, name="small.rules"))
    assert emit(*lowered(SMALL, name="/home/someone/games/small.rules")) == here


SMALL = """
game "Small" { players White, Black }
board { grid 4 x 4  orientation White north, Black south  symmetry reflection }
piece King "K" royal { step any }
setup { White King b1 }
goal { win checkmate  draw stalemate  draw repetition 3 }
"""

STRANGE = """
game "Ünd \\ ; (add) $1 ` ♔ " {
    author "A`B"  about "Zeile (eins)  und zwei"
    players Add, North
}
board {
    grid 4 x 4
    orientation Add north, North south
    symmetry reflection
    zone n Add = d1
    zone Piece Add = a1
    zone verify Add = a1, b1
    zone arrow-n Add = c1
    gate back Add = a1, b1 -> a2, b2
}
piece n "K" royal { step any from n  step any from Piece  step any from verify  slide any }
piece Crossed-back "A" { slide forward 2 from arrow-n }
piece verify "W" { leap (1, 2) }
piece nne "N" { leap (1, 2) promotes to verify on enemy Piece }
setup { Add n b1, Crossed-back a1, verify c1, nne d1 }
goal { win n on enemy Piece after back  win checkmate  draw stalemate  draw repetition 3 }
"""


def test_hostile_names_and_texts_stay_inside_their_place() -> None:
    files = emit(*lowered(STRANGE))
    text = rule_file(files)
    assert problems(text, files) == []
    title = next(line.strip() for line in text.splitlines() if "(title" in line)
    assert title.startswith('(title "Und ')
    assert title.count('"') == 2
    assert '(history "By A\'B.")' in text
    assert '(description "Zeile (eins) und zwei")' in text


def test_a_game_without_repetition_says_what_zillions_does_all_the_same() -> None:
    text = rule_file(emit(*lowered(SMALL.replace("draw repetition 3", ""))))
    assert "repetition)" not in text
    assert "Zillions draws when a position occurs for the third time" in text
