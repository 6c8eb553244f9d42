"""Comparing two implementations of a game: search, causes, smallest witnesses, reports."""
