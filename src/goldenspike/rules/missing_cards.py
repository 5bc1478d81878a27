"""Cards missing for a track: how far a hand is from its nearest payment (CLAIM-1, CLAIM-7)."""

from goldenspike.rules.codes import GRAY, LOCOMOTIVE
from goldenspike.rules.kernel_types import Ints, Record


def missing_for_class(b: Record, k: int, hand: Ints, total: int) -> tuple[int, int]:
    """What a hand of `total` cards lacks for a track of class k; see `missing_in_colour`.

    Any one colour pays for a gray track: the one of which there are most lacks least.
    """
    colour = int(b.class_colour[k])
    have = 0
    for c in range(8):
        if c == colour or colour == GRAY:
            have = max(have, int(hand[c]))
    return missing_in_colour(b, k, have, int(hand[LOCOMOTIVE]), total)


def missing_in_colour(
    b: Record, k: int, have: int, locomotives: int, total: int
) -> tuple[int, int]:
    """The fewest cards to add to a hand so that it pays for a track of class k, and how many of
    them have to be locomotives.

    The hand has `have` cards of the colour to pay with, and `total` cards in all. Of payments that
    lack equally many cards, the one that lacks the fewest locomotives counts.
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
            # Substitutes may be anything that is left of the hand.
            whole = n + w + rate * (length - n - w)
            cards = max(max(0, n - have) + short_wild, whole - total)
            if cards < fewest:
                fewest = cards
                wild = short_wild
            elif cards == fewest:
                wild = min(wild, short_wild)
    return fewest, wild
