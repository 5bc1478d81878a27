"""Comparing candidates by their margins in the same worlds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Candidate = tuple[int, int]
"""The code of an action to take now, and the number of the policy that plays on."""

NEGLIGIBLE = 0.5
"""A difference in points that is not worth more simulations."""


class Race:
    """Candidates and their margins. Number 0 is the planner's choice; those behind are dropped."""

    def __init__(self, candidates: list[Candidate], doubt: float) -> None:
        self._candidates = candidates
        self._doubt = doubt
        self.alive = list(range(len(candidates)))
        self._margins: list[list[float]] = [[] for _ in candidates]

    def add(self, margins: Sequence[float] | NDArray[np.float64]) -> None:
        """Add the margins of the candidates still in the race, from one world."""
        for i, margin in zip(self.alive, margins, strict=True):
            self._margins[i].append(float(margin))

    def decided(self) -> bool:
        """Do all remaining candidates take the same action?"""
        return len({self._candidates[i][0] for i in self.alive}) == 1

    def drop(self) -> None:
        """Drop candidates that are significantly behind the leader, or surely level with it."""
        leader = self._leader()
        kept = []
        for i in self.alive:
            gap, error = compare(self._margins[leader], self._margins[i])
            behind = gap > 2 * error + NEGLIGIBLE
            level = gap + 2 * error < NEGLIGIBLE
            if i == leader or not (behind or level):
                kept.append(i)
        self.alive = kept

    def best(self) -> int:
        """Return the leader if it is significantly ahead of the planner's choice, else that one."""
        leader = self._leader()
        if 0 not in self.alive:
            return leader
        gap, error = compare(self._margins[leader], self._margins[0])
        return leader if gap > self._doubt * error else 0

    def _leader(self) -> int:
        return max(self.alive, key=lambda i: (sum(self._margins[i]), -i))


def compare(a: list[float], b: list[float]) -> tuple[float, float]:
    """Return the mean lead of a over b in the worlds that both have, and its standard error."""
    n = min(len(a), len(b))
    gaps = np.array(a[:n]) - np.array(b[:n])
    error = float(gaps.std(ddof=1) / np.sqrt(n)) if n > 1 else float("inf")
    return float(gaps.mean()), error
