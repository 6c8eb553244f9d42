import hashlib
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from rulec.emit.jocly import emit, install
from rulec.emit.jocly.install import InstallError
from rulec.engines.jocly import JoclyGame, find_node
from rulec.play.position import Rules
from tests.emit.jocly.conftest import emitted

pytestmark = pytest.mark.node

FILES = emitted("rollerball.rules")


def contents(package: Path) -> dict[str, str]:
    return {
        str(path.relative_to(package)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in package.rglob("*")
        if path.is_file() and not any(part.is_symlink() for part in path.parents)
    }


def test_install_adds_and_uninstall_restores(package_copy: Path) -> None:
    before = contents(package_copy)
    folders = install.install(FILES, package_copy)
    after = contents(package_copy)
    changed = {path for path in before if before[path] != after[path]}
    assert changed == {"dist/node/jocly-allgames.js", "dist/browser/jocly-allgames.js"}
    added = {package_copy / path for path in after.keys() - before.keys()}
    assert {path.parent for path in added} == set(folders)
    for side in ("node", "browser"):
        lines = (package_copy / f"dist/{side}/jocly-allgames.js").read_text().splitlines()
        assert lines[-1].startswith(';exports.games["rollerball"]={')
        assert lines[-1].endswith("/* rulec: rollerball */")
    assert install.uninstall("rollerball", package_copy) == folders
    assert contents(package_copy) == before


def test_installing_again_replaces(package_copy: Path) -> None:
    install.install(FILES, package_copy)
    once = contents(package_copy)
    (package_copy / "dist/browser/games/rulec-rollerball/stale.html").write_text("old")
    install.install(FILES, package_copy)
    assert contents(package_copy) == once


def test_games_do_not_disturb_each_other(package_copy: Path) -> None:
    before = contents(package_copy)
    install.install(FILES, package_copy)
    install.install(emitted("games/plain-chess.rules"), package_copy)
    install.install(emitted("rollerball.rules", "Jocly"), package_copy)
    for name in ("rollerball", "rollerball-jocly", "plain-chess", "rollerball-chess"):
        with JoclyGame(name, package_copy) as game:
            game.start()
            assert game.perft(2).nodes == (400 if name == "plain-chess" else 49)
    for name in ("rollerball", "plain-chess", "rollerball-jocly"):
        install.uninstall(name, package_copy)
    assert contents(package_copy) == before


def test_an_installed_game_through_the_public_interface(package_copy: Path) -> None:
    install.install(FILES, package_copy)
    script = f"""
        const jocly = require({json.dumps(str(package_copy))});
        (async () => {{
            const listed = (await jocly.listGames())["rollerball"];
            const match = await jocly.createMatch("rollerball");
            const config = await match.getConfig();
            const level = {{ai: "uct", maxNodes: 200, c: 0.6}};
            const search = await match.machineSearch({{level}});
            const moves = await match.getPossibleMoves();
            const legal = moves.some(move => move.f === search.move.f && move.t === search.move.t);
            await match.applyMove(moves[0]);
            const saved = await match.save();
            await match.rollback(0);
            await match.load(saved);
            console.log(JSON.stringify({{
                title: listed.title, rules: config.model.rules.en, legal,
                fen: await match.getBoardState(), turn: await match.getTurn()
            }}));
        }})();
    """
    ran = subprocess.run(
        [find_node(), "-e", script], capture_output=True, text=True, timeout=60, check=True
    )
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found["title"] == "Rollerball"
    assert found["rules"] == "rollerball-rules.html"
    assert found["legal"] is True
    assert found["turn"] == -1
    assert found["fen"].split()[1] == "b"


def test_names_of_jocly_are_refused(
    package_copy: Path, write_rules: Callable[[str], Rules]
) -> None:
    rules = write_rules(
        """
        game "Classic Chess" { players White, Black }
        board { grid 3 x 4  symmetry rotation }
        piece King "K" royal { step any }
        setup { White King a1 }
        goal { win checkmate draw stalemate }
        """
    )
    before = contents(package_copy)
    with pytest.raises(InstallError, match="classic-chess is one of Jocly's own games"):
        install.install(emit(rules.game, rules.tables), package_copy)
    assert contents(package_copy) == before


def test_other_folders_are_refused(package_copy: Path, tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="is no jocly package"):
        install.install(FILES, tmp_path / "empty")
    modules = tmp_path / "app" / "node_modules"
    modules.mkdir(parents=True)
    package_copy.rename(modules / "jocly")
    with pytest.raises(InstallError, match="did you mean"):
        install.install(FILES, tmp_path / "app")
    (modules / "jocly/dist/node/jocly-allgames.js").unlink()
    with pytest.raises(InstallError, match="is not built"):
        install.install(FILES, modules / "jocly")


def test_other_files_are_refused(package_copy: Path) -> None:
    with pytest.raises(InstallError, match="not those of one emitted Jocly game"):
        install.install({"readme.txt": b""}, package_copy)


def test_only_installed_games_are_taken_out(package_copy: Path) -> None:
    for name in ("rollerball", "rollerball-chess", "../chessbase", ""):
        with pytest.raises(InstallError, match="no game"):
            install.uninstall(name, package_copy)


def test_a_package_without_the_scripts_is_refused(package_copy: Path) -> None:
    for config in package_copy.glob("dist/*/games/chessbase/*-config.js"):
        config.unlink()
    with pytest.raises(InstallError, match="no chess game made of"):
        install.install(FILES, package_copy)


@pytest.mark.parametrize("failing", range(1, 7))
def test_a_failing_install_leaves_what_was(
    package_copy: Path, failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of its renames fails."""
    install.install(FILES, package_copy)
    before = contents(package_copy)
    other = {**FILES, "rollerball-description.html": b"new"}
    other["rollerball-config.json"] = other["rollerball-config.json"].replace(b"chase", b"hunt")
    counted = 0

    def flaky(original: Callable[[Path, Path], Path]) -> Callable[[Path, Path], Path]:
        def move(path: Path, target: Path) -> Path:
            nonlocal counted
            counted += 1
            if counted == failing:
                raise OSError(28, "No space left on device", str(path))
            return original(path, target)

        return move

    monkeypatch.setattr(Path, "replace", flaky(Path.replace))
    monkeypatch.setattr(Path, "rename", flaky(Path.rename))
    with pytest.raises(InstallError, match="No space left on device"):
        install.install(other, package_copy)
    assert contents(package_copy) == before
    assert not list(package_copy.rglob(".rulec-*"))
