"""The rules compiled by Numba: how they are compiled, cached on disk, and called."""
