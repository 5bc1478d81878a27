"""Text for everything: cards, actions, positions, game records."""
