"""PPO in one short file, in the style of CleanRL, on the vector environment.

    pip install 'goldenspike[envs,train]'
    python examples/cleanrl_ppo.py --steps 2000000

One learner plays against random bots in many games at once. `train_ppo.py` is the longer one: it
learns by self-play, evaluates, saves and resumes.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from learner_env import scaled
from torch import nn
from torch.distributions import Categorical

from goldenspike.envs import GoldenSpikeVectorEnv


class Agent(nn.Module):
    """A network with a head for actions and one for the value."""

    def __init__(self, size: int, codes: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(size, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh()
        )
        self.actor, self.critic = nn.Linear(width, codes), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """Return the distribution of legal actions, and the value."""
        x = self.body(seen)
        logits = self.actor(x).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits), self.critic(x).squeeze(-1)


def main(words: list[str] | None = None) -> float:
    """Train, and return the mean last reward of the learner's last games."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--board", default="usa")
    reader.add_argument("--steps", type=int, default=2_000_000)
    reader.add_argument("--envs", type=int, default=64)
    reader.add_argument("--rollout", type=int, default=128)
    reader.add_argument("--epochs", type=int, default=3)
    reader.add_argument("--rate", type=float, default=3e-4)
    given = reader.parse_args(words)
    gamma, trace, clip = 0.999, 0.95, 0.2
    torch.manual_seed(1)
    envs = GoldenSpikeVectorEnv(given.envs, board=given.board, opponents="random", copy=True)
    size, codes = envs.layout.size, envs.kernel_board.codes
    agent = Agent(size, codes)
    optimiser = torch.optim.Adam(agent.parameters(), lr=given.rate, eps=1e-5)
    n, m = given.rollout, given.envs
    seen_at, masks = torch.zeros(n, m, size), torch.zeros(n, m, codes, dtype=torch.int8)
    actions = torch.zeros(n, m, dtype=torch.long)
    logs, values, rewards, ends = (torch.zeros(n, m) for _ in range(4))
    seen, _ = envs.reset(seed=1)
    last: list[float] = []
    for update in range(max(1, given.steps // (n * m))):
        for t in range(n):
            seen_at[t] = torch.from_numpy(scaled(seen["observation"]))
            masks[t] = torch.from_numpy(np.asarray(seen["action_mask"]))
            # A game that has just ended has no legal action: whatever is sent deals a new one.
            masks[t][masks[t].sum(-1) == 0] = 1
            with torch.no_grad():
                chances, values[t] = agent(seen_at[t], masks[t])
            actions[t] = chances.sample()
            logs[t] = chances.log_prob(actions[t])
            seen, reward, over, cut, _ = envs.step(actions[t].numpy())
            rewards[t] = torch.from_numpy(np.asarray(reward, np.float32))
            ends[t] = torch.from_numpy((over | cut).astype(np.float32))
            last += [float(r) for r, end in zip(reward, over, strict=True) if end]
        with torch.no_grad():
            mask = torch.from_numpy(np.asarray(seen["action_mask"])).clone()
            mask[mask.sum(-1) == 0] = 1
            _, following = agent(torch.from_numpy(scaled(seen["observation"])), mask)
        gains, gain = torch.zeros(n, m), torch.zeros(m)
        for t in reversed(range(n)):
            ahead = following if t == n - 1 else values[t + 1]
            delta = rewards[t] + gamma * ahead * (1 - ends[t]) - values[t]
            gain = delta + gamma * trace * (1 - ends[t]) * gain
            gains[t] = gain
        targets = (gains + values).flatten()
        flat = [x.flatten(0, 1) for x in (seen_at, masks, actions, logs, gains)]
        for _ in range(given.epochs):
            for part in torch.randperm(n * m).split(max(1, n * m // 4)):
                s, k, a, old, g = (x[part] for x in flat)
                chances, value = agent(s, k)
                ratio = (chances.log_prob(a) - old).exp()
                g = (g - g.mean()) / (g.std() + 1e-8)
                policy = -torch.min(g * ratio, g * ratio.clamp(1 - clip, 1 + clip)).mean()
                loss = policy + 0.5 * (value - targets[part]).pow(2).mean()
                loss -= 0.01 * chances.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimiser.step()
        mean = float(np.mean(last[-200:])) if last else 0.0
        print(f"update {update}: {len(last)} games, mean last reward {mean:+.2f}", flush=True)
    return mean


if __name__ == "__main__":
    main()
