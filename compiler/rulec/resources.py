"""Where the grammars, the templates and the cache are."""

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def resource_dir(name: str) -> Path:
    """The folder `grammar` or `templates`, beside the checkout or in the installed package.

    A checkout's own folder comes first, so that an editable install never reads stale copies.
    Raises FileNotFoundError when the installation is incomplete.
    """
    checkout = _PACKAGE.parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    if (_PACKAGE / name).is_dir():
        return _PACKAGE / name
    raise FileNotFoundError(f"rulec is installed without its folder {name}/")


@cache
def cache_dir() -> Path | None:
    """The user's cache folder for rulec; None where it cannot be had.

    `XDG_CACHE_HOME` moves it; `RULEC_CACHE=off` does without.
    """
    if os.environ.get("RULEC_CACHE") == "off":
        return None
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "rulec"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None
