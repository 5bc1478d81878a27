"""What positions and actions are worth: simulations in imagined worlds, ended by the value network.

On a board without a trained network, simulations go on to the end of the game. Everything depends
on the state or view that is given, the board and the seed alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_bot import COMPILED as POLICIES_COMPILED
from goldenspike.bots.policy_bot import choose_code
from goldenspike.bots.policy_record import PLANNER, new_policy
from goldenspike.bots.searcher.search_record import SEARCH_DTYPE, new_search_memory
from goldenspike.bots.searcher.searcher_bot import POLICIES, promising_codes
from goldenspike.bots.searcher.searcher_bot import compiled_view as compiled_view
from goldenspike.bots.stream import Stream, stream_key
from goldenspike.bots.value_network.perceptron import WEIGHTS
from goldenspike.bots.value_network.trained_weights import network_remark as network_remark
from goldenspike.bots.value_network.trained_weights import trained_weights
from goldenspike.game import View
from goldenspike.rules.engine import SINGLE_GAMES
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import STATE_DTYPE, Row

JUDGEMENT = "goldenspike.bots.judgement.compiled_judgement"
COMPILED_UNITS = (SINGLE_GAMES, POLICIES_COMPILED, JUDGEMENT)
"""What has to be compiled before anything is judged."""
SAMPLES = 32
"""Samples of the hidden cards for each world, of which the most plausible is used."""
ROUNDS = 2
"""Rounds of the table that are simulated before the network evaluates."""
AS_PLANNED = -1
"""In place of an action's code: what the planner would do."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What seats can expect after each idea, in each world."""

    points: NDArray[np.float64]
    """Final points, by world, idea and seat."""
    left: NDArray[np.int64]
    """The fewest trains that a seat had left where a simulation ended, by world and idea; -1: the
    game was over."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the planner means to do for a seat, from what the seat knows."""

    points: float
    """Final points that the seat can expect."""
    tracks: frozenset[int]
    """Tracks to claim (indices into `board.tracks`)."""
    tickets: tuple[int, ...]
    """Open tickets that are planned (indices into `board.tickets`)."""
    given_up: tuple[int, ...]
    """Open tickets that are not."""
    lacking: tuple[int, ...]
    """Cards that the plan still needs, by kind."""
    missing: dict[int, int]
    """By track of `tracks`: cards to draw before it can be claimed."""
    contested: frozenset[int]
    """Tracks of `tracks` with other seats at both ends."""
    turns_left: int
    """Turns that the seat can expect to have."""
    turns_needed: int
    """Turns that the plan needs."""
    spare_trains: int
    """Trains that the plan does not need."""


class Estimator:
    """Estimates for games on one board; it has working memory, so it is for one thread."""

    def __init__(self, kernel_board: KernelBoard) -> None:
        weights = trained_weights(kernel_board)
        self.has_network = weights is not None
        self._kernel_board = kernel_board
        self._weights = np.zeros(WEIGHTS, np.float32) if weights is None else weights
        self._policies = [new_policy(PLANNER, PlannerSettings(**one)) for one in POLICIES[1:]]
        self._memory = new_search_memory()
        self._record: Any = self._memory.view(SEARCH_DTYPE)[0]

    def ideas(self, view: View) -> list[int]:
        """List codes worth comparing: what planners of all kinds would do, then promising ones."""
        rng = Stream("planners without slips draw nothing from this")
        codes = [choose_code(policy, view, rng) for policy in self._policies]
        codes += promising_codes(view, view.legal(), codes[0])
        return list(dict.fromkeys(codes))

    def simulate_view(
        self, view: View, ideas: Sequence[int], seed: str, worlds: range, to_end: bool = False
    ) -> Simulated:
        """Simulate ideas of the seat to act, in worlds drawn from its view alone.

        With `to_end`, games are simulated to their end, network or not.
        """
        if view.seat is None:
            raise ValueError("ideas are those of a seat: take its view")
        return self._simulate(view.raw, view.seat, ideas, seed, worlds, SAMPLES, to_end)

    def simulate_state(self, row: Row, seed: str, worlds: range) -> Simulated:
        """Simulate what planners do from a whole state; only the order of the decks is unknown."""
        return self._simulate(row, 0, [AS_PLANNED], seed, worlds, 0)

    def _simulate(
        self, row: Row, seat: int, ideas: Sequence[int], seed: str, worlds: range, samples: int,
        to_end: bool = False,
    ) -> Simulated:  # fmt: skip
        from goldenspike.bots.judgement import compiled_judgement

        players = int(row.view(STATE_DTYPE)["players"][0])
        self._set(seat, players, samples)
        if to_end:
            self._record["parameters"]["turns_ahead"] = 0
        codes = np.array(ideas, np.int64)
        points = np.zeros((len(worlds), len(ideas), players))
        left = np.zeros((len(worlds), len(ideas)), np.int64)
        for i, world in enumerate(worlds):
            compiled_judgement.simulate_points(
                compiled_judgement.choose_code, row, self._kernel_board.row,
                np.array(stream_key(f"{seed} {world}"), np.int64), codes, self._policies[0],
                self._weights, self._memory, points[i], left[i],
            )  # fmt: skip
        return Simulated(points, left)

    def own_points(self, row: Row, seat: int, players: int) -> float:
        """Return the final points that a seat can expect; `row` is its view, or a whole state.

        Nothing that is hidden from the seat is used.
        """
        from goldenspike.bots.judgement import compiled_judgement

        self._set(seat, players, 0)
        return float(
            compiled_judgement.expected_own_points(
                row, self._kernel_board.row, seat, self._policies[0], self._weights, self._memory
            )
        )

    def plan(self, row: Row, seat: int, players: int) -> Plan:
        """Return the planner's plan for a seat; `row` is its view, or a whole state."""
        points = self.own_points(row, seat, players)
        b, order = self._kernel_board.plain, self._kernel_board.track_order
        plan, inputs = self._record["workspace"]["plan"], self._record["evaluation"]["inputs"]
        planned = [t for t in range(b.tracks) if plan["planned"][t]]
        listed = range(int(plan["tickets"]))
        return Plan(
            points=points,
            tracks=frozenset(order[t] for t in planned),
            tickets=tuple(int(plan["ticket"][i]) for i in listed if plan["tracks_missing"][i] >= 0),
            given_up=tuple(int(plan["ticket"][i]) for i in listed if plan["tracks_missing"][i] < 0),
            lacking=tuple(int(n) for n in plan["lacking"]),
            missing={order[t]: int(plan["draws"][t]) for t in planned},
            contested=frozenset(
                order[t]
                for t in planned
                if plan["others_place"][b.track_a[t]] and plan["others_place"][b.track_b[t]]
            ),
            turns_left=int(plan["turns_left"]),
            turns_needed=int(inputs["plan_turns"]),
            spare_trains=int(inputs["spare_trains"]),
        )

    def _set(self, seat: int, players: int, samples: int) -> None:
        parameters = self._record["parameters"]
        parameters["seat"], parameters["samples"] = seat, samples
        parameters["turns_ahead"] = ROUNDS * players if self.has_network else 0


def seed_of(row: Row) -> str:
    """Return a seed that depends on what a seat knows, and on nothing else."""
    return hashlib.sha256(row.tobytes()).hexdigest()
