"""Tickets: which are open, which to keep, and whether to draw more."""

from goldenspike.bots.planner.plan_record import MAX_OPEN_TICKETS
from goldenspike.bots.planner.routes import (
    POINT,
    list_ticket,
    plan_tickets,
    spare_tokens,
    spare_trains,
    turns_needed,
)
from goldenspike.rules.codes import decode, tickets_code
from goldenspike.rules.graph.borrowing import build_ticket_network
from goldenspike.rules.graph.cheapest_tree import (
    find_tree,
    find_valued_way,
    list_tree,
    points_there,
)
from goldenspike.rules.graph.cheapest_way import (
    FAR,
    distance_to,
    find_distances,
    last_track,
    step_back,
)
from goldenspike.rules.graph.network import is_lent
from goldenspike.rules.graph.ticket_ends import has_values, ticket_score
from goldenspike.rules.legal import ticket_mixes
from goldenspike.rules.tickets import count_held, mix_range, number_drawn, offered


def list_open_tickets(v, b, p, plan, scratch):
    """List the tickets that are held and not connected, or could be worth more (VALUE-1).

    Each is worth its points twice: made instead of missed.
    """
    edges = build_ticket_network(v, b, p, scratch)
    n = 0
    for i in range(count_held(v, p)):
        ticket = int(v.held[p][i])
        now = ticket_score(b, edges, scratch, ticket)
        if n < MAX_OPEN_TICKETS and now < int(b.ticket_points[ticket]):
            list_ticket(b, plan, n, ticket, now)
            n += 1
    plan.tickets = n


def choose_kept_tickets(v, b, p, policy, plan, n, codes):
    """The code that keeps those offered tickets whose points exceed the cost of the plan most."""
    held = int(plan.tickets)
    best = int(codes[0])
    value = -(1 << 40)
    for i in range(n):
        _, mask = decode(b, int(codes[i]))
        count = held
        for j in range(offered(v, p)):
            if mask >> j & 1:
                ticket = int(v.offer[p][j])
                list_ticket(b, plan, count, ticket, -int(b.ticket_stake[ticket]))
                count += 1
        plan.tickets = count
        worth = listed_tickets_value(v, b, p, policy, plan, held)
        if worth > value:
            value = worth
            best = int(codes[i])
    plan.tickets = held
    return best


def listed_tickets_value(v, b, p, policy, plan, held):
    """Plan the listed tickets; their points less its cost. Those from `held` on are new."""
    plan_tickets(v, b, p, plan)
    worth = -int(plan.total_cost)
    # A plan that needs nearly all trains or turns fails as soon as a track is lost.
    slack = spare_trains(v, p, plan)
    if slack < 6:
        worth -= (6 - slack) * 60
    late = turns_needed(v, p, plan) - int(plan.turns_left) * 8 // 10
    if late > 0:
        worth -= late * 150
    for i in range(int(plan.tickets)):
        lost = POINT * at_stake(plan, i)
        if int(plan.tracks_missing[i]) >= 0:
            gain = (int(plan.ticket_value[i]) - lost) * int(policy.confidence) // 100
            if i < held:
                gain += lost * int(policy.confidence) // 100
            else:
                gain += ticket_bonus(b, policy)
            worth += gain
        elif i >= held:
            worth -= lost
    return worth


def at_stake(plan, i):
    """Return the points that listed ticket i costs as it is: 0 if it is connected already."""
    return max(0, -int(plan.ticket_now[i]))


def ticket_bonus(b, policy):
    """What one more ticket is worth towards the bonuses for tickets."""
    return int(b.most_tickets_bonus) * int(policy.ticket_bonus) + int(b.ticket_worth)


def may_draw_tickets(v, b):
    """Do the rules let the seat to act draw tickets? What it costs and brings is not asked."""
    return ticket_mixes(v, b, int(b.later_draw))[1] > 0


def wants_tickets(v, b, p, policy, plan, can_claim):
    """May tickets be drawn, and does the plan leave trains and turns enough for new ones?"""
    if not may_draw_tickets(v, b):
        return False
    if int(plan.dropped) > 0 or (int(plan.total_claims) > 0 and can_claim):
        return False
    spare = spare_trains(v, p, plan)
    needed = int(policy.spare_trains)
    return spare >= needed and int(plan.turns_left) * 2 >= needed


