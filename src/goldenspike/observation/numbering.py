"""The number of each block, for compiled code: its place in `blocks.BLOCKS` and in the offsets.

Blocks that change together stand together: those up to `ticket_decks` with any decision, those from
`held` to `offer_points` with the own tickets, then the tracks, the passengers, and what is derived
from tracks and tickets. A batch of games writes only what has changed
(`envs.incremental_observation`).
"""

NAMES = (
    "constants", "phase", "table", "turn", "hand", "market", "discards", "unseen", "seats", "known",
    "claim", "laid", "revealed", "claim_colour", "ticket_decks", "claiming", "missing",
    "held", "offered", "returned", "offer_points", "own", "open", "theirs", "passengers", "waiting",
    "made", "cost", "offer_cost", "wanted", "component",
)  # fmt: skip

CONSTANTS, PHASE, TABLE, TURN, HAND, MARKET, DISCARDS, UNSEEN, SEATS, KNOWN = range(10)
CLAIM, LAID, REVEALED, CLAIM_COLOUR, TICKET_DECKS, CLAIMING, MISSING = range(10, 17)
HELD, OFFERED, RETURNED, OFFER_POINTS, OWN, OPEN, THEIRS, PASSENGERS, WAITING = range(17, 26)
MADE, COST, OFFER_COST, WANTED, COMPONENT = range(26, 31)
END = 31
"""Index in the offsets of the observation's whole length."""
