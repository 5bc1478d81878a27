"""Steps per second of the environments that play one game: ours, and those of the libraries.

`bench/envs.py` prints them beside the batch. This file runs with older versions of the package too,
and leaves out what they do not have, so that two checkouts can be compared in one run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401 - registers it
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.classic import connect_four_v3

from goldenspike.envs import GoldenSpikeEnv, golden_spike_v1
from goldenspike.envs import openspiel as openspiel_game

Measure = Callable[[], tuple[int, float]]
"""Plays for a while; returns steps and seconds."""

BASELINE = "baseline: "


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


def single(env: gymnasium.Env, steps: int) -> Measure:
    """Measure a Gymnasium environment of one learner, without choosing actions."""

    def measure() -> tuple[int, float]:
        rng, spent, made = np.random.default_rng(1), 0.0, 0
        while made < steps:
            start = time.thread_time()
            seen, _ = env.reset(seed=made)
            spent += time.thread_time() - start
            over = False
            while not over and made < steps:
                action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
                start = time.thread_time()
                seen, _, over, _, _ = env.step(action)
                spent += time.thread_time() - start
                made += 1
        return made, spent

    return measure


def parallel(env: ParallelEnv, steps: int) -> Measure:
    """Measure a PettingZoo parallel environment, without choosing actions."""

    def measure() -> tuple[int, float]:
        rng, spent, made = np.random.default_rng(1), 0.0, 0
        while made < steps:
            seen, _ = env.reset(seed=made)
            while env.agents and made < steps:
                actions = {
                    agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
                    for agent in env.agents
                }
                start = time.thread_time()
                seen, *_ = env.step(actions)
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


def one_by_one(board: str, players: int) -> dict[str, Measure]:
    """Return the measures of single environments; those that a baseline lacks are left out."""
    table: dict[str, Any] = {"board": board, "players": players}
    game = f"{openspiel_game.NAME}(board={board},players={players})"
    makers: dict[str, Callable[[], Measure]] = {
        "PettingZoo": lambda: aec(golden_spike_v1.env(**table), 2000),
        "PettingZoo, normalized": lambda: aec(golden_spike_v1.env(**table, normalize=True), 2000),
        "PettingZoo, parallel": lambda: parallel(golden_spike_v1.parallel_env(**table), 1000),
        "Gymnasium, random opponents": lambda: single(GoldenSpikeEnv(**table), 1000),
        "OpenSpiel": lambda: openspiel(game, 1000),
        "OpenSpiel, chance by draws": lambda: openspiel(game[:-1] + ",chance=draws)", 60),
        "PettingZoo connect_four_v3": lambda: aec(connect_four_v3.env(), 600),
        "OpenSpiel gin_rummy (C++)": lambda: openspiel("gin_rummy", 2000),
        "OpenSpiel python_kuhn_poker": lambda: openspiel("python_kuhn_poker", 500),
    }
    measures = {}
    for name, make in makers.items():
        with suppress(TypeError, AttributeError, pyspiel.SpielError):
            measures[name] = make()
    return measures


def baseline(source: str, board: str, players: int) -> dict[str, float]:
    """Measure another checkout, whose `src` folder this is, once and in a process of its own."""
    command = [sys.executable, __file__, board, str(players)]
    run = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=True,
    )
    rates = json.loads(run.stdout)
    ours = ("PettingZoo", "Gymnasium, random opponents", "OpenSpiel")
    return {BASELINE + name: rates[name] for name in ours}


def main() -> None:
    """Print the rates of one round as JSON: what `baseline` runs with another checkout."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("board")
    parser.add_argument("players", type=int)
    options = parser.parse_args()
    rates = {}
    for name, measure in one_by_one(options.board, options.players).items():
        measure()  # loads and compiles
        steps, seconds = measure()
        rates[name] = steps / seconds
    print(json.dumps(rates))


if __name__ == "__main__":
    main()
