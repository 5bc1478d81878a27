"""Times as they are stored: milliseconds since 1970."""

from __future__ import annotations

import time

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 3600 * SECOND


def milliseconds() -> int:
    """Now."""
    return time.time_ns() // 1_000_000
