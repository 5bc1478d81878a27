"""Starting at once: what a command does not need it does not load."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import atexit, sys
from goldenspike.cli import main
atexit.register(lambda: print(*sorted({name.split(".")[0] for name in sys.modules})))
main()
"""


def loaded_by(*arguments: str) -> set[str]:
    """The packages a command has imported when it ends; the last line of what it prints."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return set(ended.stdout.splitlines()[-1].split())


def test_games_of_random_players_take_no_numba_once_they_are_built() -> None:
    simulate = ("simulate", "--games", "1", "--json")
    loaded_by(*simulate)
    loaded = loaded_by(*simulate)
    assert {"goldenspike", "numpy", "llvmlite"} <= loaded
    assert not loaded & {"numba", "scipy", "rich", "torch", "litestar", "sqlalchemy"}


@pytest.mark.parametrize("arguments", [("--version",), ("simulate", "--help")])
def test_help_loads_nothing_of_the_game(arguments: tuple[str, ...]) -> None:
    assert not loaded_by(*arguments) & {"numba", "numpy", "llvmlite", "litestar", "sqlalchemy"}
