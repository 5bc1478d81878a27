"""Cheapest ways over tracks, whatever a track costs: trains, cards, or a plan's own estimate.

The functions work on a record with these fields, such as the kernel's scratch record: `edges`, how
many tracks there are to travel on; for each, `edge_track`, `edge_a` and `edge_b` (the places it
joins) and `edge_cost`; for each place, what `find_distances` writes: its `distance`, and `via`, the
edge by which it is reached.
"""

from goldenspike.rules.claims import is_open
from goldenspike.rules.kernel_types import Record

FAR = 1 << 29
"""The distance of a place that is out of reach; an edge that costs this much is not used."""


def list_open_tracks(s: Record, b: Record, seat: int, graph: Record) -> None:
    """Make edges of the tracks a seat has, at no cost, and of those open to it, at their spaces."""
    edges = 0
    for t in range(int(b.tracks)):
        own = int(s.owner[t]) == seat
        if own or is_open(s, seat, t):
            graph.edge_track[edges] = t
            graph.edge_a[edges] = b.track_a[t]
            graph.edge_b[edges] = b.track_b[t]
            graph.edge_cost[edges] = 0 if own else b.track_length[t]
            edges += 1
    graph.edges = edges


def find_distances(b: Record, graph: Record, source: int, target: int) -> int:
    """The cheapest way from a place to a target, or to all places if the target is -1.

    Nothing leads through a country (G-LAND-1). Returns the target's distance; only places nearer
    than it are sure to have theirs. Of ways that cost the same, the one found first stays: edges
    are gone through in their order, again and again until nothing changes (Bellman and Ford).
    """
    for place in range(int(b.places)):
        graph.distance[place] = FAR
        graph.via[place] = -1
    graph.distance[source] = 0
    edges = int(graph.edges)
    limit = FAR - 1
    changed = True
    while changed:
        changed = False
        for e in range(edges):
            cost = int(graph.edge_cost[e])
            a = int(graph.edge_a[e])
            z = int(graph.edge_b[e])
            forth = int(graph.distance[a]) + cost
            back = int(graph.distance[z]) + cost
            if forth < int(graph.distance[z]):
                if forth <= limit and (int(b.country[a]) == 0 or a == source):
                    graph.distance[z] = forth
                    graph.via[z] = e
                    changed = True
                    if z == target:
                        limit = forth
            elif back < int(graph.distance[a]) and back <= limit:
                if int(b.country[z]) == 1 and z != source:
                    continue
                graph.distance[a] = back
                graph.via[a] = e
                changed = True
                if a == target:
                    limit = back
    return FAR if target < 0 else int(graph.distance[target])


def step_back(graph: Record, place: int) -> int:
    """The place before this one on its cheapest way, after `find_distances`."""
    e = int(graph.via[place])
    return int(graph.edge_a[e]) + int(graph.edge_b[e]) - place
