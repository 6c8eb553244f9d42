"""Putting a finished build on disk: whole, or not at all.

A build folder belongs to its build: `.rulec.json` in it lists the files with their hashes. The new
folder is written beside the old one and swapped in when it is complete, so that a failing build
leaves the old output as it was; a folder with anybody else's files in it is never touched.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity

MANIFEST = ".rulec.json"


def write_folder(files: Mapping[str, bytes], folder: Path, build: Mapping[str, str | None]) -> None:
    """Make `folder` hold exactly `files` (relative path to content) and their manifest.

    `build` says what was built (game, variant, target); another build's folder is not replaced.
    Raises RulecError where the folder is not ours or cannot be written.
    """
    folder = folder.absolute()
    _check_owner(folder, build)
    manifest = {**build, "files": {name: _digest(files[name]) for name in sorted(files)}}
    text = json.dumps(manifest, indent=1) + "\n"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".rulec-", dir=folder.parent) as temporary:
            fresh = Path(temporary) / "new"
            for name, content in {**files, MANIFEST: text.encode()}.items():
                path = fresh / _inside(name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            _swap(fresh, folder, Path(temporary) / "old")
    except OSError as error:
        raise _error(f"cannot write {folder}: {error.strerror or error}") from None


def write_file(content: bytes, path: Path) -> None:
    """Write one file, or leave what was there; raises RulecError where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".rulec-", dir=path.parent) as temporary:
            fresh = Path(temporary) / path.name
            fresh.write_bytes(content)
            fresh.replace(path)
    except OSError as error:
        raise _error(f"cannot write {path}: {error.strerror or error}") from None


def _digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def _inside(name: str) -> PurePosixPath:
    """A relative path that stays inside the folder it is meant for."""
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or ".." in path.parts:
        raise ValueError(f"{name!r} leads out of the build folder")
    return path


def _swap(fresh: Path, folder: Path, old: Path) -> None:
    """Put the fresh folder in the place of the old one; the old one comes back on failure."""
    if not folder.exists():
        fresh.rename(folder)
        return
    shutil.copymode(folder, fresh)
    folder.rename(old)
    try:
        fresh.rename(folder)
    except OSError:
        old.rename(folder)
        raise


def _check_owner(folder: Path, build: Mapping[str, str | None]) -> None:
    """Raise unless the folder is new, empty, or holds just what the same build wrote before."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise _error(f"{folder} is a file, not a folder")
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    if not present:
        return
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        owned, before = set(manifest["files"]), {key: manifest[key] for key in build}
    except (OSError, ValueError, KeyError, TypeError):
        raise _error(
            f"{folder} holds files that are not a build of rulec",
            "choose a new folder, or empty this one",
        ) from None
    foreign = sorted(present - owned - {MANIFEST})
    if foreign:
        hint = "move them away; a build folder is replaced as a whole"
        raise _error(f"{folder} holds files that the build did not write: {foreign[0]}", hint)
    if before != dict(build):
        raise _error(
            f"{folder} holds another build: {before['game']} for {before['target']}",
            "give every build its own folder",
        )


def _error(message: str, hint: str | None = None) -> RulecError:
    return RulecError([Diagnostic("E110", Severity.ERROR, message, hint=hint)])
