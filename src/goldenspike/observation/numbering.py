"""The number of each block, for compiled code: its index in `blocks.BLOCKS` and in the offsets.

Blocks that change at the same time are consecutive, so that `envs.incremental_observation` can
update them together: those up to `first_shares` change with any decision, those from `held` to
`offer_points` with the own tickets; then come tracks, passengers, and what is derived from tracks
and tickets.
"""

NAMES = (
    "constants", "phase", "table", "turn", "hand", "market", "discards", "unseen", "seats", "known",
    "claim", "laid", "revealed", "claim_colour", "ticket_decks", "tokens", "stations_left",
    "stations", "shares", "first_shares", "claiming", "missing",
    "held", "offered", "returned", "offer_points", "own", "open", "theirs", "passengers", "waiting",
    "made", "reached", "cost", "offer_cost", "wanted", "component",
)  # fmt: skip

CONSTANTS, PHASE, TABLE, TURN, HAND, MARKET, DISCARDS, UNSEEN, SEATS, KNOWN = range(10)
CLAIM, LAID, REVEALED, CLAIM_COLOUR, TICKET_DECKS, TOKENS = range(10, 16)
STATIONS_LEFT, STATIONS, SHARES, FIRST_SHARES, CLAIMING, MISSING = range(16, 22)
HELD, OFFERED, RETURNED, OFFER_POINTS, OWN, OPEN, THEIRS, PASSENGERS, WAITING = range(22, 31)
MADE, REACHED, COST, OFFER_COST, WANTED, COMPONENT = range(31, 37)
END = 37
"""Index of the observation's total length in the offsets."""
