"""Greedy: the most points at once, and where there are none, cards of what the hand has most of."""

from goldenspike.rules.codes import (
    CLAIM,
    DRAW_CARD,
    DRAW_DECK,
    GIVE,
    GIVE_PHASE,
    KEEP,
    KEEP_PHASE,
    LOCOMOTIVE,
    PASSENGER_PHASE,
    SECOND_PHASE,
    TAKE,
    TICKETS,
    TURN_PHASE,
)


def greedy_option(v, b, n, out):
    """Greedy's choice of the n legal actions in `out`; it needs no luck."""
    p = int(v.turn)
    phase = int(v.phase)
    if phase == TURN_PHASE:
        best = dearest_claim(v, b, n, out)
        if best >= 0:
            return best
        if int(out[0]) < TICKETS:
            return favourite_card(v, b, p, n, out)
        return int(out[0])
    if phase == SECOND_PHASE:
        return favourite_card(v, b, p, n, out)
    if phase == KEEP_PHASE:
        return cheapest_tickets(v, b, p, n, out)
    if phase == GIVE_PHASE:
        return rarest_gift(v, p, n, out)
    if phase == PASSENGER_PHASE:
        return dearest_passenger(v, b, p, n, out)
    return int(out[0])


def dearest_claim(v, b, n, out):
    """The claim with the most route points; of those, the one with the fewest locomotives."""
    best = -1
    value = -1
    for i in range(n):
        code = int(out[i])
        if code < CLAIM:
            continue
        t = int(b.code_track[code - CLAIM])
        k = int(b.track_class[t])
        payment = int(b.class_payment[k]) + code - int(b.track_code[t])
        points = int(b.route_points[int(b.track_length[t])])
        worth = 100 * points + 40 - int(b.payment_wild[payment])
        if worth > value:
            value = worth
            best = code
    return best


def favourite_card(v, b, p, n, out):
    """The face-up card of which the hand has most already; the deck where it has none of them."""
    best = int(out[0])
    value = 0
    for i in range(n):
        code = int(out[i])
        if DRAW_CARD <= code < DRAW_CARD + LOCOMOTIVE:
            have = int(v.hands[p][code - DRAW_CARD])
            if have > value:
                value = have
                best = code
    if value == 0 and int(v.deck_n) > 0:
        return DRAW_DECK
    return best


def cheapest_tickets(v, b, p, n, out):
    """As few tickets as may be, those that can cost the least; a mix mostly of the first deck."""
    if int(out[0]) < KEEP:
        return int(out[n - 1])
    best = int(out[0])
    value = 1 << 30
    for i in range(n):
        mask = int(out[i]) - KEEP
        points = 0
        for j in range(int(v.offer_n[p][0]) + int(v.offer_n[p][1])):
            if mask >> j & 1:
                points += 1 + int(b.ticket_points[int(v.offer[p][j])])
        if points < value:
            value = points
            best = int(out[i])
    return best


def rarest_gift(v, p, n, out):
    """Give away what the hand has least of, locomotives last."""
    best = int(out[0])
    value = 1 << 30
    for i in range(n):
        card = int(out[i]) - GIVE
        have = int(v.hands[p][card]) + (100 if card == LOCOMOTIVE else 0)
        if have < value:
            value = have
            best = int(out[i])
    return best


def dearest_passenger(v, b, p, n, out):
    """The passenger whose majority is won or nearest."""
    best = int(out[0])
    value = -1000
    for i in range(n):
        colour = (int(out[i]) - TAKE) % 6
        most = 0
        for q in range(int(v.players)):
            if q != p:
                most = max(most, int(v.passengers[q][colour]))
        ahead = int(v.passengers[p][colour]) - most
        worth = -abs(ahead)
        if worth > value:
            value = worth
            best = int(out[i])
    return best
