"""What came of a batch, game by game, so that any run of its deals can be taken out of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from goldenspike.arena.batch import Batch
from goldenspike.boards.limits import MAX_TRACKS


@dataclass(slots=True)
class Activity:
    """What seats did in each game, beyond the score it gave them."""

    action_counts: NDArray[np.int16]
    """Game by seat by kind of action (`codes.ACTION_KINDS`)."""
    tracks: NDArray[np.uint8]
    """Game by seat by track: did it hold it? The last row: was the track contested? Packed to bits,
    as they are many."""

    def track_counts(self) -> NDArray[np.int64]:
        """Seat by track: in how many games it held it; the last row: how often contested."""
        flags = np.unpackbits(self.tracks, axis=-1, count=MAX_TRACKS)
        counts: NDArray[np.int64] = flags.sum(axis=0, dtype=np.int64)
        return counts

    def decisions(self) -> int:
        """Decisions made in all games."""
        return int(self.action_counts.sum(dtype=np.int64))


@dataclass(slots=True)
class Outcome:
    """What came of a batch."""

    batch: Batch
    sheets: NDArray[np.int16]
    """Game by seat by part of the score."""
    decisions: int
    """Decisions made in all its games."""
    seconds: float
    """Spent playing, without anything loaded before."""
    activity: Activity | None = None
    """None for playouts, which count nothing but decisions."""
    troubles_by_deal: dict[int, dict[str, int]] = field(default_factory=dict)
    """What was wrong with bots' answers (`Decision.trouble`) in a deal, and how often."""

    @property
    def troubles(self) -> dict[str, int]:
        """What was wrong with bots' answers in all its games, and how often."""
        total: Counter[str] = Counter()
        for troubles in self.troubles_by_deal.values():
            total.update(troubles)
        return dict(total)

    def with_deals(self, deals: range) -> Outcome:
        """The outcome of some of its deals; of the time, their share."""
        if deals == self.batch.deals:
            return self
        if self.activity is None:
            raise ValueError("playouts are not told apart")
        first = deals.start - self.batch.first_deal
        games = slice(first, first + len(deals))
        activity = Activity(self.activity.action_counts[games], self.activity.tracks[games])
        return Outcome(
            self.batch.with_deals(deals),
            self.sheets[games],
            activity.decisions(),
            self.seconds * len(deals) / self.batch.games,
            activity,
            {deal: what for deal, what in self.troubles_by_deal.items() if deal in deals},
        )
