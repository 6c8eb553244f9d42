"""The games that tests play: the two that come with the compiler, and changed ones."""

from functools import cache
from pathlib import Path

from rulec.model.game import Game
from rulec.model.resolve import resolve
from rulec.play.position import Rules
from rulec.syntax.parse import parse
from rulec.syntax.source import Source

ROOT = Path(__file__).parents[2]
ROLLERBALL = ROOT / "rollerball.rules"
PLAIN_CHESS = ROOT / "games" / "plain-chess.rules"


def game_of(text: str, variant: str | None = None) -> Game:
    """The game of a rule text."""
    return resolve(parse(Source("test.rules", text)), variant)[0]


def rules_of(text: str, variant: str | None = None) -> Rules:
    """A rule text, ready to be played."""
    return Rules(game_of(text, variant))


@cache
def rollerball(variant: str | None = None) -> Rules:
    return rules_of(ROLLERBALL.read_text(encoding="utf-8"), variant)


@cache
def plain_chess() -> Rules:
    return rules_of(PLAIN_CHESS.read_text(encoding="utf-8"))


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with passages replaced, each of which must occur exactly once."""
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
        text = text.replace(old, new)
    return text
