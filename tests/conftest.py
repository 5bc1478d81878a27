"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["support.costs"]

# A time limit for each example would fail on a busy machine without anything being wrong.
settings.register_profile(
    "goldenspike", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("goldenspike")


# Tests of compiled code wait for it, also in processes that they start; none goes on behind them.
os.environ.setdefault("GOLDENSPIKE_COMPILE", "wait")
# Bots play without the networks that whoever runs the tests has taught.
os.environ["GOLDENSPIKE_NETWORKS"] = str(Path(__file__).parent / "no networks")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--times", type=int, default=1, help="so many times the examples of the tests marked laws"
    )


def pytest_configure(config: pytest.Config) -> None:
    # Read when `walks` is imported: how many examples a test has is fixed at that moment.
    os.environ["GOLDENSPIKE_TEST_TIMES"] = str(config.getoption("--times"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`-m quick` imports only files with quick tests: importing all takes longer than those."""
    if config.getoption("-m").startswith("quick") and collection_path.suffix == ".py":
        return "mark.quick" not in collection_path.read_text(encoding="utf-8") or None
    return None


@pytest.fixture(scope="session")
def times(request: pytest.FixtureRequest) -> int:
    """How many times the usual number of examples a law is tried on."""
    return int(request.config.getoption("--times"))
