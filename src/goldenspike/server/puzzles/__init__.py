"""Puzzles and first tickets: data of the package, for everybody."""
