"""How long it takes to make the ray tables of a game, and how large they are.

    python bench/lowering.py games/bigorra-chess.rules

Prints CPU seconds from the model to the tables, the best of three, with nothing kept from before.
"""

import sys
import time

from rulec.model.load import load
from rulec.model.lower import lower

REPEAT = 3


def main() -> None:
    """Print a line for each rule file named."""
    for path in sys.argv[1:]:
        game = load(path)
        best = float("inf")
        for _ in range(REPEAT):
            started = time.process_time()
            tables = lower(game)
            best = min(best, time.process_time() - started)
        size = f"{tables.line_count} lines, {tables.stop_count} stops"
        print(f"{path}: {len(game.board.squares)} squares, {len(game.pieces)} pieces, {size}")
        print(f"lowered in {best:.2f} s")


if __name__ == "__main__":
    main()
