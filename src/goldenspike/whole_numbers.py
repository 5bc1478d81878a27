"""Reading whole numbers from callers: Python and NumPy integers are accepted, nothing else."""

from __future__ import annotations

import operator
from typing import Any

from goldenspike.errors import InputError
from goldenspike.rules.engine import MAX_SEED


def whole(value: Any) -> int | None:
    """Return the value as an `int`, or None if it is not a whole number; a bool is not one."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def read_seed(seed: Any) -> int:
    """Return a seed as an `int`; `InputError` if it is not a whole number in range."""
    number = whole(seed)
    if number is None or not 0 <= number < MAX_SEED:
        raise InputError(f"a seed is a whole number from 0 to 2**256 - 1, not {seed!r}")
    return number
