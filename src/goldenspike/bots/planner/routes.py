"""The plan: cheapest paths over tracks, and a network of them that connects the tickets."""

from goldenspike.rules.graph.cheapest_tree import (
    find_ticket_way,
    find_valued_way,
    list_tree,
    points_there,
)
from goldenspike.rules.graph.cheapest_way import FAR, find_distances, last_track, step_back
from goldenspike.rules.graph.ticket_ends import has_values

POINT = 100
"""What a point is worth: costs are in hundredths."""
HAVING = 1
"""What it costs to borrow a track by a station that is there already, and borrows nothing yet."""


def clear_plan(b, plan):
    """Start a plan without tracks."""
    for t in range(int(b.tracks)):
        plan.track_cost[t] = plan.base_cost[t]
        plan.planned[t] = 0
        plan.borrowed[t] = 0
    plan.total_cost = 0
    plan.total_trains = 0
    plan.total_spaces = 0
    plan.total_tolls = 0
    plan.total_claims = 0
    plan.total_draws = 0
    plan.total_stations = 0


def list_ticket(b, plan, i, ticket, now):
    """List a ticket as number i; `now` are the points that it scores as it is."""
    plan.ticket[i] = ticket
    plan.ticket_now[i] = now
    plan.ticket_value[i] = POINT * (int(b.ticket_points[ticket]) - now)
    plan.nearest[i] = 0


def find_listed_way(b, plan, i):
    """Find the way for listed ticket i; returns its cost, FAR if there is none.

    A ticket with several values goes to the end that is worth most beyond its cost, or else to the
    nearest one, and its value is that of this end.
    """
    ticket = int(plan.ticket[i])
    if not has_values(b, ticket):
        return find_ticket_way(b, plan, ticket)
    cost = find_valued_way(b, plan, ticket, POINT * (1 - int(plan.nearest[i])))
    if cost < FAR:
        plan.ticket_value[i] = POINT * (points_there(b, plan, ticket) - int(plan.ticket_now[i]))
    return cost


def add_ticket(b, plan, i):
    """Plan the way for listed ticket i; returns how many tracks it lacks, -1: there is none."""
    ticket = int(plan.ticket[i])
    if find_listed_way(b, plan, i) >= FAR:
        return -1
    missing = 0
    if int(b.ticket_ends[ticket]) > 0:
        for i in range(list_tree(b, plan)):
            missing += add_track(b, plan, int(plan.tree_track[i]))
    else:
        at = int(b.ticket_b[ticket])
        while at != int(b.ticket_a[ticket]):
            missing += add_track(b, plan, last_track(plan, at))
            at = step_back(b, plan, at)
    if int(plan.total_stations) > 0:
        close_lenders(b, plan)
    return missing


def add_track(b, plan, t):
    """Plan to claim a track or to borrow it; returns 0 if it is the seat's own or lent already."""
    if int(plan.cost[t]) < FAR:
        if int(plan.planned[t]) == 0:
            plan.planned[t] = 1
            plan.track_cost[t] = 0
            plan.total_cost += int(plan.cost[t])
            plan.total_trains += int(b.track_trains[t])
            plan.total_spaces += int(b.track_length[t])
            plan.total_tolls += int(b.track_toll[t])
            plan.total_claims += 1
            plan.total_draws += int(plan.draws[t])
        return 1
    if int(plan.base_cost[t]) > 0:
        borrow(plan, t)
        return 1
    return 0


def borrow(plan, t):
    """Plan to borrow another seat's track: with a new station, or with one that is free."""
    if int(plan.borrowed[t]) == 0:
        plan.borrowed[t] = 1
        plan.track_cost[t] = 0
        plan.total_cost += int(plan.base_cost[t])
        if int(plan.base_cost[t]) > HAVING:
            plan.total_claims += 1
            plan.total_stations += 1


def close_lenders(b, plan):
    """Borrow nothing more in this plan once it needs all stations that are left."""
    if int(plan.total_stations) < int(plan.stations_left):
        return
    for t in range(int(b.tracks)):
        lent = int(plan.cost[t]) >= FAR and int(plan.base_cost[t]) > HAVING
        if lent and int(plan.borrowed[t]) == 0:
            plan.track_cost[t] = FAR


def plan_in_order(b, plan):
    """Plan the tickets one by one in `order`; tracks that are planned already cost nothing more."""
    clear_plan(b, plan)
    for i in range(int(plan.tickets)):
        j = int(plan.order[i])
        if j >= 0:
            plan.tracks_missing[j] = add_ticket(b, plan, j)


