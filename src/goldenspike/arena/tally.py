"""Totals of outcomes: any number of games takes no more memory than one."""

from __future__ import annotations

from collections import Counter

import numpy as np

from goldenspike.arena.outcome import Outcome
from goldenspike.rules.codes import RANK, TOTAL


class Tally:
    """Games, decisions, time and troubles; wins and points of each seat."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.batches = 0
        self.decisions = 0
        self.seconds = 0.0
        """Spent playing, of all workers together."""
        self.wins = np.zeros(players, np.int64)
        """Games in which nobody was ahead of the seat."""
        self.shared = np.zeros(players, np.int64)
        """Those of them it won together with others."""
        self.points = np.zeros(players, np.int64)
        self.troubles: Counter[str] = Counter()

    def add(self, outcome: Outcome) -> None:
        """Count an outcome in."""
        first = outcome.sheets[:, :, RANK] == 1
        alone = first.sum(axis=1, keepdims=True) == 1
        self.games += outcome.batch.games
        self.batches += 1
        self.decisions += outcome.decisions
        self.seconds += outcome.seconds
        self.wins += first.sum(axis=0)
        self.shared += (first & ~alone).sum(axis=0)
        self.points += outcome.sheets[:, :, TOTAL].sum(axis=0, dtype=np.int64)
        self.troubles.update(outcome.troubles)
