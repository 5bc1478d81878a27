"""The cheapest network for a tour or a ticket to regions, by any cost of tracks; and for a ticket
with several values the cheapest way, or the one that is worth most.

This is the algorithm of Dreyfus and Wagner. For each set of ends, without the ticket's last one,
and each place it finds what joining the set at that place costs: two smaller sets joined there, or
the same set joined at the other end of a track, and the track. The cheapest place of the last end
then says what the whole network costs. Nothing is joined in a country, and nothing leads through
one (G-LAND-1).

The functions work on a record with the fields `rules.fields.TREE`, and the `track_cost` that
`cheapest_way` reads, whose costs are never negative.
"""

from goldenspike.rules.graph.cheapest_way import FAR, find_distances
from goldenspike.rules.graph.ticket_ends import has_place, has_values
from goldenspike.rules.kernel_types import Record

START = 0
"""`tree_from` of a place of the only end in the set; else the track + 1, or minus a part of it."""


def find_ticket_way(b: Record, graph: Record, ticket: int) -> int:
    """Find the cheapest way or network for a ticket; returns its cost, FAR if there is none.

    A ticket with several values is made by any of its ends, so its nearest one counts.
    """
    if int(b.ticket_ends[ticket]) == 0:
        return find_distances(b, graph, int(b.ticket_a[ticket]), int(b.ticket_b[ticket]))
    if has_values(b, ticket):
        return find_valued_way(b, graph, ticket, 0)
    return find_tree(b, graph, ticket)


def find_valued_way(b: Record, graph: Record, ticket: int, worth: int) -> int:
    """Find the way from the start to the end whose points, each of this worth, exceed its cost most
    (VALUE-1); returns the cost, FAR if there is no way to any end.

    `points_there` says what the end scores, `list_tree` which tracks lead to it.
    """
    join_parts(b, graph, ticket, 1)
    extend_by_tracks(b, graph, 1)
    best = FAR
    most = 0
    points = 0
    graph.tree_ahead[0] = -1
    for end in range(1, int(b.ticket_ends[ticket])):
        value = int(b.ticket_value[ticket][end])
        for place in range(int(b.places)):
            cost = int(graph.tree_cost[1][place])
            if cost >= FAR or not has_place(b, ticket, end, place):
                continue
            gain = worth * value - cost
            if best == FAR or gain > most or (gain == most and value > points):
                best = cost
                most = gain
                points = value
                graph.tree_ahead[0] = 1 << 8 | place
    return best


def points_there(b: Record, graph: Record, ticket: int) -> int:
    """Return the points of the end that `find_valued_way` has found a way to; 0: there is none."""
    points = 0
    if int(graph.tree_ahead[0]) < 0:
        return points
    place = int(graph.tree_ahead[0]) & 255
    for end in range(1, int(b.ticket_ends[ticket])):
        if has_place(b, ticket, end, place):
            points = max(points, int(b.ticket_value[ticket][end]))
    return points


def points_for_nothing(b: Record, graph: Record, ticket: int) -> int:
    """Return the points of the best end that `find_valued_way` reaches without cost; 0: none."""
    points = 0
    for end in range(1, int(b.ticket_ends[ticket])):
        for place in range(int(b.places)):
            if int(graph.tree_cost[1][place]) == 0 and has_place(b, ticket, end, place):
                points = max(points, int(b.ticket_value[ticket][end]))
    return points


def find_tree(b: Record, graph: Record, ticket: int) -> int:
    """Find the cheapest network for a tour; returns its cost, FAR if there is none.

    `list_tree` says which tracks it is made of.
    """
    last = int(b.ticket_ends[ticket]) - 1
    for ends in range(1, 1 << last):
        join_parts(b, graph, ticket, ends)
        extend_by_tracks(b, graph, ends)
    everything = (1 << last) - 1
    best = FAR
    graph.tree_ahead[0] = -1
    for place in range(int(b.places)):
        cost = int(graph.tree_cost[everything][place])
        if has_place(b, ticket, last, place) and cost < best:
            best = cost
            graph.tree_ahead[0] = everything << 8 | place
    return best


def join_parts(b: Record, graph: Record, ticket: int, ends: int) -> None:
    """Write what a set of ends costs where it begins: at its only end, or where two parts meet."""
    costs = graph.tree_cost[ends]
    ways = graph.tree_from[ends]
    single = ends & (ends - 1) == 0
    for place in range(int(b.places)):
        costs[place] = FAR
        ways[place] = START
        if single:
            end = 0
            while ends >> end != 1:
                end += 1
            if has_place(b, ticket, end, place):
                costs[place] = 0
    part = (ends - 1) & ends
    while part > ends ^ part:
        other = ends ^ part
        for place in range(int(b.places)):
            cost = int(graph.tree_cost[part][place]) + int(graph.tree_cost[other][place])
            if int(b.country[place]) == 0 and cost < int(costs[place]):
                costs[place] = cost
                ways[place] = -part
        part = (part - 1) & ends


def extend_by_tracks(b: Record, graph: Record, ends: int) -> None:
    """Carry a set of ends on over tracks, to all places where that is cheaper."""
    changed = True
    while changed:
        changed = False
        for t in range(int(b.tracks)):
            a = int(b.track_a[t])
            z = int(b.track_b[t])
            if carry(b, graph, ends, t, a, z) or carry(b, graph, ends, t, z, a):
                changed = True


def carry(b: Record, graph: Record, ends: int, t: int, here: int, to: int) -> bool:
    """Carry a set of ends over one track, if that is cheaper; returns whether it is."""
    if int(b.country[here]) == 1 and int(graph.tree_from[ends][here]) != START:
        return False
    cost = int(graph.tree_cost[ends][here]) + int(graph.track_cost[t])
    if cost >= min(FAR, int(graph.tree_cost[ends][to])):
        return False
    graph.tree_cost[ends][to] = cost
    graph.tree_from[ends][to] = t + 1
    return True


def list_tree(b: Record, graph: Record) -> int:
    """Write the tracks of the network that `find_tree` has found, each once; returns how many."""
    n = 0
    ahead = 1 if int(graph.tree_ahead[0]) >= 0 else 0
    while ahead > 0:
        ahead -= 1
        ends = int(graph.tree_ahead[ahead]) >> 8
        place = int(graph.tree_ahead[ahead]) & 255
        way = int(graph.tree_from[ends][place])
        if way > 0:
            t = way - 1
            listed = False
            for i in range(n):
                listed = listed or int(graph.tree_track[i]) == t
            if not listed:
                graph.tree_track[n] = t
                n += 1
            place = int(b.track_a[t]) + int(b.track_b[t]) - place
            graph.tree_ahead[ahead] = ends << 8 | place
            ahead += 1
        elif way < 0:
            graph.tree_ahead[ahead] = -way << 8 | place
            graph.tree_ahead[ahead + 1] = (ends ^ -way) << 8 | place
            ahead += 2
    return n
