"""The flat integer code of every action, and the numbers the kernel uses for cards and phases.

Codes below `CLAIM` mean the same on every board; from `CLAIM` on, each track has a run of codes,
one for each way to pay for it (`tables` lays them out).
"""

LOCOMOTIVE = 8
CARD_KINDS = 9
EMPTY = 9
"""An empty place of the market."""
GRAY = 8
"""A track's colour when any one colour will do. Shares its number with LOCOMOTIVE on purpose:
neither is one of the eight colours."""

KEEP_PHASE = 0
TURN_PHASE = 1
SECOND_PHASE = 2
GIVE_PHASE = 3
TUNNEL_PHASE = 4
PASSENGER_PHASE = 5
OVER_PHASE = 6
PHASES = ("keep", "turn", "second_card", "give", "tunnel", "passenger", "over")

TRAIN = 0
FERRY = 1
TUNNEL = 2

TO_BOTTOM = 0
TO_SHUFFLE = 1
TO_REMOVE = 2

NOBODY = -1
NO_TRACK = -1

DRAW_DECK = 0
DRAW_CARD = 1
"""`DRAW_CARD + c`: the face-up card of kind c."""
PASS = 10
WITHDRAW = 11
PAY = 12
"""`PAY + w`: the tunnel's extra with w locomotives, the rest in the colour played."""
GIVE = 18
"""`GIVE + c`: one substitute card of kind c."""
TICKETS = 27
"""`TICKETS + n`: draw tickets, n of them from the first deck (0 where there is only one deck)."""
TAKE = 34
"""`TAKE + 6 * end + colour`: a passenger from the claimed track's first or second place."""
KEEP = 46
"""`KEEP + mask`: bit i keeps the i-th ticket offered."""
CLAIM = 110

TIE_TICKETS = 1
TIE_LONGEST_BONUS = 2
TIE_LONGEST = 3
TIE_PASSENGERS = 4

ROUTE_POINTS = 0
TICKET_POINTS = 1
TICKETS_MADE = 2
TICKETS_MISSED = 3
LONGEST = 4
LONGEST_BONUS = 5
MOST_TICKETS_BONUS = 6
PASSENGER_POINTS = 7
TOTAL = 8
RANK = 9
SCORE_PARTS = 10
"""Columns of a score sheet: one row of these for each seat."""
