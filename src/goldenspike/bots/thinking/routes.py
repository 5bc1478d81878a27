"""Cheapest ways over the board: what tracks cost a seat, and a network that joins its tickets."""

from goldenspike.bots.thinking.memory import (
    ALONE,
    CARD,
    CLAIMING,
    COST,
    DANGER,
    DISTANCE,
    DROPPED,
    EDGE_A,
    EDGE_B,
    EDGE_BACK,
    EDGE_COST,
    EDGE_TRACK,
    EDGES,
    FAR,
    FLOOR,
    GUESTS,
    MINE,
    MISSING,
    ORDER,
    PACE,
    PEOPLE,
    PLAN_CARDS,
    PLAN_CLAIMS,
    PLAN_COST,
    PLAN_TRAINS,
    PLANNED,
    SHORT,
    THEIRS,
    TICKET,
    TICKETS,
    TRAIN,
    TRAIN_WORTH_NOW,
    TURNS,
    VIA,
    WEIGHT,
)
from goldenspike.bots.thinking.paying import cards_short
from goldenspike.rules.codes import TUNNEL


def look_around(v, b, p, c, m):
    """All about the table that the plan depends on: whose places, what tracks cost, time left."""
    for place in range(int(b.places)):
        m[MINE + place] = 0
        m[THEIRS + place] = 0
    for t in range(int(b.tracks)):
        owner = int(v.owner[t])
        if owner >= 0:
            where = MINE if owner == p else THEIRS
            m[where + int(b.track_a[t])] = 1
            m[where + int(b.track_b[t])] = 1
    estimate_turns(v, b, p, c, m)
    value_guests(v, b, p, c, m)
    edges = 0
    trains = int(v.trains[p])
    total = int(v.cards[p])
    hand = v.hands[p]
    last_class = -1
    short = 0
    for t in range(int(b.tracks)):
        k = int(b.track_class[t])
        m[COST + t] = FAR
        m[SHORT + t] = 0
        if int(v.owner[t]) == p:
            cost = 0
        elif int(v.blocked[t]) >> p & 1 or int(b.track_length[t]) > trains:
            continue
        else:
            if k != last_class:
                short = cards_short(b, k, hand, total)
                last_class = k
            m[SHORT + t] = short
            cost = track_cost(b, t, short, c, m)
            m[COST + t] = cost
        m[EDGE_TRACK + edges] = t
        m[EDGE_A + edges] = int(b.track_a[t])
        m[EDGE_B + edges] = int(b.track_b[t])
        m[EDGE_BACK + edges] = cost
        edges += 1
    m[EDGES] = edges


def track_cost(b, t, short, c, m):
    """Turns and trains spent on a track, less what it brings; never free, or plans would wander."""
    length = int(b.track_length[t])
    cost = short * int(c[CARD]) + int(c[CLAIMING]) + length * int(c[TRAIN]) + int(c[DANGER])
    cost -= 100 * int(b.route_points[length])
    a = int(b.track_a[t])
    z = int(b.track_b[t])
    cost -= (int(m[GUESTS + a]) + int(m[GUESTS + z])) // 2
    if int(b.track_kind[t]) == TUNNEL:
        cost += int(c[CARD]) * 6 // 10
    if int(m[THEIRS + a]) == 1 and int(m[THEIRS + z]) == 1:
        cost += int(c[DANGER])
    return max(cost, length * int(c[FLOOR]) + 10)


