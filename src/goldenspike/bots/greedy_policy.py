"""The greedy policy: claim the track with most points, else draw the most frequent colour."""

from goldenspike.bots.planner.passengers import most_of_others
from goldenspike.bots.planner.share_choice import best_share_gain, choose_share
from goldenspike.rules.codes import (
    BUILDING,
    CLAIMING,
    DRAW_DECK,
    DRAWING,
    FROM_DECK,
    GIVE_PHASE,
    KEEP_PHASE,
    KEEPING,
    LOCOMOTIVE,
    PASSENGER_PHASE,
    SECOND_PHASE,
    SHARE_PHASE,
    TURN_PHASE,
    claimed_track,
    decode,
    kind_of_action,
    passenger,
    payment_index,
    station_place,
)
from goldenspike.rules.graph.borrowing import build_ticket_network
from goldenspike.rules.graph.network import is_lent, join_edges
from goldenspike.rules.scoring import score_tickets
from goldenspike.rules.tickets import offered


def greedy_code(v, b, n, codes, scratch):
    """Return the code that the greedy policy takes; `codes` has n legal ones."""
    p = int(v.turn)
    phase = int(v.phase)
    if phase == TURN_PHASE:
        if int(b.stations) > 0:
            best = best_station(v, b, p, n, codes, scratch)
            if best >= 0:
                return best
        best = best_claim(v, b, p, n, codes)
        if best >= 0:
            return best
        if kind_of_action(b, int(codes[0])) == DRAWING:
            return most_held_card(v, b, p, n, codes)
        return int(codes[0])
    if phase == SECOND_PHASE:
        return most_held_card(v, b, p, n, codes)
    if phase == KEEP_PHASE:
        return cheapest_tickets(v, b, p, n, codes)
    if phase == GIVE_PHASE:
        return rarest_substitute(v, b, p, n, codes)
    if phase == PASSENGER_PHASE:
        return best_passenger(v, b, p, n, codes)
    if phase == SHARE_PHASE:
        return choose_share(v, b, p, n, codes)
    return int(codes[0])


def best_claim(v, b, p, n, codes):
    """Return the claim with most points, of those with fewest locomotives; -1 if there is none.

    What a share may bring counts as points. A claim whose toll costs more points than it brings is
    none.
    """
    best = -1
    value = -1
    for i in range(n):
        code = int(codes[i])
        kind, argument = decode(b, code)
        if kind != CLAIMING:
            continue
        t = claimed_track(b, argument)
        payment = payment_index(b, t, argument)
        points = int(b.track_points[t]) - int(b.token_points) * int(b.track_toll[t])
        worth = 100 * points + 40 - int(b.payment_wild[payment])
        if int(b.companies) > 0:
            worth += best_share_gain(v, b, p, t)
        if worth > value:
            value = worth
            best = code
    return best


def best_station(v, b, p, n, codes, scratch):
    """Return the station that makes tickets with most points; -1 if none makes up for its own.

    A ticket that is made is worth its points twice.
    """
    best = -1
    value = int(b.station_points)
    last = -1
    for i in range(n):
        code = int(codes[i])
        kind, argument = decode(b, code)
        if kind != BUILDING:
            continue
        place, _ = station_place(b, argument)
        if place == last:
            continue
        last = place
        worth = 2 * points_made_at(v, b, p, place, scratch)
        if worth > value:
            value = worth
            best = code
    return best


def points_made_at(v, b, p, place, scratch):
    """Return the most points of open tickets that one track of another seat to a place makes."""
    edges = build_ticket_network(v, b, p, scratch)
    before, _ = score_tickets(v, b, p, edges, scratch)
    most = 0
    for i in range(int(b.around_start[place]), int(b.around_start[place + 1])):
        t = int(b.around_track[i])
        owner = int(v.owner[t])
        if owner < 0 or owner == p or is_lent(v, b, p, t):
            continue
        scratch.edge_track[edges] = t
        join_edges(b, edges + 1, scratch)
        after, _ = score_tickets(v, b, p, edges + 1, scratch)
        most = max(most, (after - before) // 2)
    return most


def most_held_card(v, b, p, n, codes):
    """Return the draw of the face-up card of which the hand has most; the deck if it has none."""
    best = int(codes[0])
    value = 0
    for i in range(n):
        code = int(codes[i])
        kind, card = decode(b, code)
        if kind == DRAWING and card != FROM_DECK and card != LOCOMOTIVE:
            have = int(v.hands[p][card])
            if have > value:
                value = have
                best = code
    if value == 0 and int(v.deck_n) > 0:
        return DRAW_DECK
    return best


def cheapest_tickets(v, b, p, n, codes):
    """Return the code that keeps the fewest tickets, with the fewest points to lose.

    Of two decks, as many as possible are drawn from the first.
    """
    if kind_of_action(b, int(codes[0])) != KEEPING:
        return int(codes[n - 1])
    best = int(codes[0])
    value = 1 << 30
    for i in range(n):
        _, mask = decode(b, int(codes[i]))
        points = 0
        for j in range(offered(v, p)):
            if mask >> j & 1:
                points += 1 + int(b.ticket_stake[int(v.offer[p][j])])
        if points < value:
            value = points
            best = int(codes[i])
    return best


def rarest_substitute(v, b, p, n, codes):
    """Return the code that gives the card of which the hand has fewest, locomotives last."""
    best = int(codes[0])
    value = 1 << 30
    for i in range(n):
        _, card = decode(b, int(codes[i]))
        have = int(v.hands[p][card]) + (100 if card == LOCOMOTIVE else 0)
        if have < value:
            value = have
            best = int(codes[i])
    return best


def best_passenger(v, b, p, n, codes):
    """Return the passenger of the colour in which the best other seat is closest."""
    best = int(codes[0])
    value = -1000
    for i in range(n):
        _, argument = decode(b, int(codes[i]))
        _, colour = passenger(argument)
        ahead = int(v.passengers[p][colour]) - most_of_others(v, p, colour)
        worth = -abs(ahead)
        if worth > value:
            value = worth
            best = int(codes[i])
    return best
