"""Resampling tickets: a random history of the ticket decks that fits what a seat has seen.

A seat knows the tickets it was offered and, because returned tickets go under their deck in order,
where the ones it gave back are, until somebody else draws them, keeps some and returns the others.
So the log of choices is simulated with unnamed tickets. Every seat's draws, and how many tickets of
each deck it kept, are public; which ones another seat kept is drawn at random; wherever the seat
itself saw tickets, the unnamed ones get their names. This is rejection sampling: a history that
contradicts what the seat saw is discarded, and another one is drawn.

Two compromises: a ticket that the seat saw again later was returned by everybody in between, so
other seats choose among the remaining tickets only. That makes rejections rare, and slightly
favours histories with fewer such tickets. And if no history fits in `TRIES` attempts, the last one
ignores where the tickets went that the seat gave back.
"""

from goldenspike.rules.chacha import random_below
from goldenspike.rules.codes import OVER_PHASE, TO_REMOVE
from goldenspike.rules.fields import RING
from goldenspike.rules.kernel_types import Record
from goldenspike.rules.tickets import count_held, offered

TRIES = 1000
AFTER_LOG = 30000
"""In place of the number of a log entry, later than all of them: a ticket is on offer now."""


def resample_tickets(s: Record, b: Record, seat: int, scratch: Record) -> None:
    """Fill in all tickets of the state `s` that are hidden from `seat`, at random."""
    if int(s.phase) == OVER_PHASE:
        resample_after_end(s, b, scratch)
        return
    found = False
    for _ in range(TRIES):
        if simulate_history(s, b, seat, True, scratch):
            found = True
            break
    if not found:
        simulate_history(s, b, seat, False, scratch)
    name_remaining(s, b, seat, scratch)
    write_tickets(s, b, seat, scratch)


def resample_after_end(s: Record, b: Record, scratch: Record) -> None:
    """After the game all hands are open: fill in the decks and the tickets that left the game."""
    for t in range(int(b.tickets)):
        scratch.found[t] = 0
    for p in range(int(s.players)):
        for i in range(count_held(s, p)):
            scratch.found[int(s.held[p][i])] = 1
    gone = 0
    for d in range(int(b.decks)):
        n = fill_bag(b, d, scratch)
        for i in range(int(s.ticket_deck_n[d])):
            n -= 1
            s.ticket_deck[d][i] = draw_from_bag(s, scratch, n)
        for _ in range(int(s.removed_n[d])):
            n -= 1
            s.removed[gone] = draw_from_bag(s, scratch, n)
            gone += 1


def fill_bag(b: Record, d: int, scratch: Record) -> int:
    """Put the tickets of deck d that are not assigned yet into the bag; returns how many."""
    n = 0
    for t in range(int(b.tickets)):
        if int(b.ticket_in[t]) == d and int(scratch.found[t]) == 0:
            scratch.bag[n] = t
            n += 1
    return n


def draw_from_bag(s: Record, scratch: Record, last: int) -> int:
    """Take a random ticket from places 0 to `last` of the bag; the one at `last` moves there."""
    i = random_below(s, last + 1)
    t = int(scratch.bag[i])
    scratch.bag[i] = scratch.bag[last]
    return t


def simulate_history(s: Record, b: Record, seat: int, strict: bool, scratch: Record) -> bool:
    """Simulate the log with unnamed tickets; False if it contradicts what the seat saw.

    If not `strict`, the tickets that the seat gave back get no names.
    """
    players = int(s.players)
    place_unnamed(s, b, seat, scratch)
    first = int(s.log_first)
    opening = int(s.first_deal) == 1
    if first > 0 or opening:
        lead = int(s.log_seat[0]) if first > 0 else int(s.turn)
        if first == 0 and offered(s, lead) == 0:
            # Mixes are still being announced: start with the seat that announced first.
            while offered(s, (lead + players - 1) % players) > 0:
                lead = (lead + players - 1) % players
        for i in range(players):
            p = (lead + i) % players
            at = 0
            for d in range(2):
                n = int(s.offer_n[p][d]) if opening else 0
                for entry in range(first):
                    if int(s.log_seat[entry]) == p:
                        n = int(s.log_offered[entry][d])
                for _ in range(n):
                    scratch.handed[p][at] = draw_unnamed(d, scratch)
                    at += 1
    for entry in range(int(s.log_n)):
        if not simulate_choice(s, b, seat, strict, entry, entry < first, scratch):
            return False
    for p in range(players):
        at = 0
        if not opening:
            for d in range(2):
                for _ in range(int(s.offer_n[p][d])):
                    scratch.handed[p][at] = draw_unnamed(d, scratch)
                    at += 1
        if p == seat:
            for i in range(offered(s, p)):
                if not assign_name(int(scratch.handed[p][i]), int(s.offer[p][i]), scratch):
                    return False
    return True


