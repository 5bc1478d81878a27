"""Where the planner keeps its thoughts: places in `m`, one scratch array of 64-bit integers.

Worths and costs are counted in hundredths of a point.
"""

FAR = 1 << 40
"""The cost of what can't be had."""

# One entry a track.
COST = 0
"""What a track costs the planner beyond the points it brings; FAR if it can't be claimed."""
SHORT = 128
"""Cards missing for it."""
PLANNED = 256
VALUE = 384
"""What claiming it is worth as such, besides any plan."""
# One entry a usable track ("edge").
EDGE_TRACK = 512
EDGE_A = 640
EDGE_B = 768
EDGE_COST = 896
EDGE_BACK = 1024
"""Its cost before anything was planned."""
# One entry a place.
DISTANCE = 1152
VIA = 1216
GUESTS = 1280
"""What the best passenger waiting at a place is worth."""
MINE = 1344
"""1 where the seat's own tracks touch a place."""
THEIRS = 1408
"""1 where somebody else's do."""
# One entry a card.
NEED = 1472
"""Cards the plan still lacks."""
RESERVED = 1488
"""Cards of the hand that the plan will use."""
WORTH = 1504
"""What drawing one is worth."""
SPARE = 1520
# One entry a ticket of the list being planned.
TICKET = 1536
WEIGHT = 1600
ALONE = 1664
"""What it costs by itself."""
MISSING = 1728
"""Tracks it still lacks in the plan; -1: out of reach."""
ORDER = 1792
MEMORY = 2048

# Single numbers.
EDGES = 2000
TICKETS = 2001
PLAN_COST = 2002
PLAN_TRAINS = 2003
PLAN_CLAIMS = 2004
PLAN_CARDS = 2005
TURNS = 2006
"""Turns the seat can expect still to have."""
TRAIN_WORTH_NOW = 2007
DROPPED = 2008
FRESH = 2009
"""1 + the seat whose plan this memory holds, while its turn goes on; 0: nobody's."""
DRAWS = 2016
"""One entry a seat: the draws it has made in an imagined game."""

LISTED_AT_MOST = 60
"""Tickets planned for at once."""

# What can be set about a planner: places in its settings `c`.
CARD = 0
CLAIMING = 1
TRAIN = 2
FLOOR = 3
DANGER = 4
CONFIDENCE = 5
EAGER = 6
PATIENCE = 7
PEOPLE = 8
ENGINE = 9
PATH = 10
PACE = 11
SLIPS = 12
GREED = 13
TICKET_BONUS = 14
SPARE_TRAINS = 15
SHORT_ONES = 16
HASTY = 17
"""1: the second card of a draw is chosen by the plan that the first one was chosen by."""
SETTINGS = 18
