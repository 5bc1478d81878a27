"""Playing a batch, by the kernel alone or with bots, which are imported only then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldenspike.arena import playouts
from goldenspike.arena.batch import Batch
from goldenspike.arena.outcome import Outcome
from goldenspike.rules.compiled.preparation import is_cached, is_ready


def play_batch(batch: Batch) -> Outcome:
    """Play a batch in this thread, and return its outcome."""
    if batch.playouts:
        return playouts.play_out(batch)
    from goldenspike.arena.bot_games import play_with_bots

    return play_with_bots(batch)


def single_games_until_ready(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Yield batches, game by game until compiled code is ready: plain Python is slow, and whoever
    waits wants to see progress."""
    for batch in batches:
        deals = batch.deals
        unit = playouts.COMPILED if batch.playouts else playouts.COMPILED_GAMES
        while len(deals) > 1 and not (is_cached(unit) or is_ready(unit)):
            yield batch.with_deals(deals[:1])
            deals = deals[1:]
        yield batch.with_deals(deals)
