"""Starting at once: what a command does not need it does not load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.command import run_command

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


WITHOUT = """
import importlib.metadata, sys
missing = sys.argv.pop(1).split(",")
class NotThere:
    def find_spec(self, name, path=None, target=None):
        if name in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, NotThere())
from goldenspike.cli import main
main()
"""


def run_without(packages: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, packages, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("simulate", "--games", "2"), 1),
        (("simulate", "--games", "2", "--bots", "greedy,random"), 1),
        (("bench", "--quick"), 1),
        (("board", "list"), 0),
        (("bot", "list"), 0),
    ],
)
def test_what_needs_a_compiler_says_so_where_there_is_none(
    arguments: tuple[str, ...], code: int
) -> None:
    ended = run_without("numba,llvmlite", *arguments)
    assert ended.returncode == code, ended.stderr
    assert ("pip install numba llvmlite" in ended.stderr) == (code == 1)
    assert "bug" not in ended.stderr


def test_an_unknown_kernel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENSPIKE_KERNEL", "fast")
    ended = run_command("play", input="quit\n\n")
    assert ended.returncode == 1
    assert ended.stderr == "goldenspike: no kernel is called 'fast': it is one of plain, compiled\n"


@pytest.mark.parametrize(
    ("missing", "arguments"),
    [
        ("uvicorn", ("serve", "--port", "1")),
        ("litestar", ("serve", "--port", "1")),
        ("sqlalchemy", ("export",)),
        ("sqlalchemy", ("import", "games.jsonl")),
    ],
)
def test_online_tables_say_what_has_to_be_installed(
    missing: str, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDENSPIKE_DB", "games.sqlite")
    ended = run_without(missing, *arguments)
    assert ended.returncode == 1
    assert ended.stderr == (
        f"goldenspike: online tables need more packages, and {missing} is not installed: "
        "pip install 'goldenspike[server]'\n"
    )
