"""A build is on disk whole or not at all, and never in anybody else's folder."""

import json
from pathlib import Path

import pytest

from rulec.emit.output import MANIFEST, write_file, write_folder
from rulec.syntax.diagnostics import RulecError

BUILD: dict[str, str | None] = {"game": "A game", "variant": None, "target": "zrf"}
FILES = {"game.zrf": b"(game)", "images/board.bmp": b"BM"}


def contents(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def built(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in contents(folder).items() if name != MANIFEST}


def test_a_build_is_its_files_and_a_manifest(tmp_path: Path) -> None:
    write_folder(FILES, tmp_path / "deep" / "out", BUILD)
    assert built(tmp_path / "deep" / "out") == FILES
    manifest = json.loads((tmp_path / "deep" / "out" / MANIFEST).read_text())
    assert manifest["target"] == "zrf"
    assert list(manifest["files"]) == sorted(FILES)
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["out"]


def test_the_same_build_is_the_same_bytes(tmp_path: Path) -> None:
    write_folder(FILES, tmp_path / "one", BUILD)
    write_folder(dict(reversed(FILES.items())), tmp_path / "two", BUILD)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_second_build_replaces_the_first_whole(tmp_path: Path) -> None:
    write_folder(FILES, tmp_path / "out", BUILD)
    write_folder({"game.zrf": b"(game new)"}, tmp_path / "out", BUILD)
    assert built(tmp_path / "out") == {"game.zrf": b"(game new)"}


def test_a_failing_build_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    write_folder(FILES, out, BUILD)
    before = contents(out)
    rename = Path.rename

    def fail(self: Path, target: Path) -> Path:
        if target == out and self.name == "new":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(RulecError, match=r"E110: cannot write .*No space left"):
        write_folder({"game.zrf": b"(game new)"}, out, BUILD)
    assert contents(out) == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    ("present", "message"),
    [
        ({"letter.txt": b"dear"}, "holds files that are not a build of rulec"),
        ({MANIFEST: b"{}"}, "holds files that are not a build of rulec"),
        ({MANIFEST: b"not json"}, "holds files that are not a build of rulec"),
    ],
)
def test_a_foreign_folder_is_not_touched(
    tmp_path: Path, present: dict[str, bytes], message: str
) -> None:
    for name, data in present.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(RulecError, match=message):
        write_folder(FILES, tmp_path, BUILD)
    assert contents(tmp_path) == present


def test_a_foreign_file_in_a_build_stops_the_next(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_folder(FILES, out, BUILD)
    (out / "mine.txt").write_text("mine")
    with pytest.raises(RulecError, match=r"did not write: mine\.txt"):
        write_folder(FILES, out, BUILD)
    assert (out / "mine.txt").read_text() == "mine"


def test_another_build_is_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_folder(FILES, out, BUILD)
    with pytest.raises(RulecError, match="holds another build: A game for zrf"):
        write_folder(FILES, out, {**BUILD, "target": "jocly"})
    assert built(out) == FILES


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", ""])
def test_no_path_escapes(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="leads out"):
        write_folder({name: b""}, tmp_path / "out", BUILD)
    assert not (tmp_path / "out").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    write_file(b"old", path)
    write_file(b"new", path)
    assert path.read_bytes() == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["board.svg"]
    with pytest.raises(RulecError, match="E110"):
        write_file(b"x", path / "below")
