"""Whether a player's network makes a ticket: two places, a tour (TOUR-1), or regions (TOUR-2)."""

from goldenspike.rules.graph.network import connected, find_root
from goldenspike.rules.kernel_types import Record


def is_made(b: Record, edges: int, scratch: Record, ticket: int) -> bool:
    """TICKET-3: do the edges that `join_edges` has joined connect all ends of a ticket?"""
    if int(b.ticket_ends[ticket]) == 0:
        return connected(b, edges, scratch, int(b.ticket_a[ticket]), int(b.ticket_b[ticket]))
    for i in range(edges):
        t = int(scratch.edge_track[i])
        for end in range(2):
            node = int(scratch.edge_a[i]) if end == 0 else int(scratch.edge_b[i])
            place = int(b.track_a[t]) if end == 0 else int(b.track_b[t])
            root = find_root(scratch, node)
            if has_place(b, ticket, 0, place) and joins_ends(b, edges, scratch, ticket, root):
                return True
    return False


def has_place(b: Record, ticket: int, end: int, place: int) -> bool:
    """Does a place reach this end of a tour?"""
    return int(b.ticket_end[ticket][end]) >> place & 1 == 1


def joins_ends(b: Record, edges: int, scratch: Record, ticket: int, root: int) -> bool:
    """Does the network with this root reach all ends of a tour?"""
    for end in range(int(b.ticket_ends[ticket])):
        if not reaches_end(b, edges, scratch, ticket, end, root):
            return False
    return True


def reaches_end(b: Record, edges: int, scratch: Record, ticket: int, end: int, root: int) -> bool:
    """Does the network with this root reach one end of a tour?"""
    for i in range(edges):
        t = int(scratch.edge_track[i])
        at_a = has_place(b, ticket, end, int(b.track_a[t]))
        at_b = has_place(b, ticket, end, int(b.track_b[t]))
        if at_a and find_root(scratch, int(scratch.edge_a[i])) == root:
            return True
        if at_b and find_root(scratch, int(scratch.edge_b[i])) == root:
            return True
    return False


def ends_reached(b: Record, edges: int, scratch: Record, ticket: int) -> int:
    """Return how many ends of a tour some track reaches, scaled so that all of them make two."""
    n = 0
    for end in range(int(b.ticket_ends[ticket])):
        reached = False
        for i in range(edges):
            t = int(scratch.edge_track[i])
            reached = reached or has_place(b, ticket, end, int(b.track_a[t]))
            reached = reached or has_place(b, ticket, end, int(b.track_b[t]))
        n += reached
    return 2 * n // int(b.ticket_ends[ticket])
