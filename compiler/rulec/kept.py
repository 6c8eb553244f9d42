"""Results kept from one run to the next.

Parsing and resolving cost more than the rest of a short command, most of it for importing the
parser. What they come to depends on nothing but the text, its name and this compiler, so it is
kept in the user's cache folder under a checksum of these, and with them.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

from rulec import __version__
from rulec.resources import cache_dir, resource_dir
from rulec.syntax.source import Source

MOST_KEPT = 256
"""How many results the cache folder holds; the oldest go first."""

_Result = TypeVar("_Result")


def kept(source: Source, question: str, compute: Callable[[], _Result]) -> _Result:
    """What `compute` returns, from an earlier run where it is kept.

    `question` names what is asked of the source; it and the source must determine the answer.
    What `compute` raises is raised, and not kept.
    """
    folder = cache_dir()
    if folder is None:
        return compute()
    whole = "\0".join((_compiler(), question, source.name, source.text))
    # A cryptographic hash would be slow to load; two texts of one checksum are told apart below.
    path = folder / f"{zlib.crc32(whole.encode('utf-8', 'surrogatepass')):08x}.kept"
    try:
        if os.name == "nt" or path.stat().st_uid == os.getuid():
            asked, result = pickle.loads(path.read_bytes())
            if asked == whole:
                return cast(_Result, result)
    except Exception:
        # Missing or damaged, and pickle may raise anything: it is computed again.
        pass
    result = compute()
    _keep(path, pickle.dumps((whole, result)))
    return result


@cache
def _compiler() -> str:
    """Changes with this compiler's version and with every edit of its code or grammar."""
    package = Path(__file__).parent
    folders = [str(package), str(resource_dir("grammar"))]
    folders += [entry.path for entry in os.scandir(package) if entry.is_dir()]
    newest = max(
        file.stat().st_mtime_ns
        for folder in folders
        for file in os.scandir(folder)
        if file.name.endswith((".py", ".lark"))
    )
    return f"{__version__} {newest}"


def _keep(path: Path, content: bytes) -> None:
    """Write a result whole; a cache that cannot be written is no error."""
    import tempfile  # only where something is written: it is slow to import

    with contextlib.suppress(OSError):
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)
        results = sorted(path.parent.glob("*.kept"), key=lambda one: one.stat().st_mtime)
        for old in results[:-MOST_KEPT]:
            old.unlink()
