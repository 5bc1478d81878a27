"""Version 1 of the PettingZoo environments, named by PettingZoo's convention."""

from goldenspike.envs.aec import GoldenSpikeAECEnv, env, raw_env
from goldenspike.envs.parallel import GoldenSpikeParallelEnv, parallel_env

__all__ = ["GoldenSpikeAECEnv", "GoldenSpikeParallelEnv", "env", "parallel_env", "raw_env"]
