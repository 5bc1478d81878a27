"""Whole games at random: played on to the end, and scored."""

from goldenspike.rules.claims import forget_counts
from goldenspike.rules.codes import OVER_PHASE
from goldenspike.rules.kernel_types import Ints, Record, Sheet
from goldenspike.rules.legal import random_option_later
from goldenspike.rules.scoring import score
from goldenspike.rules.turns import step


def play_out(s: Record, b: Record, scratch: Record, out: Ints, sheet: Sheet) -> int:
    """Play on to the end with the game's own stream, and score; returns the decisions made."""
    before = int(s.decisions)
    forget_counts(scratch)
    while int(s.phase) != OVER_PHASE:
        step(s, b, random_option_later(s, b, s, scratch, out))
    score(s, b, scratch, sheet)
    return int(s.decisions) - before
