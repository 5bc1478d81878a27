"""Totals of outcomes, in constant memory."""

from __future__ import annotations

from collections import Counter

import numpy as np

from goldenspike.arena.outcome import Outcome
from goldenspike.rules.codes import RANK, TOTAL


class Tally:
    """Totals of games, decisions, time and troubles, and of each seat's wins and points."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.batches = 0
        self.decisions = 0
        self.seconds = 0.0
        """Playing time of all workers together."""
        self.wins = np.zeros(players, np.int64)
        """Games that each seat won, alone or together with others."""
        self.shared = np.zeros(players, np.int64)
        """Those of them that it won together with others."""
        self.points = np.zeros(players, np.int64)
        """Points of each seat in the games that it completed."""
        self.completed = np.zeros(players, np.int64)
        self.forfeits = np.zeros(players, np.int64)
        self.troubles: Counter[str] = Counter()

    def add(self, outcome: Outcome) -> None:
        """Add an outcome."""
        first = outcome.sheets[:, :, RANK] == 1
        alone = first.sum(axis=1, keepdims=True) == 1
        self.games += outcome.batch.games
        self.batches += 1
        self.decisions += outcome.decisions
        self.seconds += outcome.seconds
        self.wins += first.sum(axis=0)
        self.shared += (first & ~alone).sum(axis=0)
        completed = outcome.completed()
        self.points += (outcome.sheets[:, :, TOTAL] * completed).sum(axis=0, dtype=np.int64)
        self.completed += completed.sum(axis=0)
        self.forfeits += outcome.forfeits()
        self.troubles.update(outcome.troubles)
