"""Batches against bots, beside what the bots' decisions alone would allow; and derived blocks.

    .venv/bin/python bench/batch_opponents.py            # a table
    .venv/bin/python bench/batch_opponents.py --json

A batch whose learner acts at random, against one opponent. The opponent's own decisions take the
time that they take in games between two of them (the arena). `share` is the part of the batch's
time that these are: its speed, as a share of what these decisions alone would allow. Steps with
derived blocks are self-play, on all cores.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from typing import Any

from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.envs import GoldenSpikeVectorEnv


def seconds_per_decision(bot: str, games: int) -> float:
    """Return how long a decision of a bot takes in games of two of them."""
    outcome = play_batch(Batch("usa", (bot, bot), 1, 0, games))
    return outcome.seconds / outcome.decisions


def against(bot: str, games: int, steps: int) -> dict[str, float]:
    """Measure steps per second against a bot, and its decisions in one step."""
    envs = GoldenSpikeVectorEnv(games, "usa", 2, opponents=bot)
    envs.reset(seed=1)
    spent, before = 0.0, envs.decisions
    for _ in range(steps):
        actions = envs.random_actions()
        start = time.perf_counter()
        envs.step(actions)
        spent += time.perf_counter() - start
    learner = games * steps
    return {
        "steps_per_second": learner / spent,
        "seconds": spent,
        "bot_decisions": envs.decisions - before - learner,
    }


def derived(games: int, steps: int, threads: int) -> float:
    """Return steps per second with derived blocks."""
    envs = GoldenSpikeVectorEnv(games, "usa", 2, derived=True, threads=threads)
    envs.reset(seed=1)
    spent = 0.0
    for _ in range(steps):
        actions = envs.random_actions()
        start = time.perf_counter()
        envs.step(actions)
        spent += time.perf_counter() - start
    return games * steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    os.environ["GOLDENSPIKE_COMPILE"] = "wait"
    threads = os.cpu_count() or 1
    figures: dict[str, Any] = {}
    for bot, games, steps in (("greedy", 256, 60), ("planner", 32, 60)):
        alone, best = float("inf"), {"steps_per_second": 0.0}
        for _ in range(options.rounds):
            alone = min(alone, seconds_per_decision(bot, 8))
            best = max(best, against(bot, games, steps), key=lambda one: one["steps_per_second"])
        figures[bot] = {
            "steps_per_second": round(best["steps_per_second"]),
            "share": round(best["bot_decisions"] * alone / best["seconds"], 3),
        }
    figures["derived"] = {
        "threads": threads,
        "steps_per_second": round(max(derived(1024, 40, threads) for _ in range(options.rounds))),
    }
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for bot in ("greedy", "planner"):
        figure = figures[bot]
        print(
            f"against {bot:8} {figure['steps_per_second']:9,} steps/s, "
            f"{figure['share']:.0%} of what its decisions alone would allow"
        )
    print(f"derived blocks, {threads} threads {figures['derived']['steps_per_second']:9,} steps/s")


if __name__ == "__main__":
    main()
