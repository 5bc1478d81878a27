"""The planner: a cheapest network for its tickets, points with the rest, and an eye on the clock.

It keeps no memory: every decision starts from the view alone, so a track that somebody took is
simply not there any more and the plan goes around it.
"""

from goldenspike.bots.thinking.choosing import choose_guest, choose_mix, choose_to_keep, draw_worth
from goldenspike.bots.thinking.collecting import best_draw, judge_cards
from goldenspike.bots.thinking.memory import (
    COST,
    DROPPED,
    EAGER,
    FAR,
    FRESH,
    GREED,
    GUESTS,
    HASTY,
    LISTED_AT_MOST,
    MINE,
    MISSING,
    PATH,
    PATIENCE,
    PLAN_CLAIMS,
    PLAN_TRAINS,
    PLANNED,
    SHORT,
    SLIPS,
    SPARE_TRAINS,
    THEIRS,
    TICKET,
    TICKETS,
    TRAIN,
    TRAIN_WORTH_NOW,
    TURNS,
    VALUE,
    WEIGHT,
)
from goldenspike.bots.thinking.paying import best_payment, least_gift
from goldenspike.bots.thinking.routes import detour, look_around, plan_tickets
from goldenspike.rules.codes import (
    GIVE_PHASE,
    KEEP,
    KEEP_PHASE,
    LOCOMOTIVE,
    PASS,
    PASSENGER_PHASE,
    PAY,
    SECOND_PHASE,
    TUNNEL,
    TUNNEL_PHASE,
    WITHDRAW,
)
from goldenspike.rules.network import build_network, connected
from goldenspike.rules.stream import below


def needs_list(v, c, rng):
    """1: the planner wants all legal actions written down; 2: and slips, taking any of them."""
    phase = int(v.phase)
    slip = int(c[SLIPS]) > 0 and below(rng, 1000) < int(c[SLIPS])
    if slip and phase != KEEP_PHASE and phase != TUNNEL_PHASE:
        return 2
    if phase in (KEEP_PHASE, TUNNEL_PHASE, PASSENGER_PHASE):
        return 1
    return 0


def planner_option(v, b, c, m, work, n, out):
    """The planner's action; `c` are its settings, `m` its scratch memory, `n` what is in `out`."""
    p = int(v.turn)
    phase = int(v.phase)
    if phase == TUNNEL_PHASE:
        return pay_or_withdraw(n, out)
    if phase == SECOND_PHASE and int(c[HASTY]) == 1 and int(m[FRESH]) == p + 1:
        judge_cards(v, b, p, c, m)
        return best_draw(v, b, p, c, m, True)
    m[FRESH] = 0
    look_around(v, b, p, c, m)
    if phase == PASSENGER_PHASE:
        return choose_guest(v, b, p, n, out)
    if phase == KEEP_PHASE:
        if int(out[0]) < KEEP:
            return choose_mix(v, b, p, c)
        list_open_tickets(v, b, p, m, work)
        return choose_to_keep(v, b, p, c, m, n, out)
    list_open_tickets(v, b, p, m, work)
    plan_tickets(v, b, p, m)
    value_tracks(v, b, p, c, m)
    judge_cards(v, b, p, c, m)
    if phase == GIVE_PHASE:
        return least_gift(v, p, m)
    if phase == SECOND_PHASE:
        return best_draw(v, b, p, c, m, True)
    m[FRESH] = p + 1
    return choose_turn(v, b, p, c, m, work)


def list_open_tickets(v, b, p, m, work):
    """The tickets held and not yet made, each as dear as it is both to make and not to miss."""
    _, edges = build_network(v, b, p, work)
    n = 0
    for i in range(int(v.held_n[p][0]) + int(v.held_n[p][1])):
        ticket = int(v.held[p][i])
        if n < LISTED_AT_MOST and not connected(
            b, edges, work, int(b.ticket_a[ticket]), int(b.ticket_b[ticket])
        ):
            m[TICKET + n] = ticket
            m[WEIGHT + n] = 200 * int(b.ticket_points[ticket])
            n += 1
    m[TICKETS] = n


def value_tracks(v, b, p, c, m):
    """What each track is worth for itself: points, passengers, a longer path, less the trains."""
    train = int(c[TRAIN]) + int(c[GREED])
    train = train * int(m[TRAIN_WORTH_NOW]) // 100
    for t in range(int(b.tracks)):
        m[VALUE + t] = 0
        if int(m[COST + t]) >= FAR:
            continue
        length = int(b.track_length[t])
        a = int(b.track_a[t])
        z = int(b.track_b[t])
        value = 100 * int(b.route_points[length]) - length * train
        value += int(m[GUESTS + a]) + int(m[GUESTS + z])
        if int(b.longest_bonus) > 0 and (int(m[MINE + a]) == 1) != (int(m[MINE + z]) == 1):
            value += length * int(c[PATH])
        m[VALUE + t] = value


