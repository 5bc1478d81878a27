"""How our bots think: plain functions on a view, which Numba also compiles (see `compiled`).

Every function takes the seat's view `v` (a state with zeros for all that is hidden) and the board's
tables `b`, in either of the two shapes the rules themselves work on.
"""
