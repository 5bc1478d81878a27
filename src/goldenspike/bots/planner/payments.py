"""Payments: cards to draw for a track, which to pay with, and which to give as substitutes."""

from goldenspike.rules.claims import list_payments, most_of_one_colour
from goldenspike.rules.codes import LOCOMOTIVE, TUNNEL, give_code
from goldenspike.rules.missing_cards import missing_for_class


def estimate_draws(b, k, hand, total):
    """How many cards the planner means to draw for a track of class k, with `total` in hand.

    They are those that are missing, but for ferries with substitutes: the planner means to draw
    locomotives for all spaces that take them or for none, while `missing_for_class` mixes them with
    substitutes too. The exact number would change its games, and the value networks are trained on
    those.
    """
    if int(b.class_rate[k]) == 0:
        missing, _ = missing_for_class(b, k, hand, total)
        return missing
    have = most_of_one_colour(b, k, hand)
    return estimate_draws_for_ferry(b, k, have, int(hand[LOCOMOTIVE]), total)


def estimate_draws_for_ferry(b, k, have, wild, total):
    """The same for a ferry with substitutes; `have` cards are of the colour, `wild` locomotives."""
    length = int(b.class_length[k])
    rate = int(b.class_rate[k])
    best = 99
    for n in range(int(b.class_least[k]), int(b.class_most[k]) + 1):
        rest = length - n
        lacking = max(0, n - have)
        w = min(rest, min(wild, int(b.class_wild_most[k][n])))
        others = total - min(n, have) - w
        best = min(best, lacking + max(0, rate * (rest - w) - others))
        if int(b.class_wild_most[k][n]) >= rest:
            best = min(best, lacking + max(0, rest - wild))
    return best


def best_payment(v, b, p, t, plan, scratch):
    """The code and cost of the cheapest payment for track t; (-1, 0) where none is possible."""
    k = int(b.track_class[t])
    hand = v.hands[p]
    n = list_payments(v, b, p, k, scratch)
    best = -1
    least = 1 << 40
    first = int(b.class_payment[k])
    length = int(b.class_length[k])
    tunnel = int(b.track_kind[t]) == TUNNEL
    for i in range(n):
        number = int(scratch.payments[i])
        colour = int(b.payment_colour[first + number])
        coloured = int(b.payment_coloured[first + number])
        wild = int(b.payment_wild[first + number])
        cost = wild * (60 + int(plan.card_value[LOCOMOTIVE]) // 2)
        if coloured > 0:
            have = int(hand[colour])
            free = max(0, have - int(plan.reserved[colour]))
            taken = max(0, coloured - free)
            cost += 12 * coloured + 90 * taken
            if tunnel:
                # Cards of that colour that are left over can pay a tunnel's extra cost.
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


def cheapest_substitute(v, p, plan):
    """The code that gives the least valuable card of the hand as a substitute."""
    hand = v.hands[p]
    best = 0
    least = 1 << 40
    for card in range(9):
        have = int(hand[card])
        if have == 0:
            continue
        cost = int(plan.card_value[card]) + have
        if have <= int(plan.reserved[card]):
            cost += 200
        if card == LOCOMOTIVE:
            cost += 300
        if cost < least:
            least = cost
            best = card
    return give_code(best)
