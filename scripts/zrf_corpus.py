"""Measure how well public Zillions rule files and recorded games are read, resolved and replayed.

    python scripts/zrf_corpus.py FOLDER [--imports | --all-imports [WORD]]

With `--imports` it imports every game with a checkmate instead, and plays it beside what was
imported; with `--all-imports` the others too; with a WORD only those of files that have it in their
path. FOLDER holds checkouts of the repositories below, in folders of any name. None of their files
is part of this project; this script names repositories and paths only.
"""

from __future__ import annotations

import hashlib
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulec.importing.run import import_game
from rulec.syntax.diagnostics import Diagnostic, RulecError, Severity
from rulec.zrf.api import check, load_game, replay, variants
from rulec.zrf.files import decode
from rulec.zrf.interpreter import Interpreter
from rulec.zrf.model import Checkmated
from rulec.zrf.position import Position

REPOSITORIES = ("DagazProject/ZRF", "samboy/ChessVariantResearch", "ludamad/zrflib")

NOT_FOR_ZILLIONS = {
    "zrflib/Bs.zrf": "a shortened copy of another file that lost a parenthesis",
    "zrflib/Bbs.zrf": "the same, shortened further",
}
"""Rule files that Zillions could not load either, and why."""

OTHER_RULES = {
    "Select.zrf": ("Schoolbook-a.zrf", None),
    "TurtleShell.zrf": ("TurtleShell.zrf", "Turtle Shell Chess"),
}
"""Rule files named in records that have since got another name, or their variant has."""

MEASURES = ("--records", "--imports", "--all-imports")

IMPORT_POSITIONS = 100
"""How many positions an imported game is compared in."""

ENGINE = "Z271"
"""The finding about a game whose moves a program beside it makes."""


@dataclass(slots=True)
class Report:
    """What was found: numbers, and a line for everything that did not go well."""

    files: int = 0
    resolved: int = 0
    games: int = 0
    replayed: int = 0
    engines: int = 0
    ended: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    imports: Counter[str] = field(default_factory=Counter)
    imported: Counter[str] = field(default_factory=Counter)
    files_with: dict[str, set[Path]] = field(default_factory=dict)
    files_imported: dict[str, set[Path]] = field(default_factory=dict)
    not_imported: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)


def rule_files(folder: Path) -> Iterator[Path]:
    """All rule files below a folder."""
    yield from sorted(folder.rglob("*.zrf"))


