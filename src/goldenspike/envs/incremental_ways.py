"""Updating what an observation derives from tracks and tickets: networks and cheapest ways.

Plain functions, compiled in `vector_kernel`. Searching for ways takes most of the time of a step
with derived blocks, so that a way that is known is searched again only if it may have changed:

* Tracks that others claim make no way cheaper. They matter only if one of them is on the way.
* Shared tracks make them cheaper, also when others claim them (SHARED-1): a board that has some
  keeps no ways.
* A track that the seat has claimed itself costs nothing any more. It can change the way of a ticket
  only if the two ends of the ticket are so near to it that a way over it costs no more than the
  known one. One search from the track tells that for all tickets.
* Tours are searched again after every claim, and so are tickets with several values.

Tickets made or out of reach stay so: tracks are never opened again.

The ways are cached in a seat's row of numbers: for each ticket one bit for each track on its way
that is still to be claimed, and after the last ticket one for each own track.
"""

from goldenspike.envs.batch_records import NEVER_SHOWN
from goldenspike.observation import numbering
from goldenspike.observation.write_blocks import (
    MAX_VALUE,
    write_components,
    write_cost,
)
from goldenspike.rules.graph.cheapest_tree import list_tree
from goldenspike.rules.graph.cheapest_way import (
    FAR,
    distance_to,
    find_distances,
    last_track,
    set_train_costs,
    step_back,
)
from goldenspike.rules.graph.ticket_ends import has_values
from goldenspike.rules.kernel_types import Ints, Record
from goldenspike.rules.tickets import count_held, offered


def ways_size(tracks: int, tickets: int) -> int:
    """Return how many bytes the cached ways of a seat take."""
    return (tracks + 7) // 8 * (tickets + 1)


def update_networks(
    s: Record,
    b: Record,
    seat: int,
    at: Ints,
    scratch: Record,
    numbers: Ints,
    cached: Ints,
    g: Record,
    other_seat: bool,
) -> None:
    """Update the blocks derived from tracks and tickets; `cached` is the seat's row of them."""
    made = int(at[numbering.MADE])
    end = int(at[numbering.END])
    if other_seat:
        for i in range(made, end):
            numbers[i] = cached[i - made]
    stamp = int(g.cached_tickets[seat]) * 4096 + int(g.shown_trains)
    if int(g.cached_networks[seat]) == stamp:
        return
    ways = cached[end - made :]
    earlier = int(g.cached_held[seat])
    anew = int(g.cached_trains[seat]) == NEVER_SHOWN or int(b.shared) == 1
    if anew:
        earlier = 0
        clear_range(numbers, made, end)
        clear_range(ways, 0, len(ways))
    else:
        clear_offers(b, at, numbers)
    claimed = anew or int(g.cached_trains[seat]) != int(s.trains[seat])
    if claimed:
        clear_range(numbers, int(at[numbering.COMPONENT]), end)
        write_components(s, b, seat, at, scratch, numbers)
    set_train_costs(s, b, seat, scratch)
    if int(b.tours) == 1:
        forget_tours(s, b, seat, earlier, at, numbers, ways)
    if claimed:
        forget_detours(s, b, seat, earlier, at, scratch, numbers, ways)
    forget_closed_ways(s, b, seat, earlier, at, scratch, numbers, ways)
    write_new_ways(s, b, seat, earlier, at, scratch, numbers, ways)
    write_offers(s, b, seat, at, scratch, numbers, ways)
    for i in range(made, end):
        cached[i - made] = numbers[i]
    g.cached_networks[seat] = stamp
    g.cached_held[seat] = count_held(s, seat)
    g.cached_trains[seat] = s.trains[seat]


def clear_offers(b: Record, at: Ints, numbers: Ints) -> None:
    """Write zeros for the costs and values of tickets that are not held."""
    held = int(at[numbering.HELD])
    cost = int(at[numbering.COST])
    reached = int(at[numbering.REACHED])
    valued = cost > reached  # only boards with such tickets have the block
    for t in range(int(b.tickets)):
        if int(numbers[held + t]) == 0:
            numbers[cost + t] = 0
            if valued:
                numbers[reached + t] = 0
    clear_range(numbers, int(at[numbering.OFFER_COST]), int(at[numbering.WANTED]))


def forget_tours(
    s: Record, b: Record, seat: int, earlier: int, at: Ints, numbers: Ints, ways: Ints
) -> None:
    """Forget the networks found for tours: another one may count by now that costs the same."""
    cost = int(at[numbering.COST])
    for i in range(count_held(s, seat)):
        ticket = int(s.held[seat][i])
        if int(b.ticket_ends[ticket]) > 0 and 0 < int(numbers[cost + ticket]) < MAX_VALUE:
            forget_way(b, ticket, i < earlier, at, numbers, ways)


def forget_detours(
    s: Record, b: Record, seat: int, earlier: int, at: Ints, scratch: Record, numbers: Ints,
    ways: Ints,
) -> None:  # fmt: skip
    """Forget the ways of tickets that may be cheaper over a track that the seat has claimed."""
    cost = int(at[numbering.COST])
    size = (int(b.tracks) + 7) // 8
    own = int(b.tickets) * size
    for t in range(int(b.tracks)):
        bit = 1 << (t & 7)
        if int(s.owner[t]) != seat or int(ways[own + (t >> 3)]) & bit != 0:
            continue
        ways[own + (t >> 3)] = int(ways[own + (t >> 3)]) | bit
        find_distances(b, scratch, int(b.track_a[t]), -1)
        for i in range(count_held(s, seat)):
            ticket = int(s.held[seat][i])
            known = int(numbers[cost + ticket])
            if known == 0 or known == MAX_VALUE:
                continue
            over = distance_to(scratch, int(b.ticket_a[ticket]))
            over += distance_to(scratch, int(b.ticket_b[ticket]))
            # Of two ways that cost the same, the search says which one counts.
            if over <= known or known == MAX_VALUE - 1:
                forget_way(b, ticket, i < earlier, at, numbers, ways)


