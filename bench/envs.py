"""Steps per second of the environments, in one run.

    .venv/bin/python bench/envs.py            # a table
    .venv/bin/python bench/envs.py --single --baseline OTHER/src   # beside another checkout

Everything is measured on one thread by CPU time, in rounds that measure each environment once, and
the best round of each counts: other processes then disturb the ratios least. The raw kernel and the
batch are also measured on all cores, by wall time. All games are played at random, including those
of PettingZoo and OpenSpiel for comparison. Observations are the default ones, unless a line says
so.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from goldenspike.boards.load import load_board
from goldenspike.envs import GoldenSpikeVectorEnv
from goldenspike.envs.batch_records import MASK, OBSERVE
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.compiled import entry_points
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE
from single_envs import BASELINE, Measure, baseline, one_by_one


def raw_kernel(board: str, players: int, games: int, threads: int = 1) -> Measure:
    """Measure whole random games in compiled code."""
    kernel_board = kernel_board_of(load_board(board))
    play = entry_points.play_random_games

    def some(number: int) -> int:
        row, scratch = np.zeros(STATE_SIZE, np.uint8), np.zeros(SCRATCH_SIZE, np.uint8)
        out, sheets = (
            np.zeros(kernel_board.codes, np.int32),
            np.zeros((games, 5, SCORE_PARTS), np.int32),
        )
        key = np.array(key_words(number * games), np.int64)
        return int(play(row, kernel_board.row, players, key, -1, scratch, out, sheets))

    if threads == 1:
        return timed(lambda: some(0), time.thread_time)
    pool = ThreadPoolExecutor(threads)
    return timed(lambda: sum(pool.map(some, range(threads))), time.perf_counter)


def timed(work: Callable[[], int], clock: Callable[[], float]) -> Measure:
    """Measure work that returns its number of steps."""

    def measure() -> tuple[int, float]:
        start = clock()
        return work(), clock() - start

    return measure


EVERYTHING = OBSERVE | MASK


def vector(
    board: str, players: int, games: int, steps: int, derived: bool = False, show: int = EVERYTHING,
    threads: int = 1,
) -> Measure:  # fmt: skip
    """Measure steps of the batch, without choosing the random actions.

    `show` says which parts are written. Without masks, actions come from a second batch that has
    them.
    """
    envs, twin = (
        GoldenSpikeVectorEnv(games, board, players, derived=derived, threads=threads)
        for _ in range(2)
    )
    twin._write_only(MASK)
    envs._write_only(show)
    envs.reset(seed=1)
    twin.reset(seed=1)
    clock = time.thread_time if threads == 1 else time.perf_counter

    def measure() -> tuple[int, float]:
        spent = 0.0
        for _ in range(steps):
            if show & MASK:
                actions = envs.random_actions()
            else:
                actions = twin.random_actions()
                envs._arrays["masks"][:] = twin._arrays["masks"]
                twin.step(actions)
            start = clock()
            envs.step(actions)
            spent += clock() - start
        return games * steps, spent

    return measure


def batches(board: str, players: int, games: int, threads: int) -> dict[str, Measure]:
    """Return the measures of the kernel and of many games at once."""
    return {
        "raw kernel": raw_kernel(board, players, 1000),
        "vector": vector(board, players, games, 100),
        "vector, no observation": vector(board, players, games, 100, show=MASK),
        "vector, neither observation nor mask": vector(board, players, games, 100, show=0),
        "vector with derived blocks": vector(board, players, games, 40, derived=True),
        f"raw kernel, {threads} threads": raw_kernel(board, players, 1000, threads),
        f"vector, {threads} threads": vector(board, players, games, 100, threads=threads),
        f"vector with derived blocks, {threads} threads": vector(
            board, players, games, 40, derived=True, threads=threads
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="usa")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--single", action="store_true", help="only environments with one game")
    parser.add_argument("--baseline", help="the src folder of another checkout to compare with")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    os.environ["GOLDENSPIKE_COMPILE"] = "wait"
    where, games, threads = (options.board, options.players), options.games, options.threads
    measures = {} if options.single else batches(*where, games, threads)
    measures |= one_by_one(options.board, options.players)
    best = dict.fromkeys(measures, 0.0)
    for _ in range(options.rounds):
        for name, measure in measures.items():
            steps, seconds = measure()
            best[name] = max(best[name], steps / seconds)
        if options.baseline:
            for name, rate in baseline(options.baseline, options.board, options.players).items():
                best[name] = max(best.get(name, 0.0), rate)
    ratios = {
        f"{name} / {BASELINE}{name}": best[name] / best[BASELINE + name]
        for name in measures
        if BASELINE + name in best
    }
    for name in ("PettingZoo", "Gymnasium, random opponents"):
        ratios[f"{name} / connect_four_v3"] = best[name] / best["PettingZoo connect_four_v3"]
    if not options.single:
        ratios |= vector_ratios(best, threads)
    report(best, ratios, options.json)


def vector_ratios(best: dict[str, float], threads: int) -> dict[str, float]:
    whole, bare = 1 / best["vector"], 1 / best["vector, no observation"]
    together = best[f"vector, {threads} threads"] / best[f"raw kernel, {threads} threads"]
    return {
        "vector / PettingZoo": best["vector"] / best["PettingZoo"],
        "vector / raw kernel (wanted: 0.30)": best["vector"] / best["raw kernel"],
        f"the same, both on {threads} threads": together,
        "observation's share of a vector step": (whole - bare) / whole,
    }


def report(best: dict[str, float], ratios: dict[str, float], as_json: bool) -> None:
    if as_json:
        print(json.dumps({"steps_per_second": best, "ratios": ratios}, indent=1))
        return
    for name, rate in best.items():
        print(f"{name:48} {rate:12,.0f} steps/s")
    for name, ratio in ratios.items():
        print(f"{name:48} {ratio:12.2f}")


if __name__ == "__main__":
    main()
