"""The mistakes of the weaker levels: what people do who lose sight of their plan for a moment."""

from goldenspike.bots.greedy_policy import best_claim, greedy_code, most_held_card
from goldenspike.rules.chacha import random_below
from goldenspike.rules.codes import ASKING, DRAWING, TURN_PHASE, kind_of_action

IN_ALL = 20
DETOURS = 11
"""Of so many mistakes, those that claim for the points alone."""
LATE_TICKETS = 1
"""Those that draw tickets; all others hoard cards."""


def mistaken_code(v, b, rng, n, codes, scratch):
    """Return the code of a mistake; `codes` has n legal ones.

    In a turn it is the claim with most points whether it serves a ticket or not, one more card of
    the colour that is held most, or tickets when it may be late for them. Elsewhere it is what the
    greedy policy does.
    """
    if int(v.phase) != TURN_PHASE:
        return greedy_code(v, b, n, codes, scratch)
    kind = random_below(rng, IN_ALL)
    if kind >= IN_ALL - LATE_TICKETS:
        for i in range(n):
            if kind_of_action(b, int(codes[i])) == ASKING:
                return int(codes[i])
    if kind < DETOURS:
        claim = best_claim(v, b, int(v.turn), n, codes)
        if claim >= 0:
            return claim
    if kind_of_action(b, int(codes[0])) == DRAWING:
        return most_held_card(v, b, int(v.turn), n, codes)
    return greedy_code(v, b, n, codes, scratch)
