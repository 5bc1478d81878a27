"""What tracks cost in cards, and which cards to part with."""

from goldenspike.bots.thinking.memory import RESERVED, WORTH
from goldenspike.rules.claims import LISTED, list_payments
from goldenspike.rules.codes import GIVE, GRAY, LOCOMOTIVE, TUNNEL


def cards_short(b, k, hand, total):
    """How many cards a hand lacks for a track of class k, with the colour that lacks least."""
    colour = int(b.class_colour[k])
    if colour != GRAY:
        return short_in(b, k, hand, total, colour)
    best = 99
    for c in range(8):
        best = min(best, short_in(b, k, hand, total, c))
    return best


def short_in(b, k, hand, total, c):
    """The same with one colour."""
    length = int(b.class_length[k])
    have = int(hand[c])
    wild = int(hand[LOCOMOTIVE])
    if int(b.class_plain[k]) == 1:
        return max(0, length - have - wild)
    rate = int(b.class_rate[k])
    best = 99
    for n in range(int(b.class_least[k]), int(b.class_most[k]) + 1):
        rest = length - n
        lacking = max(0, n - have)
        if rate == 0:
            best = min(best, lacking + max(0, rest - wild))
        else:
            w = min(rest, min(wild, int(b.class_wild_most[k][n])))
            # Substitutes may be anything that is left of the hand.
            others = total - min(n, have) - w
            by_any = lacking + max(0, rate * (rest - w) - others)
            if int(b.class_wild_most[k][n]) >= rest:
                by_any = min(by_any, lacking + max(0, rest - wild))
            best = min(best, by_any)
    return best


def best_payment(v, b, p, t, m, work):
    """The payment for track t that costs least: (code, cost), or (-1, 0) where none will do."""
    k = int(b.track_class[t])
    hand = v.hands[p]
    n = list_payments(v, b, p, k, work)
    best = -1
    least = 1 << 40
    first = int(b.class_payment[k])
    length = int(b.class_length[k])
    tunnel = int(b.track_kind[t]) == TUNNEL
    for i in range(n):
        number = int(work[LISTED + i])
        c = int(b.payment_colour[first + number])
        coloured = int(b.payment_coloured[first + number])
        wild = int(b.payment_wild[first + number])
        cost = wild * (60 + int(m[WORTH + LOCOMOTIVE]) // 2)
        if coloured > 0:
            have = int(hand[c])
            free = max(0, have - int(m[RESERVED + c]))
            taken = max(0, coloured - free)
            cost += 12 * coloured + 90 * taken
            if tunnel:
                # Cards left of that colour pay for what the tunnel may ask on top.
                cost -= 15 * min(3, have - coloured + int(hand[LOCOMOTIVE]) - wild)
        elif tunnel:
            cost -= 10 * min(3, int(hand[LOCOMOTIVE]) - wild)
        cost += 35 * (length - coloured - wild) * int(b.class_rate[k])
        if cost < least:
            least = cost
            best = number
    if best < 0:
        return -1, 0
    return int(b.track_code[t]) + best, least


def least_gift(v, p, m):
    """The card to give as a substitute: one the plan has no use for, of which there are fewest."""
    hand = v.hands[p]
    best = 0
    least = 1 << 40
    for card in range(9):
        have = int(hand[card])
        if have == 0:
            continue
        cost = int(m[WORTH + card]) + have
        if have <= int(m[RESERVED + card]):
            cost += 200
        if card == LOCOMOTIVE:
            cost += 300
        if cost < least:
            least = cost
            best = card
    return GIVE + best
