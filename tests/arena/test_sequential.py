"""The sequential test: it may be looked at whenever one likes, and is still right."""

from __future__ import annotations

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.arena import Schedule, Tournament
from goldenspike.arena.sequential import sequential_test

RUNS = 200
LOOKS = [*range(1, 30), *(round(30 * 1.15**i) for i in range(31))]
"""After how many deals somebody looks, up to about 2000."""


def called(chances: list[float], seed: int) -> list[tuple[str | None, int]]:
    """In each of many runs: who is called better, after how many deals.

    `chances` are those of a deal in which the first bot loses both games, wins one, wins both.
    """
    rng = np.random.default_rng(seed)
    verdicts: list[tuple[str | None, int]] = []
    for _ in range(RUNS):
        shares = rng.choice([0.0, 0.5, 1.0], size=LOOKS[-1], p=chances)
        looks = (sequential_test("a", "b", shares[:n]) for n in LOOKS)
        sure = next((v for v in looks if v.better), None)
        verdicts.append((sure.better, sure.deals) if sure else (None, LOOKS[-1]))
    return verdicts


@pytest.mark.parametrize(
    "chances", [[0.25, 0.5, 0.25], [0.02, 0.96, 0.02], [0.5, 0.0, 0.5]], ids=str
)
def test_equal_bots_are_seldom_called_different(chances: list[float]):
    """Looked at sixty times in a run, and still wrong in 5 % at most."""
    wrong = sum(better is not None for better, _ in called(chances, seed=11))
    assert wrong <= 0.05 * RUNS


@pytest.mark.parametrize(
    ("chances", "most"),
    [
        ([0.0, 0.0, 1.0], 12),  # wins everything
        ([0.05, 0.2, 0.75], 60),  # 85 %
        ([0.15, 0.4, 0.45], 300),  # 65 %
        ([0.2, 0.5, 0.3], 2000),  # 55 %
    ],
    ids=["100 %", "85 %", "65 %", "55 %"],
)
def test_different_bots_are_told_apart_soon_and_rightly(chances: list[float], most: int):
    for side, better in ((chances, "a"), (chances[::-1], "b")):
        verdicts = called(side, seed=12)
        wrong = sum(said not in (better, None) for said, _ in verdicts)
        in_time = sum(said == better and deals <= most for said, deals in verdicts)
        assert wrong <= 0.025 * RUNS
        assert in_time >= 0.95 * RUNS


def test_a_few_deals_decide_nothing():
    assert sequential_test("a", "b", np.array([])).better is None
    assert sequential_test("a", "b", np.ones(4)).better is None


def test_until_sure_stops_early():
    schedule = Schedule(gs.load_board("usa"), 2, ("greedy", "random"))
    standings, verdict = Tournament(schedule).play_until_sure("greedy", "random", 5000)
    assert verdict.better == "greedy"
    assert standings.games < 1000


@pytest.mark.parametrize(("a", "b"), [("greedy", "greedy"), ("greedy", "planner")])
def test_until_sure_takes_two_different_bots_of_the_schedule(a: str, b: str):
    tournament = Tournament(Schedule(gs.load_board("usa"), 2, ("greedy", "random")))
    played: list[int] = []
    with pytest.raises(gs.InputError, match=b):
        tournament.play_until_sure(a, b, 1000, lambda done, total: played.append(done))
    assert not played
