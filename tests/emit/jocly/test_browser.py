"""An installed game on Jocly's screen: drawn, and played with the mouse."""

import contextlib
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from rulec.emit.jocly import emit, game_name, install
from rulec.play.position import Rules
from tests.emit.jocly.browser import Page, browser, serving
from tests.emit.jocly.conftest import emitted

pytestmark = pytest.mark.browser

SIZE = 600
PROMOTION = SIZE * 2000 / 12000
"""How far figures to choose from are apart."""
START = ["d2", "d1", "e1", "e2", "c1", "c2", "d6", "d7", "c6", "c7", "e6", "e7"]
PAGE = f"""<!doctype html>
<body style="margin: 0">
<div id="board" style="width: {SIZE}px; height: {SIZE}px"></div>
<script src="dist/browser/jocly.js"></script>
"""
ATTACH = """
Jocly.createMatch(%r).then(function (match) {
    window.match = match;
    return match.attachElement(document.getElementById("board"), {
        viewOptions: { skin: %r, viewAs: %d }
    });
}).then(function () { return true; })
"""


@pytest.fixture
def show(package_copy: Path, chromium: str) -> Iterator[Callable[..., Page]]:
    """Shows an installed game; the page lives until the test ends."""
    (package_copy / "page.html").write_text(PAGE)
    with contextlib.ExitStack() as stack:

        def open_page(files: dict[str, bytes], skin: str, *, seen_by: int = 1) -> Page:
            name = install.assemble(files, package_copy).name
            install.install(files, package_copy)
            address = stack.enter_context(serving(package_copy))
            page = stack.enter_context(browser(chromium, f"{address}/page.html", SIZE, SIZE))
            page.wait("window.Jocly && document.readyState === 'complete'")
            page.run(ATTACH % (name, skin, seen_by))
            return page

        yield open_page


