"""From a Zillions rule file to a rule file of rulec's own.

`ways` runs the move blocks from every square with the pieces left open, `shapes` says what the ways
are as movements, `goals` what ends the game, `writer` writes it down, and `run` has both games play
each other.
"""