def forget_closed_ways(
    s: Record, b: Record, seat: int, earlier: int, at: Ints, scratch: Record, numbers: Ints,
    ways: Ints,
) -> None:  # fmt: skip
    """Forget the ways that lead over tracks that are closed to the seat by now."""
    cost = int(at[numbering.COST])
    wanted = int(at[numbering.WANTED])
    held = count_held(s, seat)
    closed = 0
    for t in range(int(b.tracks)):
        closed |= int(numbers[wanted + t]) if int(scratch.track_cost[t]) == FAR else 0
    # The ways of tickets that were on offer until now are not counted there.
    if closed == 0 and held == earlier:
        return
    for i in range(held):
        ticket = int(s.held[seat][i])
        known = int(numbers[cost + ticket])
        if 0 < known < MAX_VALUE and is_way_closed(b, ticket, scratch, ways):
            forget_way(b, ticket, i < earlier, at, numbers, ways)


def is_way_closed(b: Record, ticket: int, scratch: Record, ways: Ints) -> bool:
    """Is a track on the cached way of a ticket closed?"""
    size = (int(b.tracks) + 7) // 8
    for i in range(size):
        bits = int(ways[ticket * size + i])
        t = 8 * i
        while bits != 0:
            if bits & 1 == 1 and int(scratch.track_cost[t]) == FAR:
                return True
            bits >>= 1
            t += 1
    return False


def forget_way(b: Record, ticket: int, counted: bool, at: Ints, numbers: Ints, ways: Ints) -> None:
    """Mark a ticket as one that has not been searched: it costs 0, but is not made."""
    if counted:
        count_way(b, ticket, -1, at, numbers, ways)
    numbers[int(at[numbering.COST]) + ticket] = 0


def count_way(b: Record, ticket: int, change: int, at: Ints, numbers: Ints, ways: Ints) -> None:
    """Add `change` to the `wanted` number of every track on the cached way of a ticket."""
    size = (int(b.tracks) + 7) // 8
    for i in range(size):
        bits = int(ways[ticket * size + i])
        t = int(at[numbering.WANTED]) + 8 * i
        while bits != 0:
            if bits & 1 == 1:
                numbers[t] = int(numbers[t]) + change
            bits >>= 1
            t += 1


def write_new_ways(
    s: Record, b: Record, seat: int, earlier: int, at: Ints, scratch: Record, numbers: Ints,
    ways: Ints,
) -> None:  # fmt: skip
    """Search and count the ways of held tickets that are not known, and count those kept now."""
    made = int(at[numbering.MADE])
    cost = int(at[numbering.COST])
    for i in range(count_held(s, seat)):
        ticket = int(s.held[seat][i])
        known = int(numbers[cost + ticket])
        if int(numbers[made + ticket]) == 1 or known == MAX_VALUE:
            if has_values(b, ticket) and known == 0:
                write_cost(b, ticket, at, scratch, numbers)  # it may have reached a better end
            continue
        if known == 0:
            trains = write_cost(b, ticket, at, scratch, numbers)
            if trains == 0:
                numbers[made + ticket] = 1
            cache_way(b, ticket, trains, scratch, ways)
            count_way(b, ticket, 1, at, numbers, ways)
        elif i >= earlier:
            count_way(b, ticket, 1, at, numbers, ways)


def write_offers(
    s: Record, b: Record, seat: int, at: Ints, scratch: Record, numbers: Ints, ways: Ints
) -> None:
    """Search the ways of the tickets on offer; they are cached for when the tickets are kept."""
    for i in range(offered(s, seat)):
        ticket = int(s.offer[seat][i])
        trains = write_cost(b, ticket, at, scratch, numbers)
        numbers[int(at[numbering.OFFER_COST]) + i] = numbers[int(at[numbering.COST]) + ticket]
        cache_way(b, ticket, trains, scratch, ways)


def cache_way(b: Record, ticket: int, trains: int, scratch: Record, ways: Ints) -> None:
    """Store the way that a search has found for a ticket."""
    size = (int(b.tracks) + 7) // 8
    clear_range(ways, ticket * size, ticket * size + size)
    if trains == 0 or trains == FAR:
        return
    if int(b.ticket_ends[ticket]) > 0:
        for i in range(list_tree(b, scratch)):
            cache_track(int(scratch.tree_track[i]), ticket * size, scratch, ways)
        return
    place = int(b.ticket_b[ticket])
    while place != int(b.ticket_a[ticket]):
        cache_track(last_track(scratch, place), ticket * size, scratch, ways)
        place = step_back(b, scratch, place)


def cache_track(t: int, start: int, scratch: Record, ways: Ints) -> None:
    """Store a track of a way, unless it costs nothing; `start` is where the ticket's bits begin."""
    if int(scratch.track_cost[t]) > 0:
        at = start + (t >> 3)
        ways[at] = int(ways[at]) | 1 << (t & 7)


def clear_range(numbers: Ints, start: int, end: int) -> None:
    """Write zeros from `start` to before `end`."""
    part = numbers[start:end]
    for i in range(len(part)):
        part[i] = 0
