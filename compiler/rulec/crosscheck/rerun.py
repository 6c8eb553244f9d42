"""Saved witnesses, asked again: have the engines come to agree?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulec.crosscheck.compare import Difference, FailedError, Pair
from rulec.crosscheck.plain import Saved, difference_json, place_json
from rulec.crosscheck.run import Verdict
from rulec.crosscheck.words import LETTERS, difference_words
from rulec.engines.protocol import Place
from rulec.engines.spec import open_engine


@dataclass(frozen=True, slots=True)
class Case:
    """One witness and what came of it: a difference, agreement (None), or a failure."""

    what: str
    place: Place
    difference: Difference | None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Rerun:
    """All witnesses of a file on two engines."""

    engines: tuple[str, str]
    cases: tuple[Case, ...]

    @property
    def verdict(self) -> Verdict:
        """Equal if the engines agree everywhere."""
        if any(case.difference is not None for case in self.cases):
            return Verdict.DIFFERENT
        if any(case.failure is not None for case in self.cases):
            return Verdict.FAILED
        return Verdict.EQUAL

    def lines(self) -> Iterator[str]:
        """The outcome for people; not yet escaped."""
        for letter, name in zip(LETTERS, self.engines, strict=True):
            yield f"{letter}  {name}"
        yield str(self.verdict)
        for case in self.cases:
            if case.failure is not None:
                yield f"failed: {case.place}: {case.failure}"
            elif case.difference is None:
                yield f"agree: {case.place}"
            else:
                yield f"differ: {case.place}"
                for line in difference_words(case.difference):
                    yield f"   {line}"

    def as_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "engines": list(self.engines),
            "verdict": str(self.verdict),
            "cases": [
                {
                    "what": case.what,
                    **place_json(case.place),
                    "difference": None
                    if case.difference is None
                    else difference_json(case.difference),
                    "failure": case.failure,
                }
                for case in self.cases
            ],
        }


def rerun(specs: tuple[str, str], saved: Saved, *, timeout: float) -> Rerun:
    """Ask two engines about every saved witness. Raises RulecError for a bad spec."""
    pair = Pair(*(open_engine(spec, timeout=timeout) for spec in specs))
    try:
        return Rerun(specs, tuple(_case(pair, what, place) for what, place in saved.cases))
    finally:
        pair.close()


def _case(pair: Pair, what: str, place: Place) -> Case:
    try:
        sight = pair.look([place])[0]
    except FailedError as error:
        return Case(what, place, None, str(error))
    refused = next((words for words in sight.refusals if words is not None), None)
    difference = pair.difference(sight)
    return Case(what, place, difference, refused if difference is None else None)
