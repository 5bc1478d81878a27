"""Boards: data read from TOML files, and checked before anything uses it."""
