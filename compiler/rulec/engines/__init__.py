"""Implementations of a game that can be asked for moves and results."""
