"""Learning environments for PettingZoo, Gymnasium and OpenSpiel: see docs/environments.md.

Importing this registers the Gymnasium ids `GoldenSpike/USA-v1`, `GoldenSpike/Germany-v1`,
`GoldenSpike/Nordic-v1` and, for any board, `GoldenSpike/Board-v1`. OpenSpiel's game registers when
`goldenspike.envs.openspiel` is imported.
"""

from __future__ import annotations

try:
    import gymnasium
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError as missing:
    raise ImportError(
        f"learning environments need the package {missing.name}: pip install 'goldenspike[envs]'"
    ) from missing

from goldenspike.envs.aec import GoldenSpikeAECEnv
from goldenspike.envs.parallel import GoldenSpikeParallelEnv
from goldenspike.envs.single import GoldenSpikeEnv
from goldenspike.envs.vector import GoldenSpikeVectorEnv
from goldenspike.observation import VERSION

IDS = {
    f"GoldenSpike/USA-v{VERSION}": {"board": "usa"},
    f"GoldenSpike/Germany-v{VERSION}": {"board": "germany"},
    f"GoldenSpike/Nordic-v{VERSION}": {"board": "nordic"},
    f"GoldenSpike/Board-v{VERSION}": {},
}
"""Gymnasium ids with their options; for `gymnasium.make` and `gymnasium.make_vec`."""

for _id, _options in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point="goldenspike.envs.single:GoldenSpikeEnv",
            vector_entry_point="goldenspike.envs.vector:GoldenSpikeVectorEnv",
            kwargs=dict(_options),
        )

__all__ = [
    "IDS",
    "VERSION",
    "GoldenSpikeAECEnv",
    "GoldenSpikeEnv",
    "GoldenSpikeParallelEnv",
    "GoldenSpikeVectorEnv",
]
