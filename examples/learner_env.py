"""The environment of the recipes: one learner against a bot, with scaled observations.

`GoldenSpikeEnv` gives an observation of bytes and an action mask together. Here the observation is
scaled to floats; the mask stays beside it, and `action_masks` returns it for libraries that ask.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from goldenspike.envs import GoldenSpikeEnv

SCALE, MOST = 16.0, 4.0
"""Most numbers are small counts; the few large ones are cut off."""


def scaled(observation: np.ndarray) -> np.ndarray:
    """Return observations as floats from 0 to `MOST`."""
    return np.minimum(observation.astype(np.float32) / SCALE, MOST)


class LearnerEnv(gymnasium.Wrapper):
    """`GoldenSpikeEnv` with scaled observations; a masked action is an error."""

    def __init__(self, board: str = "usa", players: int = 2, opponents: str = "greedy") -> None:
        env = GoldenSpikeEnv(board=board, players=players, opponents=opponents, illegal="raise")
        super().__init__(env)
        given = env.observation_space["observation"]
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, MOST, given.shape, np.float32),
                "action_mask": env.observation_space["action_mask"],
            }
        )

    def reset(self, **options: Any) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Deal a game."""
        seen, info = self.env.reset(**options)
        return self._scaled(seen), info

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play until the learner is to act again."""
        seen, reward, over, cut, info = self.env.step(int(action))
        return self._scaled(seen), float(reward), over, cut, info

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal."""
        return self._mask.astype(bool)

    def _scaled(self, seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        self._mask = seen["action_mask"]
        return {"observation": scaled(seen["observation"]), "action_mask": self._mask}
