"""Random games a second of this checkout and of another one, in turns.

    .venv/bin/python bench/two_checkouts.py ../older/src
    .venv/bin/python bench/two_checkouts.py ../older/src --pairs 3 --json

The other one runs in this environment, by PYTHONPATH. Prints, for each board and number of players,
the median of this checkout's games a second divided by the other's, and the ratios of all pairs.
Code is compiled before anything counts.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1] / "src"
CASES = (
    ("usa", 2, 60_000),
    ("usa", 4, 40_000),
    ("germany", 2, 40_000),
    ("germany", 4, 30_000),
    ("nordic", 2, 30_000),
    ("nordic", 3, 20_000),
)
PROGRAM = "from goldenspike.cli import main; main()"


def games_per_second(source: Path, board: str, players: int, games: int) -> float:
    """Return what `goldenspike simulate` says of random games, on one core."""
    bots = ",".join(["random"] * players)
    options = ["--board", board, "--players", players, "--games", games, "--bots", bots, "--json"]
    command = [sys.executable, "-c", PROGRAM, "simulate", *map(str, options)]
    environment = os.environ | {"PYTHONPATH": str(source), "GOLDENSPIKE_COMPILE": "wait"}
    done = subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{source}: {done.stderr.strip()}")
    return float(json.loads(done.stdout)["games_per_second"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("other", type=Path, help="the src folder of another checkout")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    other = options.other.resolve()
    for source in (HERE, other):
        games_per_second(source, "usa", 2, 100)
    found = []
    for board, players, games in CASES:
        ratios = []
        for pair in range(options.pairs):
            order = (HERE, other) if pair % 2 else (other, HERE)
            rates = {source: games_per_second(source, board, players, games) for source in order}
            ratios.append(round(rates[HERE] / rates[other], 3))
        median = statistics.median(ratios)
        found.append({"board": board, "players": players, "median": median, "ratios": ratios})
        if not options.json:
            print(f"{board:8} {players} players  {median:.3f}  {sorted(ratios)}", flush=True)
    if options.json:
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
