"""Worlds for a search: plausible samples of hidden cards, and common random numbers."""

from goldenspike.rules.codes import CARD_KINDS, DRAWING, TOTAL, kind_of_action
from goldenspike.rules.graph.borrowing import build_ticket_network
from goldenspike.rules.graph.ticket_ends import ends_reached, ticket_score
from goldenspike.rules.knowledge import fill_hidden
from goldenspike.rules.record_layout import STATE_DTYPE
from goldenspike.rules.tickets import count_held


def sample_world(view, sample, world, seat, b, key, samples, scratch):
    """Make `world` the most plausible of several samples of what is hidden from a seat.

    Every sample agrees with all that the seat knows. The most plausible one is that in which the
    tracks of the other seats fit their tickets best.
    """
    best = -1
    start = int(key[3])
    for i in range(samples):
        key[3] = start + i
        copy_row(view, sample)
        s = sample.view(STATE_DTYPE)[0]
        fill_hidden(s, b, seat, key, scratch)
        score = plausibility(s, b, seat, scratch)
        if score > best:
            best = score
            copy_row(sample, world)
    key[3] = start


def plausibility(s, b, seat, scratch):
    """Score how well the tracks of the other seats fit the tickets that they have in a sample."""
    total = 0
    for p in range(int(s.players)):
        if p == seat:
            continue
        edges = build_ticket_network(s, b, p, scratch)
        if edges == 0:
            continue
        for i in range(count_held(s, p)):
            ticket = int(s.held[p][i])
            a = int(b.ticket_a[ticket])
            z = int(b.ticket_b[ticket])
            score = ticket_score(b, edges, scratch, ticket)
            if score > 0:
                total += 4 * score
            elif int(b.ticket_ends[ticket]) > 0:
                total += int(b.ticket_points[ticket]) * ends_reached(b, edges, scratch, ticket)
            else:
                total += int(b.ticket_points[ticket]) * places_reached(s, b, p, a, z)
    return total


def places_reached(s, b, p, a, z):
    """Count how many of two places the tracks of a seat reach."""
    at_a = 0
    at_z = 0
    for t in range(int(b.tracks)):
        if int(s.owner[t]) == p:
            u = int(b.track_a[t])
            w = int(b.track_b[t])
            if a in (u, w):
                at_a = 1
            if z in (u, w):
                at_z = 1
    return at_a + at_z


def margin(players, seat, sheet, limit):
    """Return how many points a seat is ahead of the best other seat, from -limit to limit."""
    best = -(1 << 20)
    for p in range(players):
        if p != seat:
            best = max(best, int(sheet[p][TOTAL]))
    ahead = int(sheet[seat][TOTAL]) - best
    return max(-limit, min(limit, ahead))


def copy_row(source, target):
    """Copy a state byte by byte; the compiler makes one memcpy of it."""
    for i in range(len(source)):
        target[i] = source[i]


def place_next_card(s, b, code, key, draws):
    """Before a draw, put the card that this world has for it on top of the deck.

    These are common random numbers, for variance reduction: the kind of card depends on the world,
    the seat and how many cards it has drawn, and hardly on what was played before. So candidates
    differ less by chance, and fewer worlds show which one is better. All cards of the deck are
    equally likely.
    """
    if kind_of_action(b, code) != DRAWING:
        return
    n = int(s.deck_n)
    if n < 2:
        return
    p = int(s.turn)
    drawn = int(draws[p])
    draws[p] = drawn + 1
    at = (hash_32(int(key[0]) ^ hash_32(8 * drawn + p + 1)) * n) >> 32
    for card in range(CARD_KINDS):
        found = -1
        for i in range(n):
            if int(s.deck[i]) == card:
                found = i
                at -= 1
        if at < 0:
            s.deck[found] = s.deck[n - 1]
            s.deck[n - 1] = card
            return


def hash_32(x):
    """Hash a 32-bit integer."""
    x = x & 0xFFFFFFFF
    x = ((x >> 16) ^ x) * 0x45D9F3B & 0xFFFFFFFF
    x = ((x >> 16) ^ x) * 0x45D9F3B & 0xFFFFFFFF
    return (x >> 16) ^ x
