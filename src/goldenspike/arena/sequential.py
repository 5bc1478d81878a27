"""Which of two bots is better? A sequential test that may be evaluated after every deal.

It is a test martingale (testing by betting). A fixed part of a fortune is staked on one bot, deal
after deal, at odds that are fair if both are equal; under that hypothesis the fortune is a
martingale, and the probability that it ever reaches 40 times its initial value is at most 1 in 40
(Ville's inequality). One fortune is staked on each bot. So two equal bots are called different with
a probability of at most 5 %, however often the test is evaluated, and the weaker one is called the
better with at most 2.5 %. The only assumptions are that a deal's share is between 0 and 1, and that
equal bots expect half of it, which they do since every deal is played in all seatings.

Luck is taken out of the shares first (`luck_adjustment`): its mean is 0, and its coefficient
depends on earlier deals only, so the fortune stays a martingale. The stakes become smaller, so that
the largest possible luck can't make a fortune negative.

The best stake depends on how far apart the bots are, which is not known. So each fortune is split
evenly over several stakes, from nearly everything down to a little.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldenspike.arena.game_counts import MAX_LUCK
from goldenspike.arena.luck_adjustment import predictable_slopes
from goldenspike.arena.rating_models import ERROR_RATE

STAKES = np.array([1.9 / 2**i for i in range(9)])
"""A deal that is won or lost changes the fortune by half of this part. The largest stake survives a
lost deal, and decides soon if one bot wins nearly all; the smaller ones find small differences."""

SURVIVES = 0.95
"""The largest part of a fortune that one deal can lose."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of a sequential test."""

    better: str | None
    """The better bot; None: not decided yet."""
    share: float
    """The first bot's share of the points of the deals so far."""
    evidence: float
    """Logarithm of the larger fortune; negative if it is the one staked on the second bot. Beyond
    the limit the test is decided."""
    limit: float
    deals: int


def sequential_test(
    a: str, b: str, shares: NDArray[np.float64], luck: NDArray[np.float64] | None = None
) -> Verdict:
    """Test whether a or b is better; `shares` is a's share of each deal (all seatings together).

    `luck` is a's luck less b's in each deal, between -2 and 2 times `game_counts.MAX_LUCK`.
    """
    limit = math.log(2 / ERROR_RATE)
    n = len(shares)
    if n == 0:
        return Verdict(None, 0.5, 0.0, limit, 0)
    ahead, most = shares - 0.5, np.full(n, 0.5)
    if luck is not None:
        slopes = predictable_slopes(ahead, luck)
        ahead = ahead - slopes * luck
        most = most + np.abs(slopes) * 2 * MAX_LUCK
    for_a, for_b = log_fortune(ahead, most), log_fortune(-ahead, most)
    evidence = for_a if for_a >= for_b else -for_b
    better = a if evidence >= limit else b if evidence <= -limit else None
    return Verdict(better, float(shares.mean()), evidence, limit, n)


def log_fortune(ahead: NDArray[np.float64], most: NDArray[np.float64]) -> float:
    """Return the logarithm of what a fortune of 1, split over the stakes, became; at least 0.

    `most` is how far ahead either bot can be in each deal.
    """
    stakes = np.minimum(STAKES[:, None], SURVIVES / most)
    by_stake = np.log1p(stakes * ahead).sum(axis=1)
    top = float(by_stake.max())
    return max(0.0, top + math.log(float(np.exp(by_stake - top).mean())))
