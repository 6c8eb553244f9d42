"""The whole comparison: tasks to workers, notebooks together, witnesses made small.

    report = crosscheck("rules:rollerball.rules", "jocly:rollerball-chess")
    report.verdict

Engines may be given themselves, or as specs; only specs can be sent to other processes, by `jobs`
or by any `concurrent.futures.Executor` (a Dask client's `get_executor()` is one).
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from enum import StrEnum

from rulec.crosscheck.causes import attacker
from rulec.crosscheck.compare import FailedError, Pair
from rulec.crosscheck.coverage import Item, items
from rulec.crosscheck.notebook import Group, Notebook
from rulec.crosscheck.plan import Plan, tasks
from rulec.crosscheck.shrink import Shrinker, Witness
from rulec.crosscheck.tasks import Limits, Task, perform, perform_by_name, teller
from rulec.engines.protocol import Engine, EngineError
from rulec.engines.spec import DEFAULT_TIMEOUT, open_engine
from rulec.model.game import Game

Progress = Callable[[Notebook, str], None]
"""Told what has been found so far and what comes next."""

_MOST_WITNESSES = 50


class Verdict(StrEnum):
    """How a comparison came out."""

    EQUAL = "equal"
    DIFFERENT = "different"
    FAILED = "could not compare"


@dataclass(frozen=True, slots=True)
class Finding:
    """A cause of differences and its smallest witness."""

    group: Group
    witness: Witness


@dataclass
class Report:
    """Everything that a comparison has to say."""

    engines: tuple[str, str]
    plan: Plan
    notebook: Notebook
    findings: list[Finding] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    """What the rules can do, by the engine that can tell; `notebook.coverage` has the counts."""
    game: Game | None = None
    """The game by the engine that can tell, for drawing its board."""
    failure: FailedError | None = None
    seconds: float = 0.0
    endings_compared: bool = True
    settable: bool = True

    @property
    def verdict(self) -> Verdict:
        """Equal, different, or not to be compared."""
        if self.notebook.groups:
            return Verdict.DIFFERENT
        if self.failure is not None or not self.notebook.positions:
            return Verdict.FAILED
        return Verdict.EQUAL


def crosscheck(
    first: Engine | str,
    second: Engine | str,
    plan: Plan | None = None,
    *,
    executor: Executor | None = None,
    jobs: int = 1,
    timeout: float = DEFAULT_TIMEOUT,
    progress: Progress | None = None,
) -> Report:
    """Compare two engines. Raises RulecError for a spec that names no usable engine."""
    plan = plan or Plan()
    started = time.perf_counter()
    opened = [
        open_engine(one, timeout=timeout) if isinstance(one, str) else one
        for one in (first, second)
    ]
    report = Report((opened[0].name, opened[1].name), plan, Notebook())
    try:
        pair = Pair(*opened)
    except EngineError as error:
        for one in opened:
            one.close()
        report.failure = FailedError(str(error).partition(":")[0], None, str(error))
        return report
    report.endings_compared, report.settable = pair.endings, pair.settable
    try:
        try:
            work = _tell(tasks(pair, plan), report.notebook, progress)
            if executor is None and jobs <= 1:
                _alone(pair, work, plan, report.notebook)
            else:
                if not isinstance(first, str) or not isinstance(second, str):
                    raise TypeError("engines must be given as specs to be sent to other processes")
                ask = (first, second, timeout)
                _spread(executor, jobs, ask, work, plan, report.notebook)
        except FailedError as failure:
            report.failure = failure
        engine = teller(pair)
        if engine is not None:
            report.items = items(engine)
            report.game = engine.rules.game
        report.findings = list(_findings(pair, report, progress))
    finally:
        pair.close()
    report.seconds = time.perf_counter() - started
    return report


def _tell(work: Iterable[Task], notebook: Notebook, progress: Progress | None) -> Iterator[Task]:
    for task in work:
        if progress is not None:
            progress(notebook, task.name)
        yield task


def _limits(plan: Plan, started: float, notebook: Notebook) -> Limits | None:
    """What the next task may use; None when nothing is left."""
    left = None if plan.positions is None else plan.positions - notebook.positions
    deadline = None if plan.seconds is None else started + plan.seconds
    over = deadline is not None and time.time() >= deadline
    if over or (left is not None and left <= 0) or (plan.first and notebook.groups):
        return None
    return Limits(deadline, left, plan.first)


def _alone(pair: Pair, work: Iterable[Task], plan: Plan, notebook: Notebook) -> None:
    started = time.time()
    for task in work:
        limits = _limits(plan, started, notebook)
        if limits is None:
            notebook.spent = True
            return
        notebook.add(perform(pair, task, limits))


def _spread(
    executor: Executor | None,
    jobs: int,
    ask: tuple[str, str, float],
    work: Iterable[Task],
    plan: Plan,
    notebook: Notebook,
) -> None:
    """Tasks to an executor, a few more than it has workers, and their notebooks back."""
    own = executor is None
    pool = executor or ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    started = time.time()
    waiting: set[Future[Notebook]] = set()
    source = iter(work)
    try:
        while True:
            limits = _limits(plan, started, notebook)
            if limits is None:
                notebook.spent = True
                break
            while len(waiting) < 2 * max(jobs, 1) and (task := next(source, None)) is not None:
                waiting.add(pool.submit(perform_by_name, *ask, task, limits))
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                notebook.add(future.result())
    finally:
        for future in waiting:
            future.cancel()
        if own:
            pool.shutdown(cancel_futures=True)


def _findings(pair: Pair, report: Report, progress: Progress | None) -> Iterator[Finding]:
    """The causes, most frequent first, each with its witness; without one if engines fail."""
    shrinker = Shrinker(pair)
    _trace_checks(pair, report.notebook)
    groups = sorted(
        report.notebook.groups.values(), key=lambda one: (-one.count, one.cause.sort_key)
    )
    for number, group in enumerate(groups):
        if progress is not None:
            progress(report.notebook, f"smallest witness {number + 1} of {len(groups)}")
        yield Finding(group, shrinker.shrink(group, tries=number < _MOST_WITNESSES))


def _trace_checks(pair: Pair, notebook: Notebook) -> None:
    """Count a group with another one where all its examples are checks of the other's piece."""
    for group in list(notebook.groups.values()):
        examples = [(group.example, group.instance), *group.others]
        try:
            found = [attacker(pair, example.place, one) for example, one in examples]
        except EngineError:
            return
        causes = {None if one is None else one.cause for one in found}
        cause = causes.pop() if len(causes) == 1 else None
        if cause is not None and cause in notebook.groups:
            notebook.groups[cause].count += group.count
            del notebook.groups[group.cause]
