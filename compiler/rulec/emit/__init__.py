"""Writing a game for other programs: one module a target, model and tables to files."""
