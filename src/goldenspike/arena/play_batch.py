"""Playing a batch, by the kernel alone or with bots, which are imported only then."""

from __future__ import annotations

from goldenspike.arena.batch import Batch
from goldenspike.arena.outcome import Outcome
from goldenspike.arena.playouts import play_out


def play_batch(batch: Batch) -> Outcome:
    """Play a batch in this thread, and return its outcome."""
    if batch.playouts:
        return play_out(batch)
    from goldenspike.arena.bot_games import play_with_bots

    return play_with_bots(batch)