def records(folder: Path) -> Iterator[Path]:
    """All saved games below a folder, each content once."""
    seen: set[str] = set()
    for path in sorted(folder.rglob("*.zsg")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if digest not in seen:
            seen.add(digest)
            yield path


def rules_of(record: Path, folder: Path) -> tuple[Path, str | None] | None:
    """The rule file that a record was played with, and its variant if the record's is outdated."""
    text = decode(record.read_bytes())
    named = text.split("RulesFile=", 1)[1].split("\n", 1)[0].strip().replace("\\", "/")
    name, variant = OTHER_RULES.get(Path(named).name, (Path(named).name, None))
    for parent in record.parents:
        for path in sorted(parent.glob("*.[zZ][rR][fF]")):
            if path.name.lower() == name.lower():
                return path, variant
        if parent == folder:
            return None
    return None


def measure_files(folder: Path, report: Report) -> None:
    """Check every rule file."""
    for path in rule_files(folder):
        name = "/".join(path.parts[-2:])
        report.files += 1
        errors = [finding for finding in check(path) if finding.severity is Severity.ERROR]
        if not errors:
            report.resolved += 1
        elif name in NOT_FOR_ZILLIONS:
            report.lines.append(f"{name}: not written for Zillions ({NOT_FOR_ZILLIONS[name]})")
        else:
            report.unexplained.append(f"{name}: {errors[0].code} {errors[0].message}")


def measure_records(folder: Path, report: Report) -> None:
    """Replay every recorded game."""
    for record in records(folder):
        report.games += 1
        found = rules_of(record, folder)
        if found is None:
            report.unexplained.append(f"{record.name}: its rule file is not there")
            continue
        try:
            rules, played = replay(found[0], record, found[1])
        except RulecError as error:
            if error.diagnostics[0].code == ENGINE:
                report.engines += 1
                report.lines.append(f"{record.name}: {error.diagnostics[0].message}")
            else:
                report.unexplained.append(f"{record.name}: {error.diagnostics[0].message}")
            continue
        report.moves.update({str(likeness): count for likeness, count in played.found.items()})
        if played.failure is not None:
            report.unexplained.append(f"{record.name}: {played.failure.message}")
            continue
        report.replayed += 1
        report.ended += rules.result(played.position) is not None
        beyond = positions_after_an_end(rules, played.position)
        if beyond:
            report.lines.append(f"{record.name}: goes on after the rules see an end ({beyond}×)")


def measure_imports(
    folder: Path, report: Report, word: str = "", *, mates_only: bool = True
) -> None:
    """Import every game with a checkmate, or every game, all variants included.

    Games whose moves a program makes are left alone. Each of the others is then played beside the
    game it was read from, which must agree.
    """
    for path in rule_files(folder):
        if word not in str(path.relative_to(folder)):
            continue
        try:
            titles = variants(path)
        except RulecError:
            continue
        for title in titles:
            measure_import(path, title, report, mates_only=mates_only)


def measure_import(path: Path, title: str, report: Report, *, mates_only: bool) -> None:
    """Import one game; what stops it is counted."""
    try:
        game = load_game(path, title)
    except RulecError:
        return
    mates = any(isinstance(goal.test, Checkmated) for goal in game.goals)
    if game.engine or (mates_only and not mates):
        return
    kind = "with a checkmate" if mates else "without a checkmate"
    name = f"{'/'.join(path.parts[-2:])} # {title}"
    report.imports[kind] += 1
    report.files_with.setdefault(kind, set()).add(path)
    try:
        import_game(path, title, positions=IMPORT_POSITIONS)
    except RulecError as error:
        causes = dict.fromkeys(cause(one) for one in error.diagnostics)
        report.not_imported.update(causes.keys())
        print(f"  {name}: {'; '.join(causes)}", flush=True)
        return
    report.imported[kind] += 1
    report.files_imported.setdefault(kind, set()).add(path)
    print(f"  {name}: imported", flush=True)


def cause(found: Diagnostic) -> str:
    """Why a game cannot be imported, without what is particular to it."""
    return re.sub(r":.*", "", found.message) if found.code in ("E634", "E635") else found.message


def print_imports(report: Report) -> None:
    """The share of games that are imported, and why the rest are not."""
    for kind, games in sorted(report.imports.items()):
        files = len(report.files_with[kind])
        done = len(report.files_imported.get(kind, ()))
        print(f"{report.imported[kind]} of {games} games {kind} imported")
        print(f"  from {done} of the {files} files that have such games")
    for reason, count in report.not_imported.most_common():
        print(f"  {count:6} not: {reason}")


def positions_after_an_end(rules: Interpreter, last: Position) -> int:
    """How many positions before the last one are an end of the game by the rules."""
    count = 0
    now = last.earlier
    while now is not None:
        count += rules.result(now) is not None
        now = now.earlier
    return count


def main() -> int:
    """Print the numbers; 1 if anything is left unexplained."""
    measure = sys.argv[2] if len(sys.argv) > 2 else "--records"
    if len(sys.argv) not in (2, 3, 4) or measure not in MEASURES:
        print(__doc__)
        return 2
    folder = Path(sys.argv[1])
    report = Report()
    begun = time.process_time()
    if measure != "--records":
        measure_imports(folder, report, *sys.argv[3:], mates_only=measure == "--imports")
        print_imports(report)
    else:
        print_records(folder, report)
    for line in report.lines:
        print(f"  {line}")
    for line in report.unexplained:
        print(f"  NOT EXPLAINED: {line}")
    print(f"{time.process_time() - begun:.0f} seconds of processor time")
    return 1 if report.unexplained else 0


def print_records(folder: Path, report: Report) -> None:
    """How well the files are read and the records replayed."""
    measure_files(folder, report)
    print(f"{report.resolved} of {report.files} rule files without an error")
    measure_records(folder, report)
    print(f"{report.replayed} of {report.games} recorded games replayed to the end")
    print(f"{report.ended} of them end where the rules see an end of the game")
    for likeness, count in report.moves.most_common():
        print(f"  {count:6} moves: {likeness}")


if __name__ == "__main__":
    raise SystemExit(main())
