"""A report and its witnesses as plain data: `--json`, `--save` and `--witness`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulec.crosscheck.causes import Cause
from rulec.crosscheck.compare import Difference
from rulec.crosscheck.run import Finding, Report
from rulec.crosscheck.shrink import Witness
from rulec.crosscheck.words import cause_words
from rulec.engines.protocol import Ending, Place
from rulec.engines.spec import failure

VERSION = 1
"""Raised whenever a field changes its meaning or goes away."""

_LARGEST_FILE = 10_000_000


def report_json(report: Report) -> dict[str, Any]:
    """The report: docs/crosscheck.md describes the fields."""
    notebook = report.notebook
    return {
        "crosscheck": VERSION,
        "engines": list(report.engines),
        "verdict": str(report.verdict),
        "positions": notebook.positions,
        "moves": notebook.moves,
        "different": notebook.different,
        "refused": notebook.refused,
        "budget_spent": notebook.spent,
        "endings_compared": report.endings_compared,
        "searches": dict(notebook.searches),
        "endings": dict(notebook.endings),
        "rules": [
            {"what": item.key, "rule": item.rule, "count": notebook.coverage[item.key]}
            for item in report.items
        ],
        "causes": [_finding(finding) for finding in report.findings],
        "failure": _failure(report),
        "seconds": round(report.seconds, 3),
        "engine_seconds": [round(seconds, 3) for seconds in notebook.seconds],
    }


def _failure(report: Report) -> dict[str, Any] | None:
    failed = report.failure
    if failed is None:
        return None
    place = None if failed.place is None else place_json(failed.place)
    return {"engine": failed.engine, "error": failed.error, "place": place}


def _finding(finding: Finding) -> dict[str, Any]:
    group = finding.group
    return {
        **_cause(group.cause),
        "count": group.count,
        "squares": {"-".join(pair): n for pair, n in sorted(group.squares.items()) if pair[0]},
        "witness": witness_json(finding.witness),
    }


def _cause(cause: Cause) -> dict[str, Any]:
    rule = cause.rule
    return {
        "kind": str(cause.kind),
        "what": cause_words(cause),
        "has": cause.has,
        "piece": cause.piece or None,
        "shape": cause.shape or None,
        "rule": None
        if rule is None
        else {"file": rule.file, "line": rule.line, "column": rule.column, "text": rule.text},
    }


def place_json(place: Place) -> dict[str, Any]:
    """A place: `start` is a FEN, or null for the game's start."""
    return {"start": place.start, "moves": list(place.moves)}


def _end(ending: Ending | None) -> dict[str, Any] | None:
    return None if ending is None else {"winner": str(ending.winner), "reason": ending.reason}


def difference_json(difference: Difference) -> dict[str, Any]:
    """What each engine says: `only` its moves, its `endings`, or its `refusals`."""
    if difference.refusals is not None:
        return {"refusals": list(difference.refusals)}
    if difference.endings is not None:
        return {"endings": [_end(one) for one in difference.endings]}
    return {"only": [sorted(moves) for moves in difference.only]}


def witness_json(witness: Witness) -> dict[str, Any]:
    """A witness: where it starts, its moves, what the engines said there."""
    ray = witness.instance.ray
    return {
        **place_json(witness.place),
        "fen": witness.fen,
        "ray": None if ray is None else list(ray.path),
        **difference_json(witness.difference),
    }


def saved_json(report: Report) -> dict[str, Any]:
    """The report's witnesses as a file to run again."""
    return {
        "witnesses": VERSION,
        "engines": list(report.engines),
        "cases": [
            {"what": cause_words(one.group.cause), **witness_json(one.witness)}
            for one in report.findings
        ],
    }


@dataclass(frozen=True, slots=True)
class Saved:
    """A file of witnesses: the engines that differed, and where."""

    engines: tuple[str, str]
    cases: tuple[tuple[str, Place], ...]
    """What each is about, and its place."""


def load_saved(path: Path) -> Saved:
    """The witnesses of a file; raises RulecError."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise ValueError("it is too large")
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["witnesses"] != VERSION:
            raise ValueError("it is of another version")
        first, second = (str(one) for one in data["engines"])
        return Saved((first, second), tuple(_cases(data)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        what = str(error) if isinstance(error, OSError | ValueError) else "a field is missing"
        hint = "`rulec crosscheck A B --save FILE` writes such files"
        raise failure("E705", f"{path} holds no witnesses: {what}", hint) from None


def _cases(data: dict[str, Any]) -> Iterator[tuple[str, Place]]:
    for case in data["cases"]:
        start, moves = case["start"], case["moves"]
        if not (start is None or isinstance(start, str)) or not isinstance(moves, list):
            raise ValueError("a case has no start and moves")
        yield str(case.get("what", "")), Place(start, tuple(str(move) for move in moves))
