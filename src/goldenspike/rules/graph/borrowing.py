"""Which tracks the stations of a player borrow (STATION-4): what is best for its tickets.

Each station of a player borrows one track that leads to its place and that another player owns, or
none. Tracks into the same part of the player's network connect the same, so one of them is tried.
The search goes station by station. What can still be reached is bounded by borrowing everything
that the other stations could: more tracks never connect less.
"""

from goldenspike.boards.limits import MAX_STATIONS
from goldenspike.rules.graph.network import (
    add_shared,
    build_network,
    find_root,
    is_lent,
    join_edges,
)
from goldenspike.rules.graph.ticket_ends import ticket_score
from goldenspike.rules.kernel_types import Record
from goldenspike.rules.stations import has_station
from goldenspike.rules.tickets import count_held

MAX_TRIES = 50_000
"""Choices tried for one player; the search then takes the best one found. Three stations need a few
hundred, but a board can be made on which five of them could borrow any of a hundred tracks."""


def build_ticket_network(s: Record, b: Record, p: int, scratch: Record) -> int:
    """Write the network that counts for the tickets of p: its own tracks, shared and borrowed ones.

    Returns the number of its edges.
    """
    _, edges = build_network(s, b, p, scratch)
    return add_lent(s, b, p, edges, scratch)


def add_lent(s: Record, b: Record, p: int, edges: int, scratch: Record) -> int:
    """SHARED-1, STATION-4: add the tracks of others that count for the tickets of p to its network.

    `build_network` has written it. Returns the number of its edges.
    """
    if int(b.shared) == 1:
        edges = add_shared(s, b, p, edges, scratch)
    if has_station(s, b, p):
        edges = add_borrowed(s, b, p, edges, scratch)
    return edges


def add_borrowed(s: Record, b: Record, p: int, edges: int, scratch: Record) -> int:
    """Add the tracks that p borrows to the network of p, own tracks and shared ones.

    Returns the number of its edges; the last of them are the borrowed ones. The choice has the most
    points for tickets; of several such, the most tickets, then the fewest tracks borrowed,
    then the first in the order of places and tracks.
    """
    stations = list_options(s, b, p, scratch)
    for i in range(stations):
        scratch.choice[i] = 0
        scratch.best_choice[i] = 0
    best = network_value(s, b, p, edges, stations, stations, scratch)
    depth = 0
    tries = 0
    scratch.choice[0] = -1
    while depth >= 0 and tries < MAX_TRIES:
        scratch.choice[depth] += 1
        options = int(scratch.option_start[depth + 1]) - int(scratch.option_start[depth])
        if int(scratch.choice[depth]) > options:
            depth -= 1
            continue
        tries += 1
        value = network_value(s, b, p, edges, depth + 1, stations, scratch)
        if value <= best:
            continue
        if depth + 1 < stations:
            depth += 1
            scratch.choice[depth] = -1
            continue
        best = value
        for i in range(stations):
            scratch.best_choice[i] = scratch.choice[i]
    for i in range(stations):
        scratch.choice[i] = scratch.best_choice[i]
    return join_choice(b, edges, stations, stations, scratch)


def list_options(s: Record, b: Record, p: int, scratch: Record) -> int:
    """Write the tracks that each station of p may borrow to `scratch`; returns its stations."""
    stations = 0
    n = 0
    for place in range(int(b.places)):
        if not int(s.station_seats[place]) >> p & 1:
            continue
        scratch.option_start[stations] = n
        for i in range(int(b.around_start[place]), int(b.around_start[place + 1])):
            t = int(b.around_track[i])
            owner = int(s.owner[t])
            if owner < 0 or owner == p or is_lent(s, b, p, t):
                continue
            if joins_more(b, place, i, stations, n, scratch):
                scratch.option_track[n] = t
                n += 1
        stations += 1
    scratch.option_start[stations] = n
    return stations


def joins_more(b: Record, place: int, i: int, station: int, n: int, scratch: Record) -> bool:
    """Does the i-th track of `around_track` lead from its place to another part of the network?

    The station's options so far, up to index n, lead to none of it.
    """
    other = int(b.around_place[i])
    country = int(b.country[other]) == 1
    if not country and find_root(scratch, other) == find_root(scratch, place):
        return False
    for k in range(int(scratch.option_start[station]), n):
        t = int(scratch.option_track[k])
        end = int(b.track_a[t]) + int(b.track_b[t]) - place
        if end == other:
            return False
        both_places = not country and int(b.country[end]) == 0
        if both_places and find_root(scratch, end) == find_root(scratch, other):
            return False
    return True


def network_value(
    s: Record, b: Record, p: int, edges: int, chosen: int, stations: int, scratch: Record
) -> int:
    """Return what the tickets of p are worth, as a number to compare choices by.

    The first `chosen` stations borrow what `scratch.choice` says, the others all that they may.
    """
    joined = join_choice(b, edges, chosen, stations, scratch)
    points = 0
    made = 0
    for i in range(count_held(s, p)):
        t = int(s.held[p][i])
        worth = ticket_score(b, joined, scratch, t)
        # Each is counted from what it costs if it is missed, so that the sum is never negative.
        points += worth + int(b.ticket_stake[t])
        made += worth > 0
    spared = MAX_STATIONS
    for i in range(chosen):
        spared -= int(scratch.choice[i]) > 0
    return (points << 8 | made) << 4 | spared


def join_choice(b: Record, edges: int, chosen: int, stations: int, scratch: Record) -> int:
    """Write the network with the tracks that `network_value` describes; returns its edges."""
    joined = edges
    for i in range(stations):
        start = int(scratch.option_start[i])
        stop = int(scratch.option_start[i + 1])
        if i < chosen:
            start += int(scratch.choice[i]) - 1
            stop = start + 1 if int(scratch.choice[i]) > 0 else start
        for k in range(start, stop):
            t = int(scratch.option_track[k])
            seen = False
            for j in range(edges, joined):
                seen = seen or int(scratch.edge_track[j]) == t
            if not seen:
                scratch.edge_track[joined] = t
                joined += 1
    join_edges(b, joined, scratch)
    return joined
