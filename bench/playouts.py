"""The search kit's speed, beside that of the commands that play the same games.

    .venv/bin/python bench/playouts.py            # a table
    .venv/bin/python bench/playouts.py --json

On one thread, in short rounds that measure everything once; the best round of each counts, so that
other processes disturb the ratios least. Playouts begin after the tickets are kept, so they are
nearly whole games: `view.playouts` is compared with the games of `simulate` (random) and of the
arena (planner).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable

import goldenspike as gs
from goldenspike.arena.batch import Batch
from goldenspike.arena.play_batch import play_batch
from goldenspike.bots.tree_search import search_tree

Measure = Callable[[], float]
"""Plays for a while; returns how many games per second."""


def batch(bots: tuple[str, ...], games: int) -> Measure:
    """Games as `simulate` (all random) or the arena plays them."""
    whole = Batch("usa", bots, 1, 0, games, playouts=set(bots) == {"random"})

    def measure() -> float:
        outcome = play_batch(whole)
        return games / outcome.seconds

    return measure


def timed(games: int, work: Callable[[], object]) -> Measure:
    """Games per second of some work."""

    def measure() -> float:
        start = time.perf_counter()
        work()
        return games / (time.perf_counter() - start)

    return measure


def by_hand(view: gs.View, games: int) -> None:
    """Random playouts in Python: resample, then legal actions at random."""
    import random

    rng = random.Random(1)
    for number in range(games):
        game = view.resample(number)
        while not game.over:
            game.play(rng.choice(game.legal()))


def measures(view: gs.View, game: gs.Game, size: int, threads: int) -> dict[str, Measure]:
    """Return everything that is measured, by name."""
    many, few = 1000 * size, 10 * size
    return {
        "simulate, random": batch(("random", "random"), many),
        "arena, planner": batch(("planner", "planner"), few),
        "view.playouts, random": timed(many, lambda: view.playouts(many)),
        "view.playouts, random, all cores": timed(
            many, lambda: view.playouts(many, threads=threads)
        ),
        "game.playouts, random": timed(many, lambda: game.playouts(many)),
        "view.playouts, greedy": timed(10 * few, lambda: view.playouts(10 * few, "greedy")),
        "view.playouts, planner": timed(few, lambda: view.playouts(few, "planner")),
        "view.worlds": timed(many, lambda: view.worlds(many)),
        "search_tree, random": timed(many, lambda: search_tree(view, many, "random")),
        "search_tree, planner": timed(few, lambda: search_tree(view, few, "planner")),
        "resample and play in Python, random": timed(size, lambda: by_hand(view, size)),
    }


RATIOS = {
    "view.playouts, random": "simulate, random",
    "view.playouts, planner": "arena, planner",
    "search_tree, random": "simulate, random",
    "search_tree, planner": "arena, planner",
    "resample and play in Python, random": "simulate, random",
}
"""What is compared with what."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=4, help="how much is played in a round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    os.environ["GOLDENSPIKE_KERNEL"] = "compiled"
    game = gs.Game("usa", players=2, seed=1, first=0)
    while game.phase == "keep":
        game.play(game.legal()[0])
    threads = os.cpu_count() or 1
    best: dict[str, float] = {}
    measured = measures(game.view(game.seat), game, options.size, threads)
    for measure in measured.values():
        measure()
    for _ in range(options.rounds):
        for name, measure in measured.items():
            best[name] = max(best.get(name, 0.0), measure())
    figures = {
        name: {
            "per_second": round(speed, 1),
            "ratio": round(speed / best[RATIOS[name]], 3) if name in RATIOS else None,
            "of": RATIOS.get(name),
        }
        for name, speed in best.items()
    }
    if options.json:
        print(json.dumps({"threads": threads, "figures": figures}, indent=2))
        return
    for name, figure in figures.items():
        ratio = f"{figure['ratio']:.2f} of {figure['of']}" if figure["of"] else ""
        print(f"{name:38} {figure['per_second']:10,.0f} /s   {ratio}")


if __name__ == "__main__":
    main()
