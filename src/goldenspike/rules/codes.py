"""The flat integer code of every action, and the numbers the kernel uses for cards and phases.

Codes below `CLAIM` mean the same on every board; from `CLAIM` on, each track has consecutive codes,
one for each payment (assigned in `kernel_board`), then each place, one for each payment for a
station, and then each company has one. `decode` splits a code into the kind of action and its
argument; `draw_code` and the like encode one. Nothing else depends on the ranges of codes.
"""

from goldenspike.boards.limits import MAX_BONUSES, MAX_CLAIM_CODES
from goldenspike.rules.kernel_types import Record

LOCOMOTIVE = 8
CARD_KINDS = 9
EMPTY = 9
"""An empty place of the market."""
GRAY = 8
"""The colour of a track that takes any one colour. It has the same number as LOCOMOTIVE: neither is
one of the eight colours."""

KEEP_PHASE = 0
TURN_PHASE = 1
SECOND_PHASE = 2
GIVE_PHASE = 3
TUNNEL_PHASE = 4
PASSENGER_PHASE = 5
OVER_PHASE = 6
SHARE_PHASE = 7
PHASES = ("keep", "turn", "second_card", "give", "tunnel", "passenger", "over", "share")

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
MAX_CODES = CLAIM + MAX_CLAIM_CODES
"""The most codes of a board."""

ACTION_KINDS = (
    "draw", "pass", "withdraw", "pay", "give", "tickets", "take", "keep", "claim", "station",
    "share",
)  # fmt: skip
"""The kinds of action by number: the verbs of the notation."""

DRAWING = 0
PASSING = 1
WITHDRAWING = 2
PAYING = 3
GIVING = 4
ASKING = 5
TAKING = 6
KEEPING = 7
CLAIMING = 8
BUILDING = 9
SHARING = 10

FROM_DECK = DRAW_DECK - DRAW_CARD
"""The argument of a draw from the deck, in place of a card."""

TIE_TICKETS = 1
TIE_LONGEST_BONUS = 2
TIE_LONGEST = 3
TIE_PASSENGERS = 4

COUNT_LONGEST = 0
COUNT_TICKETS = 1
COUNT_PLACES = 2
COUNT_REGIONS = 3
COUNT_NETWORKS = 4
"""What a bonus counts: the order of `boards.model.COUNTED`."""

TIES_ALL = 0
TIES_SHARE = 1
TIES_NONE = 2
"""What seats get that tie for a bonus: the order of `boards.model.BONUS_TIES`."""

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
LISTED_BONUS = 10
"""The points of the first bonus in the board's list; those of the others follow."""
TOKEN_POINTS = LISTED_BONUS + MAX_BONUSES
STATION_POINTS = TOKEN_POINTS + 1
SHARE_POINTS = STATION_POINTS + 1
SCORE_PARTS = SHARE_POINTS + 1
"""Columns of a score sheet: one row of these for each seat."""


def decode(b: Record, code: int) -> tuple[int, int]:
    """Split a code into the kind of action (an index into `ACTION_KINDS`) and its argument.

    The argument of a draw is the card, or `FROM_DECK`; of a tunnel's payment the number of
    locomotives; of a substitute the card; of a ticket draw the number from the first deck; of a
    passenger what `passenger` decodes; of a choice of tickets a bit mask of those kept; of a claim
    what `claimed_track` and `payment_index` decode; of a station what `station_place` and
    `station_payment` decode; and of a share the company. Otherwise it is 0.
    """
    if code >= CLAIM:
        if code >= int(b.station_code):
            if code >= int(b.share_code):
                return SHARING, code - int(b.share_code)
            return BUILDING, code - int(b.station_code)
        return CLAIMING, code - CLAIM
    if code < PASS:
        return DRAWING, code - DRAW_CARD
    if code >= KEEP:
        return KEEPING, code - KEEP
    if code >= TAKE:
        return TAKING, code - TAKE
    if code >= TICKETS:
        return ASKING, code - TICKETS
    if code >= GIVE:
        return GIVING, code - GIVE
    if code >= PAY:
        return PAYING, code - PAY
    if code == WITHDRAW:
        return WITHDRAWING, 0
    return PASSING, 0


def draw_code(card: int) -> int:
    """Draw the face-up card of that kind; with `FROM_DECK` it is `DRAW_DECK`."""
    return DRAW_CARD + card


def pay_code(locomotives: int) -> int:
    """Pay a tunnel's extra with so many locomotives."""
    return PAY + locomotives


def give_code(card: int) -> int:
    """Give a card of that kind as a substitute."""
    return GIVE + card


def tickets_code(first: int) -> int:
    """Draw tickets, so many of them from the first deck; 0 where there is only one deck."""
    return TICKETS + first


def take_code(end: int, colour: int) -> int:
    """Take a passenger of that colour from one end of the claimed track; see `passenger`."""
    return TAKE + 6 * end + colour


def keep_code(mask: int) -> int:
    """Keep those of the tickets offered whose bits are set."""
    return KEEP + mask


def station_code(b: Record, place: int, way: int) -> int:
    """Build a station at a place, paid as `station_payment` decodes."""
    return int(b.station_code) + place * int(b.station_ways) + way


def share_code(b: Record, company: int) -> int:
    """Take a share of that company."""
    return int(b.share_code) + company


def kind_of_action(b: Record, code: int) -> int:
    """Return the kind of an action: an index into `ACTION_KINDS`."""
    return decode(b, code)[0]


def passenger(argument: int) -> tuple[int, int]:
    """Decode a passenger: the end of the claimed track (0 or 1), and the colour."""
    end = argument // 6
    return end, argument - 6 * end


def claimed_track(b: Record, argument: int) -> int:
    """Return the kernel's number of a claim's track."""
    return int(b.code_track[argument])


def payment_index(b: Record, t: int, argument: int) -> int:
    """Return the index of a claim's payment in `payment_colour` and so on; t is its track."""
    return int(b.class_payment[int(b.track_class[t])]) + argument + CLAIM - int(b.track_code[t])


def station_place(b: Record, argument: int) -> tuple[int, int]:
    """Decode a station: its place, and the way to pay for it, which `station_payment` decodes."""
    place = argument // int(b.station_ways)
    return place, argument - place * int(b.station_ways)


def station_payment(b: Record, way: int) -> tuple[int, int, int]:
    """Decode a payment for a station: how many cards, their colour, and locomotives among them."""
    colour = int(b.station_way_colour[way])
    return int(b.station_way_cards[way]), colour, int(b.station_way_wild[way])
