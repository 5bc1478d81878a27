"""Tickets: drawing them, keeping some, and where the others go."""

from goldenspike.rules.chacha import shuffle
from goldenspike.rules.codes import TO_BOTTOM, TO_REMOVE
from goldenspike.rules.kernel_types import Ints, Record


def offered(s: Record, p: int) -> int:
    """Return how many tickets are on offer to p."""
    return int(s.offer_n[p][0]) + int(s.offer_n[p][1])


def count_held(s: Record, p: int) -> int:
    """How many tickets a seat holds."""
    return int(s.held_n[p][0]) + int(s.held_n[p][1])


def offered_tickets(s: Record, p: int) -> Ints:
    """The tickets offered to a seat, in the order that a choice names them by."""
    return s.offer[p][: offered(s, p)]


def held_tickets(s: Record, p: int) -> Ints:
    """The tickets that a seat holds, the latest last."""
    return s.held[p][: count_held(s, p)]


def number_drawn(s: Record, b: Record) -> int:
    """SET-2, TICKET-1: how many tickets are drawn at a time, if the decks have so many."""
    draw = int(b.first_draw) if int(s.first_deal) == 1 else int(b.later_draw)
    return min(draw, int(s.ticket_deck_n[0]) + int(s.ticket_deck_n[1]))


def draw_tickets(s: Record, p: int, deck: int, n: int) -> None:
    """Move the top n tickets of a deck to the end of what is on offer to p."""
    at = offered(s, p)
    left = int(s.ticket_deck_n[deck]) - n
    cards = s.ticket_deck[deck]
    for i in range(n):
        s.offer[p][at + i] = cards[i]
    for i in range(left):
        cards[i] = cards[i + n]
    for i in range(n):
        cards[left + i] = 0
    s.ticket_deck_n[deck] = left
    s.offer_n[p][deck] += n


def mix_range(s: Record, b: Record, draw: int) -> tuple[int, int, int]:
    """G-TICK-1: return the least and the most tickets that may be drawn from the first deck, and
    how many are drawn from both.
    """
    first = int(s.ticket_deck_n[0])
    second = int(s.ticket_deck_n[1])
    total = min(draw, first + second)
    return max(0, total - second), min(total, first), total


def must_keep(s: Record, b: Record, p: int) -> int:
    """SET-2, TICKET-1: return how many of the tickets on offer p has to keep at least."""
    least = int(b.first_keep) if int(s.first_deal) == 1 else int(b.later_keep)
    return min(least, offered(s, p))


def keep_tickets(s: Record, b: Record, p: int, mask: int) -> None:
    """TICKET-2: keep the tickets on offer whose bits are set in `mask`, and return the others.

    They are returned in the order in which they were offered. The choice is logged.
    """
    back = int(b.first_return) if int(s.first_deal) == 1 else int(b.later_return)
    n = offered(s, p)
    entry = int(s.log_n)
    s.log_seat[entry] = p
    s.log_mask[entry] = mask
    for d in range(2):
        s.log_offered[entry][d] = s.offer_n[p][d]
        s.log_kept[entry][d] = 0
    for i in range(n):
        t = int(s.offer[p][i])
        s.log_offer[entry][i] = t
        d = int(b.ticket_in[t])
        if mask >> i & 1:
            s.held[p][count_held(s, p)] = t
            s.held_n[p][d] += 1
            s.log_kept[entry][d] += 1
        elif back == TO_REMOVE:
            s.removed[int(s.removed_n[0]) + int(s.removed_n[1])] = t
            s.removed_n[d] += 1
        else:
            s.ticket_deck[d][int(s.ticket_deck_n[d])] = t
            s.ticket_deck_n[d] += 1
        s.offer[p][i] = 0
    s.offer_n[p][0] = 0
    s.offer_n[p][1] = 0
    s.log_n = entry + 1
    if int(s.first_deal) == 1:
        s.log_first += 1


def end_first_deal(s: Record, b: Record) -> None:
    """G-TICK-2: end the first deal, and shuffle the decks if tickets were returned into them.

    The log is cleared then, since nobody knows any more where these tickets are.
    """
    s.first_deal = 0
    if int(b.first_return) != TO_BOTTOM and int(b.first_return) != TO_REMOVE:
        for entry in range(int(s.log_n)):
            p = int(s.log_seat[entry])
            n = int(s.log_offered[entry][0]) + int(s.log_offered[entry][1])
            for i in range(n):
                if not int(s.log_mask[entry]) >> i & 1:
                    s.spared[p][int(s.log_offer[entry][i])] = 1
                s.log_offer[entry][i] = 0
            s.log_seat[entry] = 0
            s.log_mask[entry] = 0
            for d in range(2):
                s.log_offered[entry][d] = 0
                s.log_kept[entry][d] = 0
        s.log_n = 0
        s.log_first = 0
        for d in range(int(b.decks)):
            shuffle(s, s.ticket_deck[d], int(s.ticket_deck_n[d]))
