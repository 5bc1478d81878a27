"""Version 1 of the PettingZoo environment, named by PettingZoo's convention."""

from goldenspike.envs.aec import GoldenSpikeAECEnv, env, raw_env

__all__ = ["GoldenSpikeAECEnv", "env", "raw_env"]
