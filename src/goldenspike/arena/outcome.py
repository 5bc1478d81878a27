"""The outcome of a batch, game by game, so that any consecutive deals can be taken from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from goldenspike.arena.batch import Batch
from goldenspike.boards.limits import MAX_TRACKS


@dataclass(slots=True)
class Activity:
    """What the seats did in each game."""

    action_counts: NDArray[np.int16]
    """Game by seat by kind of action (`codes.ACTION_KINDS`)."""
    tracks: NDArray[np.uint8]
    """Game by seat by track: did the seat own it? In the row after the seats: was it contested?
    Packed to bits."""

    def track_counts(self) -> NDArray[np.int64]:
        """Return, seat by track, in how many games the seat owned it; last row: contested."""
        flags = np.unpackbits(self.tracks, axis=-1, count=MAX_TRACKS)
        counts: NDArray[np.int64] = flags.sum(axis=0, dtype=np.int64)
        return counts

    def decisions(self) -> int:
        """Return the number of decisions in all games."""
        return int(self.action_counts.sum(dtype=np.int64))


@dataclass(slots=True)
class Outcome:
    """The outcome of a batch."""

    batch: Batch
    sheets: NDArray[np.int16]
    """Game by seat by part of the score."""
    decisions: int
    """Number of decisions in all its games."""
    seconds: float
    """Time spent playing, without loading."""
    activity: Activity | None = None
    """None for playouts, which only count decisions."""
    troubles_by_deal: dict[int, dict[str, int]] = field(default_factory=dict)
    """By deal: what was wrong with bots' answers (`Decision.trouble`), and how often."""
    forfeits_by_deal: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """By deal: the seats that forfeited the game, in the order in which they did."""

    luck: NDArray[np.float64] | None = None
    """Game by seat: the luck of its draws (`game_counts.add_draw_luck`); None: not known."""

    history: list[NDArray[np.int32]] | None = None
    """Game by decision: the action's code; None: not recorded."""

    @property
    def troubles(self) -> dict[str, int]:
        """What was wrong with bots' answers in all its games, and how often."""
        total: Counter[str] = Counter()
        for troubles in self.troubles_by_deal.values():
            total.update(troubles)
        return dict(total)

    def forfeits(self) -> NDArray[np.int64]:
        """Return how many games each seat forfeited."""
        counts = np.zeros(self.batch.players, np.int64)
        for seats in self.forfeits_by_deal.values():
            counts[list(seats)] += 1
        return counts

    def completed(self) -> NDArray[np.bool_]:
        """Return game by seat: did the seat play a game to its end, so that its points count?

        A game ends at once when all seats but one have forfeited it.
        """
        players = self.batch.players
        completed = np.ones((self.batch.games, players), np.bool_)
        for deal, seats in self.forfeits_by_deal.items():
            decided = len(seats) >= players - 1
            completed[deal - self.batch.first_deal, slice(None) if decided else list(seats)] = False
        return completed

    def with_deals(self, deals: range) -> Outcome:
        """Return the outcome of some of its deals, with their share of the time."""
        if deals == self.batch.deals:
            return self
        if self.activity is None:
            raise ValueError("an outcome of playouts can't be split")
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
            {deal: seats for deal, seats in self.forfeits_by_deal.items() if deal in deals},
            None if self.luck is None else self.luck[games],
            None if self.history is None else self.history[games],
        )
