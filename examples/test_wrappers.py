"""What learning libraries ask of an environment: their own checkers, as they come."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from stable_baselines3.common.env_checker import check_env
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

import goldenspike as gs
from goldenspike.envs import GoldenSpikeEnv, golden_spike_v1

ISLAND = str(Path(__file__).parents[1] / "tests" / "boards" / "island.toml")
TABLES = [
    (board, players)
    for board in (*gs.board_names(), ISLAND)
    for players in range(gs.load_board(board).min_players, gs.load_board(board).max_players + 1)
]
"""Our boards and a user's, with every number of players."""

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize(("board", "players"), TABLES)
@pytest.mark.parametrize("normalize", [False, True])
def test_torchrl_takes_the_environment_with_turns(board: str, players: int, normalize: bool):
    """With masks, as bytes and as normalized floats."""
    env = golden_spike_v1.env(board=board, players=players, normalize=normalize)
    wrapped = PettingZooWrapper(env, use_mask=True)
    check_env_specs(wrapped, seed=1)
    rollout = wrapped.rollout(40)
    acting, legal, played = (
        torch.cat([rollout[agent, key] for agent in env.possible_agents], 1)
        for key in ("mask", "action_mask", "action")
    )
    chosen = legal.gather(-1, played.long().unsqueeze(-1)).squeeze(-1)
    assert (acting.sum(-1) == 1).all(), "one seat acts at a time"
    assert chosen[acting].all(), "and what it plays is legal"


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_torchrl_takes_the_parallel_environment(board: str, players: int):
    """Without masks: agents that wait are in it, too."""
    wrapped = PettingZooWrapper(golden_spike_v1.parallel_env(board=board, players=players))
    check_env_specs(wrapped, seed=1)


@pytest.mark.parametrize(("board", "players"), TABLES)
@pytest.mark.parametrize("normalize", [False, True])
def test_stable_baselines_takes_the_environment_of_one_learner(
    board: str, players: int, normalize: bool
):
    """And `sb3_contrib.MaskablePPO` finds the masks."""
    env = GoldenSpikeEnv(board=board, players=players, normalize=normalize)
    check_env(env)
    seen, _ = env.reset(seed=1)
    assert env.action_masks().dtype == np.int8
    np.testing.assert_array_equal(env.action_masks(), seen["action_mask"])
