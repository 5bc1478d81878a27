"""Playing in the terminal: screen, prompt, menu, and the loop of the game."""
