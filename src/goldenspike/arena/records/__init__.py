"""Recorded games: gathered from workers, written to files, read again."""
