"""The standards' own conformance tests: PettingZoo's, Gymnasium's and OpenSpiel's."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from pettingzoo import AECEnv
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import parallel_seed_test

import goldenspike as gs
from goldenspike.envs import IDS, GoldenSpikeEnv, GoldenSpikeVectorEnv, golden_spike_v1
from support.example_boards import EXAMPLE_BOARDS

pytestmark = pytest.mark.filterwarnings("ignore")
"""Their checkers warn of what is merely unusual, such as the empty mask of a seat not to act."""

ISLAND = str(Path(__file__).parents[1] / "boards" / "island.toml")
QUICK = [
    *[("usa", 2), ("germany", 5), ("nordic", 3), (ISLAND, 2)],
    *((board, 2) for board in EXAMPLE_BOARDS),
]
EVERYWHERE = [
    pytest.param(board, players, marks=[] if (board, players) in QUICK else [pytest.mark.wide])
    for board in (*gs.board_names(), ISLAND, *EXAMPLE_BOARDS)
    for players in range(gs.load_board(board).min_players, gs.load_board(board).max_players + 1)
]
"""Our boards, a user's and the examples, with every number of players."""

everywhere = pytest.mark.parametrize(("board", "players"), EVERYWHERE)


@everywhere
@pytest.mark.parametrize("normalize", [False, True])
def test_pettingzoo_api(board: str, players: int, normalize: bool):
    env = golden_spike_v1.env(board=board, players=players, normalize=normalize)
    api_test(env, num_cycles=60)


@everywhere
def test_pettingzoo_parallel_api(board: str, players: int):
    parallel_api_test(golden_spike_v1.parallel_env(board=board, players=players), num_cycles=120)


@everywhere
def test_pettingzoo_seeds(board: str, players: int):
    seed_test(lambda: golden_spike_v1.env(board=board, players=players), num_cycles=40)
    parallel_seed_test(
        lambda: golden_spike_v1.parallel_env(board=board, players=players), num_cycles=40
    )


@pytest.mark.parametrize(
    ("board", "players"), [one for one in EVERYWHERE if one.values[0] not in EXAMPLE_BOARDS]
)
def test_pettingzoo_renders(board: str, players: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("goldenspike.picture.DEFAULT_WIDTH", 64)

    def make(render_mode: str | None = None) -> AECEnv:
        return golden_spike_v1.env(board=board, players=players, render_mode=render_mode)

    render_test(make, {"ansi": lambda text: isinstance(text, str)})


@pytest.mark.parametrize("make", [golden_spike_v1.env, golden_spike_v1.parallel_env])
def test_what_is_rendered_as_pixels_is_a_picture_of_the_board(make):
    env = make(render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    np.testing.assert_array_equal(picture, env.table.game().picture().rgb_array())


def test_pettingzoo_max_cycles():
    """As `pettingzoo.test.max_cycles_test` asks, which itself takes parallel environments only."""
    env = golden_spike_v1.env(max_cycles=25)
    env.reset(seed=1)
    decisions = 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        done = terminated or truncated
        decisions += not done
        env.step(None if done else env.action_space(agent).sample(seen["action_mask"]))
    assert decisions == 25
    assert not env.agents


@everywhere
@pytest.mark.parametrize("normalize", [False, True])
def test_gymnasium_checks(
    board: str, players: int, normalize: bool, monkeypatch: pytest.MonkeyPatch
):
    """In every way to render; its checker samples without masks."""
    monkeypatch.setattr("goldenspike.picture.DEFAULT_WIDTH", 64)
    options = {"board": board, "players": players, "normalize": normalize}
    env = gymnasium.make("GoldenSpike/Board-v1", **options).unwrapped
    # The places of the example boards have no coordinates: finding some takes long.
    check_env(env, skip_render_check=normalize or board in EXAMPLE_BOARDS)


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_checks_what_it_makes_as_it_comes(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("goldenspike.picture.DEFAULT_WIDTH", 64)
    options = {"board": ISLAND} if "Board" in name else {}
    check_env(gymnasium.make(name, **options).unwrapped)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_environment_is_one_by_gymnasium_s_rules(mode: AutoresetMode):
    envs = gymnasium.make_vec(
        "GoldenSpike/USA-v1", num_envs=8, vectorization_mode="vector_entry_point",
        autoreset_mode=mode, copy=True,
    )  # fmt: skip
    assert isinstance(envs.unwrapped, GoldenSpikeVectorEnv)
    assert envs.metadata["autoreset_mode"] == mode
    seen, infos = envs.reset(seed=3)
    assert seen in envs.observation_space
    before = np.zeros(8, bool)
    ended = 0
    for _ in range(400):
        actions = envs.unwrapped.random_actions()
        assert actions in envs.action_space
        seen, rewards, over, cut, infos = envs.step(actions)
        assert seen in envs.observation_space
        assert rewards.shape == over.shape == cut.shape == (8,)
        assert not cut.any()
        if mode == AutoresetMode.NEXT_STEP:
            # The step after the end deals anew: no reward, not over, the action is not looked at.
            assert not over[before].any()
            assert not rewards[before].any()
        elif mode == AutoresetMode.SAME_STEP:
            assert ("final_obs" in infos) == bool(over.any())
            if over.any():
                np.testing.assert_array_equal(infos["_final_obs"], over)
        elif over.any():
            envs.reset(options={"reset_mask": over.copy()})
        before = over.copy()
        ended += int(over.sum())
    assert ended > 8
    envs.close()


def test_gymnasium_s_vector_wrappers_work():
    envs = RecordEpisodeStatistics(GoldenSpikeVectorEnv(4, opponents="random", copy=True))
    envs = DictInfoToList(envs)
    envs.reset(seed=1)
    finished = []
    for _ in range(200):
        _, _, _, _, infos = envs.step(envs.unwrapped.random_actions())
        finished += [info["episode"] for info in infos if "episode" in info]
    assert len(finished) >= 4


def test_the_batch_plays_as_gymnasium_s_own_vector_environment_does():
    """`SyncVectorEnv` over single environments obeys the same rules of spaces and shapes."""
    ours = GoldenSpikeVectorEnv(3, opponents="random")
    theirs = gymnasium.vector.SyncVectorEnv([GoldenSpikeEnv for _ in range(3)])
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    theirs.close()
