"""How strong: Bradley-Terry, openskill, intervals from resampled deals, a sequential test."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ELO = 400 / math.log(10)
RESAMPLES = 400
BLOCKS = 1000
SURE = 0.05
MARGIN = 0.03
"""The sequential test tells a share of 50 % + this from one of 50 % - this."""

Matrix = NDArray[np.float64]


def bradley_terry(wins: Matrix, rounds: int = 200) -> Matrix:
    """Elo ratings with mean 0 from a matrix of wins (ties count half to both).

    Half a win is added for every pair that met, so that a bot that never lost has a rating too.
    """
    n = len(wins)
    met = (wins + wins.T) > 0
    w = wins + 0.5 * met
    total = w.sum(axis=1)
    games = w + w.T
    strength = np.ones(n)
    for _ in range(rounds):
        denominator = (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        fresh = np.where(denominator > 0, total / np.maximum(denominator, 1e-300), strength)
        fresh /= np.exp(np.log(fresh).mean())
        if np.allclose(fresh, strength, rtol=1e-6):
            strength = fresh
            break
        strength = fresh
    ratings: Matrix = ELO * np.log(strength)
    return ratings


def interval(values: Matrix) -> tuple[float, float]:
    """The middle 95 % of resampled values."""
    low, high = np.quantile(values, [SURE / 2, 1 - SURE / 2])
    return float(low), float(high)


def in_blocks(by_deal: Matrix) -> Matrix:
    """Numbers by deal, added up in blocks of consecutive deals where there are very many.

    A thousand blocks tell the spread as well as all the deals do, in a fraction of the time.
    """
    deals = len(by_deal)
    if deals <= BLOCKS:
        return by_deal
    starts = np.arange(BLOCKS) * deals // BLOCKS
    added: Matrix = np.add.reduceat(by_deal, starts, axis=0)
    return added


def resampled(blocks: int, seed: int = 1) -> Matrix:
    """How often each block counts in each resample: of whole deals, never of single games."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=RESAMPLES).astype(np.float64)


def openskill_ratings(
    names: list[str], games: list[tuple[list[str], list[int]]]
) -> dict[str, tuple[float, float]]:
    """Plackett-Luce ratings (mu, sigma) after the games in order; empty without openskill."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    skill = {name: model.rating(name=name) for name in names}
    for seats, ranks in games:
        if len(set(seats)) < len(seats):
            continue
        teams = [[skill[name]] for name in seats]
        for name, team in zip(
            seats, model.rate(teams, ranks=[float(r) for r in ranks]), strict=True
        ):
            skill[name] = team[0]
    return {name: (float(r.mu), float(r.sigma)) for name, r in skill.items()}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a sequential test stands."""

    better: str | None
    """The better bot, once it is sure."""
    share: float
    """The first bot's share of the points of the deals so far."""
    evidence: float
    """Log likelihood ratio: above the limit the first is better, below its negative the second."""
    limit: float
    deals: int


def sequential_test(a: str, b: str, shares: Matrix) -> Verdict:
    """Is a better than b? `shares` is a's share in every deal (all seatings together)."""
    limit = math.log((1 - SURE) / SURE)
    n = len(shares)
    if n < 2:
        return Verdict(None, float(shares.mean()) if n else 0.5, 0.0, limit, n)
    mean = float(shares.mean())
    # A deal where nothing varied yet must not make the test certain at once.
    spread = max(float(shares.var(ddof=1)), 0.25 / n, 1e-3)
    evidence = n * 2 * MARGIN * (mean - 0.5) / spread
    better = a if evidence >= limit else b if evidence <= -limit else None
    return Verdict(better, mean, evidence, limit, n)
