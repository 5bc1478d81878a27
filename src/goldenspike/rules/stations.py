"""Stations (STATION-1 to STATION-3): counted, listed, looked up by number, and built.

A payment for a station is cards of one colour, locomotives among them perhaps, as for a gray track
without substitutes. All stations of a turn cost the same, so those that may be built are the
payments times the places.
"""

from goldenspike.rules.cards import discard, replenish, take_from_hand
from goldenspike.rules.claims import count_mixes
from goldenspike.rules.codes import (
    LOCOMOTIVE,
    station_code,
    station_payment,
    station_place,
)
from goldenspike.rules.kernel_types import Ints, Record


def has_station(s: Record, b: Record, p: int) -> bool:
    """Has p built a station?"""
    return int(s.stations[p]) < int(b.stations)


def next_cost(s: Record, b: Record, p: int) -> int:
    """STATION-2: return the cards that the next station of p costs; p has one left."""
    return int(b.station_cost[int(b.stations) - int(s.stations[p])])


def may_build_at(s: Record, b: Record, p: int, place: int) -> bool:
    """STATION-3: may p, who has a station left, build it at this place?"""
    seats = int(s.station_seats[place])
    if int(b.country[place]) == 1 or seats >> p & 1:
        return False
    return seats == 0 or int(b.station_shared) == 1


def count_payments(s: Record, p: int, cost: int) -> int:
    """Count the ways in which p can pay for a station that costs so many cards."""
    hand = s.hands[p]
    locomotives = int(hand[LOCOMOTIVE])
    count = 0
    for colour in range(8):
        count += count_mixes(cost, int(hand[colour]), locomotives)
    # Locomotives alone are one payment, and were counted once for each of the eight colours.
    return count - 7 if locomotives >= cost else count


def count_stations(s: Record, b: Record, p: int) -> int:
    """Count the stations that p may build, each way to pay for one by itself."""
    if int(s.stations[p]) == 0:
        return 0
    payments = count_payments(s, p, next_cost(s, b, p))
    if payments == 0:
        return 0
    places = 0
    for place in range(int(b.places)):
        places += may_build_at(s, b, p, place)
    return payments * places


def can_pay(s: Record, b: Record, p: int, way: int, cost: int) -> bool:
    """Has p the cards for this way to pay for a station?"""
    cards, colour, wild = station_payment(b, way)
    hand = s.hands[p]
    if cards != cost:
        return False
    return wild <= int(hand[LOCOMOTIVE]) and (wild == cost or int(hand[colour]) >= cost - wild)


def list_stations(s: Record, b: Record, p: int, out: Ints, m: int) -> int:
    """Write the codes of all stations that p may build to `out` from index m on.

    Returns the index after the last one.
    """
    if count_stations(s, b, p) == 0:
        return m
    cost = next_cost(s, b, p)
    for place in range(int(b.places)):
        if may_build_at(s, b, p, place):
            for way in range(int(b.station_ways)):
                if can_pay(s, b, p, way, cost):
                    out[m] = station_code(b, place, way)
                    m += 1
    return m


def nth_station(s: Record, b: Record, p: int, n: int) -> int:
    """Return the code that `list_stations` writes as its n-th, counting from 0."""
    cost = next_cost(s, b, p)
    payments = count_payments(s, p, cost)
    place = 0
    while n >= payments or not may_build_at(s, b, p, place):
        if may_build_at(s, b, p, place):
            n -= payments
        place += 1
    way = 0
    while n > 0 or not can_pay(s, b, p, way, cost):
        if can_pay(s, b, p, way, cost):
            n -= 1
        way += 1
    return station_code(b, place, way)


def build_station(s: Record, b: Record, p: int, argument: int) -> None:
    """STATION-2, STATION-3: discard the cards, and put a station of p at the place."""
    place, way = station_place(b, argument)
    cost, colour, wild = station_payment(b, way)
    if wild > 0:
        take_from_hand(s, p, LOCOMOTIVE, wild)
        discard(s, LOCOMOTIVE, wild)
    if wild < cost:
        take_from_hand(s, p, colour, cost - wild)
        discard(s, colour, cost - wild)
    replenish(s, b)
    s.station_seats[place] = int(s.station_seats[place]) | 1 << p
    s.stations[p] -= 1
