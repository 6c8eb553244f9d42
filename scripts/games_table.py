"""Makes docs/games.md: the games, how far each is written, compared and emitted.

`python -m scripts.games_table` writes the page from what the code says now and from the comparisons
recorded last; with `--compare` it first plays every game against the real Jocly (needs Node and the
jocly package) and records how many positions agreed. `--compare NAME...` compares only these.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from rulec.emit.targets import TARGETS, target
from rulec.engines.jocly import JoclyGame
from rulec.model import game as model
from rulec.model.game import Game, Leap, Movement, Slide
from rulec.model.load import load
from rulec.model.lower import lower
from rulec.model.tables import Tables
from rulec.record import replace
from rulec.syntax.diagnostics import RulecError
from tests.games.comparison import Comparison
from tests.games.table import COMPARED, FAIRY, GAMES, Compared, Fairy

ROOT = GAMES.parent
PAGE = ROOT / "docs" / "games.md"
COUNTS = ROOT / "tests" / "golden" / "jocly" / "perft.json"
RECORD = ROOT / "tests" / "golden" / "jocly" / "compared.json"

HEAD = """# The games

The chess collection of Jocly 0.9.13 is the measure of the language: 64 games, from 4 x 4 to 16 x 16
squares. All are written, and some others stand [beside them](#beside-the-collection). This page is
made by `python -m scripts.games_table` and tested to be up to date.

* **Perft** is the depth to which the numbers of leaves from the start position agree with the
  real Jocly's, every move counted once.
* **Positions** are those in which the sets of legal moves were compared with the real Jocly's,
  along random games played on both in step: from the start, and from the start position with many
  of its pieces taken off, so that promotions, castling and en passant occur. After every move
  the results were compared too.
* **Targets**: `yes`, or the code of the first thing that the target refuses. With `only` nothing
  stands in the way but draws that are counted (plies, material).

"""


def file_of(game: Compared) -> str:
    """The rule file, seen from the project's root."""
    return game.file or f"games/{game.name}.rules"


# -- what a game needs --------------------------------------------------------------------


def features(game: Game) -> str:
    """The words for what a game needs beyond steps, slides and plain promotion."""
    return ", ".join(dict.fromkeys(_features(game)))


def _features(game: Game) -> Iterator[str]:
    if len(game.board.squares) < game.board.files * game.board.ranks:
        yield "holes"
    if game.board.tracks:
        yield "tracks"
    if game.board.joins:
        yield "glued edges"
    movements = [movement for piece in game.pieces for movement in piece.movements]
    for movement in movements:
        yield from _of_movement(movement)
    if any(piece.castles for piece in game.pieces):
        yield "castling"
    promotions = [promotion for piece in game.pieces for promotion in piece.promotions]
    if sum(bool(piece.promotions) for piece in game.pieces) > 1:
        yield "several promoting types"
    if any(promotion.captured for promotion in promotions):
        yield "promotion to lost pieces"
    if any(promotion.optional for promotion in promotions):
        yield "promotion by choice"
    if any(promotion.start for promotion in promotions):
        yield "promotion by origin"
    if game.hands:
        yield "drops"
    if game.may_pass:
        yield "passes"
    if game.compulsory_captures:
        yield "compulsory captures"
    if game.blast:
        yield "captures that explode"
    for goal in game.goals:
        if type(goal.condition) in _GOALS:
            yield _GOALS[type(goal.condition)]


_GOALS = {model.Bare: "bare king", model.NoMoves: "no moves", model.Reach: "race"}


def _of_movement(movement: Movement) -> Iterator[str]:
    path = movement.path
    if isinstance(path, Leap):
        yield "leaps"
    if isinstance(path, Slide) and (path.onward or path.turning_at or path.reflecting):
        yield "slides that bend"
    if movement.further:
        yield "paths"
    if movement.screens:
        yield "screens"
    if movement.spares or movement.barred:
        yield "exceptions"
    if movement.within:
        yield "palaces"
    if movement.victims is model.Victims.ROYAL:
        yield "flying general"
    if movement.start and not movement.leaves_trail:
        yield "moves by origin"
    if movement.leaves_trail:
        yield "en passant"
    if movement.passing_safely:
        yield "leaps over safe squares"


# -- targets ------------------------------------------------------------------------------


def emission(game: Game, tables: Tables, name: str) -> str:
    """Whether a target takes a game, or what it refuses first."""
    refused = _refused(game, tables, name)
    if refused is None:
        return "yes"
    counted = (model.QuietPlies, model.Material)
    goals = tuple(goal for goal in game.goals if not isinstance(goal.condition, counted))
    if _refused(replace(game, goals=goals), tables, name) is None:
        return f"{refused} only"
    return _refused(replace(game, goals=goals), tables, name) or refused


def _refused(game: Game, tables: Tables, name: str) -> str | None:
    try:
        target(name).emit(game, tables)
    except RulecError as error:
        return error.diagnostics[0].code
    return None


# -- the page -----------------------------------------------------------------------------


def row(compared: Compared, record: dict[str, dict[str, int]]) -> str:
    """The line of a written game."""
    file = file_of(compared)
    game = load(ROOT / file)
    tables = lower(game)
    board = game.board
    size = f"{board.files} x {board.ranks}"
    targets = " | ".join(emission(game, tables, name) for name in TARGETS)
    counted = len(json.loads(COUNTS.read_text(encoding="utf-8"))[compared.name])
    positions = record.get(compared.name, {}).get("positions", 0)
    return (
        f"| [{compared.name}](../{file}) | {size} | {features(game)} | {counted} "
        f"| {positions} | {targets} |"
    )


def beside(game: Fairy) -> str:
    """The line of a game that is compared with Fairy-Stockfish."""
    file = f"games/{game.file}.rules"
    found = load(ROOT / file, game.variant)
    targets = " | ".join(emission(found, lower(found), name) for name in TARGETS)
    name = f"{game.file}, {game.variant}" if game.variant else game.file
    size = f"{found.board.files} x {found.board.ranks}"
    return f"| [{name}](../{file}) | {size} | {features(found)} | `{game.name}` | {targets} |"


def page() -> str:
    """The whole page."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    columns = ["Game", "Board", "Needs", "Perft", "Positions", *(f"`{name}`" for name in TARGETS)]
    lines = [
        f"| {' | '.join(columns)} |",
        f"|{' --- |' * len(columns)}",
        *(row(game, record) for game in COMPARED),
        "",
        "## Where Jocly departs from the rules",
        "",
        "The comparison allows for these, and for nothing else. Besides, Jocly tells like pieces",
        "apart when it looks for repetitions and does not count the start position; in the games",
        "that have a fifty-move rule there, moves of pawns do not begin the count anew, and a king",
        "against a king with knights and a bishop is a draw.",
        "",
        *(f"* {game.name}: {game.why}." for game in COMPARED if game.why),
        "",
        "## Beside the collection",
        "",
        "Sets of legal moves compared with Fairy-Stockfish's, in random games from the",
        "start, and from it with many of its pieces taken off (`tests/games/test_fairy.py`).",
        "",
        f"| {' | '.join(['Game', 'Board', 'Needs', 'As', *(f'`{name}`' for name in TARGETS)])} |",
        f"|{' --- |' * (4 + len(TARGETS))}",
        *map(beside, FAIRY),
    ]
    return HEAD + "\n".join(lines) + "\n"


def compare(names: list[str]) -> None:
    """Play the games against Jocly and record what was compared."""
    for game in COMPARED:
        if names and game.name not in names:
            continue
        with JoclyGame(game.name, timeout=120) as jocly:
            comparison = Comparison(game, jocly)
            comparison.play_many()
        record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
        record[game.name] = {
            "games": comparison.games,
            "positions": comparison.positions,
            **dict(sorted(comparison.seen.items())),
        }
        print(game.name, record[game.name], flush=True)
        text = ",\n".join(f'  "{name}": {json.dumps(record[name])}' for name in sorted(record))
        RECORD.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--compare"]:
        compare(sys.argv[2:])
    PAGE.write_text(page(), encoding="utf-8")