def plan_tickets(v, b, p, plan):
    """Plan a cheap network for the listed tickets, in the better of two orders: by cost, reversed.

    While trains, tokens or turns do not suffice, the ticket that costs most beyond its value is
    dropped; one with several values first goes to the nearest of its ends.
    """
    n = int(plan.tickets)
    clear_plan(b, plan)
    for i in range(n):
        plan.nearest[i] = 0
        cost = find_listed_way(b, plan, i)
        plan.ticket_cost[i] = cost
        plan.order[i] = i if cost < FAR else -1
        plan.tracks_missing[i] = -1
    plan.dropped = 0
    sort_order(plan, n)
    while True:
        plan_in_order(b, plan)
        if n > 1:
            cost = int(plan.total_cost)
            reverse_order(plan, n)
            plan_in_order(b, plan)
            if int(plan.total_cost) > cost:
                reverse_order(plan, n)
                plan_in_order(b, plan)
        if is_feasible(v, p, plan):
            return
        if not drop_ticket(b, plan, n):
            return


def is_feasible(v, p, plan):
    """Are there trains, tokens, stations and turns enough for the plan?"""
    if spare_trains(v, p, plan) < 0 or spare_tokens(v, p, plan) < 0:
        return False
    if int(plan.total_stations) > int(plan.stations_left):
        return False
    return turns_needed(v, p, plan) <= int(plan.turns_left)


def turns_needed(v, p, plan):
    """Return the turns that drawing the plan's cards and claiming its tracks take."""
    cards = max(int(plan.total_draws), int(plan.total_spaces) - int(v.cards[p]))
    return int(plan.total_claims) + turns_to_draw(cards)


def spare_trains(v, p, plan):
    """Return the trains that the plan does not need; negative if it needs more than there are."""
    return int(v.trains[p]) - int(plan.total_trains)


def spare_tokens(v, p, plan):
    """Return the tokens that the plan does not need; negative if it needs more than there are."""
    return int(v.tokens[p]) - int(plan.total_tolls)


def turns_to_draw(cards):
    """Return the turns to draw cards: more than one for two, since some are not the right ones."""
    return (cards * 55 + 50) // 100


def drop_ticket(b, plan, n):
    """Drop the ticket whose cost exceeds its value most; False where there is none to drop.

    One with several values is first taken to the nearest of its ends instead.
    """
    worst = -1
    value = -(1 << 40)
    for i in range(n):
        j = int(plan.order[i])
        if j >= 0 and int(plan.ticket_cost[j]) > 0:
            loss = int(plan.ticket_cost[j]) * 2 - int(plan.ticket_value[j])
            if loss > value:
                value = loss
                worst = i
    if worst < 0:
        return False
    j = int(plan.order[worst])
    if has_values(b, int(plan.ticket[j])) and int(plan.nearest[j]) == 0:
        plan.nearest[j] = 1
        clear_plan(b, plan)
        plan.ticket_cost[j] = find_listed_way(b, plan, j)
        return True
    plan.order[worst] = -1
    plan.tracks_missing[j] = -1
    plan.dropped += 1
    return True


def sort_order(plan, n):
    """Sort `order` by the cost of each ticket alone; unreachable ones (-1) come last."""
    for i in range(1, n):
        j = int(plan.order[i])
        key = int(plan.ticket_cost[j]) if j >= 0 else FAR
        at = i
        while at > 0:
            before = int(plan.order[at - 1])
            if (int(plan.ticket_cost[before]) if before >= 0 else FAR) <= key:
                break
            plan.order[at] = before
            at -= 1
        plan.order[at] = j


def reverse_order(plan, n):
    """Reverse `order`."""
    i = 0
    j = n - 1
    while i < j:
        first = int(plan.order[i])
        plan.order[i] = plan.order[j]
        plan.order[j] = first
        i += 1
        j -= 1


def detour_cost(v, b, plan, t):
    """Return the cost of the cheapest path between the ends of track t without it, at most 2000."""
    add_to_cost(v, b, plan, t, FAR)
    cost = find_distances(b, plan, int(b.track_a[t]), int(b.track_b[t]))
    add_to_cost(v, b, plan, t, -FAR)
    return min(2000, cost)


def add_to_cost(v, b, plan, t, more):
    """Raise the cost of track t, and of those beside it if all close with it."""
    plan.track_cost[t] += more
    if int(b.parallel_closed[int(v.players)]) == 1:
        for i in range(int(b.parallel_n[t])):
            plan.track_cost[int(b.parallel[t][i])] += more
