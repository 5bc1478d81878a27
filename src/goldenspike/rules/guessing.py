"""Tickets as a seat may imagine them: a random history of the ticket decks that fits what it saw.

A seat knows the tickets it was offered and, because returned tickets go under their deck in order,
where those lie that it gave back, until somebody else draws them and keeps some and returns others.
So the whole history is played again with unnamed tickets: every seat's draws and how many it kept
of each deck are public; which ones another seat kept is drawn at random; wherever the seat itself
looked, the unnamed tickets get the names it saw. A history that contradicts itself is thrown away
and drawn anew. What the seat saw again later was returned by everybody in between; choices are made
among the other tickets only, which favours histories with fewer of those a little and is what makes
it quick. Should no history fit in `TRIES` attempts, one is drawn that forgets where those tickets
went that the seat gave back.
"""

from goldenspike.rules.codes import OVER_PHASE, TO_REMOVE
from goldenspike.rules.shapes import Ints, Record
from goldenspike.rules.stream import below
from goldenspike.rules.tickets import offered

# How `work` is used here. A ring of 256 holds each deck of unnamed tickets.
RING = 0
NAME = 512
"""`NAME + x`: the ticket that the unnamed ticket x turned out to be, or -1."""
TAKEN = 640
"""`TAKEN + t`: ticket t has been found already."""
AGAIN = 768
"""`AGAIN + t`: the last log entry in which the seat saw t."""
HEADS = 896
"""Head and length of both rings."""
HELD = 900
"""`HELD + 128 * p`: the unnamed tickets of another seat."""
HELD_N = 1540
GONE = 1545
"""Unnamed tickets out of the game; their number is at `GONE_N`."""
GONE_N = 1673
HANDED = 1674
"""`HANDED + 6 * p`: what a seat was offered in the first deal, drawn before anyone chose."""
BAG = 1710
BASE = 1840
"""`BASE + 2 * p + d`: tickets a seat held of deck d before the log begins."""

TRIES = 1000
NEVER = 30000


def guess_tickets(s: Record, b: Record, seat: int, work: Ints) -> None:
    if int(s.phase) == OVER_PHASE:
        guess_the_rest(s, b, work)
        return
    found = False
    for _ in range(TRIES):
        if imagine_history(s, b, seat, True, work):
            found = True
            break
    if not found:
        imagine_history(s, b, seat, False, work)
    name_the_rest(s, b, seat, work)
    write_tickets(s, b, seat, work)


def guess_the_rest(s: Record, b: Record, work: Ints) -> None:
    """After the game every hand is open; only the decks and what left the game are not."""
    for t in range(int(b.tickets)):
        work[TAKEN + t] = 0
    for p in range(int(s.players)):
        for i in range(int(s.held_n[p][0]) + int(s.held_n[p][1])):
            work[TAKEN + int(s.held[p][i])] = 1
    gone = 0
    for d in range(int(b.decks)):
        n = bag_unnamed(b, d, work)
        for i in range(int(s.ticket_deck_n[d])):
            n -= 1
            s.ticket_deck[d][i] = pick(s, work, n)
        for _ in range(int(s.removed_n[d])):
            n -= 1
            s.removed[gone] = pick(s, work, n)
            gone += 1


def bag_unnamed(b: Record, d: int, work: Ints) -> int:
    """Put the tickets of deck d that have not been found into the bag; returns how many."""
    n = 0
    for t in range(int(b.tickets)):
        if int(b.ticket_in[t]) == d and int(work[TAKEN + t]) == 0:
            work[BAG + n] = t
            n += 1
    return n


def pick(s: Record, work: Ints, last: int) -> int:
    """A random one of the bag's places 0 to `last`; the last one takes its place."""
    i = below(s, last + 1)
    t = int(work[BAG + i])
    work[BAG + i] = work[BAG + last]
    return t


def imagine_history(s: Record, b: Record, seat: int, strict: bool, work: Ints) -> bool:
    """Play the log again with unnamed tickets; False when it contradicts what the seat saw."""
    players = int(s.players)
    begin(s, b, seat, work)
    first = int(s.log_first)
    opening = int(s.first_deal) == 1
    if first > 0 or opening:
        lead = int(s.log_seat[0]) if first > 0 else int(s.turn)
        if first == 0 and offered(s, lead) == 0:
            # Mixes are still being announced: the seats that have done so come before this one.
            while offered(s, (lead + players - 1) % players) > 0:
                lead = (lead + players - 1) % players
        for i in range(players):
            p = (lead + i) % players
            at = HANDED + 6 * p
            for d in range(2):
                n = int(s.offer_n[p][d]) if opening else 0
                for entry in range(first):
                    if int(s.log_seat[entry]) == p:
                        n = int(s.log_offered[entry][d])
                for _ in range(n):
                    work[at] = draw_unnamed(d, work)
                    at += 1
    for entry in range(int(s.log_n)):
        if not imagine_choice(s, b, seat, strict, entry, entry < first, work):
            return False
    for p in range(players):
        at = HANDED + 6 * p
        if not opening:
            for d in range(2):
                for _ in range(int(s.offer_n[p][d])):
                    work[at] = draw_unnamed(d, work)
                    at += 1
        if p == seat:
            for i in range(offered(s, p)):
                if not give_name(int(work[HANDED + 6 * p + i]), int(s.offer[p][i]), work):
                    return False
    return True


