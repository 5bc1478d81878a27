"""The training example, a few seconds of it (`make test-train`; Torch is installed only for
this)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
import train_ppo

from goldenspike.bots.registry import make_bot
from goldenspike.envs import GoldenSpikeVectorEnv

SMALL = ["--envs", "16", "--steps", "24", "--width", "32", "--batch", "128", "--games", "2"]


def run(folder: Path, *more: str) -> None:
    """Train for three seconds."""
    script = Path(train_ppo.__file__)
    options = ["--folder", str(folder), "--minutes", "0.05", "--every", "0.02", "--threads", "1"]
    subprocess.run([sys.executable, str(script), *options, *SMALL, *more], check=True, timeout=500)


def test_a_short_training_leaves_a_bot_a_checkpoint_and_a_curve(tmp_path: Path):
    """And `--resume` goes on from there."""
    run(tmp_path, "--against", "greedy,planner")
    curve = json.loads((tmp_path / "curve.json").read_text(encoding="utf-8"))
    assert set(curve[-1]["won"]) == {"greedy", "planner"}
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert make_bot(f"neural:{tmp_path / 'latest.npz'}")
    run(tmp_path, "--resume", "--against", "greedy")
    longer = json.loads((tmp_path / "curve.json").read_text(encoding="utf-8"))
    assert longer[-1]["decisions"] > curve[-1]["decisions"]
    assert not list(tmp_path.glob("at-*.npz")), "files of an evaluation were left behind"


def test_the_bot_prefers_what_the_network_prefers(tmp_path: Path):
    """The NumPy player and the Torch network are one function."""
    envs = GoldenSpikeVectorEnv(8)
    seen, _ = envs.reset(seed=1)
    for _ in range(30):
        seen, *_ = envs.step(envs.random_actions())
    network = train_ppo.Network(envs.layout, envs.kernel_board.codes, 32)
    network.save_as_bot(tmp_path / "net.npz", envs.layout)
    bot = make_bot(f"neural:{tmp_path / 'net.npz'}")
    with torch.no_grad():
        everything = torch.ones(8, envs.kernel_board.codes)
        chances, _ = network(torch.from_numpy(seen["observation"]), everything)
    for i in range(8):
        preferences = bot.preferences(seen["observation"][i])
        preferences = (
            preferences - np.log(np.exp(preferences - preferences.max()).sum()) - preferences.max()
        )
        np.testing.assert_allclose(preferences, chances[i].numpy(), rtol=1e-3, atol=1e-4)


def test_advantages_chain_each_seat_to_its_own_next_decision():
    """A game of two seats written out by hand: with a full trace, what is still to come less the
    value."""
    rollout = train_ppo.Rollout.__new__(train_ppo.Rollout)
    rollout.seats = np.array([[0], [1], [0], [1], [0]])
    rollout.values = np.array([[0.5], [0.1], [0.25], [0.0], [2.0]], np.float32)
    rollout.over = np.array([[False], [False], [False], [True], [False]])
    rollout.rewards = np.zeros((5, 1, 2), np.float32)
    rollout.rewards[1] = [[0.125, 0.0]]
    rollout.rewards[3] = [[1.0, -1.0]]
    rollout.actions = np.zeros((5, 1), np.int64)
    gains, usable = rollout.advantages(np.array([1]), np.array([9.0], np.float32), trace=1.0)
    assert usable[:, 0].tolist() == [True, True, True, True, False]
    np.testing.assert_allclose(gains[:4, 0], [1.125 - 0.5, -1.0 - 0.1, 1.0 - 0.25, -1.0])


def test_only_legal_actions_are_sampled():
    """Whatever rounding does."""
    masks = np.zeros((50, 7), np.int8)
    masks[:, 3] = masks[:, 5] = 1
    chances = torch.log_softmax(
        torch.full((50, 7), -1e9).masked_fill(torch.from_numpy(masks) == 1, 0.0), 1
    )
    drawn = {int(a) for _ in range(5) for a in train_ppo.sample(chances, masks)}
    assert drawn == {3, 5}


def test_options_are_as_documented():
    """An hour, unless told otherwise."""
    assert train_ppo.read_options([]).minutes == 60


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--against", "greedy,bob"], "no bot is called 'bob'"),
        (["--resume"], "there is no checkpoint.pt"),
    ],
)
def test_what_can_not_work_is_said_before_anything_is_trained(
    tmp_path: Path, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
):
    """Not at the first evaluation."""
    with pytest.raises(SystemExit):
        train_ppo.read_options(["--folder", str(tmp_path), *words])
    assert says in capsys.readouterr().err
