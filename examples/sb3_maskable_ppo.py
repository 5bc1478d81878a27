"""Stable-Baselines3: MaskablePPO of sb3-contrib, one learner against a bot.

pip install 'goldenspike[envs]' sb3-contrib
python examples/sb3_maskable_ppo.py --steps 200000
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
from learner_env import LearnerEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy


class ObservationOnly(gymnasium.ObservationWrapper):
    """Without the mask, which MaskablePPO asks for by `action_masks`."""

    def __init__(self, env: LearnerEnv) -> None:
        super().__init__(env)
        self.observation_space = env.observation_space["observation"]

    def observation(self, seen: dict[str, np.ndarray]) -> np.ndarray:
        """Return the numbers alone."""
        return seen["observation"]

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal."""
        return self.env.action_masks()


def main(words: list[str] | None = None) -> float:
    """Train, and return its mean reward in games against the opponent."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--board", default="usa")
    reader.add_argument("--opponent", default="greedy")
    reader.add_argument("--steps", type=int, default=200_000)
    reader.add_argument("--rollout", type=int, default=2048)
    reader.add_argument("--games", type=int, default=20, help="to evaluate it")
    reader.add_argument("--save", default=None, help="a file for the model")
    given = reader.parse_args(words)
    env = ObservationOnly(LearnerEnv(given.board, opponents=given.opponent))
    model = MaskablePPO("MlpPolicy", env, n_steps=given.rollout, gamma=0.999, seed=1, verbose=1)
    model.learn(given.steps)
    reward, _ = evaluate_policy(model, env, n_eval_episodes=given.games)
    print(f"mean reward against {given.opponent} in {given.games} games: {reward:.2f}")
    if given.save:
        model.save(given.save)
    return float(reward)


if __name__ == "__main__":
    main()