def begin(s: Record, b: Record, seat: int, work: Ints) -> None:
    """Lay out as many unnamed tickets as there were where, before the log begins."""
    players = int(s.players)
    for p in range(players):
        for d in range(2):
            work[BASE + 2 * p + d] = s.held_n[p][d]
    gone0 = int(s.removed_n[0])
    gone1 = int(s.removed_n[1])
    size0 = int(s.ticket_deck_n[0])
    size1 = int(s.ticket_deck_n[1])
    for p in range(players):
        size0 += int(s.offer_n[p][0])
        size1 += int(s.offer_n[p][1])
    for t in range(int(b.tickets)):
        work[TAKEN + t] = 0
        work[AGAIN + t] = -1
    for entry in range(int(s.log_n)):
        p = int(s.log_seat[entry])
        for d in range(2):
            work[BASE + 2 * p + d] -= int(s.log_kept[entry][d])
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
                work[AGAIN + int(s.log_offer[entry][i])] = entry
    x = 0
    for d in range(2):
        work[HEADS + 2 * d] = 0
        work[HEADS + 2 * d + 1] = 0
        for _ in range(size0 if d == 0 else size1):
            work[NAME + x] = -1
            push_unnamed(d, x, work)
            x += 1
    work[GONE_N] = 0
    for d in range(2):
        for _ in range(gone0 if d == 0 else gone1):
            work[NAME + x] = -1
            work[GONE + int(work[GONE_N])] = x
            work[GONE_N] += 1
            x += 1
    for p in range(players):
        work[HELD_N + p] = 0
        if p == seat:
            # What the seat held before the log begins it has by name; it stands first in its hand.
            for i in range(int(work[BASE + 2 * p]) + int(work[BASE + 2 * p + 1])):
                work[TAKEN + int(s.held[p][i])] = 1
            for i in range(offered(s, p)):
                work[AGAIN + int(s.offer[p][i])] = NEVER
        else:
            for d in range(2):
                for _ in range(int(work[BASE + 2 * p + d])):
                    work[NAME + x] = -1
                    hold_unnamed(p, x, work)
                    x += 1


def leaves_game(s: Record, b: Record, entry: int) -> bool:
    if entry < int(s.log_first):
        return int(b.first_return) == TO_REMOVE
    return int(b.later_return) == TO_REMOVE


def push_unnamed(d: int, x: int, work: Ints) -> None:
    n = int(work[HEADS + 2 * d + 1])
    work[RING + 256 * d + ((int(work[HEADS + 2 * d]) + n) & 255)] = x
    work[HEADS + 2 * d + 1] = n + 1


def draw_unnamed(d: int, work: Ints) -> int:
    head = int(work[HEADS + 2 * d])
    work[HEADS + 2 * d] = (head + 1) & 255
    work[HEADS + 2 * d + 1] -= 1
    return int(work[RING + 256 * d + head])


def hold_unnamed(p: int, x: int, work: Ints) -> None:
    work[HELD + 128 * p + int(work[HELD_N + p])] = x
    work[HELD_N + p] += 1


def give_name(x: int, t: int, work: Ints) -> bool:
    """The seat saw ticket t where the unnamed ticket x lies: False if either is another already."""
    if int(work[NAME + x]) == t:
        return True
    if int(work[NAME + x]) >= 0 or int(work[TAKEN + t]) == 1:
        return False
    work[NAME + x] = t
    work[TAKEN + t] = 1
    return True


