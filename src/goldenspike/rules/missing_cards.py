"""How many cards a hand lacks for the nearest payment for a track (CLAIM-1, CLAIM-7)."""

from goldenspike.rules.claims import most_of_one_colour
from goldenspike.rules.codes import LOCOMOTIVE
from goldenspike.rules.kernel_types import Ints, Record


def missing_for_class(b: Record, k: int, hand: Ints, total: int) -> tuple[int, int]:
    """Return `missing_in_colour` for a track of class k and a hand of `total` cards.

    For a gray track, that is the colour of which the hand has most.
    """
    have = most_of_one_colour(b, k, hand)
    return missing_in_colour(b, k, have, int(hand[LOCOMOTIVE]), total)


def missing_in_colour(
    b: Record, k: int, have: int, locomotives: int, total: int
) -> tuple[int, int]:
    """Return how many cards a hand lacks for a track of class k, and how many of these have to be
    locomotives.

    The hand has `have` cards of the colour to pay with, and `total` cards in all. Of the payments
    that lack the fewest cards, the one that lacks the fewest locomotives counts.
    """
    length = int(b.class_length[k])
    if int(b.class_plain[k]) == 1:
        return max(0, length - have - locomotives), 0
    rate = int(b.class_rate[k])
    fewest = length * max(1, rate)
    wild = length
    for n in range(int(b.class_least[k]), int(b.class_most[k]) + 1):
        for w in range(int(b.class_wild_least[k][n]), int(b.class_wild_most[k][n]) + 1):
            short_wild = max(0, w - locomotives)
            # Substitutes may be any other cards of the hand.
            needed = n + w + rate * (length - n - w)
            cards = max(max(0, n - have) + short_wild, needed - total)
            if cards < fewest:
                fewest = cards
                wild = short_wild
            elif cards == fewest:
                wild = min(wild, short_wild)
    return fewest, wild
