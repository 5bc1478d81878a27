"""`goldenspike bench` and the comparison with a C program, as a user runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from goldenspike.boards.load import board_names, load_board

ROOT = Path(__file__).parents[2]


@pytest.mark.wide
def test_bench_measures_every_board_and_number_of_players():
    """`bench --json`: every board and player count, both kernels, one thread and all cores."""
    ran = subprocess.run(
        [sys.executable, "-c", "from goldenspike.cli import main; main()", "bench", "--quick",
         "--json"],
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip
    assert ran.stderr == "", "no progress in a pipe"
    figures = json.loads(ran.stdout)
    measured = {(speed["board"], speed["players"], speed["kernel"]) for speed in figures["speeds"]}
    boards = [load_board(name) for name in board_names()]
    assert measured == {
        (board.id, players, kernel)
        for board in boards
        for players in range(board.min_players, board.max_players + 1)
        for kernel in ("compiled", "plain")
    }
    assert {speed["threads"] for speed in figures["speeds"]} == {1, figures["cores"]}
    assert all(speed["games_per_second"] > 0 for speed in figures["speeds"])
    assert {cost["kernel"] for cost in figures["costs"]} == {"compiled", "plain"}
    assert all(cost["microseconds"] > 0 for cost in figures["costs"])
    assert figures["bytes_per_state"] > 0
    assert figures["starts"]


YARDSTICK = """#!/bin/sh
echo "C 2 (1, 2) 1.0 games/s 9 dec/s (check)"
echo "C 2 (1, 2) 10.0 games/s 90 dec/s"
echo "C 4 (1, 2) 5.0 games/s 90 dec/s"
"""
COMPILER = """#!/bin/sh
[ "$1 $2 $4" = "-O3 -include -o" ] && [ $# = 6 ] && cp "$6" "$5" && chmod +x "$5"
"""
"""Stands for gcc, so that the test needs none: the yardstick is a program already."""


@pytest.fixture
def compiler(tmp_path: Path) -> Path:
    """A folder for the PATH with a `gcc` in it."""
    program = tmp_path / "bin" / "gcc"
    program.parent.mkdir()
    program.write_text(COMPILER)
    program.chmod(0o755)
    return program.parent


def run_yardstick(source: Path, path: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "bench/yardstick.py", "--yardstick", str(source)]
    return subprocess.run(
        [*command, "--rounds", "1", "--games", "20", "--json"],
        cwd=ROOT,
        env={**os.environ, "PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_yardstick_is_compiled_and_compared_with(tmp_path: Path, compiler: Path):
    source = tmp_path / "stick.c"
    source.write_text(YARDSTICK)
    ran = run_yardstick(source, f"{compiler}{os.pathsep}{os.environ['PATH']}")
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    assert [figure["players"] for figure in figures] == [2, 4]
    assert [figure["yardstick_games_per_second"] for figure in figures] == [10, 5]
    for figure in figures:
        assert figure["ratio"] > 1, "compiled games are faster than ten a second"


def test_a_yardstick_that_does_not_compile_is_reported(tmp_path: Path, compiler: Path):
    (compiler / "gcc").write_text("#!/bin/sh\necho 'stick.c:1: error' >&2; exit 1\n")
    source = tmp_path / "stick.c"
    source.write_text("not C")
    ran = run_yardstick(source, f"{compiler}{os.pathsep}{os.environ['PATH']}")
    assert ran.returncode == 1
    assert "stick.c:1: error" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_missing_yardstick_is_reported_in_one_line(tmp_path: Path):
    ran = run_yardstick(tmp_path / "nothing.c", os.environ["PATH"])
    assert ran.returncode == 1
    assert "there is no file" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_missing_compiler_is_reported_in_one_line(tmp_path: Path):
    source = tmp_path / "stick.c"
    source.write_text(YARDSTICK)
    ran = run_yardstick(source, tmp_path)
    assert ran.returncode == 1
    assert "no gcc on the PATH" in ran.stderr
    assert "Traceback" not in ran.stderr
