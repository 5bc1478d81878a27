"""What all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# A time limit for each example would fail on a busy machine without anything being wrong.
settings.register_profile(
    "goldenspike", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("goldenspike")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--wide", action="store_true", help="also the runs that take much longer")


def pytest_configure(config: pytest.Config) -> None:
    # Read when `walks` is imported: how many examples a test has is fixed at that moment.
    if config.getoption("--wide"):
        os.environ.setdefault("GOLDENSPIKE_WIDER", "20")


@pytest.fixture(scope="session")
def wide(request: pytest.FixtureRequest) -> bool:
    """Whether this run may take its time."""
    return bool(request.config.getoption("--wide"))
