"""Rating models: Bradley-Terry, openskill, and bootstrap intervals from resampled deals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

ELO = 400 / math.log(10)
RESAMPLES = 400
BLOCKS = 1000
ERROR_RATE = 0.05
"""The probability that an interval, or a test, is wrong."""
MAX_ITERATIONS = 1000

Matrix = NDArray[np.float64]


def bradley_terry(wins: Matrix) -> Matrix:
    """Return Elo ratings with mean 0 from a matrix of wins (ties count half), or from many
    matrices.

    Half a win is added to both bots of every pair that met, so that a bot that never lost has a
    finite rating.
    """
    return _fit(wins + 0.5 * _have_met(wins))


def bradley_terry_resampled(wins: Matrix, met_deals: Matrix, seed: int = 1) -> Matrix:
    """Return Elo ratings of resampled wins (resample, row, column), for intervals.

    A bot that won every deal also wins every deal of any resample, so its interval would have no
    width. So each pair starts with half a deal for either side, of a random weight (Jeffreys'
    prior), which gives intervals of a reasonable width however one-sided the results are.
    """
    total = wins.sum(axis=0) + wins.sum(axis=0).T
    deal = total / len(wins) / np.maximum(met_deals, 1)
    prior = np.random.default_rng(seed).gamma(0.5, size=wins.shape)
    return _fit(wins + deal * prior)


def _have_met(wins: Matrix) -> NDArray[np.bool_]:
    return (wins + wins.swapaxes(-1, -2)) > 0


def _fit(wins: Matrix) -> Matrix:
    """Fit strengths by Zermelo's iteration, for all matrices at once; returns Elo ratings."""
    total = wins.sum(axis=-1)
    games = wins + wins.swapaxes(-1, -2)
    strength = np.ones(total.shape)
    for _ in range(MAX_ITERATIONS):
        pairs = strength[..., :, None] + strength[..., None, :]
        denominator = (games / pairs).sum(axis=-1)
        fresh = np.where(denominator > 0, total / np.maximum(denominator, 1e-300), strength)
        fresh /= np.exp(np.log(fresh).mean(axis=-1, keepdims=True))
        done = np.allclose(fresh, strength, rtol=1e-6, atol=0)
        strength = fresh
        if done:
            break
    ratings: Matrix = ELO * np.log(strength)
    return ratings


def interval(value: float, resampled: Matrix) -> tuple[float, float]:
    """Return the middle 95 % of resampled values, extended to include the value itself."""
    low, high = np.quantile(resampled, [ERROR_RATE / 2, 1 - ERROR_RATE / 2])
    return min(value, float(low)), max(value, float(high))


def share_interval(share: float, resampled: Matrix, deals: int) -> tuple[float, float]:
    """Return the interval of a share of wins, with a width even if all deals had the same result.

    Resamples of equal deals do not differ. But with a probability of 5 %, a part p of all possible
    deals has another result and does not occur in a sample of this size (rule of three); the
    interval is extended by what those deals would change.
    """
    low, high = interval(share, resampled)
    if high - low > 1e-9:
        return low, high
    p = 1 - ERROR_RATE ** (1 / deals)
    return share * (1 - p), share + (1 - share) * p


def sum_in_blocks(by_deal: Matrix) -> Matrix:
    """Sum up numbers by deal in at most `BLOCKS` blocks of consecutive deals.

    A thousand blocks give the same intervals as all deals, in a fraction of the time.
    """
    deals = len(by_deal)
    if deals <= BLOCKS:
        return by_deal
    starts = np.arange(BLOCKS) * deals // BLOCKS
    added: Matrix = np.add.reduceat(by_deal, starts, axis=0)
    return added


def bootstrap_weights(blocks: int, seed: int = 1) -> Matrix:
    """Return how often each block counts in each resample; whole deals are resampled, not games."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=RESAMPLES).astype(np.float64)


def openskill_ratings(
    names: list[str], games: Sequence[tuple[Sequence[str], Sequence[int]]]
) -> dict[str, tuple[float, float]]:
    """Return Plackett-Luce ratings (mu, sigma) after the games in order.

    A bot with several seats is rated as a player in each of them, and then gets their mean. The
    result is empty if there are no games, or openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    if not games:
        return {}
    model = PlackettLuce()
    skill = dict.fromkeys(names, (model.mu, model.sigma))
    for seats, ranks in games:
        teams = [[model.rating(*skill[name])] for name in seats]
        rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
        for name in set(seats):
            own = [team[0] for team, seat in zip(rated, seats, strict=True) if seat == name]
            skill[name] = (
                sum(float(player.mu) for player in own) / len(own),
                sum(float(player.sigma) for player in own) / len(own),
            )
    return skill
