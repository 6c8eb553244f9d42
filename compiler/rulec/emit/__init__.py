"""Writing a game for other programs: one module or package a target."""
