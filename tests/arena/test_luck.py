"""Estimates without the luck of draws: the same on average, and surer."""

from __future__ import annotations

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.arena import Schedule, game_counts
from goldenspike.arena.batch import Batch
from goldenspike.arena.bot_games import play_by_decision
from goldenspike.arena.luck_adjustment import adjusted, predictable_slopes, variance_saved
from goldenspike.arena.play_batch import play_batch
from goldenspike.arena.sequential import sequential_test
from goldenspike.arena.standings import Comparison
from goldenspike.bots import make_bot
from goldenspike.rules.codes import RANK

BOTS = ("planner", "planner:risk=0.6")


def deals(board: str, games: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """The first bot's share of each deal, and its luck less the other's."""
    shares, luck = np.zeros(games), np.zeros(games)
    for first, seats in enumerate((BOTS, BOTS[::-1])):
        outcome = play_batch(Batch(board, seats, seed, 0, games))
        ranks = outcome.sheets[:, :, RANK]
        mine, other = ranks[:, first], ranks[:, 1 - first]
        shares += 0.5 * ((mine < other) + 0.5 * (mine == other))
        luck += 0.5 * (outcome.luck[:, first] - outcome.luck[:, 1 - first])
    return shares, luck


def test_the_luck_of_a_draw_is_its_value_less_the_mean_of_the_deck():
    class State:
        deck_n, deck = 4, [0, 0, 8, 1, 5]

    values = [10, 20, 0, 0, 0, 0, 0, 0, 300]
    # Values beyond the limit count as the limit.
    assert game_counts.add_draw_luck(State, values, 5.0) == 5 + 20 - (10 + 10 + 200 + 20) / 4
    limit = float(game_counts.LUCK_LIMIT)
    assert game_counts.add_draw_luck(State, values, limit) == limit
    assert game_counts.add_draw_luck(State, values, -limit) == -limit


def test_luck_is_the_same_by_decision_and_compiled():
    """With a planner's own settings; whether code was compiled in time must make no difference."""
    batch = Batch("usa", ("planner:card=40:risk=1", "random"), 5, 7, 2)
    by_decision = play_by_decision(batch, [make_bot(name) for name in batch.seats], "compiled")
    compiled = play_batch(batch)
    assert compiled.luck == pytest.approx(by_decision.luck)
    assert (compiled.luck[:, 0] != 0).all()
    assert (compiled.luck[:, 1] == 0).all(), "a random bot values nothing"
    plain = play_by_decision(batch.with_deals(range(7, 8)),
                             [make_bot(name) for name in batch.seats], "plain")  # fmt: skip
    assert plain.luck == pytest.approx(by_decision.luck[:1])


def test_the_adjustment_takes_only_luck_away():
    rng = np.random.default_rng(3)
    luck = rng.normal(size=400)
    results = 0.6 + 0.1 * luck + 0.2 * rng.normal(size=400)
    without = adjusted(results, luck)
    assert without.std() < results.std()
    assert variance_saved(results, luck) == pytest.approx(0.2, abs=0.07)
    assert abs(variance_saved(results, rng.normal(size=400))) < 0.03
    assert (adjusted(results, np.zeros(400)) == results).all()
    assert (adjusted(results[:19], luck[:19]) == results[:19]).all()


def test_a_deal_has_no_part_in_its_own_coefficient():
    """Else the estimate would be biased."""
    rng = np.random.default_rng(4)
    luck, results = rng.normal(size=100), rng.normal(size=100)
    for d in (0, 37, 99):
        changed = results.copy()
        changed[d] += 1000
        assert adjusted(changed, luck)[d] == pytest.approx(adjusted(results, luck)[d] + 1000)
    slopes = predictable_slopes(results, luck)
    changed = results.copy()
    changed[50:] += 1000
    assert (predictable_slopes(changed, luck)[:51] == slopes[:51]).all()
    assert (slopes[:20] == 0).all()


def test_no_luck_makes_a_fortune_negative():
    """Also where every deal has the greatest luck that there can be."""
    most = 2.0 * game_counts.MAX_LUCK
    signs = np.where(np.arange(200) % 2, 1.0, -1.0)
    for shares in (0.5 + signs / 2, 0.5 - signs / 2):
        verdict = sequential_test("a", "b", shares, signs * most)
        assert np.isfinite(verdict.evidence)


def test_standings_tell_of_the_adjustment():
    schedule = Schedule(gs.load_board("usa"), 2, BOTS)
    comparison = Comparison(schedule, 40)
    for seats in schedule.seatings():
        comparison.add([play_batch(schedule.batch(seats, range(40)))])
    rows = comparison.standings().rows
    assert sum(row.adjusted_share for row in rows) == pytest.approx(1, abs=1e-4)
    for row in rows:
        low, high = row.adjusted_interval
        assert low <= row.adjusted_share <= high


@pytest.mark.wide
@pytest.mark.parametrize("board", ["usa", "germany", "nordic"])
def test_the_adjustment_has_no_bias_in_ten_thousand_null_matches(board: str):
    """Equal bots: in each deal a coin says which of two bots is called the first."""
    shares, luck = deals(board, 4000)
    error = luck.std() / np.sqrt(len(luck))
    assert abs(luck.mean()) < 4 * error, "the luck of draws has the mean 0 for any bots"
    rng = np.random.default_rng(7)
    matches, size = 10_000, 100
    raw, without, called, covered = np.zeros(matches), np.zeros(matches), 0, 0
    for m in range(matches):
        taken = rng.integers(len(shares), size=size)
        swap = rng.integers(2, size=size) == 1
        x = np.where(swap, 1 - shares[taken], shares[taken])
        z = np.where(swap, -luck[taken], luck[taken])
        y = adjusted(x, z)
        raw[m], without[m] = x.mean(), y.mean()
        covered += abs(y.mean() - 0.5) < 1.96 * y.std() / np.sqrt(size)
        called += sequential_test("a", "b", x, z).better is not None
    assert abs(without.mean() - 0.5) < 4 * without.std() / np.sqrt(matches)
    assert abs((without - raw).mean()) < 4 * (without - raw).std() / np.sqrt(matches)
    assert covered / matches == pytest.approx(0.95, abs=0.015)
    assert called / matches <= 0.05
    saved = 1 - without.var() / raw.var()
    print(f"{board}: {saved:.1%} of the games are saved")
    # On the other boards draws decide too little between these two: nothing is gained, nor lost.
    assert saved > (0.03 if board == "usa" else -0.03)
