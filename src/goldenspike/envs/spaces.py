"""The spaces of observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from goldenspike.observation import Layout


def observation_space(layout: Layout, codes: int) -> spaces.Dict[Any]:
    """An observation and the mask of the codes that may be played."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (layout.size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (codes,), np.int8),
        }
    )