def imagine_choice(
    s: Record, b: Record, seat: int, strict: bool, entry: int, first: bool, work: Ints
) -> bool:
    p = int(s.log_seat[entry])
    at = HANDED + 6 * p
    if not first:
        for d in range(2):
            for _ in range(int(s.log_offered[entry][d])):
                work[at] = draw_unnamed(d, work)
                at += 1
    at = HANDED + 6 * p
    i = 0
    mask = int(s.log_mask[entry]) if p == seat else 0
    for d in range(2):
        n = int(s.log_offered[entry][d])
        keep = int(s.log_kept[entry][d])
        free = 0
        for j in range(n):
            if not seen_again(int(work[at + i + j]), entry, work):
                free += 1
        for _ in range(n):
            x = int(work[at + i])
            if p == seat:
                named = strict or int(mask >> i & 1) == 1
                if named and not give_name(x, int(s.log_offer[entry][i]), work):
                    return False
            elif not seen_again(x, entry, work):
                # What the seat saw again later was returned. Of the others, any may have been kept.
                if keep > 0 and below(s, free) < keep:
                    mask |= 1 << i
                    keep -= 1
                free -= 1
            if mask >> i & 1:
                hold_unnamed(p, x, work)
            elif leaves_game(s, b, entry):
                work[GONE + int(work[GONE_N])] = x
                work[GONE_N] += 1
            else:
                push_unnamed(d, x, work)
            if p != seat:
                s.log_offer[entry][i] = x
            i += 1
        if p != seat and keep > 0:
            return False
    if p != seat:
        s.log_mask[entry] = mask
    return True


def seen_again(x: int, entry: int, work: Ints) -> bool:
    t = int(work[NAME + x])
    return t >= 0 and int(work[AGAIN + t]) > entry


def name_the_rest(s: Record, b: Record, seat: int, work: Ints) -> None:
    """Give every unnamed ticket one of the names that are left."""
    for d in range(int(b.decks)):
        # First what others held before the log begins: that can't be a ticket this seat gave back
        # in a first deal, because those were shuffled into the deck afterwards.
        n = 0
        for t in range(int(b.tickets)):
            given_back = seat >= 0 and int(s.spared[seat][t]) == 1
            if int(b.ticket_in[t]) == d and int(work[TAKEN + t]) == 0 and not given_back:
                work[BAG + n] = t
                n += 1
        for p in range(int(s.players)):
            if p != seat:
                skip = int(work[BASE + 2 * p]) if d == 1 else 0
                for i in range(int(work[BASE + 2 * p + d])):
                    x = int(work[HELD + 128 * p + skip + i])
                    n -= 1
                    t = pick(s, work, n)
                    work[NAME + x] = t
                    work[TAKEN + t] = 1
        n = bag_unnamed(b, d, work)
        for i in range(int(work[HEADS + 2 * d + 1])):
            at = RING + 256 * d + ((int(work[HEADS + 2 * d]) + i) & 255)
            n = name_one(s, int(work[at]), work, n)
        for p in range(int(s.players)):
            if p != seat:
                for i in range(offered(s, p)):
                    if (i >= int(s.offer_n[p][0])) == (d == 1):
                        n = name_one(s, int(work[HANDED + 6 * p + i]), work, n)
        for entry in range(int(s.log_n)):
            if int(s.log_seat[entry]) != seat:
                at = 0 if d == 0 else int(s.log_offered[entry][0])
                for i in range(int(s.log_offered[entry][d])):
                    n = name_one(s, int(s.log_offer[entry][at + i]), work, n)
        # Left over: what had gone before the log begins, the same for both decks but for its names.
        for i in range(int(work[GONE_N])):
            if n > 0:
                n = name_one(s, int(work[GONE + i]), work, n)


def name_one(s: Record, x: int, work: Ints, n: int) -> int:
    if int(work[NAME + x]) >= 0:
        return n
    n -= 1
    t = pick(s, work, n)
    work[NAME + x] = t
    work[TAKEN + t] = 1
    return n


def write_tickets(s: Record, b: Record, seat: int, work: Ints) -> None:
    """Put the named tickets where the history left them."""
    for d in range(int(b.decks)):
        for i in range(int(s.ticket_deck_n[d])):
            x = int(work[RING + 256 * d + ((int(work[HEADS + 2 * d]) + i) & 255)])
            s.ticket_deck[d][i] = work[NAME + x]
    for p in range(int(s.players)):
        if p != seat:
            for i in range(int(work[HELD_N + p])):
                s.held[p][i] = work[NAME + int(work[HELD + 128 * p + i])]
            for i in range(offered(s, p)):
                s.offer[p][i] = work[NAME + int(work[HANDED + 6 * p + i])]
    for i in range(int(work[GONE_N])):
        s.removed[i] = work[NAME + int(work[GONE + i])]
    for entry in range(int(s.log_n)):
        if int(s.log_seat[entry]) != seat:
            for i in range(int(s.log_offered[entry][0]) + int(s.log_offered[entry][1])):
                s.log_offer[entry][i] = work[NAME + int(s.log_offer[entry][i])]
