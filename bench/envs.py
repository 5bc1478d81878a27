"""Steps per second of the environments, in one run.

    .venv/bin/python bench/envs.py            # a table
    .venv/bin/python bench/envs.py --json

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
import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401 - registers it
from pettingzoo import AECEnv
from pettingzoo.classic import connect_four_v3

from goldenspike.boards.load import load_board
from goldenspike.envs import GoldenSpikeVectorEnv, golden_spike_v1
from goldenspike.envs import openspiel as openspiel_game
from goldenspike.envs.batch_records import MASK, OBSERVE
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.compiled import entry_points
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE

Measure = Callable[[], tuple[int, float]]
"""Plays for a while; returns steps and seconds."""


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


def aec(env: AECEnv, steps: int) -> Measure:
    """Measure a PettingZoo environment, without choosing actions."""

    def measure() -> tuple[int, float]:
        rng, spent, made = np.random.default_rng(1), 0.0, 0
        while made < steps:
            env.reset(seed=made)
            while env.agents and made < steps:
                start = time.thread_time()
                seen, _, terminated, truncated, _ = env.last()
                spent += time.thread_time() - start
                if terminated or truncated:
                    break
                action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
                start = time.thread_time()
                env.step(action)
                spent += time.thread_time() - start
                made += 1
        return made, spent

    return measure


def openspiel(name: str, steps: int) -> Measure:
    """Measure an OpenSpiel game, with the acting player's observation at every step."""
    game = pyspiel.load_game(name)

    def measure() -> tuple[int, float]:
        rng, spent, made = np.random.default_rng(1), 0.0, 0
        while made < steps:
            state = game.new_initial_state()
            while not state.is_terminal() and made < steps:
                start = time.thread_time()
                legal = state.legal_actions()
                if not state.is_chance_node():
                    state.observation_tensor()
                    made += 1
                spent += time.thread_time() - start
                action = int(rng.choice(legal))
                start = time.thread_time()
                state.apply_action(action)
                spent += time.thread_time() - start
        return made, spent

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", default="usa")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    where, games, threads = (options.board, options.players), options.games, options.threads
    game = f"{openspiel_game.NAME}(board={options.board},players={options.players})"
    measures: dict[str, Measure] = {
        "raw kernel": raw_kernel(*where, 1000),
        "vector": vector(*where, games, 100),
        "vector, no observation": vector(*where, games, 100, show=MASK),
        "vector, neither observation nor mask": vector(*where, games, 100, show=0),
        "vector with derived blocks": vector(*where, games, 40, derived=True),
        f"raw kernel, {threads} threads": raw_kernel(*where, 1000, threads),
        f"vector, {threads} threads": vector(*where, games, 100, threads=threads),
        "PettingZoo": aec(golden_spike_v1.env(board=options.board, players=options.players), 600),
        "OpenSpiel": openspiel(game, 150),
        "PettingZoo connect_four_v3": aec(connect_four_v3.env(), 600),
        "OpenSpiel gin_rummy (C++)": openspiel("gin_rummy", 2000),
        "OpenSpiel python_kuhn_poker": openspiel("python_kuhn_poker", 500),
    }
    best = dict.fromkeys(measures, 0.0)
    for _ in range(options.rounds):
        for name, measure in measures.items():
            steps, seconds = measure()
            best[name] = max(best[name], steps / seconds)
    whole, bare = 1 / best["vector"], 1 / best["vector, no observation"]
    together = best[f"vector, {threads} threads"] / best[f"raw kernel, {threads} threads"]
    ratios = {
        "vector / PettingZoo (wanted: 50)": best["vector"] / best["PettingZoo"],
        "vector / raw kernel (wanted: 0.30)": best["vector"] / best["raw kernel"],
        f"the same, both on {threads} threads": together,
        "observation's share of a vector step": (whole - bare) / whole,
    }
    if options.json:
        print(json.dumps({"steps_per_second": best, "ratios": ratios}, indent=1))
        return
    for name, rate in best.items():
        print(f"{name:40} {rate:12,.0f} steps/s")
    for name, ratio in ratios.items():
        print(f"{name:40} {ratio:12.2f}")


if __name__ == "__main__":
    main()
