"""Where the grammars and templates are: beside the checkout, or inside the installed package."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def resource_dir(name: str) -> Path:
    """The folder `grammar` or `templates`.

    A checkout's own folder comes first, so that an editable install never reads stale copies.
    Raises FileNotFoundError when the installation is incomplete.
    """
    checkout = _PACKAGE.parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    if (_PACKAGE / name).is_dir():
        return _PACKAGE / name
    raise FileNotFoundError(f"rulec is installed without its folder {name}/")
