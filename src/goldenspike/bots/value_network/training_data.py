"""Training data of a board: positions of many games between planners, and how those games ended.

Planners with different settings, some of which take random decisions, play each other. The same
board, seed, games and numbers of players give the same data, in any number of threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_record import PLANNER, new_policy
from goldenspike.bots.stream import Stream, stream_key
from goldenspike.bots.value_network.inputs import COUNT, INPUTS
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import Row

Progress = Callable[[int, int], None]
Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

TRAINING_GAMES = "goldenspike.bots.value_network.training_games"
"""The compiled code that plays the games."""
EVERY = 4
"""One turn in so many gives rows of data: positions close to each other say much the same."""
MOST_ROWS = 4096
"""Rows of one game; more than any has."""
SETTINGS = {
    "eager": (-300, 900),
    "patience": (0, 500),
    "pace": (110, 190),
    "danger": (200, 1000),
    "greed": (50, 160),
    "spare_trains": (14, 30),
}
"""Settings of planners that are changed at random, and from what to what."""
CHANGED = 0.3
"""The chance that a setting is changed."""
SLIPS = (0, 20, 60)
"""Mistakes in 1000 decisions, one of these for each planner: so there are positions in the data
that good players avoid, as there are in searches."""


class TrainingData(NamedTuple):
    """A row for every seat of a position. The rows of a position follow each other, by seat."""

    inputs: Floats
    """Scaled, as the network gets them."""
    points: Floats
    """The seat's points at the end of the game."""
    game: Integers
    """The number of the game."""
    players: Integers

    def rows_where(self, chosen: NDArray[np.bool_]) -> TrainingData:
        """Return some of the rows."""
        return TrainingData(
            self.inputs[chosen], self.points[chosen], self.game[chosen], self.players[chosen]
        )

    def current_points(self) -> Floats:
        """Return what each seat would score if the game ended in the position."""
        signs = {
            "route_points": 1, "passenger_points": 1, "bonuses": 1, "made_ticket_points": 1,
            "planned_ticket_points": -1, "lost_ticket_points": -1,
        }  # fmt: skip
        factors = [signs.get(one.name, 0) * one.scale for one in INPUTS]
        return self.inputs @ np.array(factors, np.float32)

    def margins(self, points: Floats) -> Floats:
        """Return how far each seat is ahead of the best other one, if these are the points."""
        margins = np.zeros_like(points)
        for players in np.unique(self.players):
            rows = self.players == players
            table = points[rows].reshape(-1, players)
            others = np.stack(
                [np.delete(table, seat, axis=1).max(axis=1) for seat in range(players)], axis=1
            )
            margins[rows] = (table - others).reshape(-1)
        return margins


def play_training_games(
    kernel_board: KernelBoard, games: int, seed: int, sizes: Sequence[int], threads: int,
    progress: Progress,
) -> TrainingData:  # fmt: skip
    """Play games with each number of players in turn."""
    from goldenspike.bots.value_network import training_games

    planner = new_policy(PLANNER, PlannerSettings())
    own = threading.local()

    def play(game: int) -> TrainingData:
        if not hasattr(own, "memory"):
            own.memory = np.zeros(training_games.TRAINING_DTYPE.itemsize, np.uint8)
            own.rows = np.zeros((MOST_ROWS, COUNT), np.float32)
            own.seats, own.points = np.zeros((2, MOST_ROWS), np.int64)
        players = sizes[game % len(sizes)]
        label = f"training {seed} {game}"
        policies = np.array([*random_policies(players, Stream(label)), planner])
        n = training_games.gather(
            training_games.choose_code, kernel_board.row, np.array(stream_key(label), np.int64),
            policies, EVERY, own.memory, own.rows, own.seats, own.points,
        )  # fmt: skip
        n -= n % players  # if it had more rows than there is room for
        return TrainingData(
            own.rows[:n].copy(), own.points[:n].astype(np.float32), np.full(n, game),
            np.full(n, players),
        )  # fmt: skip

    found = []
    pool = ThreadPoolExecutor(threads)
    try:
        for played in pool.map(play, range(games)):
            found.append(played)
            progress(len(found), games)
    finally:
        # Ctrl-C waits for the games that have begun, not for all.
        pool.shutdown(cancel_futures=True)
    return TrainingData(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


def random_policies(players: int, rng: Stream) -> list[Row]:
    """Make a planner for every seat, with some settings changed at random."""
    policies = []
    for _ in range(players):
        changes = {
            name: rng.randrange(low, high)
            for name, (low, high) in SETTINGS.items()
            if rng.random() < CHANGED
        }
        policies.append(new_policy(PLANNER, PlannerSettings(slips=rng.choice(SLIPS), **changes)))
    return policies
