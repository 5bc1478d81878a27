"""Online tables: seats, live play over sockets, storage in SQLite or PostgreSQL.

A table is its options, its seed and its list of actions; the state is what they replay to.
Everything a client receives is built from a seat's `View`; nothing is stripped from a full state.
"""
