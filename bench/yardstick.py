"""Compare our compiled random games with those of a C program, in one run.

    python bench/yardstick.py --yardstick playout.c [--rounds 20] [--json]

The C program is compiled with `gcc -O3`. Called with a number of games it prints, for 2 and for 4
players on the USA board, lines like `C 2 (...) 31000.0 games/s ...`; lines that end in `(check)`
are ignored. Both programs play in short alternating rounds, so that a busy machine slows down both,
and their best rounds are compared.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from goldenspike.boards.load import load_board
from goldenspike.cli.measurements import compiled_games
from goldenspike.rules.kernel_board import kernel_board_of

PLAYERS = (2, 4)
LINE = re.compile(r"C (?P<players>\d+) \(.*\) (?P<speed>[\d.]+) games/s")


def build(source: Path, folder: Path) -> Path:
    compiler = shutil.which("gcc")
    if compiler is None:
        sys.exit("yardstick.py: no gcc on the PATH; it compiles the yardstick")
    program = folder / "yardstick"
    made = subprocess.run(
        [compiler, "-O3", "-o", program, source], capture_output=True, text=True, check=False
    )
    if made.returncode:
        sys.exit(f"yardstick.py: gcc does not compile {source}:\n{made.stderr}")
    return program


def c_speeds(program: Path, games: int) -> dict[int, float]:
    printed = subprocess.run(
        [program, str(games)], capture_output=True, text=True, check=True
    ).stdout
    found = {}
    for line in printed.splitlines():
        match = LINE.match(line)
        if match and not line.endswith("(check)"):
            found[int(match["players"])] = float(match["speed"])
    if not set(PLAYERS) <= set(found):
        sys.exit(f"yardstick.py: no games/s for {PLAYERS} players in what it printed:\n{printed}")
    return found


def our_speed(players: int, games: int) -> float:
    kernel_board = kernel_board_of(load_board("usa"))
    start = time.perf_counter()
    compiled_games(kernel_board, players, games)
    return games / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yardstick", type=Path, required=True, metavar="FILE.c")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=1500, help="in one round")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    if not options.yardstick.is_file():
        sys.exit(f"yardstick.py: there is no file {options.yardstick}")
    ours, theirs = dict.fromkeys(PLAYERS, 0.0), dict.fromkeys(PLAYERS, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        program = build(options.yardstick, Path(folder))
        our_speed(2, 1)  # compile before measuring
        for number in range(options.rounds):
            if sys.stderr.isatty():
                print(f"\rround {number + 1} of {options.rounds}", end="", file=sys.stderr)
            for players, speed in c_speeds(program, options.games).items():
                theirs[players] = max(theirs.get(players, 0.0), speed)
            for players in PLAYERS:
                ours[players] = max(ours[players], our_speed(players, options.games))
    if sys.stderr.isatty():
        print("\r" + " " * 30 + "\r", end="", file=sys.stderr)
    figures = [
        {
            "board": "usa",
            "players": players,
            "games_per_second": round(ours[players]),
            "yardstick_games_per_second": round(theirs[players]),
            "ratio": round(ours[players] / theirs[players], 3),
        }
        for players in PLAYERS
    ]
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for figure in figures:
        print(
            f"{figure['players']} players: {figure['games_per_second']:,} games/s, yardstick "
            f"{figure['yardstick_games_per_second']:,}, ratio {figure['ratio']:.2f}"
        )


if __name__ == "__main__":
    main()
