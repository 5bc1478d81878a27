"""Tickets and passengers: which to keep, whether to draw more, whom to take along."""

from goldenspike.bots.thinking.memory import (
    CONFIDENCE,
    DISTANCE,
    EDGE_A,
    EDGE_B,
    EDGE_TRACK,
    FAR,
    MISSING,
    PLAN_COST,
    PLAN_TRAINS,
    SHORT_ONES,
    TICKET,
    TICKET_BONUS,
    TICKETS,
    TURNS,
    VIA,
    WEIGHT,
)
from goldenspike.bots.thinking.routes import (
    distances,
    guest_worth,
    plan_tickets,
    turns_needed,
)
from goldenspike.rules.codes import KEEP, TAKE
from goldenspike.rules.codes import TICKETS as DRAW_TICKETS
from goldenspike.rules.tickets import mix_range, offered


def choose_to_keep(v, b, p, c, m, n, out):
    """The choice of tickets whose network leaves most: points, less what it costs to build."""
    held = int(m[TICKETS])
    best = int(out[0])
    value = -(1 << 40)
    for i in range(n):
        mask = int(out[i]) - KEEP
        count = held
        for j in range(offered(v, p)):
            if mask >> j & 1:
                ticket = int(v.offer[p][j])
                m[TICKET + count] = ticket
                m[WEIGHT + count] = 200 * int(b.ticket_points[ticket])
                count += 1
        m[TICKETS] = count
        worth = worth_of_list(v, b, p, c, m, held)
        if worth > value:
            value = worth
            best = int(out[i])
    m[TICKETS] = held
    return best


def worth_of_list(v, b, p, c, m, held):
    """Points from the listed tickets (those from `held` on are new), less the plan's cost."""
    plan_tickets(v, b, p, m)
    worth = -int(m[PLAN_COST])
    # A plan that needs nearly all trains or turns leaves no room for what goes wrong.
    slack = int(v.trains[p]) - int(m[PLAN_TRAINS])
    if slack < 6:
        worth -= (6 - slack) * 60
    late = turns_needed(v, p, m) - int(m[TURNS]) * 8 // 10
    if late > 0:
        worth -= late * 150
    for i in range(int(m[TICKETS])):
        points = 100 * int(b.ticket_points[int(m[TICKET + i])])
        if int(m[MISSING + i]) >= 0:
            gain = points * int(c[CONFIDENCE]) // 100
            if i < held:
                gain = gain * 2
            else:
                gain += ticket_bonus(v, b, c)
            worth += gain
        elif i >= held:
            worth -= points
    return worth


def ticket_bonus(v, b, c):
    """What one more ticket does for the bonus of most tickets."""
    return int(b.most_tickets_bonus) * int(c[TICKET_BONUS])


def draw_worth(v, b, p, c, m):
    """What drawing tickets now may be expected to bring, with the plan's tracks as good as laid."""
    n = 0
    good = 0
    spare = int(v.trains[p]) - int(m[PLAN_TRAINS])
    turns = int(m[TURNS]) - turns_needed(v, p, m)
    last = -1
    total = 0
    lost = 0
    # A sample of a large deck tells as much.
    stride = 1 + int(b.tickets) // 32
    for i in range(int(b.tickets) // stride):
        ticket = i * stride
        if seen_before(v, b, p, ticket):
            continue
        if int(v.ticket_deck_n[int(b.ticket_in[ticket])]) == 0:
            continue
        a = int(b.ticket_a[ticket])
        if a != last:
            distances(b, m, a)
            last = a
        worth = ticket_worth(v, b, p, c, m, ticket, spare, turns)
        n += 1
        if worth > 0:
            good += 1
            total += worth
        else:
            lost -= worth
    if n == 0:
        return -(1 << 40)
    drawn = int(b.later_draw)
    # Some will be good ones. If all are bad, the least bad has to be kept.
    gain = drawn * total // n
    lost = lost * 6 // (10 * max(1, n - good))
    bad = 1000
    for _ in range(drawn):
        bad = bad * (n - good) // n
    return gain - lost * bad // 1000


def ticket_worth(v, b, p, c, m, ticket, spare, turns):
    """A ticket's points less the way to it (`distances` has been asked from its first place)."""
    points = 100 * int(b.ticket_points[ticket])
    a = int(b.ticket_a[ticket])
    at = int(b.ticket_b[ticket])
    cost = int(m[DISTANCE + at])
    if cost >= FAR:
        return -points
    trains = 0
    claims = 0
    while at != a:
        e = int(m[VIA + at])
        t = int(m[EDGE_TRACK + e])
        if int(v.owner[t]) != p:
            trains += int(b.track_length[t])
            claims += 1
        at = int(m[EDGE_A + e]) + int(m[EDGE_B + e]) - at
    if cost == 0:
        return points + ticket_bonus(v, b, c)
    if trains > spare or claims + trains * 55 // 100 > turns:
        return -points
    return points * int(c[CONFIDENCE]) // 100 + ticket_bonus(v, b, c) - cost


def seen_before(v, b, p, ticket):
    """Does the seat hold it?"""
    for i in range(int(v.held_n[p][0]) + int(v.held_n[p][1])):
        if int(v.held[p][i]) == ticket:
            return True
    return False


def choose_mix(v, b, p, c):
    """How many of which deck (G-TICK-1): long ones early, short ones when trains run low."""
    if int(b.decks) == 1:
        return DRAW_TICKETS
    drawn = int(b.first_draw) if int(v.first_deal) == 1 else int(b.later_draw)
    first, last, _ = mix_range(v, b, drawn)
    # The first deck holds the short ones.
    wanted = int(c[SHORT_ONES])
    if int(v.trains[p]) < int(b.trains) * 2 // 3:
        wanted = drawn
    return DRAW_TICKETS + max(first, min(last, wanted))


def choose_guest(v, b, p, n, out):
    """The passenger worth most."""
    best = int(out[0])
    value = -1
    for i in range(n):
        colour = (int(out[i]) - TAKE) % 6
        worth = guest_worth(v, b, p, colour)
        if worth > value:
            value = worth
            best = int(out[i])
    return best
