"""What may be done now: counted, listed, and picked by number, always in the same order."""

from goldenspike.rules.claims import count_claims, list_claims, nth_claim
from goldenspike.rules.codes import (
    CARD_KINDS,
    DRAW_CARD,
    DRAW_DECK,
    GIVE,
    GIVE_PHASE,
    KEEP,
    KEEP_PHASE,
    LOCOMOTIVE,
    PASS,
    PASSENGER_PHASE,
    PAY,
    SECOND_PHASE,
    TAKE,
    TICKETS,
    TUNNEL_PHASE,
    TURN_PHASE,
    WITHDRAW,
)
from goldenspike.rules.stream import below
from goldenspike.rules.tickets import mix_range, must_keep, offered


def legal(s, b, work, out):
    """Write the codes of all legal actions to `out`; returns how many there are."""
    m = small_options(s, b, out)
    if int(s.phase) == TURN_PHASE:
        p = int(s.turn)
        total, entries = count_claims(s, b, p, work)
        if total > 0:
            m = list_claims(s, b, p, entries, work, out, m)
        if m == 0:
            out[0] = PASS
            m = 1
    return m


def random_option(s, b, rng, work, out):
    """One legal action, each as likely as the other, drawn with the stream of `rng`.

    The claims, by far the most of them, are counted and not written down.
    """
    m = small_options(s, b, out)
    if int(s.phase) != TURN_PHASE:
        return int(out[below(rng, m)])
    p = int(s.turn)
    total, entries = count_claims(s, b, p, work)
    if m + total == 0:
        return PASS
    i = below(rng, m + total)
    if i < m:
        return int(out[i])
    return nth_claim(s, b, p, i - m, entries, work)


def small_options(s, b, out):
    """Every legal action but claims and the pass."""
    phase = int(s.phase)
    if phase == TURN_PHASE:
        m = card_options(s, b, False, out)
        return ticket_options(s, b, int(b.later_draw), out, m)
    if phase == SECOND_PHASE:
        return card_options(s, b, True, out)
    if phase == KEEP_PHASE:
        return keep_options(s, b, out)
    if phase == GIVE_PHASE:
        return give_options(s, out)
    if phase == TUNNEL_PHASE:
        return tunnel_options(s, out)
    if phase == PASSENGER_PHASE:
        return passenger_options(s, b, out)
    return 0


def card_options(s, b, second, out):
    """DRAW-1 to DRAW-6."""
    m = 0
    if int(s.deck_n) > 0:
        out[m] = DRAW_DECK
        m += 1
    seen = 0
    for i in range(int(b.market)):
        seen |= 1 << int(s.market[i])
    if second and int(b.locomotive_ends_draw) == 1:
        seen &= (1 << LOCOMOTIVE) - 1
    for card in range(CARD_KINDS):
        if seen >> card & 1:
            out[m] = DRAW_CARD + card
            m += 1
    return m


def ticket_options(s, b, draw, out, m):
    """TICKET-1, G-TICK-1."""
    least, most, total = mix_range(s, b, draw)
    if total == 0:
        return m
    if int(b.decks) == 1:
        out[m] = TICKETS
        return m + 1
    for n in range(least, most + 1):
        out[m] = TICKETS + n
        m += 1
    return m


def keep_options(s, b, out):
    p = int(s.turn)
    n = offered(s, p)
    if n == 0:
        return ticket_options(s, b, int(b.first_draw), out, 0)
    need = must_keep(s, b, p)
    m = 0
    for mask in range(1, 1 << n):
        kept = 0
        for i in range(n):
            kept += mask >> i & 1
        if kept >= need:
            out[m] = KEEP + mask
            m += 1
    return m


def give_options(s, out):
    hand = s.hands[int(s.turn)]
    m = 0
    for card in range(CARD_KINDS):
        if int(hand[card]) > 0:
            out[m] = GIVE + card
            m += 1
    return m


def tunnel_options(s, out):
    """N-TUNNEL-1 to N-TUNNEL-3: every way to pay the extra, and always the withdrawal."""
    hand = s.hands[int(s.turn)]
    extra = int(s.extra)
    colour = int(s.claim_colour)
    m = 0
    for w in range(extra + 1):
        if w > int(hand[LOCOMOTIVE]):
            break
        if w == extra or (colour != LOCOMOTIVE and int(hand[colour]) >= extra - w):
            out[m] = PAY + w
            m += 1
    out[m] = WITHDRAW
    return m + 1


def passenger_options(s, b, out):
    """G-PASS-2: one of the colours waiting at a place that still owes its passenger."""
    m = 0
    track = int(s.claiming)
    for end in range(2):
        if int(s.pending_ends) >> end & 1:
            place = int(b.track_a[track]) if end == 0 else int(b.track_b[track])
            seen = 0
            for i in range(len(s.waiting[place])):
                seen |= 1 << int(s.waiting[place][i])
            for colour in range(int(b.passenger_colours)):
                if seen >> (colour + 1) & 1:
                    out[m] = TAKE + 6 * end + colour
                    m += 1
    return m
