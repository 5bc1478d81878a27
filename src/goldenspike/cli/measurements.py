"""Measurements: games per second, the time of calls, and the time to start.

Each figure is the best of several short measurements, which other programs disturb least. Compare
figures only with those of the same machine in the same run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from goldenspike.boards.load import board_names, load_board
from goldenspike.game import Game
from goldenspike.rules import playout, setup
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.engine import key_words
from goldenspike.rules.kernel_board import KernelBoard, kernel_board_of
from goldenspike.rules.record_layout import SCRATCH_SIZE, STATE_SIZE, PlainScratch, PlainState

Report = Callable[[str], None]


@dataclass(frozen=True)
class Speed:
    """The speed of complete random games, scored at the end."""

    board: str
    players: int
    kernel: str
    threads: int
    games_per_second: float
    decisions_per_second: float


@dataclass(frozen=True)
class Cost:
    """The time of one call from Python."""

    call: str
    kernel: str
    microseconds: float


@dataclass(frozen=True)
class Start:
    """The time until a new process has done something."""

    what: str
    seconds: float


@dataclass(frozen=True)
class Figures:
    """All measurements."""

    cores: int
    bytes_per_state: int
    speeds: list[Speed]
    costs: list[Cost]
    starts: list[Start]

    def to_json(self) -> dict[str, Any]:
        """Return the measurements as JSON."""
        return asdict(self)


def plain_games(kernel_board: KernelBoard, players: int, games: int) -> int:
    """Play random games in plain Python; returns the decisions made."""
    scratch, out = PlainScratch(), [0] * kernel_board.codes
    decisions = 0
    for seed in range(games):
        state = PlainState()
        sheet = [[0] * SCORE_PARTS for _ in range(players)]
        setup.reset(state, kernel_board.plain, players, key_words(seed), -1)
        decisions += playout.play_out(state, kernel_board.plain, scratch, out, sheet)
    return decisions


def compiled_games(kernel_board: KernelBoard, players: int, games: int, seed: int = 0) -> int:
    """Play random games in compiled code; returns the decisions made."""
    from goldenspike.rules.compiled import entry_points

    return int(
        entry_points.play_random_games(
            np.zeros(STATE_SIZE, np.uint8),
            kernel_board.row,
            players,
            np.array(key_words(seed), np.int64),
            -1,
            np.zeros(SCRATCH_SIZE, np.uint8),
            np.zeros(kernel_board.codes, np.int32),
            np.zeros((games, 5, SCORE_PARTS), np.int32),
        )
    )


def best_seconds(run: Callable[[], int], rounds: int) -> tuple[float, int]:
    """Return the time of the shortest of several runs, and what the last one returned."""
    best, made = float("inf"), 0
    for _ in range(rounds):
        start = time.perf_counter()
        made = run()
        best = min(best, time.perf_counter() - start)
    return best, made


def measure_speed(
    name: str, players: int, kernel: str, threads: int, games: int, rounds: int
) -> Speed:
    """Measure random games on a board; each of several threads plays `games`."""
    kernel_board = kernel_board_of(load_board(name))

    def run() -> int:
        if kernel == "plain":
            return plain_games(kernel_board, players, games)
        if threads == 1:
            return compiled_games(kernel_board, players, games)
        # The kernel releases the GIL while it plays, so threads use all cores.
        with ThreadPoolExecutor(threads) as pool:
            parts = (
                pool.submit(compiled_games, kernel_board, players, games, i * games)
                for i in range(threads)
            )
            return sum(part.result() for part in list(parts))

    seconds, decisions = best_seconds(run, rounds)
    return Speed(name, players, kernel, threads, games * threads / seconds, decisions / seconds)


def measure_costs(kernel: str, rounds: int) -> list[Cost]:
    """Measure calls in a middle position of a three-player game."""
    name = "usa" if "usa" in board_names() else board_names()[0]
    game = Game(name, players=3, seed=1, kernel=kernel)
    for turn in range(60):
        actions = game.legal()
        game.play(actions[turn * 7 % len(actions)])
    seat = game.seat
    seen = game.view(seat)
    action = game.legal()[0]

    def copy_and_play() -> None:
        game.copy().play(action)

    calls: dict[str, Callable[[], object]] = {
        "Game.copy": game.copy,
        "Game.copy and play": copy_and_play,
        "Game.legal": game.legal,
        "Game.view": lambda: game.view(seat),
        "View.resample": lambda: seen.resample(1),
        "Game.scores": game.scores,
    }
    if kernel == "compiled":
        calls |= raw_calls(game)
    return [Cost(call, kernel, microseconds(run, rounds)) for call, run in calls.items()]


def microseconds(call: Callable[[], object], rounds: int) -> float:
    """Measure the time of a call, repeated until the clock is precise enough."""

    def repeat() -> int:
        for _ in range(number):
            call()
        return number

    number = 1
    while best_seconds(repeat, 1)[0] < 0.005:
        number *= 2
    return best_seconds(repeat, rounds)[0] / number * 1e6


def raw_calls(game: Game) -> dict[str, Callable[[], object]]:
    """Return calls of the compiled entry points, on rows."""
    from goldenspike.rules.compiled import entry_points

    board, row = game.kernel_board.row, game.state.to_row()
    scratch, out = np.zeros(SCRATCH_SIZE, np.uint8), np.zeros(game.kernel_board.codes, np.int32)
    code = game.legal_codes()[0]
    spare, key = row.copy(), np.array(key_words(1), np.int64)
    sheet = np.zeros((5, SCORE_PARTS), np.int32)
    seat = game.seat

    def step() -> None:
        spare[:] = row
        entry_points.step(spare, board, code)

    def resample() -> None:
        entry_points.view(row, board, seat, spare)
        entry_points.fill_hidden(spare, board, seat, key, scratch)

    return {
        "copy a row": row.copy,
        "copy a row and step": step,
        "legal": lambda: entry_points.legal(row, board, scratch, out),
        "view": lambda: entry_points.view(row, board, seat, spare),
        "view and fill_hidden": resample,
        "score": lambda: entry_points.score(row, board, scratch, sheet),
    }


STARTS = {
    "the command, telling its version": "from goldenspike.cli import main; main()",
    "a plain game": "import goldenspike as gs; gs.Game('usa', kernel='plain').legal()",
    "a compiled game": "import goldenspike as gs; gs.Game('usa', kernel='compiled').legal()",
    "the command, simulating a game": "import sys; from goldenspike.cli import main; "
    "sys.argv[1:] = ['simulate', '--games', '1']; main()",
    "compiled random games": "from goldenspike.cli.measurements import *; "
    "compiled_games(kernel_board_of(load_board('usa')), 2, 1)",
}


def measure_starts(cold: bool, rounds: int, report: Report) -> list[Start]:
    """Measure new processes; `cold`: also with an empty cache, which includes compiling."""
    starts = []
    for what, program in STARTS.items():
        report(f"start: {what}")
        best = min(run_process(program, {}) for _ in range(rounds))
        starts.append(Start(what, best))
    if cold:
        what = "compiled random games"
        report(f"start: {what}, built first")
        with tempfile.TemporaryDirectory() as empty:
            seconds = run_process(STARTS[what], {"GOLDENSPIKE_CACHE": empty})
        starts.append(Start(f"{what}, built first", seconds))
    return starts


def run_process(program: str, environment: dict[str, str]) -> float:
    """Return the time that a new Python process takes to run a program."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program, "--version"],
        check=True,
        stdout=subprocess.DEVNULL,
        env=os.environ | environment,
    )
    return time.perf_counter() - start


def measure(quick: bool, report: Report) -> Figures:
    """Measure everything; `quick` takes a few seconds, with rougher figures.

    `report` is called with what is measured next.
    """
    rounds = 3 if quick else 7
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    cores = cores or 1
    report("loading the compiled kernel, which is built the first time")
    compiled_games(kernel_board_of(load_board(board_names()[0])), 2, 1)
    speeds = []
    for name in board_names():
        board = load_board(name)
        for players in range(board.min_players, board.max_players + 1):
            report(f"{name}, {players} players")
            for threads in {1, cores}:
                games = 300 if quick else 2000
                speeds.append(measure_speed(name, players, "compiled", threads, games, rounds))
            games = 2 if quick else 10
            speeds.append(measure_speed(name, players, "plain", 1, games, 2))
    costs = []
    for kernel in ("compiled", "plain"):
        report(f"calls from Python, {kernel}")
        costs += measure_costs(kernel, rounds)
    starts = measure_starts(not quick, 1 if quick else 3, report)
    return Figures(cores, STATE_SIZE, speeds, costs, starts)
