"""What the rules mean: the game, its board, and the ray tables lowered from them."""