def estimate_turns(v, b, p, c, m):
    """How many turns the seat can expect: until somebody's trains run out."""
    least = 1 << 20
    for q in range(int(v.players)):
        left = int(v.trains[q]) - int(b.last_turn_trains)
        turns = (max(0, left) * 100 + int(c[PACE]) - 1) // int(c[PACE]) + 1
        least = min(least, turns)
    if int(v.last_turns) > 0:
        least = 1
    m[TURNS] = least
    trains = max(1, int(v.trains[p]))
    # With more trains than turns to lay them, a train is worth less.
    m[TRAIN_WORTH_NOW] = min(100, 100 * int(c[PACE]) * least // (100 * trains))


def value_guests(v, b, p, c, m):
    """What a passenger from each place would be worth (G-PASS-3)."""
    for place in range(int(b.places)):
        best = 0
        if int(b.passenger_colours) > 0:
            for i in range(len(v.waiting[place])):
                colour = int(v.waiting[place][i]) - 1
                if colour >= 0:
                    best = max(best, guest_worth(v, b, p, colour))
        m[GUESTS + place] = best * int(c[PEOPLE]) // 100


def guest_worth(v, b, p, colour):
    """One more passenger of a colour: what it does to the majorities, smoothed."""
    most = 0
    for q in range(int(v.players)):
        if q != p:
            most = max(most, int(v.passengers[q][colour]))
    mine = int(v.passengers[p][colour])
    first = 100 * int(b.passengers_first)
    second = 100 * int(b.passengers_second)
    ahead = mine - most
    if ahead >= 3:
        worth = first // 20
    elif ahead >= 1:
        worth = first // 8
    elif ahead >= -1:
        worth = first // 4
    elif ahead >= -3:
        worth = first // 7
    else:
        worth = first // 14
    if mine == 0:
        worth += second // 2
    return worth


def distances(b, m, source):
    """The cheapest way from a place to every other; nothing leads through a country (G-LAND-1)."""
    for place in range(int(b.places)):
        m[DISTANCE + place] = FAR
        m[VIA + place] = -1
    m[DISTANCE + source] = 0
    edges = int(m[EDGES])
    changed = True
    while changed:
        changed = False
        for e in range(edges):
            cost = int(m[EDGE_COST + e])
            if cost >= FAR:
                continue
            a = int(m[EDGE_A + e])
            z = int(m[EDGE_B + e])
            there = int(m[DISTANCE + a])
            back = int(m[DISTANCE + z])
            if there + cost < back:
                if int(b.country[a]) == 0 or a == source:
                    m[DISTANCE + z] = there + cost
                    m[VIA + z] = e
                    changed = True
            elif back + cost < there and (int(b.country[z]) == 0 or z == source):
                m[DISTANCE + a] = back + cost
                m[VIA + a] = e
                changed = True


def forget_plan(b, m):
    """Begin again with nothing planned."""
    for e in range(int(m[EDGES])):
        m[EDGE_COST + e] = m[EDGE_BACK + e]
    for t in range(int(b.tracks)):
        m[PLANNED + t] = 0
    m[PLAN_COST] = 0
    m[PLAN_TRAINS] = 0
    m[PLAN_CLAIMS] = 0
    m[PLAN_CARDS] = 0


def join(b, m, a, z):
    """Add the cheapest way between two places to the plan; returns its missing tracks, or -1."""
    distances(b, m, a)
    if int(m[DISTANCE + z]) >= FAR:
        return -1
    missing = 0
    at = z
    while at != a:
        e = int(m[VIA + at])
        t = int(m[EDGE_TRACK + e])
        if int(m[COST + t]) < FAR:
            missing += 1
            if int(m[PLANNED + t]) == 0:
                m[PLANNED + t] = 1
                m[EDGE_COST + e] = 0
                m[PLAN_COST] += int(m[COST + t])
                m[PLAN_TRAINS] += int(b.track_length[t])
                m[PLAN_CLAIMS] += 1
                m[PLAN_CARDS] += int(m[SHORT + t])
        at = int(m[EDGE_A + e]) + int(m[EDGE_B + e]) - at
    return missing


def plan_in_order(b, m):
    """Join the tickets one after the other, each using what is planned already."""
    forget_plan(b, m)
    for i in range(int(m[TICKETS])):
        j = int(m[ORDER + i])
        if j >= 0:
            ticket = int(m[TICKET + j])
            m[MISSING + j] = join(b, m, int(b.ticket_a[ticket]), int(b.ticket_b[ticket]))


def plan_tickets(v, b, p, m):
    """A cheap network for the listed tickets: near ones first or far ones first, what is better.

    Tickets that trains or turns do not suffice for are dropped, worst bargain first.
    """
    n = int(m[TICKETS])
    forget_plan(b, m)
    for i in range(n):
        ticket = int(m[TICKET + i])
        distances(b, m, int(b.ticket_a[ticket]))
        m[ALONE + i] = int(m[DISTANCE + int(b.ticket_b[ticket])])
        m[ORDER + i] = i if int(m[ALONE + i]) < FAR else -1
        m[MISSING + i] = -1
    m[DROPPED] = 0
    sort_order(m, n)
    while True:
        plan_in_order(b, m)
        if n > 1:
            cost = int(m[PLAN_COST])
            reverse_order(m, n)
            plan_in_order(b, m)
            if int(m[PLAN_COST]) > cost:
                reverse_order(m, n)
                plan_in_order(b, m)
        if fits(v, p, m):
            return
        if not drop_one(b, m, n):
            return


def fits(v, p, m):
    """Are there trains and turns for the plan?"""
    if int(m[PLAN_TRAINS]) > int(v.trains[p]):
        return False
    return turns_needed(v, p, m) <= int(m[TURNS])


def turns_needed(v, p, m):
    """Turns to collect the plan's cards and claim its tracks."""
    cards = max(int(m[PLAN_CARDS]), int(m[PLAN_TRAINS]) - int(v.cards[p]))
    return int(m[PLAN_CLAIMS]) + (cards * 55 + 50) // 100


def drop_one(b, m, n):
    """Give up the ticket that costs most for its points."""
    worst = -1
    value = -(1 << 40)
    for i in range(n):
        j = int(m[ORDER + i])
        if j >= 0 and int(m[ALONE + j]) > 0:
            loss = int(m[ALONE + j]) * 2 - int(m[WEIGHT + j])
            if loss > value:
                value = loss
                worst = i
    if worst < 0:
        return False
    j = int(m[ORDER + worst])
    m[ORDER + worst] = -1
    m[MISSING + j] = -1
    m[DROPPED] += 1
    return True


def sort_order(m, n):
    """Cheapest first; those out of reach stay marked."""
    for i in range(1, n):
        j = int(m[ORDER + i])
        key = int(m[ALONE + j]) if j >= 0 else FAR
        at = i
        while at > 0:
            before = int(m[ORDER + at - 1])
            if (int(m[ALONE + before]) if before >= 0 else FAR) <= key:
                break
            m[ORDER + at] = before
            at -= 1
        m[ORDER + at] = j


def reverse_order(m, n):
    """Dearest first."""
    i = 0
    j = n - 1
    while i < j:
        held = int(m[ORDER + i])
        m[ORDER + i] = m[ORDER + j]
        m[ORDER + j] = held
        i += 1
        j -= 1


def detour(v, b, m, t):
    """How much dearer it gets if track t is lost: the next best way between its ends."""
    a = int(b.track_a[t])
    z = int(b.track_b[t])
    closes = int(b.parallel_closed[int(v.players)]) == 1
    for e in range(int(m[EDGES])):
        u = int(m[EDGE_TRACK + e])
        if u == t or (closes and int(b.track_a[u]) == a and int(b.track_b[u]) == z):
            m[EDGE_COST + e] += FAR
    distances(b, m, a)
    for e in range(int(m[EDGES])):
        if int(m[EDGE_COST + e]) >= FAR:
            m[EDGE_COST + e] -= FAR
    return min(2000, int(m[DISTANCE + z]))
