"""Stations: which tracks of others they could borrow, and when one is built (STATION-2 to 4).

Others' tracks are part of the plan's graph: borrowing one costs the cards, the turn and the points
of a station. So a plan leads over them where the own way is cut, or dearer. Nothing is lost by
waiting, as nobody loses a track: a station is built when it makes a ticket and nothing is left to
claim, or shortly before the end.
"""

from goldenspike.bots.planner.routes import HAVING, POINT
from goldenspike.rules.codes import LOCOMOTIVE, station_code, station_payment
from goldenspike.rules.graph.borrowing import build_ticket_network
from goldenspike.rules.graph.network import join_edges
from goldenspike.rules.graph.ticket_ends import ticket_score
from goldenspike.rules.stations import can_pay, may_build_at, next_cost

LAST_TURNS = 3
"""With so many turns left, stations are built before other tracks are claimed."""
CARD = 25
"""What each card of a station is worth in the hand."""


def survey_stations(v, b, p, policy, plan, scratch):
    """Fill in what borrowing each track of the others costs; `scratch` has the ticket network.

    What stations borrow for tickets that are made costs nothing. A station that borrows nothing yet
    may take any one of the tracks at its place.
    """
    plan.stations_left = v.stations[p]
    if int(b.stations) == 0:
        return
    price = station_price(v, b, p, policy)
    station = 0
    free = False
    for place in range(int(b.places)):
        built = int(v.station_seats[place]) >> p & 1
        if built:
            free = int(scratch.best_choice[station]) == 0
            station += 1
        elif int(v.stations[p]) == 0 or not may_build_at(v, b, p, place):
            continue
        for i in range(int(b.around_start[place]), int(b.around_start[place + 1])):
            t = int(b.around_track[i])
            owner = int(v.owner[t])
            if owner < 0 or owner == p:
                continue
            if not built:
                plan.base_cost[t] = min(int(plan.base_cost[t]), price)
            elif free:
                plan.base_cost[t] = min(int(plan.base_cost[t]), HAVING)
    for i in range(build_ticket_network(v, b, p, scratch)):
        plan.base_cost[int(scratch.edge_track[i])] = 0


def station_price(v, b, p, policy):
    """Return the cost of building the next station: its cards, the turn, and its points."""
    if int(v.stations[p]) == 0:
        return 0
    cost = next_cost(v, b, p)
    most = 0
    for colour in range(8):
        most = max(most, int(v.hands[p][colour]))
    draws = max(0, cost - most - int(v.hands[p][LOCOMOTIVE]))
    cards = draws * int(policy.card) + CARD * cost
    return cards + int(policy.claiming) + 100 * int(b.station_points) + HAVING + 1


def is_time_to_build(plan):
    """Is nothing else planned to be claimed, or is the game about to end?"""
    stations = int(plan.total_stations)
    return int(plan.total_claims) <= stations or int(plan.turns_left) <= LAST_TURNS + stations


def best_station(v, b, p, plan, scratch):
    """The code of a station that a ticket lacks; -1 where none is worth it or can be paid for."""
    way = cheapest_way_to_pay(v, b, p, plan)
    if way < 0:
        return -1
    edges = build_ticket_network(v, b, p, scratch)
    value = value_with_borrowed(b, plan, edges, -1, scratch)
    if value == 0:
        return -1
    best = -1
    most = 0
    for t in range(int(b.tracks)):
        if int(plan.borrowed[t]) == 0 or int(plan.base_cost[t]) <= HAVING:
            continue
        gain = value - value_with_borrowed(b, plan, edges, t, scratch) - int(plan.base_cost[t])
        place = int(b.track_a[t])
        if not may_build_at(v, b, p, place):
            place = int(b.track_b[t])
        if gain > most and may_build_at(v, b, p, place):
            most = gain
            best = station_code(b, place, way)
    return best


def value_with_borrowed(b, plan, edges, without, scratch):
    """The value of the open tickets that all planned borrowing makes, but for one track.

    `edges` are those of the ticket network in `scratch`.
    """
    n = edges
    for t in range(int(b.tracks)):
        if int(plan.borrowed[t]) == 1 and t != without:
            scratch.edge_track[n] = t
            n += 1
    join_edges(b, n, scratch)
    value = 0
    for i in range(int(plan.tickets)):
        ticket = int(plan.ticket[i])
        value += POINT * (ticket_score(b, n, scratch, ticket) - int(plan.ticket_now[i]))
    return value


def cheapest_way_to_pay(v, b, p, plan):
    """The way to pay for the next station that costs the plan least; -1 where there is none."""
    if int(v.stations[p]) == 0:
        return -1
    cost = next_cost(v, b, p)
    best = -1
    least = 1 << 40
    for way in range(int(b.station_ways)):
        if not can_pay(v, b, p, way, cost):
            continue
        _, colour, wild = station_payment(b, way)
        worth = wild * 100
        if wild < cost:
            spare = max(0, int(v.hands[p][colour]) - int(plan.reserved[colour]))
            worth += 12 * (cost - wild) + 90 * max(0, cost - wild - spare)
        if worth < least:
            least = worth
            best = way
    return best
