"""How much time a comparison spends outside the two engines.

    python bench/crosscheck_overhead.py rules:rollerball.rules#Jocly jocly:rollerball-chess

The engines are asked one after the other here, so that their times add up. Wall-clock times: run it
on a machine that does nothing else.
"""

import sys
import time

from rulec.crosscheck.compare import Pair
from rulec.crosscheck.notebook import Notebook
from rulec.crosscheck.search import Budget, Walk, descend
from rulec.engines.protocol import Place
from rulec.engines.spec import open_engine

DEPTH = 12
POSITIONS = 20_000


def main() -> None:
    """Descend from the start and print the shares."""
    first, second = (open_engine(spec) for spec in sys.argv[1:3])
    pair = Pair(first, second, together=False)
    pair.look([Place()])
    pair.clock.engines[:] = [0.0, 0.0]
    notebook = Notebook()
    started = time.perf_counter()
    Walk(pair, notebook, Budget(positions=POSITIONS)).run(
        lambda walk: descend(walk, [Place()], DEPTH)
    )
    seconds = time.perf_counter() - started
    pair.close()
    engines = sum(pair.clock.engines)
    print(f"{notebook.positions} positions, {notebook.positions / seconds:.0f} a second")
    print(f"engines: {pair.clock.engines[0]:.2f} s and {pair.clock.engines[1]:.2f} s")
    print(f"ours: {seconds - engines:.2f} s, {100 * (seconds - engines) / engines:.1f} % of theirs")


if __name__ == "__main__":
    main()
