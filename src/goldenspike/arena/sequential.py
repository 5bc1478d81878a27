"""Which of two bots is better? A sequential test that may be looked at after every deal.

It is a test martingale (testing by betting). A fixed part of a fortune is staked on one bot, deal
after deal, at odds that are fair if both are equal; under that hypothesis the fortune is a
martingale, and the chance that it ever reaches 40 times its beginning is at most 1 in 40 (Ville's
inequality). One fortune is staked on each bot, so two equal bots are called different with a chance
of at most 5 %, whenever and however often one looks, and the weaker is called the better with at
most 2.5 %. Nothing is assumed but that a deal's share lies between 0 and 1 and that equal bots
expect half of it; every deal being played in all seatings, they do.

The best stake depends on how far apart the bots are, which is not known. So each fortune is spread
evenly over several stakes, from nearly everything down to a little.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldenspike.arena.rating_models import ERROR_RATE

STAKES = np.array([1.9 / 2**i for i in range(9)])
"""Half of this part of the fortune is won with a deal, and lost with one. The largest survives a
lost deal and soon decides where one bot wins nearly all; the smaller find small differences."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a sequential test stands."""

    better: str | None
    """The better bot, once it is sure."""
    share: float
    """The first bot's share of the points of the deals so far."""
    evidence: float
    """Logarithm of the fortune staked on the first bot; if that has shrunk, minus that of the one
    staked on the second. Beyond the limit the test is decided."""
    limit: float
    deals: int


def sequential_test(a: str, b: str, shares: NDArray[np.float64]) -> Verdict:
    """Is a better than b? `shares` is a's share in every deal (all seatings together)."""
    limit = math.log(2 / ERROR_RATE)
    n = len(shares)
    if n == 0:
        return Verdict(None, 0.5, 0.0, limit, 0)
    for_a, for_b = log_fortune(shares - 0.5), log_fortune(0.5 - shares)
    evidence = for_a if for_a >= for_b else -for_b
    better = a if evidence >= limit else b if evidence <= -limit else None
    return Verdict(better, float(shares.mean()), evidence, limit, n)


def log_fortune(ahead: NDArray[np.float64]) -> float:
    """Logarithm of what a fortune of 1, spread evenly over the stakes, has become; at least 0."""
    by_stake = np.log1p(STAKES[:, None] * ahead).sum(axis=1)
    top = float(by_stake.max())
    return max(0.0, top + math.log(float(np.exp(by_stake - top).mean())))
