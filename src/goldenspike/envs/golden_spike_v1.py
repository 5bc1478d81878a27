"""Version 1 of the PettingZoo environment, under the name PettingZoo's users look for."""

from goldenspike.envs.aec import GoldenSpikeAECEnv, env, raw_env

__all__ = ["GoldenSpikeAECEnv", "env", "raw_env"]