class Board:
    """Where squares are on the screen in two dimensions."""

    def __init__(
        self, page: Page, files: int, ranks: int, *, seen_by: int = 1, beside: float = 0
    ) -> None:
        """`beside`: how many cells are left for hands on both sides."""
        self.page = page
        self.files, self.ranks, self.sign = files, ranks, seen_by
        self.cell = SIZE / (max(files + beside, ranks) + 1.34)

    def at(self, square: str) -> tuple[float, float]:
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        right = (file - (self.files - 1) / 2) * self.sign
        down = ((self.ranks - 1) / 2 - rank) * self.sign
        return SIZE / 2 + right * self.cell, SIZE / 2 + down * self.cell

    def ink(self, square: str, picture: Image.Image) -> int:
        """How varied a square is: its pixels' spread in grey, 0 for one colour."""
        x, y = self.at(square)
        reach = self.cell * 0.3
        part = picture.crop((int(x - reach), int(y - reach), int(x + reach), int(y + reach)))
        greys = part.convert("L").tobytes()
        return max(greys) - min(greys)

    def colour(self, square: str, picture: Image.Image) -> tuple[int, ...]:
        """The colour in the middle of a square."""
        x, y = self.at(square)
        return tuple(picture.crop((int(x), int(y), int(x) + 1, int(y) + 1)).tobytes())

    def picture(self) -> Image.Image:
        return Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")

    def wait_for_pieces(self, squares: list[str]) -> Image.Image:
        for _ in range(100):
            picture = self.picture()
            if all(self.ink(square, picture) > 100 for square in squares):
                return picture
        raise AssertionError(f"no pieces are drawn on {squares}")

    def play(self, start: str, end: str) -> None:
        """Make the user's turn with two clicks."""
        self.click(self.at(start), self.at(end))

    def click(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """The same by places on the screen."""
        self.page.run("window.played = null; match.userTurn().then(r => { window.played = r; }); 1")
        self.page.wait("new Promise(r => setTimeout(() => r(true), 300))")
        self.page.click(*start)
        self.page.wait("new Promise(r => setTimeout(() => r(true), 700))")
        self.page.click(*end)
        self.page.wait("window.played !== null")


def test_flat_board_is_drawn_and_played_with_the_mouse(show: Callable[..., Page]) -> None:
    page = show(emitted("rollerball.rules"), "skin2d")
    board = Board(page, 7, 7)
    picture = board.wait_for_pieces(START)
    assert board.ink("a1", picture) < 40
    # The hole shows the wood of the table, not squares.
    squares = {board.colour(square, picture) for square in ("a1", "a2")}
    assert board.colour("d4", picture) not in squares
    board.play("c2", "b2")
    assert page.run("match.getPlayedMoves().then(moves => moves.length)") == 1
    after = board.wait_for_pieces(["b2"])
    assert board.ink("c2", after) < 60


def test_board_in_three_dimensions(show: Callable[..., Page]) -> None:
    page = show(emitted("rollerball.rules"), "skin3d")
    for _ in range(100):
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        colours = picture.getcolors(SIZE * SIZE)
        # Sky, wood, light and dark squares, two kinds of pieces with their shades.
        if colours is not None and len(colours) > 5000:
            return
    raise AssertionError("the scene was never drawn")


def test_uneven_board_seen_by_the_second_player(
    show: Callable[..., Page], write_rules: Callable[[str], Rules]
) -> None:
    """With holes that are nobody's mirror image, and pieces that take figures of the fairy set."""
    rules = write_rules(
        """
        game "Uneven" { players White, Black }
        board { grid 6 x 4  hole c3  hole f1  symmetry none }
        piece King "K" royal { step any }
        piece Walrus "W" { slide orthogonal }
        setup { White King b1, Walrus a1  Black King e4, Walrus a4 }
        goal { win checkmate draw stalemate }
        """
    )
    page = show(emit(rules.game, rules.tables), "skin2d", seen_by=-1)
    assert game_name(rules.game) == "uneven"
    board = Board(page, 6, 4, seen_by=-1)
    picture = board.wait_for_pieces(["b1", "a1", "e4", "a4"])
    squares = {board.colour(square, picture) for square in ("d1", "d2")}
    for hole in ("c3", "f1"):
        assert board.colour(hole, picture) not in squares
    board.play("a1", "a3")
    board.wait_for_pieces(["a3"])


def test_set_up_is_chosen_with_the_mouse(
    show: Callable[..., Page], write_rules: Callable[[str], Rules]
) -> None:
    rules = write_rules(
        """
        game "Chosen" { players White, Black }
        board { grid 5 x 5  orientation White north  symmetry reflection }
        piece King "K" royal { step any }
        piece Rook "R" { slide orthogonal }
        piece Knight "N" { leap (2,1) }
        setup { White Knight c2 }
        before play { White passes  Black places King, Rook on a1:c1 }
        goal { win checkmate draw stalemate }
        """
    )
    page = show(emit(rules.game, rules.tables), "skin2d")
    board = Board(page, 5, 5)
    picture = board.wait_for_pieces(["c2", "c4"])
    assert all(board.ink(square, picture) < 60 for square in ("a1", "b1", "c1"))
    page.run("match.userTurn().then(r => { window.passed = r; }); 1")
    page.wait("window.passed")
    page.run("window.played = null; match.userTurn().then(r => { window.played = r; }); 1")
    # The figures stand in a row across the middle of the board: king, rook, none on a1; then
    # what is left on b1.
    page.wait("new Promise(r => setTimeout(() => r(true), 500))")
    for number, count in ((1, 3), (0, 2)):
        page.click(SIZE / 2 + (number - (count - 1) / 2) * PROMOTION, SIZE / 2)
        page.wait("new Promise(r => setTimeout(() => r(true), 500))")
    page.wait("window.played !== null")
    after = board.wait_for_pieces(["a1", "a5", "b1", "b5"])
    assert board.ink("c1", after) < 60
    texts = "match.getPlayedMoves().then(moves => match.getMoveString(moves))"
    assert page.run(texts) == ["--", "#RK-"]


def test_a_captured_piece_is_dropped_with_the_mouse(
    show: Callable[..., Page], write_rules: Callable[[str], Rules]
) -> None:
    rules = write_rules(
        """
        game "Dropped" { players White, Black captures join the hand }
        board { grid 5 x 5  orientation White north  symmetry rotation }
        piece King "K" royal { step any }
        piece Rook "R" { slide orthogonal drop }
        setup { White King a1, Rook e1 c3  Black King a5, Rook e5 }
        goal { win checkmate draw stalemate }
        """
    )
    page = show(emit(rules.game, rules.tables), "skin2d")
    board = Board(page, 5, 5, beside=5.6)
    board.wait_for_pieces(["a1", "e1", "c3", "a5", "e5"])
    board.play("e1", "e5")
    board.play("a5", "b4")
    # The rook lies on the right of the board, level with the first rank.
    hand = SIZE / 2 + 3.3 * board.cell, SIZE / 2 + 2 * board.cell
    board.click(hand, board.at("d1"))
    after = board.wait_for_pieces(["d1"])
    assert board.ink("e1", after) < 60
    texts = "match.getPlayedMoves().then(moves => match.getMoveString(moves))"
    assert page.run(texts) == ["Re1xe5+", "Ka5-b4", "R@d1"]
