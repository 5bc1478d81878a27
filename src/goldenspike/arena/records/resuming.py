"""Going on with a file of records: games that it has are not played again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from goldenspike.arena.batch import Batch
from goldenspike.arena.outcome import Outcome
from goldenspike.arena.records.known_games import RecordFile
from goldenspike.arena.records.recorded_games import id_of_deal
from goldenspike.arena.tally import Tally
from goldenspike.rules.codes import RANK, SCORE_PARTS, TOTAL


def without_known(batches: Iterator[Batch], records: RecordFile, tally: Tally) -> Iterator[Batch]:
    """Yield batches of the games that a file does not have; the others are added to the tally."""
    for batch in batches:
        for known, deals in known_spans(batch, records):
            part = batch.with_deals(deals)
            if known:
                tally.add(_outcome(part, records))
            else:
                yield part


def known_spans(batch: Batch, records: RecordFile) -> Iterator[tuple[bool, range]]:
    """Split a batch's deals into spans that a file has, or has not."""
    if not records.known:
        yield False, batch.deals
        return
    has = ((id_of_deal(batch, deal) in records.known, deal) for deal in batch.deals)
    for known, group in groupby(has, key=lambda pair: pair[0]):
        deals = [deal for _, deal in group]
        yield known, range(deals[0], deals[-1] + 1)


def _outcome(batch: Batch, records: RecordFile) -> Outcome:
    """Return the outcome of games that a file has; it took no time."""
    sheets = np.zeros((batch.games, batch.players, SCORE_PARTS), np.int16)
    decisions = 0
    for g, deal in enumerate(batch.deals):
        game = records.known[id_of_deal(batch, deal)]
        sheets[g, :, TOTAL] = game.totals
        sheets[g, :, RANK] = game.ranks
        decisions += game.decisions
    return Outcome(batch, sheets, decisions, 0.0)
