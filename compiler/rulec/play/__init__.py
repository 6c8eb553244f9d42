"""Playing a game from its ray tables: positions, legal moves, results, notation, perft."""
