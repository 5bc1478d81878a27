"""Compare our compiled random games with those of C programs, in one run.

    python bench/yardstick.py [--boards usa,germany,nordic] [--rounds 20] [--check] [--json]
    python bench/yardstick.py --yardstick playout.c

The C programs are twins of the kernel: `twin.c`, compiled by gcc with each board's data
(`c_twin.py`). With `--check` both play 20,000 games first, and must agree: decisions, tickets made
and the points of every seat may differ by three standard errors. Both play in short alternating
rounds, timed by CPU time, and their best rounds are compared.

Another C program for the USA board can be given. It is compiled with `gcc -O3`, and with CPU time
for its monotonic clock; called with a number of games it prints, for 2 and for 4 players, lines
like `C 2 (...) 31000.0 games/s ...`; lines that end in `(check)` are ignored.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from c_twin import build_twin, compile_c, deviations, kernel_means, run_twin
from goldenspike.boards.load import load_board
from goldenspike.cli.measurements import compiled_games
from goldenspike.rules.kernel_board import kernel_board_of

PLAYERS = {"usa": (2, 4), "germany": (2, 4), "nordic": (2, 3)}
LINE = re.compile(r"C (?P<players>\d+) \(.*\) (?P<speed>[\d.]+) games/s")
CPU_CLOCK = """#include <time.h>
#undef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID
"""
CHECKED_GAMES = 20_000
MOST_ERRORS = 3.0

Speeds = Callable[[int], float]
"""The speed of a C program in a round with so many players, in games a second."""


def twin_speeds(program: Path, games: int) -> Speeds:
    def measure(players: int) -> float:
        return games / run_twin(program, players, games).seconds

    return measure


def yardstick_speeds(program: Path, games: int) -> Speeds:
    def measure(players: int) -> float:
        command = [program, str(games)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for line in printed.splitlines():
            match = LINE.match(line)
            if match and int(match["players"]) == players and not line.endswith("(check)"):
                return float(match["speed"])
        sys.exit(f"yardstick.py: no games/s for {players} players in what it printed:\n{printed}")

    return measure


def build_yardstick(source: Path, folder: Path) -> Path:
    header = folder / "cpu_clock.h"
    header.write_text(CPU_CLOCK, encoding="utf-8")
    return compile_c(source, folder / "yardstick", "-O3", "-include", str(header))


def our_speed(board: str, players: int, games: int) -> float:
    kernel_board = kernel_board_of(load_board(board))
    start = time.process_time()
    compiled_games(kernel_board, players, games)
    return games / (time.process_time() - start)


def check_twin(board: str, program: Path) -> None:
    """Say by how much kernel and twin differ; exit if that is too much to be chance."""
    for players in PLAYERS[board]:
        twin = run_twin(program, players, CHECKED_GAMES)
        means = kernel_means(board, players, CHECKED_GAMES)
        off = deviations(twin, means, CHECKED_GAMES)
        worst = max(off, key=abs)
        print(f"{board}, {players} players: kernel and twin differ by {worst:.1f} standard errors")
        if abs(worst) > MOST_ERRORS:
            sys.exit(f"yardstick.py: they play different games: {means} and {twin.means}")


def compare(board: str, theirs: Speeds, rounds: int, games: int) -> list[dict[str, object]]:
    """Play alternating rounds; returns a row of figures for each number of players."""
    figures: list[dict[str, object]] = []
    for players in PLAYERS[board]:
        our_best = their_best = 0.0
        for _ in range(rounds):
            their_best = max(their_best, theirs(players))
            our_best = max(our_best, our_speed(board, players, games))
        figures.append(
            {
                "board": board,
                "players": players,
                "games_per_second": round(our_best),
                "yardstick_games_per_second": round(their_best),
                "ratio": round(our_best / their_best, 3),
            }
        )
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", default=",".join(PLAYERS), help="which boards, with commas")
    parser.add_argument("--yardstick", type=Path, metavar="FILE.c", help="a program for usa")
    parser.add_argument("--check", action="store_true", help="play the same games on average?")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=1500, help="in one round")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    boards = ["usa"] if options.yardstick else options.boards.split(",")
    if unknown := [board for board in boards if board not in PLAYERS]:
        sys.exit(
            f"yardstick.py: no C twin of {unknown[0]!r}; there are those of {', '.join(PLAYERS)}"
        )
    if options.yardstick and not options.yardstick.is_file():
        sys.exit(f"yardstick.py: there is no file {options.yardstick}")
    figures = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        our_speed("usa", 2, 1)  # compile before measuring
        for board in boards:
            if options.yardstick:
                theirs = yardstick_speeds(build_yardstick(options.yardstick, folder), options.games)
            else:
                program = build_twin(board, folder)
                theirs = twin_speeds(program, options.games)
                if options.check:
                    check_twin(board, program)
            figures += compare(board, theirs, options.rounds, options.games)
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for figure in figures:
        print(
            f"{figure['board']}, {figure['players']} players: {figure['games_per_second']:,} "
            f"games/s, C {figure['yardstick_games_per_second']:,}, ratio {figure['ratio']:.2f}"
        )


if __name__ == "__main__":
    main()
