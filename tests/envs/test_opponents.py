"""The bots a learner meets: got ready, replaced when they fail, and copied with the game."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

from goldenspike.bots.random_bot import RandomBot
from goldenspike.bots.safety import MAX_FAILURES
from goldenspike.envs import GoldenSpikeEnv
from goldenspike.envs.rewards import KINDS

LINE_BOT = Path(__file__).parents[2] / "examples" / "line_bot.py"
NONSENSE = """
import sys
for line in sys.stdin:
    if line.startswith("goldenspike"): print("ready liar", flush=True)
    if line.startswith("go "): print("action claim moon-mars:red 3red", flush=True)
"""


def step(env: GoldenSpikeEnv) -> tuple[float, dict]:
    _, reward, _, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
    return reward, info


def troubles_of(env: GoldenSpikeEnv, steps: int) -> list[str]:
    found = []
    for _ in range(steps):
        assert env.table.seat == env.seat
        found += step(env)[1].get("troubles", [])
    return found


@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
def test_an_opponent_that_fails_is_replaced_and_the_learner_plays_its_own_seat(tmp_path: Path):
    (tmp_path / "liar.py").write_text(NONSENSE, encoding="utf-8")
    env = GoldenSpikeEnv(opponents=f"exec:{sys.executable} {tmp_path / 'liar.py'}", seat=0)
    env.reset(seed=2)
    with pytest.warns(RuntimeWarning, match="which is not a legal action"):
        troubles = troubles_of(env, 8)
    assert sum("moon-mars" in trouble for trouble in troubles) <= MAX_FAILURES
    assert "left alone" in troubles[-1]
    # That game goes on alike in another environment.
    twin = GoldenSpikeEnv(opponents=env.opponents, seat=0)
    twin.restore(env.save())
    assert all("left alone" in trouble for trouble in troubles_of(twin, 8))
    env.close()
    twin.close()


def test_an_environment_is_copied_together_with_programs_it_plays_against():
    env = GoldenSpikeEnv(opponents=f"exec:{sys.executable} {LINE_BOT}", seat=0)
    env.reset(seed=3)
    step(env)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(6):
        step(env)
        for twin in twins:
            step(twin)
            assert twin.table.game() == env.table.game()
    for one in (env, *twins):
        one.close()


def test_opponents_are_got_ready_before_they_are_asked(monkeypatch: pytest.MonkeyPatch):
    ready = []
    monkeypatch.setattr(RandomBot, "prepare", lambda self: ready.append(self.name))
    GoldenSpikeEnv(players=3, opponents=["random", "greedy"])
    assert ready == ["random"]


@pytest.mark.parametrize("shaped", [False, True])
@pytest.mark.parametrize("reward", KINDS)
def test_an_episode_that_a_masked_action_ends_is_worse_than_any_game(reward: str, shaped: bool):
    """Random play against the planner loses by as much as anything does."""
    env = GoldenSpikeEnv("germany", 2, "planner", 0, reward=reward, shaped=shaped, illegal="end")
    rng = np.random.default_rng(4)
    sums = []
    for seed in range(3):
        _, info = env.reset(seed=seed)
        sums.append(0.0)
        over = False
        while not over:
            _, paid, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            sums[-1] += paid
    env.reset(seed=9)
    ended = sum(step(env)[0] for _ in range(20))
    _, paid, over, _, _ = env.step(10**6)
    assert over
    assert ended + paid == -env.table.reward_bound
    assert ended + paid < min(sums)
