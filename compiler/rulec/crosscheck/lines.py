"""Files of positions and games: one a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulec.engines.protocol import Place, RefusedError
from rulec.engines.setting import format_setting, parse_setting
from rulec.engines.spec import failure

_LONGEST = 100_000


def read_lines(path: Path) -> Iterator[Place]:
    """The places of a file; raises RulecError naming the line that is wrong.

    `[FEN | start] [moves MOVE ...]`; empty lines and lines that begin with `#` are left out.
    """
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                text = line.strip()
                if text and not text.startswith("#"):
                    yield _place(text, f"{path}:{number}")
    except (OSError, UnicodeDecodeError) as error:
        raise failure("E702", f"{path} cannot be read: {error}") from None


def _place(text: str, where: str) -> Place:
    if len(text) > _LONGEST:
        raise failure("E702", f"{where}: the line is too long")
    before, _, after = f" {text} ".partition(" moves ")
    start = before.strip()
    if start in ("", "start"):
        return Place(None, tuple(after.split()))
    try:
        return Place(format_setting(parse_setting(start)), tuple(after.split()))
    except RefusedError as error:
        hint = "a line is `FEN`, `start moves e1f1 ...` or `FEN moves e1f1 ...`"
        raise failure("E702", f"{where}: {error}", hint) from None
