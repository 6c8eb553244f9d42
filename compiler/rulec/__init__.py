"""rulec: a compiler for chess-variant rules."""

__version__ = "0.1.0"
