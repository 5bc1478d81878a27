"""Decisions per second of one game after another, played by code from Python, beside a peer.

    .venv/bin/python bench/single_game.py            # a table
    .venv/bin/python bench/single_game.py --json

`Game` with random codes, compiled and plain, on one thread: `legal_codes()` and `play(code)` until
the game is over. The peer is catanatron, a game engine in pure Python. It is measured in the same
run if it is installed: `pip install catanatron` here, or in an environment of its own whose Python
is named with `--peer`. All is measured by CPU time, in rounds that measure each once, and the best
round of each counts.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time

PEER = """
import random, sys, time
from catanatron import Color, Game, RandomPlayer
random.seed(1)
decisions, start = 0, time.process_time()
while time.process_time() - start < float(sys.argv[1]):
    game = Game([RandomPlayer(color) for color in list(Color)[:2]])
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
        decisions += 1
print(decisions / (time.process_time() - start))
"""


def ours(kernel: str, board: str, players: int, seconds: float, ask: str) -> float:
    """Measure random games; `ask` says what is asked for at every decision."""
    import goldenspike as gs

    rng, decisions, seed = random.Random(1), 0, 0
    warm = gs.Game(board, players, seed=0, kernel=kernel)
    warm.play(warm.legal_codes()[0])  # loads or compiles what is needed
    start = time.process_time()
    while time.process_time() - start < seconds:
        game, seed = gs.Game(board, players, seed=seed, kernel=kernel), seed + 1
        while not game.over:
            if ask == "codes":
                game.play(rng.choice(game.legal_codes()))
            elif ask == "actions":
                game.play(rng.choice(game.legal()))
            else:
                game.play(rng.choice(game.legal()).text).seen_by(0)
            decisions += 1
    return decisions / (time.process_time() - start)


def peer(python: str, seconds: float) -> float | None:
    """Measure catanatron in a process of that Python; None if it is not installed there."""
    run = subprocess.run(
        [python, "-c", PEER, str(seconds)], capture_output=True, text=True, check=False
    )
    return float(run.stdout) if run.returncode == 0 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="usa")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--peer", default=sys.executable, help="a Python that has catanatron")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    where = (options.board, options.players, options.seconds)
    measures = {
        "compiled, codes": lambda: ours("compiled", *where, "codes"),
        "compiled, actions": lambda: ours("compiled", *where, "actions"),
        "compiled, texts and events": lambda: ours("compiled", *where, "texts"),
        "plain, codes": lambda: ours("plain", *where, "codes"),
        "catanatron": lambda: peer(options.peer, options.seconds),
    }
    best: dict[str, float | None] = dict.fromkeys(measures)
    for _ in range(options.rounds):
        for name, measure in measures.items():
            rate = measure()
            if rate is not None:
                best[name] = max(best[name] or 0.0, rate)
    if options.json:
        print(json.dumps({"decisions_per_second": best}, indent=1))
        return
    for name, rate in best.items():
        print(f"{name:30} " + (f"{rate:12,.0f} decisions/s" if rate else "   not installed"))
    theirs = best["catanatron"]
    if theirs is None:
        print("for the peer: pip install catanatron, or --peer PYTHON of an environment with it")
    else:
        print(f"{'compiled, codes / catanatron':30} {best['compiled, codes'] / theirs:12.2f}")


if __name__ == "__main__":
    main()
