"""Engines by their written names, such as `rules:FILE#Variant` or `jocly:GAME`."""

from __future__ import annotations

import importlib
import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from rulec.engines.protocol import Engine, EngineError
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity, did_you_mean

DEFAULT_TIMEOUT = 30.0
"""Seconds that an engine outside this process may take for one answer."""

_FORMS = {
    "rules": "rules:FILE[#VARIANT]",
    "zrf": "zrf:FILE[#VARIANT]",
    "jocly": "jocly:GAME or jocly:FOLDER",
    "chess": "chess:[VARIANT]",
    "fairy": "fairy:VARIANT[@VARIANTS.INI]",
    "uci": "uci:COMMAND",
    "exec": "exec:COMMAND",
}


def open_engine(spec: str, *, timeout: float = DEFAULT_TIMEOUT) -> Engine:
    """The engine of a spec, not yet started; raises RulecError."""
    kind, colon, rest = spec.partition(":")
    if not colon or kind not in _FORMS:
        near = did_you_mean(kind, _FORMS)
        hint = near or f"an engine is written {', '.join(_FORMS.values())}"
        raise failure("E701", f"there is no engine {spec!r}", hint)
    try:
        return _OPENERS[kind](spec, rest, timeout)
    except EngineError as error:
        raise failure("E703", str(error)) from error


def failure(code: str, message: str, hint: str | None = None) -> RulecError:
    """A finding without a place in a source."""
    return RulecError([Diagnostic(code, Severity.ERROR, message, hint=hint)])


def _form(spec: str) -> str:
    return f"write {_FORMS[spec.partition(':')[0]]}"


def _file_and_variant(spec: str, rest: str) -> tuple[Path, str | None]:
    name, _, variant = rest.partition("#")
    path = Path(name)
    if not name or not path.is_file():
        raise failure("E702", f"{spec}: there is no file {name!r}", _form(spec))
    return path, variant or None


def _rules(spec: str, rest: str, timeout: float) -> Engine:
    from rulec.engines.rules_engine import RulesEngine

    path, variant = _file_and_variant(spec, rest)
    return RulesEngine.load(path, variant, spec)


def _jocly(spec: str, rest: str, timeout: float) -> Engine:
    from rulec.engines.jocly_engine import JoclyEngine

    if not rest:
        raise failure("E702", f"{spec}: a game is missing", _form(spec))
    if Path(rest).is_dir():
        return JoclyEngine.of_folder(Path(rest), spec, timeout=timeout)
    return JoclyEngine(rest, spec, timeout=timeout)


def _optional(module: str, package: str, spec: str) -> None:
    """Make sure that an optional package is there."""
    try:
        importlib.import_module(module)
    except ImportError:
        raise failure(
            "E703", f"{spec} needs the package {package}", f"run `pip install {package}`"
        ) from None


def _command(spec: str, rest: str) -> Sequence[str]:
    try:
        command = shlex.split(rest)
    except ValueError as error:
        raise failure("E702", f"{spec}: {str(error).lower()} in the command") from None
    if not command:
        raise failure("E702", f"{spec}: a command is missing", _form(spec))
    return command


def _zrf(spec: str, rest: str, timeout: float) -> Engine:
    from rulec.engines.zrf_engine import ZrfEngine

    path, variant = _file_and_variant(spec, rest)
    return ZrfEngine.load(path, variant, spec)


def _chess(spec: str, rest: str, timeout: float) -> Engine:
    _optional("chess", "chess", spec)
    from rulec.engines.chess_engine import ChessEngine

    return ChessEngine(rest, spec)


def _fairy(spec: str, rest: str, timeout: float) -> Engine:
    variant, at, name = rest.partition("@")
    ini = Path(name) if at else None
    if not variant or (ini is not None and not ini.is_file()):
        what = f"there is no file {name!r}" if variant else "a variant is missing"
        raise failure("E702", f"{spec}: {what}", _form(spec))
    binary = os.environ.get("RULEC_FAIRY")
    if binary:
        from rulec.engines.uci_engine import UciEngine

        options = {"VariantPath": str(ini)} if ini is not None else {}
        options["UCI_Variant"] = variant
        return UciEngine([binary], spec, timeout=timeout, options=options)
    _optional("pyffish", "pyffish", spec)
    from rulec.engines.fairy_engine import FairyEngine

    return FairyEngine(variant, spec, ini=ini)


def _uci(spec: str, rest: str, timeout: float) -> Engine:
    from rulec.engines.uci_engine import UciEngine

    return UciEngine(_command(spec, rest), spec, timeout=timeout)


def _exec(spec: str, rest: str, timeout: float) -> Engine:
    from rulec.engines.exec_engine import ExecEngine

    return ExecEngine(_command(spec, rest), spec, timeout=timeout)


_OPENERS: dict[str, Callable[[str, str, float], Engine]] = {
    "rules": _rules,
    "zrf": _zrf,
    "jocly": _jocly,
    "chess": _chess,
    "fairy": _fairy,
    "uci": _uci,
    "exec": _exec,
}
