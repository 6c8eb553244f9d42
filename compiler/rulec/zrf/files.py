"""Rule files on disk: reading them, and what they include, without leaving their folder."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

from rulec.syntax.source import Source
from rulec.zrf.nodes import Form, Node, Text, make_form
from rulec.zrf.reader import read
from rulec.zrf.report import Report

MAX_BYTES = 4_000_000
MAX_INCLUDE_DEPTH = 8
MAX_INCLUDES = 64


def read_source(path: Path, report: Report) -> Source | None:
    """The text of a file in the Windows code page that such files are written in.

    None, with a finding, when it cannot be read.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            report.error("Z106", None, f"{path} is larger than {MAX_BYTES:,} bytes")
            return None
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        report.error("Z101", None, f"{path} cannot be read: {reason}")
        return None
    return Source(str(path), decode(data))


def decode(data: bytes) -> str:
    """Text from cp1252, the five bytes it leaves open read as Latin-1; a UTF-8 mark is honoured."""
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:].decode("utf-8", "replace")
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in data)


def find_inside(folder: Path, name: str) -> Path | None:
    """The file that a Windows path names below `folder`, upper and lower case being alike.

    None when there is none. Raises ValueError when the path, or a symbolic link on it, leaves
    the folder.
    """
    windows = PureWindowsPath(name)
    if windows.is_absolute() or windows.drive or windows.root or ".." in windows.parts:
        raise ValueError(name)
    if "\0" in name:
        return None
    here = folder
    for part in windows.parts:
        exact = here / part
        if not exact.exists():
            try:
                matches = (entry for entry in here.iterdir() if entry.name.lower() == part.lower())
                exact = next(matches)
            except (OSError, StopIteration):
                return None
        here = exact
    if not here.resolve().is_relative_to(folder.resolve()):
        raise ValueError(name)
    return here if here.is_file() else None


def read_with_includes(path: Path, report: Report) -> tuple[Node, ...]:
    """The forms of a rule file, each `(include "file")` replaced by the forms of that file."""
    source = read_source(path, report)
    if source is None:
        return ()
    return _Includer(path.parent, report).splice(read(source, report), (path.resolve(),))


class _Includer:
    def __init__(self, folder: Path, report: Report) -> None:
        self._folder = folder
        self._report = report
        self._left = MAX_INCLUDES

    def splice(self, nodes: tuple[Node, ...], chain: tuple[Path, ...]) -> tuple[Node, ...]:
        if not any(isinstance(node, Form) and _mentions_include(node) for node in nodes):
            return nodes
        result: list[Node] = []
        for node in nodes:
            if not isinstance(node, Form):
                result.append(node)
            elif node.head == "include":
                result.extend(self._included(node, chain))
            else:
                result.append(make_form(self.splice(node.items, chain), node.span))
        return tuple(result)

    def _included(self, form: Form, chain: tuple[Path, ...]) -> tuple[Node, ...]:
        report = self._report
        if len(form.args) != 1 or not isinstance(form.args[0], Text):
            report.error("Z107", form, "`include` takes one file name in quotes")
            return ()
        name = form.args[0]
        try:
            path = find_inside(self._folder, name.text)
        except ValueError:
            report.error("Z108", name, "a file may only include files in its own folder")
            return ()
        if path is None:
            report.error("Z109", name, f"there is no file `{name.text}` beside this one")
            return ()
        if path.resolve() in chain:
            report.error("Z110", name, f"`{name.text}` includes itself")
            return ()
        if len(chain) > MAX_INCLUDE_DEPTH or self._left == 0:
            report.error(
                "Z110",
                name,
                f"more than {MAX_INCLUDES} files, or {MAX_INCLUDE_DEPTH} inside each other, "
                "are included",
            )
            return ()
        self._left -= 1
        source = read_source(path, report)
        if source is None:
            return ()
        return self.splice(read(source, report), (*chain, path.resolve()))


def _mentions_include(form: Form) -> bool:
    return form.head == "include" or any(
        isinstance(item, Form) and _mentions_include(item) for item in form.items
    )
