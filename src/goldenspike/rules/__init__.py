"""How the game is played: one flat state record and plain functions on it.

The functions in this package are ordinary Python that Numba also compiles. They take the state `s`
and the board record `b`, each in one of two representations: a structured NumPy row inside compiled
code, or an object of plain ints and lists (see `record_layout`).
"""
