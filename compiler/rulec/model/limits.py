"""How large a game may be. Rule files come from strangers: every size has a bound."""

MOST_FILES = 26
MOST_RANKS = 32
MOST_SQUARES = 400
MOST_LEVELS = 16
MOST_GLUED = 64
MOST_LINKS = 256
MOST_TRACKS = 16
MOST_ROUTES = 128
MOST_ROUTE_SQUARES = 20_000
"""Squares on all routes of a board."""
MOST_ZONES = 128
MOST_GATES = 16
MOST_PIECE_TYPES = 52
MOST_MOVEMENTS = 64
"""Movement entries of one piece type."""
MOST_LEGS = 8
"""Legs of one path."""
MOST_GOALS = 64
MOST_VARIANTS = 64
MOST_PASSED = 1_000_000
"""Squares that the lines of a game pass, over all players, piece types and squares."""
LONGEST_LEAP = 31
MOST_SCREENS = 8
"""Pieces that one move may jump."""
MOST_REPETITIONS = 100
MOST_QUIET_PLIES = 10_000
MOST_CHECKS = 100
MOST_SETUP_TURNS = 16
MOST_ARRANGEMENTS = 8192
"""Ways to place the pieces of one turn before play, before its conditions."""
