"""TorchRL: PPO with masked actions, one learner against a bot.

pip install 'goldenspike[envs,train]' torchrl
python examples/torchrl_ppo.py --steps 100000
"""

from __future__ import annotations

import argparse

import torch
from learner_env import LearnerEnv
from tensordict.nn import (
    ProbabilisticTensorDictModule,
    ProbabilisticTensorDictSequential,
    TensorDictModule,
)
from torch import nn
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE


def make_actor(size: int, codes: int) -> ProbabilisticTensorDictSequential:
    """Return a policy that samples legal actions only."""
    net = nn.Sequential(nn.Linear(size, 256), nn.Tanh(), nn.Linear(256, codes))
    return ProbabilisticTensorDictSequential(
        TensorDictModule(net, in_keys=["observation"], out_keys=["logits"]),
        TensorDictModule(lambda mask: mask.bool(), in_keys=["action_mask"], out_keys=["mask"]),
        ProbabilisticTensorDictModule(
            in_keys=["logits", "mask"],
            out_keys=["action"],
            distribution_class=MaskedCategorical,
            return_log_prob=True,
        ),
    )


def main(words: list[str] | None = None) -> float:
    """Train, and return the mean reward of the games in the last rollout."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--board", default="usa")
    reader.add_argument("--opponent", default="greedy")
    reader.add_argument("--steps", type=int, default=100_000)
    reader.add_argument("--rollout", type=int, default=1024)
    reader.add_argument("--epochs", type=int, default=4)
    given = reader.parse_args(words)
    torch.manual_seed(1)
    env = GymWrapper(
        LearnerEnv(given.board, opponents=given.opponent), categorical_action_encoding=True
    )
    size, codes = env.observation_spec["observation"].shape[-1], env.action_spec.n
    actor = make_actor(size, codes)
    value = nn.Sequential(nn.Linear(size, 256), nn.Tanh(), nn.Linear(256, 1))
    critic = ValueOperator(value, in_keys=["observation"])
    advantage = GAE(gamma=0.999, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimiser = torch.optim.Adam(loss.parameters(), lr=3e-4)
    reward = 0.0
    for update in range(max(1, given.steps // given.rollout)):
        with torch.no_grad():
            data = env.rollout(given.rollout, actor, break_when_any_done=False)
        ended = data["next", "done"].flatten()
        reward = float(data["next", "reward"].flatten()[ended].mean()) if ended.any() else 0.0
        for _ in range(given.epochs):
            advantage(data)
            for part in torch.randperm(len(data)).split(max(1, len(data) // 4)):
                losses = loss(data[part])
                total = sum(losses[name] for name in losses.keys() if name.startswith("loss_"))  # noqa: SIM118
                optimiser.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimiser.step()
        print(f"update {update}: {int(ended.sum())} games, mean reward {reward:+.2f}", flush=True)
    return reward


if __name__ == "__main__":
    main()
