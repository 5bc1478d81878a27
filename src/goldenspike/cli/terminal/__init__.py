"""Playing in the terminal: a screen, a prompt, and the table behind them."""
