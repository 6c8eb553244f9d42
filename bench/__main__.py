"""`python -m bench`: this project beside the real Jocly, from one run on one machine.

Prints CPU seconds (user and system, of the whole process) and ratios, each the best of several
measurements. Needs Node and the `jocly` package (RULEC_NODE, RULEC_JOCLY); POSIX only.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bench.measure import Game, Measurement, cold_starts, perft_speeds

_ROOT = Path(__file__).parents[1]
_ROLLERBALL = Game("rollerball", _ROOT / "rollerball.rules", "rollerball-chess")
_XIANGQI = Game("xiangqi", _ROOT / "games" / "xiangqi.rules", "xiangqi")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--depth", type=int, default=5, help="depth of Rollerball's perft (5)")
    parser.add_argument("--xiangqi-depth", type=int, default=3, help="of xiangqi's perft (3)")
    parser.add_argument("--repeat", type=int, default=5, help="measurements of each kind (5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--check", action="store_true", help="exit 1 unless every ratio reaches its aim"
    )
    arguments = parser.parse_args()
    rows = [
        perft_speeds(_ROLLERBALL, arguments.depth, arguments.repeat, aim=3.0),
        perft_speeds(_XIANGQI, arguments.xiangqi_depth, arguments.repeat, aim=5.0),
        *cold_starts(_ROLLERBALL, arguments.repeat),
    ]
    if arguments.json:
        print(json.dumps({"rows": [row.as_json() for row in rows]}))
    else:
        _print(rows)
    missed = [row for row in rows if row.aim and row.ratio < row.aim]
    return 1 if arguments.check and missed else 0


def _print(rows: list[Measurement]) -> None:
    print(f"{'':34}{'rulec':>12}{'Jocly':>12}{'ratio':>8}{'aim':>7}")
    for row in rows:
        ours, theirs = row.texts()
        aim = f"{row.aim:.1f}" if row.aim else "-"
        print(f"{row.name:34}{ours:>12}{theirs:>12}{row.ratio:>8.2f}{aim:>7}")


if __name__ == "__main__":
    sys.exit(main())