def place_unnamed(s: Record, b: Record, seat: int, scratch: Record) -> None:
    """Put unnamed tickets into decks and hands, as many as there were before the log begins."""
    players = int(s.players)
    for p in range(players):
        for d in range(2):
            scratch.held_before[p][d] = s.held_n[p][d]
    gone0 = int(s.removed_n[0])
    gone1 = int(s.removed_n[1])
    size0 = int(s.ticket_deck_n[0])
    size1 = int(s.ticket_deck_n[1])
    for p in range(players):
        size0 += int(s.offer_n[p][0])
        size1 += int(s.offer_n[p][1])
    for t in range(int(b.tickets)):
        scratch.found[t] = 0
        scratch.last_seen[t] = -1
    for entry in range(int(s.log_n)):
        p = int(s.log_seat[entry])
        for d in range(2):
            scratch.held_before[p][d] -= int(s.log_kept[entry][d])
        back0 = int(s.log_offered[entry][0]) - int(s.log_kept[entry][0])
        back1 = int(s.log_offered[entry][1]) - int(s.log_kept[entry][1])
        size0 += int(s.log_kept[entry][0])
        size1 += int(s.log_kept[entry][1])
        if leaves_game(s, b, entry):
            gone0 -= back0
            gone1 -= back1
            size0 += back0
            size1 += back1
        if p == seat:
            for i in range(int(s.log_offered[entry][0]) + int(s.log_offered[entry][1])):
                scratch.last_seen[int(s.log_offer[entry][i])] = entry
    x = 0
    for d in range(2):
        scratch.ring_head[d] = 0
        scratch.ring_n[d] = 0
        for _ in range(size0 if d == 0 else size1):
            scratch.name[x] = -1
            push_unnamed(d, x, scratch)
            x += 1
    scratch.gone_n = 0
    for d in range(2):
        for _ in range(gone0 if d == 0 else gone1):
            scratch.name[x] = -1
            scratch.gone[int(scratch.gone_n)] = x
            scratch.gone_n += 1
            x += 1
    for p in range(players):
        scratch.holding_n[p] = 0
        if p == seat:
            # The seat knows the tickets it held before the log begins; they are first in its hand.
            for i in range(int(scratch.held_before[p][0]) + int(scratch.held_before[p][1])):
                scratch.found[int(s.held[p][i])] = 1
            for i in range(offered(s, p)):
                scratch.last_seen[int(s.offer[p][i])] = AFTER_LOG
        else:
            for d in range(2):
                for _ in range(int(scratch.held_before[p][d])):
                    scratch.name[x] = -1
                    hold_unnamed(p, x, scratch)
                    x += 1


def leaves_game(s: Record, b: Record, entry: int) -> bool:
    """Did the tickets returned in a log entry leave the game?"""
    if entry < int(s.log_first):
        return int(b.first_return) == TO_REMOVE
    return int(b.later_return) == TO_REMOVE


def push_unnamed(d: int, x: int, scratch: Record) -> None:
    """Put unnamed ticket x under deck d."""
    n = int(scratch.ring_n[d])
    scratch.ring[d][(int(scratch.ring_head[d]) + n) & RING - 1] = x
    scratch.ring_n[d] = n + 1


def draw_unnamed(d: int, scratch: Record) -> int:
    """Draw the top unnamed ticket of deck d."""
    head = int(scratch.ring_head[d])
    scratch.ring_head[d] = head + 1 & RING - 1
    scratch.ring_n[d] -= 1
    return int(scratch.ring[d][head])


def hold_unnamed(p: int, x: int, scratch: Record) -> None:
    """Add unnamed ticket x to the hand of p."""
    scratch.holding[p][int(scratch.holding_n[p])] = x
    scratch.holding_n[p] += 1


def assign_name(x: int, t: int, scratch: Record) -> bool:
    """Make unnamed ticket x ticket t; False if x is already another, or t already is elsewhere."""
    if int(scratch.name[x]) == t:
        return True
    if int(scratch.name[x]) >= 0 or int(scratch.found[t]) == 1:
        return False
    scratch.name[x] = t
    scratch.found[t] = 1
    return True


