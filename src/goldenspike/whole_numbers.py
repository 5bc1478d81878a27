"""Whole numbers somebody gave us: Python's own and NumPy's are welcome, nothing else is."""

from __future__ import annotations

import operator
from typing import Any

from goldenspike.errors import InputError
from goldenspike.rules.engine import MAX_SEED


def whole(value: Any) -> int | None:
    """The value as a number of Python's own, or None where it is no whole number; True is none."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def read_seed(seed: Any) -> int:
    """A seed; raises `InputError` where it is none."""
    number = whole(seed)
    if number is None or not 0 <= number < MAX_SEED:
        raise InputError(f"a seed is a whole number from 0 to 2**256 - 1, not {seed!r}")
    return number