def choose_turn(v, b, p, c, m, work):
    """One of the three things a turn can be."""
    claim, worth = best_claim(v, b, p, c, m, work)
    turns = int(m[TURNS])
    if turns > 1 and tickets_wanted(v, b, p, c, m, claim >= 0):
        gain = draw_worth(v, b, p, c, m)
        if gain > int(c[EAGER]) and gain > worth:
            return choose_mix(v, b, p, c)
    if claim >= 0 and (worth >= int(c[PATIENCE]) or turns <= 1):
        return claim
    draw = best_draw(v, b, p, c, m, False)
    if draw >= 0:
        return draw
    if claim >= 0:
        return claim
    if int(v.ticket_deck_n[0]) + int(v.ticket_deck_n[1]) > 0:
        return choose_mix(v, b, p, c)
    return PASS


def tickets_wanted(v, b, p, c, m, can_claim):
    """Is there room for more tickets: trains and turns beyond the plan?"""
    if int(v.ticket_deck_n[0]) + int(v.ticket_deck_n[1]) == 0:
        return False
    if int(m[DROPPED]) > 0 or (int(m[PLAN_CLAIMS]) > 0 and can_claim):
        return False
    spare = int(v.trains[p]) - int(m[PLAN_TRAINS])
    return spare >= int(c[SPARE_TRAINS]) and int(m[TURNS]) * 2 >= int(c[SPARE_TRAINS])


def best_claim(v, b, p, c, m, work):
    """The claim worth most now and its worth; (-1, 0) where nothing can be paid for."""
    best = -1
    value = -(1 << 40)
    turns = int(m[TURNS])
    spare = int(v.trains[p]) - int(m[PLAN_TRAINS])
    target = best_rate(v, b, p, c, m)
    for t in range(int(b.tracks)):
        if int(m[COST + t]) >= FAR or int(m[SHORT + t]) > 0:
            continue
        planned = int(m[PLANNED + t]) == 1
        length = int(b.track_length[t])
        if planned:
            worth = planned_worth(v, b, p, c, m, t)
        else:
            if length > spare and turns > 1:
                continue
            worth = int(m[VALUE + t])
            if turns > 2 and worth < target:
                continue
        if worth <= value:
            continue
        code, cost = best_payment(v, b, p, t, m, work)
        if code < 0:
            continue
        if turns > 2:
            if not planned and int(m[PLAN_CLAIMS]) > 0:
                # Cards that the plan wants are not for points.
                cost = cost * 3
            worth -= cost
            if int(b.track_kind[t]) == TUNNEL and left_over(v, b, p, t) == 0:
                worth -= 120
        if worth > value:
            value = worth
            best = code
    if best < 0:
        return -1, 0
    return best, value


def left_over(v, b, p, t):
    """Cards that could pay what a tunnel asks on top, with the best colour."""
    k = int(b.track_class[t])
    colour = int(b.class_colour[k])
    most = 0
    if colour < LOCOMOTIVE:
        most = int(v.hands[p][colour])
    else:
        for card in range(8):
            most = max(most, int(v.hands[p][card]))
    return max(0, most + int(v.hands[p][LOCOMOTIVE]) - int(b.track_length[t]))


def planned_worth(v, b, p, c, m, t):
    """A track of the plan: worth most where losing it hurts and somebody is about."""
    a = int(b.track_a[t])
    z = int(b.track_b[t])
    near = int(m[THEIRS + a]) + int(m[THEIRS + z])
    risk = 1 + 2 * near
    worth = 600 + int(m[VALUE + t]) // 4 + detour(v, b, m, t) * risk // 8
    for i in range(int(m[TICKETS])):
        # The last track of a ticket brings it home; with little time left that comes first.
        if int(m[MISSING + i]) == 1 and int(m[TURNS]) <= 3:
            ticket = int(m[TICKET + i])
            if touches(b, ticket, t) or int(m[TURNS]) == 1:
                worth += int(m[WEIGHT + i])
    return worth


def touches(b, ticket, t):
    """Does a track end at one of the ticket's places?"""
    a = int(b.ticket_a[ticket])
    z = int(b.ticket_b[ticket])
    u = int(b.track_a[t])
    w = int(b.track_b[t])
    return a in (u, w) or z in (u, w)


def best_rate(v, b, p, c, m):
    """The best worth a turn that collecting for a track would bring: what a claim has to beat."""
    best = 0
    spare = int(v.trains[p]) - int(m[PLAN_TRAINS])
    turns = int(m[TURNS])
    for t in range(int(b.tracks)):
        if int(m[COST + t]) >= FAR or int(m[PLANNED + t]) == 1:
            continue
        short = int(m[SHORT + t])
        needed = 1 + (short * 55 + 50) // 100
        if short == 0 or needed > turns or int(b.track_length[t]) > spare:
            continue
        best = max(best, int(m[VALUE + t]) // needed)
    return best


def pay_or_withdraw(n, out):
    """Pay what the tunnel asks where the hand can, with as few locomotives as may be."""
    first = int(out[0])
    if n > 1 and first >= PAY:
        return first
    return WITHDRAW
