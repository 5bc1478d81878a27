"""The recipes, a few steps of each (`make test-train`)."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cleanrl_ppo
import pytest
import rllib_ppo
import sb3_maskable_ppo
import torchrl_ppo
from learner_env import MOST, LearnerEnv

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("board", ["usa", "nordic"])
def test_the_learner_s_environment_keeps_to_its_space(board: str):
    """With floats, masks and outcomes."""
    env = LearnerEnv(board, opponents="random")
    seen, _ = env.reset(seed=1)
    for _ in range(30):
        assert seen in env.observation_space
        assert seen["observation"].max() <= MOST
        legal = env.action_masks()
        seen, reward, over, _, _ = env.step(int(legal.nonzero()[0][0]))
        if over:
            assert -1 <= reward <= 1
            seen, _ = env.reset()


def test_stable_baselines(tmp_path: Path):
    """MaskablePPO learns, and is saved."""
    words = ["--steps", "64", "--rollout", "64", "--games", "1", "--opponent", "random"]
    reward = sb3_maskable_ppo.main([*words, "--save", str(tmp_path / "model.zip")])
    assert math.isfinite(reward)
    assert (tmp_path / "model.zip").exists()


def test_cleanrl():
    """A few updates."""
    assert math.isfinite(cleanrl_ppo.main(["--steps", "2048", "--envs", "16", "--rollout", "64"]))


def test_torchrl():
    """Two updates."""
    words = ["--steps", "128", "--rollout", "64", "--epochs", "1", "--opponent", "random"]
    assert math.isfinite(torchrl_ppo.main(words))


def test_rllib():
    """One iteration, in this process."""
    words = ["--iterations", "1", "--batch", "128", "--runners", "0", "--opponent", "random"]
    assert math.isfinite(rllib_ppo.main(words))


def test_a_league_keeps_its_best(tmp_path: Path):
    """Two rounds, without Ray."""
    import league

    out = tmp_path / "league.json"
    words = ["--rounds", "2", "--games", "20", "--members", "2", "--challengers", "1"]
    members = league.main([*words, "--no-ray", "--out", str(out)])
    assert json.loads(out.read_text()) == members
    assert len(members) == 2
    assert all(member.startswith("planner") for member in members)
