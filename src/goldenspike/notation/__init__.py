"""Notation: cards, actions, positions and game records as text and JSON."""
