"""Records made of other records and arrays, in one row of bytes."""

from __future__ import annotations

from typing import Any

import numpy as np


def nested_dtype(parts: dict[str, Any]) -> np.dtype[Any]:
    """Make the dtype of a record of these parts, each aligned to 64 bytes."""
    offsets, at = [], 0
    for part in parts.values():
        offsets.append(at)
        at += -(-np.dtype(part).itemsize // 64) * 64
    return np.dtype(
        {"names": [*parts], "formats": [*parts.values()], "offsets": offsets, "itemsize": at}
    )


def span(dtype: np.dtype[Any], name: str) -> tuple[int, int]:
    """Return where a part begins and ends in the row of bytes."""
    assert dtype.fields is not None
    part, at = dtype.fields[name][:2]
    return at, at + part.itemsize
