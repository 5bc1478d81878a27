"""Random playouts: a game played to its end by random actions, and scored."""

from goldenspike.rules.claims import invalidate_counts
from goldenspike.rules.codes import OVER_PHASE
from goldenspike.rules.kernel_types import Ints, Record, Sheet
from goldenspike.rules.legal import next_random_option
from goldenspike.rules.scoring import score
from goldenspike.rules.turns import step


def play_out(s: Record, b: Record, scratch: Record, out: Ints, sheet: Sheet) -> int:
    """Play random actions from the game's own stream until it is over, then fill in `sheet`.

    Returns the number of decisions made.
    """
    before = int(s.decisions)
    invalidate_counts(scratch)
    while int(s.phase) != OVER_PHASE:
        step(s, b, next_random_option(s, b, s, scratch, out))
    score(s, b, scratch, sheet)
    return int(s.decisions) - before
