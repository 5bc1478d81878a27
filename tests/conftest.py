"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A time limit for each example would fail on a busy machine without anything being wrong.
settings.register_profile(
    "goldenspike", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("goldenspike")
