"""Cheapest ways, by any cost of tracks: in trains, or as a planner estimates it.

The functions work on a record with these fields, such as the kernel's scratch record: by track, its
`track_cost`, FAR where it can't be used; by place, the `arrival` that `find_distances` writes; and
the `queue` of places that it has yet to go on from.

Of ways that cost the same, one is chosen as if by a timetable. The tracks are open one after the
other in their order, each for a moment, round after round, and the way that arrives first counts.
(Bellman and Ford's algorithm keeps the same one if it goes through the tracks in their order.) An
arrival is one number for all of this: the cost, the round, and the track that leads to the place.
"""

from goldenspike.boards.limits import MAX_PLACES, MAX_TRACKS
from goldenspike.rules.claims import is_open
from goldenspike.rules.graph.network import is_lent
from goldenspike.rules.kernel_types import Record

FAR = 1 << 29
"""The distance of a place that is out of reach; a track that costs this much is not used."""

TRACK_BITS = (MAX_TRACKS - 1).bit_length()
"""Of an arrival, the lowest bits: the track."""
MOMENT_BITS = TRACK_BITS + MAX_PLACES.bit_length()
"""The track and, above it, the round: a way takes at most one for each of its tracks. Higher bits
are the cost."""
PLACE_BITS = (MAX_PLACES - 1).bit_length()
"""Of an entry of the queue, the lowest bits: the place. Higher bits are its arrival."""

LAST_TRACK = (1 << TRACK_BITS) - 1
LAST_PLACE = (1 << PLACE_BITS) - 1
START = LAST_TRACK
"""The arrival at the source: a round of all tracks has just ended."""
NEVER = FAR << MOMENT_BITS
"""The arrival at a place that is out of reach."""


def set_train_costs(s: Record, b: Record, seat: int, graph: Record) -> None:
    """Set the costs of tracks in trains: 0 for a seat's own and shared ones that others have
    claimed (SHARED-1), those that open ones take.

    A track whose toll the seat can't pay any more is as good as closed (COST-3): tokens never come
    back. Whether it can pay all tolls of a way is not asked.
    """
    tokens = int(s.tokens[seat])
    for t in range(int(b.tracks)):
        usable = is_open(s, seat, t) and int(b.track_toll[t]) <= tokens
        cost = int(b.track_trains[t]) if usable else FAR
        graph.track_cost[t] = 0 if int(s.owner[t]) == seat else cost
    if int(b.shared) == 1:
        for t in range(int(b.tracks)):
            if is_lent(s, b, seat, t):
                graph.track_cost[t] = 0


def find_distances(b: Record, graph: Record, source: int, target: int) -> int:
    """The cheapest way from a place to a target, or to all places if the target is -1.

    Nothing leads through a country (G-LAND-1). Returns the target's distance; only places nearer
    than it are sure to have theirs.

    This is Dijkstra's algorithm. The queue is a list in order, the next place last; a heap would be
    slower, as the list is short. A place that is reached by a better way is listed again, and the
    old entry passed over. A track lists one place at most, the one that is farther, so the queue
    needs no more room than there are tracks.
    """
    for place in range(int(b.places)):
        graph.arrival[place] = NEVER
    graph.arrival[source] = START
    graph.queue[0] = START << PLACE_BITS | source
    listed = 1
    latest = NEVER
    while listed > 0:
        listed -= 1
        entry = int(graph.queue[listed])
        place = entry & LAST_PLACE
        if place == target:
            break
        arrival = entry >> PLACE_BITS
        if arrival != int(graph.arrival[place]) or (int(b.country[place]) == 1 and place != source):
            continue
        for i in range(int(b.around_start[place]), int(b.around_start[place + 1])):
            t = int(b.around_track[i])
            to = int(b.around_place[i])
            there = next_moment(arrival, t) + (int(graph.track_cost[t]) << MOMENT_BITS)
            if there < min(latest, int(graph.arrival[to])):
                graph.arrival[to] = there
                if to == target:
                    latest = there
                entry = there << PLACE_BITS | to
                at = listed
                while at > 0 and int(graph.queue[at - 1]) < entry:
                    graph.queue[at] = graph.queue[at - 1]
                    at -= 1
                graph.queue[at] = entry
                listed += 1
    return FAR if target < 0 else distance_to(graph, target)


def next_moment(arrival: int, t: int) -> int:
    """Return the next round and track after an arrival whose track is t."""
    return arrival + 1 + ((t - arrival - 1) & LAST_TRACK)


def distance_to(graph: Record, place: int) -> int:
    """Return the cost of the way to a place, after `find_distances`; FAR if there is none."""
    return int(graph.arrival[place]) >> MOMENT_BITS


def last_track(graph: Record, place: int) -> int:
    """Return the last track on the way to a place other than the source, after `find_distances`."""
    return int(graph.arrival[place]) & LAST_TRACK


def step_back(b: Record, graph: Record, place: int) -> int:
    """Return the place before this one on its cheapest way, after `find_distances`."""
    t = last_track(graph, place)
    return int(b.track_a[t]) + int(b.track_b[t]) - place
