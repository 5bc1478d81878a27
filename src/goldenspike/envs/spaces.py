"""The space of observations."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from goldenspike.observation import Layout
from goldenspike.observation.blocks import MAX_NORMALIZED


def observation_space(layout: Layout, codes: int, normalize: bool = False) -> spaces.Dict[Any]:
    """Return the space of an observation with its action mask."""
    size = (layout.size,)
    numbers = (
        spaces.Box(0, MAX_NORMALIZED, size, np.float32)
        if normalize
        else spaces.Box(0, 255, size, np.uint8)
    )
    return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (codes,), np.int8)})
