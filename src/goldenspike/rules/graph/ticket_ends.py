"""Whether a player's network makes a ticket: two places, a tour (TOUR-1), regions (TOUR-2), or one
of several ends with points of their own (VALUE-1)."""

from goldenspike.rules.graph.network import connected, find_root
from goldenspike.rules.kernel_types import Record


def is_made(b: Record, edges: int, scratch: Record, ticket: int) -> bool:
    """TICKET-3: do the edges that `join_edges` has joined connect all ends of a ticket?

    Of a ticket with several values, any end after the start will do (VALUE-1).
    """
    if int(b.ticket_ends[ticket]) == 0:
        return connected(b, edges, scratch, int(b.ticket_a[ticket]), int(b.ticket_b[ticket]))
    if has_values(b, ticket):
        return points_reached(b, edges, scratch, ticket) > 0
    for i in range(edges):
        t = int(scratch.edge_track[i])
        for end in range(2):
            node = int(scratch.edge_a[i]) if end == 0 else int(scratch.edge_b[i])
            place = int(b.track_a[t]) if end == 0 else int(b.track_b[t])
            root = find_root(scratch, node)
            if has_place(b, ticket, 0, place) and joins_ends(b, edges, scratch, ticket, root):
                return True
    return False


def has_values(b: Record, ticket: int) -> bool:
    """Does a ticket have several values (VALUE-1)?"""
    return int(b.ticket_value[ticket][1]) > 0


def ticket_score(b: Record, edges: int, scratch: Record, ticket: int) -> int:
    """TICKET-3, VALUE-1, VALUE-2: the points of a ticket, below zero if it is not made."""
    if has_values(b, ticket):
        points = points_reached(b, edges, scratch, ticket)
    elif is_made(b, edges, scratch, ticket):
        points = int(b.ticket_points[ticket])
    else:
        points = 0
    return points if points > 0 else -int(b.ticket_stake[ticket])


def points_reached(b: Record, edges: int, scratch: Record, ticket: int) -> int:
    """VALUE-1: the points of the best end that the edges connect to a ticket's start; 0: none."""
    most = 0
    for end in range(1, int(b.ticket_ends[ticket])):
        points = int(b.ticket_value[ticket][end])
        if points > most and joins_start(b, edges, scratch, ticket, end):
            most = points
    return most


def joins_start(b: Record, edges: int, scratch: Record, ticket: int, other: int) -> bool:
    """Do the edges connect the first end of a ticket and another one?"""
    for i in range(edges):
        t = int(scratch.edge_track[i])
        for side in range(2):
            node = int(scratch.edge_a[i]) if side == 0 else int(scratch.edge_b[i])
            place = int(b.track_a[t]) if side == 0 else int(b.track_b[t])
            if has_place(b, ticket, 0, place):
                root = find_root(scratch, node)
                if reaches_end(b, edges, scratch, ticket, other, root):
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
    """Return how many ends of a tour some track reaches, scaled so that all of them make two.

    Of a ticket with several values, the start makes one, and all other ends together.
    """
    n = 0
    first = 0
    others = 0
    for end in range(int(b.ticket_ends[ticket])):
        reached = False
        for i in range(edges):
            t = int(scratch.edge_track[i])
            reached = reached or has_place(b, ticket, end, int(b.track_a[t]))
            reached = reached or has_place(b, ticket, end, int(b.track_b[t]))
        n += reached
        if end == 0:
            first = int(reached)
        elif reached:
            others = 1
    if has_values(b, ticket):
        return first + others
    return 2 * n // int(b.ticket_ends[ticket])
