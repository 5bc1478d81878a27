"""Ratings: right where the truth is known, and never surer than the games allow."""

from __future__ import annotations

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.arena import Schedule, Tournament
from goldenspike.arena.rating_models import (
    bootstrap_weights,
    bradley_terry,
    bradley_terry_resampled,
    interval,
    openskill_ratings,
    share_interval,
)


def test_ratings_find_the_strengths_they_were_made_from():
    """An independent oracle: wins drawn from known strengths."""
    rng = np.random.default_rng(3)
    elo = np.array([150.0, 50.0, -200.0])
    wins = np.zeros((3, 3))
    for i in range(3):
        for j in range(i):
            chance = 1 / (1 + 10 ** ((elo[j] - elo[i]) / 400))
            won = rng.binomial(4000, chance)
            wins[i, j] += won
            wins[j, i] += 4000 - won
    assert np.abs(bradley_terry(wins) - elo).max() < 15


@pytest.mark.parametrize("deals", [2, 10, 1000])
def test_a_share_has_an_interval_also_where_all_deals_went_alike(deals: int):
    """The rule of three: what never happened in n deals may still happen in 3 of n."""
    alike = np.ones(400)
    low, high = share_interval(1.0, alike, deals)
    assert high == 1
    assert low**deals == pytest.approx(0.05)
    assert share_interval(0.0, 0 * alike, deals) == pytest.approx((0, 1 - low))
    low, high = share_interval(0.5, 0.5 * alike, deals)
    assert 0 < low < 0.5 < high < 1


def test_where_deals_differ_the_interval_is_that_of_the_resamples():
    again = np.linspace(0.4, 0.6, 401)
    assert share_interval(0.5, again, 100) == pytest.approx((0.405, 0.595))
    assert interval(0.7, again)[1] == 0.7


def elo_interval(by_deal: np.ndarray) -> tuple[float, float]:
    """Of the first bot."""
    met = (by_deal + by_deal.swapaxes(1, 2) > 0).sum(axis=0)
    again = bradley_terry_resampled(np.tensordot(bootstrap_weights(len(by_deal)), by_deal, 1), met)
    return interval(float(bradley_terry(by_deal.sum(axis=0))[0]), again[:, 0])


def test_the_rating_of_a_bot_that_never_lost_is_open_upwards_and_grows_surer():
    """Also where the others' results vary, which alone would give it a little spread."""
    rng = np.random.default_rng(5)
    widths = []
    for deals in (2, 20, 200):
        by_deal = np.zeros((deals, 3, 3))
        by_deal[:, 0, 1:] = 2
        by_deal[:, 1, 2] = rng.choice([0, 1, 2], size=deals)
        by_deal[:, 2, 1] = 2 - by_deal[:, 1, 2]
        low, high = elo_interval(by_deal)
        best = float(bradley_terry(by_deal.sum(axis=0))[0])
        assert high > best + 100
        widths.append(best - low)
        assert widths[-1] > 30
    assert low > 300


def test_nineteen_of_twenty_rating_intervals_hold_the_truth():
    """Few deals and a strong bot, where resampling alone would be far too sure."""
    rng = np.random.default_rng(6)
    chance = 0.9
    truth = 200 * np.log10(chance / (1 - chance))
    held = 0
    for _ in range(200):
        won = rng.binomial(2, chance, size=12).astype(float)
        by_deal = np.zeros((12, 2, 2))
        by_deal[:, 0, 1], by_deal[:, 1, 0] = won, 2 - won
        low, high = elo_interval(by_deal)
        held += low <= truth <= high
    assert held >= 184


def test_openskill_rates_bots_with_several_seats():
    games = [(("good", "good", "bad"), (1, 2, 3)), (("bad", "good", "bad"), (2, 1, 3))] * 20
    skill = openskill_ratings(["good", "bad"], games)
    assert skill["good"][0] > 30 > 20 > skill["bad"][0]
    assert skill["good"][1] < 6


def test_a_bot_against_itself_has_no_rating_and_no_doubt_of_its_share():
    """There is nothing to compare it with, and of two seats one wins."""
    row = Tournament(Schedule(gs.load_board("usa"), 2, ("greedy",))).play(20).rows[0]
    assert row.openskill is None
    assert row.share_interval == (0.5, 0.5)
    assert row.elo_interval == (0, 0)