def ticket_draw_gain(v, b, p, policy, plan):
    """The expected gain of drawing tickets now, with all planned tracks taken as claimed."""
    n = 0
    good = 0
    spare = spare_trains(v, p, plan)
    turns = int(plan.turns_left) - turns_needed(v, p, plan)
    last = -1
    total = 0
    lost = 0
    # Of a large deck, a sample is enough.
    stride = 1 + int(b.tickets) // 32
    for i in range(int(b.tickets) // stride):
        ticket = i * stride
        if holds_ticket(v, p, ticket):
            continue
        if int(v.ticket_deck_n[int(b.ticket_in[ticket])]) == 0:
            continue
        a = int(b.ticket_a[ticket])
        if a != last and int(b.ticket_ends[ticket]) == 0:
            find_distances(b, plan, a, -1)
            last = a
        worth = ticket_gain(v, b, p, policy, plan, ticket, spare, turns)
        n += 1
        if worth > 0:
            good += 1
            total += worth
        else:
            lost -= worth
    if n == 0:
        return -(1 << 40)
    drawn = int(b.later_draw)
    # Good tickets are kept. If all that are drawn are bad, the least bad has to be kept.
    gain = drawn * total // n
    lost = lost * 6 // (10 * max(1, n - good))
    bad = 1000
    for _ in range(drawn):
        bad = bad * (n - good) // n
    return gain - lost * bad // 1000


def ticket_gain(v, b, p, policy, plan, ticket, spare, turns):
    """A ticket's points less the cost of its path, by the distances found from its first place.

    A tour is searched for by itself, and so are the best and the nearest of several values.
    """
    if has_values(b, ticket):
        cost = find_valued_way(b, plan, ticket, POINT)
        points = POINT * points_there(b, plan, ticket)
        best = way_gain(v, b, p, policy, plan, ticket, cost, points, spare, turns)
        cost = find_valued_way(b, plan, ticket, 0)
        points = POINT * points_there(b, plan, ticket)
        return max(best, way_gain(v, b, p, policy, plan, ticket, cost, points, spare, turns))
    points = POINT * int(b.ticket_points[ticket])
    if int(b.ticket_ends[ticket]) > 0:
        cost = find_tree(b, plan, ticket)
    else:
        cost = distance_to(plan, int(b.ticket_b[ticket]))
    return way_gain(v, b, p, policy, plan, ticket, cost, points, spare, turns)


def way_gain(v, b, p, policy, plan, ticket, cost, points, spare, turns):
    """A ticket's points less the cost of the path that has been found for it."""
    lost = POINT * int(b.ticket_stake[ticket])
    a = int(b.ticket_a[ticket])
    at = int(b.ticket_b[ticket])
    tour = int(b.ticket_ends[ticket]) > 0
    if cost >= FAR:
        return -lost
    trains = 0
    tolls = 0
    claims = 0
    tracks = list_tree(b, plan) if tour else 0
    i = 0
    while i < tracks or (not tour and at != a):
        t = int(plan.tree_track[i]) if tour else last_track(plan, at)
        if int(v.owner[t]) < 0:
            trains += int(b.track_trains[t])
            tolls += int(b.track_toll[t])
        claims += int(v.owner[t]) != p and not is_lent(v, b, p, t)
        if tour:
            i += 1
        else:
            at = step_back(b, plan, at)
    if cost == 0:
        return points + ticket_bonus(b, policy)
    if trains > spare or claims + trains * 55 // 100 > turns or tolls > spare_tokens(v, p, plan):
        return -lost
    return points * int(policy.confidence) // 100 + ticket_bonus(b, policy) - cost


def holds_ticket(v, p, ticket):
    """Does the seat hold the ticket?"""
    found = False
    for i in range(count_held(v, p)):
        found = found or int(v.held[p][i]) == ticket
    return found


def choose_ticket_mix(v, b, p, policy):
    """The code that draws from two decks (G-TICK-1): long tickets early, short ones later."""
    if int(b.decks) == 1:
        return tickets_code(0)
    drawn = number_drawn(v, b)
    first, last, _ = mix_range(v, b, drawn)
    # The first deck holds the short ones.
    wanted = int(policy.short_ones)
    if int(v.trains[p]) < int(b.trains) * 2 // 3:
        wanted = drawn
    return tickets_code(max(first, min(last, wanted)))
