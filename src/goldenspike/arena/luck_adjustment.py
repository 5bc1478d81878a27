"""Estimates with less chance in them: the luck of draws is a control variate.

A deal gives a result x (a bot's share of the wins) and the luck z of its draws compared with the
others' (`game_counts.add_draw_luck`), whose mean is 0 whatever the bots do. So x - c z has the same
mean as x for any c that was chosen without looking at this deal, and less variance if c is about
cov(x, z) / var(z). Here c is estimated from other deals only (cross-fitting): from all deals
outside of its tenth for estimates, and from earlier deals for the sequential test. So the
estimate has no bias, for any number of deals and any bots.
"""

from __future__ import annotations

import numpy as np

from goldenspike.arena.rating_models import Matrix

FOLDS = 10
LEAST_DEALS = 20
"""With fewer deals to learn from nothing is adjusted: a coefficient would be mostly noise."""


def adjusted(results: Matrix, luck: Matrix) -> Matrix:
    """Return each deal's result less the part that its luck explains, cross-fitted.

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> luck = rng.normal(size=1000)
    >>> results = 0.5 + 0.1 * luck + 0.01 * rng.normal(size=1000)
    >>> round(float(results.std()), 2), round(float(adjusted(results, luck).std()), 2)
    (0.1, 0.01)
    """
    if len(results) < LEAST_DEALS:
        return results
    fold = np.arange(len(results)) % FOLDS
    products, squares = results * luck, luck * luck
    slopes = np.zeros(len(results))
    for k in range(FOLDS):
        others = fold != k
        # Less the mean result, whose product with the luck is noise.
        covariance = products[others].sum() - results[others].mean() * luck[others].sum()
        square = squares[others].sum()
        slopes[~others] = covariance / square if square > 0 else 0.0
    return results - slopes * luck


def predictable_slopes(ahead: Matrix, luck: Matrix) -> Matrix:
    """Return, for each deal, the coefficient of its luck, estimated from the deals before it."""
    n = len(ahead)
    products = np.concatenate([[0.0], np.cumsum(ahead * luck)[:-1]])
    squares = np.concatenate([[0.0], np.cumsum(luck * luck)[:-1]])
    known = (np.arange(n) >= LEAST_DEALS) & (squares > 0)
    return np.where(known, products / np.where(known, squares, 1.0), 0.0)


def variance_saved(results: Matrix, luck: Matrix) -> float:
    """Return the part of the variance, and so of the games, that the adjustment saves.

    It may be below 0: where luck explains nothing, an estimated coefficient only adds noise.
    """
    before = float(results.var())
    if before <= 0:
        return 0.0
    return 1 - float(adjusted(results, luck).var()) / before
