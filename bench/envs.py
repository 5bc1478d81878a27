"""Steps a second of the environments, side by side in one run.

    .venv/bin/python bench/envs.py            # a table
    .venv/bin/python bench/envs.py --json

Everything is measured on one thread by the processor time it takes, in turns (each round measures
all once), and the best round of each counts: a busy machine then disturbs the ratios least. Our
games are played at random; so are the stock PettingZoo and OpenSpiel games beside them.
PettingZoo's own games draw with pygame, which nothing else here needs: pip install pygame.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

import numpy as np
import pyspiel

from goldenspike.boards.load import load_board
from goldenspike.envs import GoldenSpikeVectorEnv, golden_spike_v1
from goldenspike.rules import compiled
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.engine import key_words
from goldenspike.rules.records import STATE_SIZE
from goldenspike.rules.tables import tables_of

Measure = Callable[[], tuple[int, float]]
"""Plays for a while; returns steps and seconds."""


def raw_kernel(board: str, players: int, games: int) -> Measure:
    """Whole random games inside compiled code: the most the kernel can do."""
    tables = tables_of(load_board(board))
    row, work = np.zeros(STATE_SIZE, np.uint8), np.zeros(WORK_SIZE, np.int32)
    out, sheets = np.zeros(tables.codes, np.int32), np.zeros((games, 5, SCORE_PARTS), np.int32)

    def measure() -> tuple[int, float]:
        key = np.array(key_words(1), np.int64)
        start = time.thread_time()
        made = compiled.play_random_games(row, tables.row, players, key, -1, work, out, sheets)
        return int(made), time.thread_time() - start

    return measure


def vector(board: str, players: int, games: int, steps: int, derived: bool, show: int) -> Measure:
    """The batch; choosing the random actions is not counted, every step of the batch is.

    `show` leaves parts out, to tell what they cost: the actions come from a twin that shows all.
    """
    envs, twin = (GoldenSpikeVectorEnv(games, board, players, derived=derived) for _ in range(2))
    twin._show = 2
    envs._show = show
    envs.reset(seed=1)
    twin.reset(seed=1)
    whole = show & 2

    def measure() -> tuple[int, float]:
        spent = 0.0
        for _ in range(steps):
            actions = envs.random_actions() if whole else twin.random_actions()
            if not whole:
                envs._arrays["masks"][:] = twin._arrays["masks"]
                twin.step(actions)
            start = time.thread_time()
            envs.step(actions)
            spent += time.thread_time() - start
        return games * steps, spent

    return measure


def aec(make: Callable[[], object], steps: int) -> Measure:
    """A PettingZoo environment, driven as its users do; choosing is not counted."""
    env = make()

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
    """An OpenSpiel game, with the acting player's observation at every step."""
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
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    import goldenspike.envs.openspiel  # noqa: F401 - registers our game

    board, players, games = options.board, options.players, options.games
    ours = f"python_golden_spike(board={board},players={players})"
    measures: dict[str, Measure] = {
        "raw kernel": raw_kernel(board, players, 1000),
        "vector": vector(board, players, games, 100, False, 3),
        "vector, no observation": vector(board, players, games, 100, False, 2),
        "vector, neither observation nor mask": vector(board, players, games, 100, False, 0),
        "vector with derived blocks": vector(board, players, games, 40, True, 3),
        "PettingZoo": aec(
            lambda: golden_spike_v1.env(board=board, players=players, derived=False), 600
        ),
        "OpenSpiel": openspiel(ours, 150),
        "PettingZoo connect_four_v3": aec(_connect_four(), 600),
        "OpenSpiel gin_rummy (C++)": openspiel("gin_rummy", 2000),
        "OpenSpiel python_kuhn_poker": _python_kuhn(),
    }
    best = dict.fromkeys(measures, 0.0)
    for _ in range(options.rounds):
        for name, measure in measures.items():
            steps, seconds = measure()
            best[name] = max(best[name], steps / seconds)
    whole, bare = 1 / best["vector"], 1 / best["vector, no observation"]
    ratios = {
        "vector / PettingZoo (wanted: 50)": best["vector"] / best["PettingZoo"],
        "vector / raw kernel (wanted: 0.30)": best["vector"] / best["raw kernel"],
        "observation's share of a vector step": (whole - bare) / whole,
    }
    if options.json:
        print(json.dumps({"steps_per_second": best, "ratios": ratios}, indent=1))
        return
    for name, rate in best.items():
        print(f"{name:40} {rate:12,.0f} steps/s")
    for name, ratio in ratios.items():
        print(f"{name:40} {ratio:12.2f}")


def _connect_four() -> Callable[[], object]:
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        raise SystemExit(
            "PettingZoo's own games need pygame: .venv/bin/pip install pygame"
        ) from None
    return connect_four_v3.env


def _python_kuhn() -> Measure:
    from open_spiel.python.games import kuhn_poker  # noqa: F401 - registers it

    return openspiel("python_kuhn_poker", 500)


if __name__ == "__main__":
    main()