def simulate_choice(
    s: Record, b: Record, seat: int, strict: bool, entry: int, first: bool, scratch: Record
) -> bool:
    p = int(s.log_seat[entry])
    handed = scratch.handed[p]
    if not first:
        at = 0
        for d in range(2):
            for _ in range(int(s.log_offered[entry][d])):
                handed[at] = draw_unnamed(d, scratch)
                at += 1
    i = 0
    mask = int(s.log_mask[entry]) if p == seat else 0
    for d in range(2):
        n = int(s.log_offered[entry][d])
        keep = int(s.log_kept[entry][d])
        free = 0
        for j in range(n):
            if not seen_again(int(handed[i + j]), entry, scratch):
                free += 1
        for _ in range(n):
            x = int(handed[i])
            if p == seat:
                named = strict or int(mask >> i & 1) == 1
                if named and not assign_name(x, int(s.log_offer[entry][i]), scratch):
                    return False
            elif not seen_again(x, entry, scratch):
                # A ticket that the seat saw again was returned; each other one may have been kept.
                if keep > 0 and random_below(s, free) < keep:
                    mask |= 1 << i
                    keep -= 1
                free -= 1
            if mask >> i & 1:
                hold_unnamed(p, x, scratch)
            elif leaves_game(s, b, entry):
                scratch.gone[int(scratch.gone_n)] = x
                scratch.gone_n += 1
            else:
                push_unnamed(d, x, scratch)
            if p != seat:
                s.log_offer[entry][i] = x
            i += 1
        if p != seat and keep > 0:
            return False
    if p != seat:
        s.log_mask[entry] = mask
    return True


def seen_again(x: int, entry: int, scratch: Record) -> bool:
    """Did the seat see unnamed ticket x after a log entry?"""
    t = int(scratch.name[x])
    return t >= 0 and int(scratch.last_seen[t]) > entry


def name_remaining(s: Record, b: Record, seat: int, scratch: Record) -> None:
    """Assign the remaining tickets to the unnamed ones at random."""
    for d in range(int(b.decks)):
        # First what others held before the log begins. These can't be tickets that this seat gave
        # back in a first deal, which were shuffled into the deck afterwards.
        n = 0
        for t in range(int(b.tickets)):
            given_back = seat >= 0 and int(s.spared[seat][t]) == 1
            if int(b.ticket_in[t]) == d and int(scratch.found[t]) == 0 and not given_back:
                scratch.bag[n] = t
                n += 1
        for p in range(int(s.players)):
            if p != seat:
                skip = int(scratch.held_before[p][0]) if d == 1 else 0
                for i in range(int(scratch.held_before[p][d])):
                    x = int(scratch.holding[p][skip + i])
                    n -= 1
                    t = draw_from_bag(s, scratch, n)
                    scratch.name[x] = t
                    scratch.found[t] = 1
        n = fill_bag(b, d, scratch)
        for i in range(int(scratch.ring_n[d])):
            x = int(scratch.ring[d][(int(scratch.ring_head[d]) + i) & RING - 1])
            n = name_one(s, x, scratch, n)
        for p in range(int(s.players)):
            if p != seat:
                for i in range(offered(s, p)):
                    if (i >= int(s.offer_n[p][0])) == (d == 1):
                        n = name_one(s, int(scratch.handed[p][i]), scratch, n)
        for entry in range(int(s.log_n)):
            if int(s.log_seat[entry]) != seat:
                at = 0 if d == 0 else int(s.log_offered[entry][0])
                for i in range(int(s.log_offered[entry][d])):
                    n = name_one(s, int(s.log_offer[entry][at + i]), scratch, n)
        # What is left in the bag had left the game before the log begins.
        for i in range(int(scratch.gone_n)):
            if n > 0:
                n = name_one(s, int(scratch.gone[i]), scratch, n)


def name_one(s: Record, x: int, scratch: Record, n: int) -> int:
    """Assign one of n tickets in the bag to x, unless it has one; returns how many are left."""
    if int(scratch.name[x]) >= 0:
        return n
    n -= 1
    t = draw_from_bag(s, scratch, n)
    scratch.name[x] = t
    scratch.found[t] = 1
    return n


def write_tickets(s: Record, b: Record, seat: int, scratch: Record) -> None:
    """Write the tickets to the state, where the history left them."""
    for d in range(int(b.decks)):
        for i in range(int(s.ticket_deck_n[d])):
            x = int(scratch.ring[d][(int(scratch.ring_head[d]) + i) & RING - 1])
            s.ticket_deck[d][i] = scratch.name[x]
    for p in range(int(s.players)):
        if p != seat:
            for i in range(int(scratch.holding_n[p])):
                s.held[p][i] = scratch.name[int(scratch.holding[p][i])]
            for i in range(offered(s, p)):
                s.offer[p][i] = scratch.name[int(scratch.handed[p][i])]
    for i in range(int(scratch.gone_n)):
        s.removed[i] = scratch.name[int(scratch.gone[i])]
    for entry in range(int(s.log_n)):
        if int(s.log_seat[entry]) != seat:
            for i in range(int(s.log_offered[entry][0]) + int(s.log_offered[entry][1])):
                s.log_offer[entry][i] = scratch.name[int(s.log_offer[entry][i])]
