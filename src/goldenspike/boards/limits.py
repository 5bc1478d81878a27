"""How large a board may be: array sizes of the compiled kernel.

A board file that exceeds one of them is refused. Raising a limit makes every state larger and
slower to copy.
"""

from __future__ import annotations

from typing import Final

MAX_PLACES: Final = 64
MAX_TRACKS: Final = 128
MAX_TICKETS: Final = 128
MAX_ENDS: Final = 5
"""Places and regions that one ticket joins."""
MAX_VALUES: Final = 6
"""Ends with points of their own of one ticket, besides its start."""
MAX_DECKS: Final = 2
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
MAX_OFFER: Final = 6
"""Tickets shown at once to choose from."""
MAX_LENGTH: Final = 9
MAX_PARALLEL: Final = 3
MAX_MARKET: Final = 5
MAX_CARDS: Final = 128
"""Train cards in all, locomotives included."""
MAX_MARKETS: Final = 20_000
"""Markets turned up, on average, until one has few enough locomotives to stay (MARKET-3)."""
MAX_TUNNEL_CARDS: Final = 5
MAX_PASSENGER_COLOURS: Final = 6
MAX_PASSENGERS: Final = 120
MAX_PASSENGERS_AT: Final = 8
"""Waiting at one place."""
MAX_BONUSES: Final = 6
"""In the list of a board, besides those for the longest path and most tickets in `points`."""
MAX_BONUS_STEPS: Final = 12
"""Lines of the table of a bonus."""
MAX_REGIONS: Final = 16
MAX_VARIANTS: Final = 8
"""Of one board file."""
MAX_TRAINS: Final = 120
MAX_EXTRA_TRAINS: Final = 9
"""That a track asks for beyond its spaces."""
MAX_TOKENS: Final = 60
"""Of one player at the start."""
MAX_TOKEN_POINTS: Final = 20
"""For each token that is left."""
MAX_STATIONS: Final = 5
"""Of one player."""
MAX_STATION_COST: Final = 9
"""Cards for one station."""
MAX_STATION_WAYS: Final = 8 * MAX_STATION_COST * (MAX_STATION_COST + 1) // 2 + MAX_STATION_COST
"""Ways to pay for a station at one place, whatever it costs."""
MAX_STATION_POINTS: Final = 20
"""For each station that is not built."""
MAX_COMPANIES: Final = 6
MAX_SHARES: Final = 10
"""Of one company."""
MAX_SUBSTITUTE: Final = 9
"""Cards of any kind that stand in for one."""
MAX_POINTS: Final = 100
"""Of one route, one ticket or one bonus."""
MAX_PAYMENTS: Final = 4096
"""Payments, counted once for each class of tracks that are paid for alike."""
MAX_CLAIM_CODES: Final = 8192
"""Payments, counted for every track and for a station at every place: the codes from `CLAIM` on."""
