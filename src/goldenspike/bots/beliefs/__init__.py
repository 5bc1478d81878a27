"""Beliefs: predictions of what others hold, from what a seat knows (docs/data.md)."""
