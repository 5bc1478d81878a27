"""Standings as files: HTML and CSV."""
