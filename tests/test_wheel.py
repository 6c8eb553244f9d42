"""The wheel is whole: installed into an empty environment, it works without the checkout."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.games import ROLLERBALL, ROOT


def run(*command: str | Path, folder: Path) -> str:
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        command, cwd=folder, env=outside, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder]
    run(*map(str, build), str(ROOT), folder=folder)
    (found,) = folder.glob("rulec-*.whl")
    return found


@pytest.mark.slow
@pytest.mark.ci
def test_grammar_and_templates_are_inside(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in ("grammar", "templates"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file():
                assert f"rulec/{file.relative_to(ROOT)}" in names
    assert not any("tests/" in name or "__pycache__" in name for name in names)


@pytest.mark.slow
@pytest.mark.ci
def test_it_works_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """Installed into an environment of its own, with what it depends on."""
    place = tmp_path / "environment"
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, folder=tmp_path)
    rules = tmp_path / "game.rules"
    rules.write_bytes(ROLLERBALL.read_bytes())
    rulec = place / "bin" / "rulec"
    assert run(rulec, "check", "game.rules", folder=tmp_path) == "game.rules: no findings\n"
    report = json.loads(run(rulec, "perft", "game.rules", "3", "--json", folder=tmp_path))
    assert report["nodes"] == 476
    report = json.loads(run(rulec, "moves", "game.rules", "--json", folder=tmp_path))
    assert len(report["moves"]) == 7
    for target in ("zrf", "jocly"):
        run(rulec, "build", "game.rules", "-t", target, "-o", target, folder=tmp_path)
        assert any((tmp_path / target).iterdir())
