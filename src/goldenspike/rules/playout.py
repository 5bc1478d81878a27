"""Random playouts: a game played to its end by random actions, and scored; where playouts start."""

from goldenspike.rules.chacha import seed_stream
from goldenspike.rules.claims import invalidate_counts
from goldenspike.rules.codes import OVER_PHASE
from goldenspike.rules.kernel_types import Ints, Record, Sheet
from goldenspike.rules.knowledge import fill_hidden
from goldenspike.rules.legal import next_random_option
from goldenspike.rules.scoring import score
from goldenspike.rules.turns import step

TRUE_STATE = -2
"""In place of a seat: nothing is hidden, the state is a whole one."""

POLICY_STREAM = 5
"""The domain (`chacha`) of the random stream of policies that play a playout."""


def start_playout(s: Record, b: Record, seat: int, key: Ints, scratch: Record) -> None:
    """Turn a copy of the view of `seat` into a random whole state that fits it.

    A whole state (`TRUE_STATE`) stays as it is. In both cases its random stream is that of `key`.
    """
    if seat == TRUE_STATE:
        seed_stream(s, key, 1)
    else:
        fill_hidden(s, b, seat, key, scratch)


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
