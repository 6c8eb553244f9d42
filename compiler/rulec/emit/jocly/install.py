"""Putting an emitted game into an installed `jocly` package, and taking it out again.

A game lives in folders of its own, `dist/{node,browser}/games/rulec-NAME`, and in one marked line
of each list of games. Jocly's own scripts that the game builds on are taken from the package: the
plainest of its games with the same scripts is put before the emitted one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulec.emit.jocly.text import js
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity

_PREFIX = "rulec-"
_LISTS = ("node", "browser")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class InstallError(RulecError):
    """A package or a build that a game cannot be installed with."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__([Diagnostic("E621", Severity.ERROR, message, hint=hint)])


@dataclass(frozen=True, slots=True)
class Assembled:
    """A game's folders as the package needs them: file name to content."""

    name: str
    node: Mapping[str, bytes]
    browser: Mapping[str, bytes]


def install(files: Mapping[str, bytes], package: Path) -> list[Path]:
    """Install emitted files, replacing an earlier install of the game; the new paths.

    Raises InstallError, and leaves the package as it was, when anything fails.
    """
    game = assemble(files, package)
    for side in _LISTS:
        if game.name in _listed_by_jocly(package, side):
            raise InstallError(
                f"{game.name} is one of Jocly's own games", "give the game another title"
            )
    with _transaction() as undo:
        for side, content in (("node", game.node), ("browser", game.browser)):
            _replace_folder(_folder(package, side, game.name), content, undo)
            line = _list_line(game.name, _config(files, game.name))
            text = _without_line(_read(_list(package, side)), game.name) + line
            _replace_file(_list(package, side), text, undo)
    return [_folder(package, side, game.name) for side in _LISTS]


def uninstall(name: str, package: Path) -> list[Path]:
    """Take a game out; every file is as before its install. Returns the removed paths."""
    _check_package(package)
    folders = [_folder(package, side, name) for side in _LISTS]
    lists = [_list(package, side) for side in _LISTS]
    marked = any(_without_line(text, name) != text for text in map(_read, lists))
    if not _NAME.fullmatch(name) or not (marked or any(folder.exists() for folder in folders)):
        raise InstallError(f"no game {name} of ours is installed in {package}")
    with _transaction() as undo:
        for listed, folder in zip(lists, folders, strict=True):
            _replace_file(listed, _without_line(_read(listed), name), undo)
            _replace_folder(folder, None, undo)
    return folders


def assemble(files: Mapping[str, bytes], package: Path) -> Assembled:
    """The game's scripts behind the package's own ones that they build on."""
    _check_package(package)
    name = _game_of(files)
    config = _config(files, name)
    node = package / "dist" / "node" / "games" / "chessbase"
    browser = package / "dist" / "browser" / "games" / "chessbase"
    scripts = {
        "model": _script(files, name, "model", _donor(node, config, "model")),
        "view": _script(files, name, "view", _donor(browser, config, "view")),
    }
    config_file = {f"{name}-config.js": f"exports.config = {js(config)};\n".encode()}
    model = {f"{name}-model.js": scripts["model"], **config_file}
    pages = {path: data for path, data in files.items() if path.endswith((".html", ".png"))}
    return Assembled(name, model, {**model, f"{name}-view.js": scripts["view"], **pages})


