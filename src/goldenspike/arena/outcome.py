"""What came of a task, game by game, so that any run of its deals can be taken out of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from goldenspike.arena.series import Task
from goldenspike.boards.limits import MAX_TRACKS


@dataclass(slots=True)
class Outcome:
    """What came of a task."""

    task: Task
    sheets: NDArray[np.int16]
    """Game by seat by part of the score."""
    tally: NDArray[np.int16]
    """Game by seat by kind of action (`series.ACTIONS`)."""
    tracks: NDArray[np.uint8]
    """Game by seat by track: did it hold it? The last row: was the track contested? Packed to bits,
    as they are many."""
    seconds: float
    troubles_by_deal: dict[int, dict[str, int]] = field(default_factory=dict)
    """What went wrong with bots in a deal, and how often."""

    @property
    def decisions(self) -> int:
        """Decisions made in all its games."""
        return int(self.tally.sum(dtype=np.int64))

    @property
    def troubles(self) -> dict[str, int]:
        """What went wrong with bots in all its games, and how often."""
        total: Counter[str] = Counter()
        for troubles in self.troubles_by_deal.values():
            total.update(troubles)
        return dict(total)

    def track_counts(self) -> NDArray[np.int64]:
        """Seat by track: in how many games it held it; the last row: how often contested."""
        flags = np.unpackbits(self.tracks, axis=-1, count=MAX_TRACKS)
        counts: NDArray[np.int64] = flags.sum(axis=0, dtype=np.int64)
        return counts

    def part(self, deals: range) -> Outcome:
        """The same for some of its deals; of the time, their share."""
        if (deals.start, len(deals)) == (self.task.first_deal, self.task.games):
            return self
        first = deals.start - self.task.first_deal
        games = slice(first, first + len(deals))
        return Outcome(
            replace(self.task, first_deal=deals.start, games=len(deals)),
            self.sheets[games],
            self.tally[games],
            self.tracks[games],
            self.seconds * len(deals) / self.task.games,
            {deal: what for deal, what in self.troubles_by_deal.items() if deal in deals},
        )
