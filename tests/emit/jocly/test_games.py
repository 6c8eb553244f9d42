"""Every game that comes with the compiler, emitted and played in the real Jocly in step."""

from pathlib import Path

import pytest

from rulec.engines.jocly import playing
from rulec.syntax.diagnostics import RulecError
from tests.emit.jocly.conftest import ROOT, emitted, rules_of
from tests.emit.jocly.lockstep import Lockstep, game_files, plies_for

GAMES = game_files(ROOT)
IDS = [Path(file).stem + (f"-{variant}" if variant else "") for file, variant in GAMES]
REFUSED = {
    "atomic": "E615 captures that explode",
    "janggi": "E615 players may pass",
    "horde": "E615 a royal piece on one side only",
}
LARGE = {
    "babur-chess", "bigorra-chess", "cubic-chess", "fantasticXIII-chess", "giga-chess",
    "giga-chessII", "sweet16-chess", "tera-chess", "timurid-chess", "wild-babur-chess",
    "wild-mirza-chess", "wild-timurid-chess",
}  # fmt: skip
"""A process of these needs many seconds until it may be asked."""


def in_step(file: str, variant: str | None, package: Path, seeds: range, times: int) -> Lockstep:
    """Random games of one game, or that it is refused as expected."""
    rules = rules_of(file, variant)
    with playing(emitted(file, variant), package) as game:
        played = Lockstep(rules, game)
        for seed in seeds:
            played.play(seed, times * plies_for(rules))
    return played


def marks(file: str, variant: str | None) -> list[pytest.MarkDecorator]:
    """A plain run leaves out large games, and variants but those of the best known games."""
    name = Path(file).stem
    plain = name not in LARGE and (variant is None or name in {"rollerball", "classic-chess"})
    return [] if plain else [pytest.mark.slow, pytest.mark.ci]


PLAYED = [
    pytest.param(*game, id=name, marks=marks(*game))
    for game, name in zip(GAMES, IDS, strict=True)
    if Path(game[0]).stem not in REFUSED
]


@pytest.mark.node
@pytest.mark.parametrize(("file", "variant"), PLAYED)
def test_moves_and_endings(file: str, variant: str | None, jocly_package: Path) -> None:
    assert in_step(file, variant, jocly_package, range(1), 1).positions > 5


@pytest.mark.node
@pytest.mark.slow
@pytest.mark.ci
@pytest.mark.parametrize(("file", "variant"), PLAYED)
def test_long_games(file: str, variant: str | None, jocly_package: Path) -> None:
    assert in_step(file, variant, jocly_package, range(1, 4), 4).positions > 20


@pytest.mark.parametrize("name", REFUSED)
def test_what_jocly_cannot_play_is_refused(name: str) -> None:
    code, text = REFUSED[name].split(" ", 1)
    with pytest.raises(RulecError, match=text) as caught:
        emitted(f"games/{name}.rules")
    assert {found.code for found in caught.value.diagnostics} == {code}
