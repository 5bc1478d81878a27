"""The space of observations."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from goldenspike.observation import Layout


def observation_space(layout: Layout, codes: int) -> spaces.Dict[Any]:
    """Return the space of an observation with its action mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (layout.size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (codes,), np.int8),
        }
    )
