"""Records made of other records and arrays: one row of bytes for all that a call works in."""

from __future__ import annotations

from typing import Any

import numpy as np


def nested_dtype(parts: dict[str, Any]) -> np.dtype[Any]:
    """A record of these parts, each at a multiple of 64 bytes so that its fields are aligned."""
    offsets, at = [], 0
    for part in parts.values():
        offsets.append(at)
        at += -(-np.dtype(part).itemsize // 64) * 64
    return np.dtype(
        {"names": [*parts], "formats": [*parts.values()], "offsets": offsets, "itemsize": at}
    )


def span(dtype: np.dtype[Any], name: str) -> tuple[int, int]:
    """Where a part begins and ends in the row of bytes."""
    assert dtype.fields is not None
    part, at = dtype.fields[name][:2]
    return at, at + part.itemsize
