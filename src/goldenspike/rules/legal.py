"""Legal actions: counted, listed, and looked up by number, always in the same order."""

from goldenspike.rules.chacha import random_below
from goldenspike.rules.claims import count_claims, invalidate_counts, list_claims, nth_claim
from goldenspike.rules.codes import (
    CARD_KINDS,
    DRAW_CARD,
    DRAW_DECK,
    GIVE_PHASE,
    KEEP_PHASE,
    LOCOMOTIVE,
    PASS,
    PASSENGER_PHASE,
    SECOND_PHASE,
    SHARE_PHASE,
    TUNNEL_PHASE,
    TURN_PHASE,
    WITHDRAW,
    give_code,
    keep_code,
    pay_code,
    take_code,
    tickets_code,
)
from goldenspike.rules.kernel_types import Ints, Record
from goldenspike.rules.shares import share_options
from goldenspike.rules.stations import count_stations, list_stations, nth_station
from goldenspike.rules.tickets import mix_range, must_keep, offered


def legal(s: Record, b: Record, scratch: Record, out: Ints) -> int:
    """Write the codes of all legal actions to `out`; returns how many there are.

    `scratch` is working memory.
    """
    m = list_non_claims(s, b, out)
    if int(s.phase) == TURN_PHASE:
        m = list_claims(s, b, int(s.turn), scratch, out, m)
        if int(b.stations) > 0:
            m = list_stations(s, b, int(s.turn), out, m)
        if m == 0:
            out[0] = PASS
            m = 1
    return m


def random_option(s: Record, b: Record, rng: Record, scratch: Record, out: Ints) -> int:
    """Return a uniformly random legal action, drawn from the stream of `rng`.

    `scratch` and `out` are working memory.
    """
    invalidate_counts(scratch)
    return next_random_option(s, b, rng, scratch, out)


def next_random_option(s: Record, b: Record, rng: Record, scratch: Record, out: Ints) -> int:
    """As `random_option`, reusing the counts in `scratch`, which are of an earlier position of the
    same game.

    In most decisions the options are only counted, and not written to `out`.
    """
    phase = int(s.phase)
    if phase == SECOND_PHASE:
        cards = card_codes(s, b, True)
        return nth_bit(cards, random_below(rng, count_bits(cards)))
    if phase != TURN_PHASE:
        return int(out[random_below(rng, list_non_claims(s, b, out))])
    p = int(s.turn)
    cards = card_codes(s, b, False)
    draws = count_bits(cards)
    least, tickets = ticket_mixes(s, b, int(b.later_draw))
    m = draws + tickets
    claims = count_claims(s, b, p, scratch)
    stations = 0
    if int(b.stations) > 0:
        stations = count_stations(s, b, p)
    if m + claims + stations == 0:
        return PASS
    i = random_below(rng, m + claims + stations)
    if i >= m + claims:
        return nth_station(s, b, p, i - m - claims)
    if i >= m:
        return nth_claim(s, b, p, i - m, scratch)
    if i >= draws:
        return tickets_code(least + i - draws)
    return nth_bit(cards, i)


def list_non_claims(s: Record, b: Record, out: Ints) -> int:
    """Write the codes of all legal actions but claims, stations and the pass; returns how many."""
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
    if phase == SHARE_PHASE:
        return share_options(s, b, out)
    return 0


def card_options(s: Record, b: Record, second: bool, out: Ints) -> int:
    """Write the codes of all cards that may be drawn; returns how many there are."""
    cards = card_codes(s, b, second)
    m = count_bits(cards)
    for i in range(m):
        out[i] = nth_bit(cards, i)
    return m


def card_codes(s: Record, b: Record, second: bool) -> int:
    """DRAW-1 to DRAW-6: return the codes of the cards that may be drawn, as a bit mask."""
    cards = 0
    for i in range(int(b.market)):
        cards |= 1 << int(s.market[i])
    if second and int(b.locomotive_ends_draw) == 1:
        cards &= (1 << LOCOMOTIVE) - 1
    cards = (cards & ((1 << CARD_KINDS) - 1)) << DRAW_CARD
    if int(s.deck_n) > 0:
        cards |= 1 << DRAW_DECK
    return cards


def count_bits(bits: int) -> int:
    """Return how many of the lowest 16 bits are set."""
    bits -= bits >> 1 & 0x5555
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333)
    bits = bits + (bits >> 4) & 0x0F0F
    return bits + (bits >> 8) & 0x1F


def nth_bit(bits: int, n: int) -> int:
    """Return the position of the n-th bit that is set, counting from 0."""
    for _ in range(n):
        bits &= bits - 1
    return count_bits((bits & -bits) - 1)


def ticket_options(s: Record, b: Record, draw: int, out: Ints, m: int) -> int:
    """Write the codes of all ticket draws to `out` from index m on; returns the next index."""
    least, mixes = ticket_mixes(s, b, draw)
    for i in range(mixes):
        out[m + i] = tickets_code(least + i)
    return m + mixes


def ticket_mixes(s: Record, b: Record, draw: int) -> tuple[int, int]:
    """TICKET-1, G-TICK-1: return the least of the first deck in a mix, and the number of mixes."""
    least, most, total = mix_range(s, b, draw)
    if total == 0:
        return 0, 0
    if int(b.decks) == 1:
        return 0, 1
    return least, most - least + 1


def keep_options(s: Record, b: Record, out: Ints) -> int:
    """SET-2, TICKET-1: keep enough of the tickets offered; before any are, announce a mix."""
    p = int(s.turn)
    n = offered(s, p)
    if n == 0:
        return ticket_options(s, b, int(b.first_draw), out, 0)
    need = must_keep(s, b, p)
    m = 0
    for mask in range(1, 1 << n):
        if count_bits(mask) >= need:
            out[m] = keep_code(mask)
            m += 1
    return m


def give_options(s: Record, out: Ints) -> int:
    """Give any card of the hand as a substitute."""
    hand = s.hands[int(s.turn)]
    m = 0
    for card in range(CARD_KINDS):
        if int(hand[card]) > 0:
            out[m] = give_code(card)
            m += 1
    return m


def tunnel_options(s: Record, out: Ints) -> int:
    """N-TUNNEL-1 to N-TUNNEL-3: pay the extra in any way, or withdraw, which is always possible."""
    hand = s.hands[int(s.turn)]
    extra = int(s.extra)
    colour = int(s.claim_colour)
    m = 0
    for w in range(extra + 1):
        if w > int(hand[LOCOMOTIVE]):
            break
        if w == extra or (colour != LOCOMOTIVE and int(hand[colour]) >= extra - w):
            out[m] = pay_code(w)
            m += 1
    out[m] = WITHDRAW
    return m + 1


def passenger_options(s: Record, b: Record, out: Ints) -> int:
    """G-PASS-2: take any colour that waits at a place where a passenger is still to be taken."""
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
                    out[m] = take_code(end, colour)
                    m += 1
    return m