def _check_package(package: Path) -> None:
    try:
        described = json.loads((package / "package.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        described = None
    if not isinstance(described, dict) or described.get("name") != "jocly":
        inner = package / "node_modules" / "jocly"
        hint = f"did you mean {inner}?" if inner.is_dir() else None
        raise InstallError(f"{package} is no jocly package", hint)
    missing = [str(_list(package, side)) for side in _LISTS if not _list(package, side).is_file()]
    if missing:
        raise InstallError(f"{package} is not built: there is no {missing[0]}")


def _game_of(files: Mapping[str, bytes]) -> str:
    names = [path.removesuffix("-model.js") for path in files if path.endswith("-model.js")]
    if len(names) != 1 or not _NAME.fullmatch(names[0]):
        raise InstallError("the files are not those of one emitted Jocly game")
    return names[0]


def _config(files: Mapping[str, bytes], name: str) -> dict[str, Any]:
    config = json.loads(files[f"{name}-config.json"])
    assert isinstance(config, dict)
    return config


# -- Jocly's own scripts --------------------------------------------------------------------


def _script(files: Mapping[str, bytes], name: str, kind: str, donor: bytes) -> bytes:
    return donor.rstrip(b"\n") + b"\n;\n" + files[f"{name}-{kind}.js"]


def _donor(folder: Path, config: Mapping[str, Any], kind: str) -> bytes:
    """The plainest of the package's scripts that begins with all but the last of the game's.

    Plainest: it sets the fewest members of Jocly's classes, so that nothing of its own remains
    once the game has set what games set.
    """
    wanted = config[kind]["js"][:-1]
    candidates = []
    for path in sorted(folder.glob("*-config.js")):
        scripts = _exported(path)[kind].get("js") or []
        script = path.with_name(path.name.replace("-config.js", f"-{kind}.js"))
        if scripts[:-1] == wanted and script.is_file():
            text = script.read_bytes()
            candidates.append((len(re.findall(rb"\b(?:Model|View)\.\w+\.\w+\s*=[^=]", text)), text))
    if not candidates:
        raise InstallError(f"the package has no chess game made of {', '.join(wanted)}")
    return min(candidates)[1]


def _exported(path: Path) -> dict[str, Any]:
    """The object of an `exports.config = {...}` file."""
    text = path.read_text(encoding="utf-8")
    try:
        value = json.loads(text[text.index("{") : text.rindex("}") + 1])
        return {"model": dict(value["model"]), "view": dict(value["view"])}
    except (ValueError, KeyError, TypeError):
        return {"model": {}, "view": {}}


# -- the lists of games ---------------------------------------------------------------------


def _folder(package: Path, side: str, name: str) -> Path:
    return package / "dist" / side / "games" / (_PREFIX + name)


def _list(package: Path, side: str) -> Path:
    return package / "dist" / side / "jocly-allgames.js"


def _mark(name: str) -> bytes:
    return f"/* rulec: {name} */".encode()


def _list_line(name: str, config: Mapping[str, Any]) -> bytes:
    entry = {
        "title": config["model"]["title-en"],
        "summary": config["model"]["summary"],
        "thumbnail": config["model"]["thumbnail"],
        "module": _PREFIX + name,
        "obsolete": False,
    }
    return f"\n;exports.games[{js(name)}]={js(entry)};".encode() + _mark(name)


def _without_line(text: bytes, name: str) -> bytes:
    return re.sub(rb"\n;exports\.games\[[^\n]*" + re.escape(_mark(name)) + rb"(?=\n|$)", b"", text)


def _listed_by_jocly(package: Path, side: str) -> set[str]:
    """Names in a list of games that no line of ours put there."""
    text = re.sub(
        rb"\n;exports\.games\[[^\n]*/\* rulec: \S+ \*/(?=\n|$)", b"", _read(_list(package, side))
    )
    keys = re.findall(rb"""(?:[{,]\s*|\[)["']?([\w-]+)["']?\]?\s*[:=]\s*\{""", text)
    return {key.decode() for key in keys}


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InstallError(f"cannot read {path}: {error.strerror}") from error


# -- all or nothing -------------------------------------------------------------------------

_Undo = list[Callable[[bool], None]]
"""Called last first with whether all went well: to clean up, or to put back what was."""


@contextlib.contextmanager
def _transaction() -> Iterator[_Undo]:
    undo: _Undo = []
    done = False
    try:
        yield undo
        done = True
    except OSError as error:
        raise InstallError(f"cannot write {error.filename}: {error.strerror}") from error
    finally:
        for step in reversed(undo):
            step(done)


def _replace_file(path: Path, content: bytes, undo: _Undo) -> None:
    """Write a file in one step, keeping its permissions."""
    old = path.read_bytes()
    if old == content:
        return

    def write(data: bytes) -> None:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            shutil.copymode(path, name)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    undo.append(lambda done: None if done else write(old))
    write(content)


def _replace_folder(path: Path, content: Mapping[str, bytes] | None, undo: _Undo) -> None:
    """Put a folder of files in place of what is there, or (None) take it away."""
    path.parent.mkdir(exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    undo.append(lambda done: shutil.rmtree(aside, ignore_errors=True))
    new, old = aside / "new", aside / "old"
    if content is not None:
        new.mkdir()
        for name, data in content.items():
            (new / name).write_bytes(data)

    existed = path.exists()

    def put_back(done: bool) -> None:
        if done or (existed and not old.exists()):
            return
        shutil.rmtree(path, ignore_errors=True)
        if existed:
            old.rename(path)

    undo.append(put_back)
    if existed:
        path.rename(old)
    if content is not None:
        new.rename(path)
