"""The searcher: samples the hidden cards, simulates candidates, compares the results.

A candidate is an action to take now and a policy that plays on. In every sampled world each
candidate is simulated for a few turns, with common random numbers, and the value network estimates
how that game will end. Candidates that fall behind are dropped; once the remaining ones agree on
the action, it is taken. On a board without a trained network, games are simulated to their end.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.model import Board
from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.planner.settings import PlannerSettings
from goldenspike.bots.policy_bot import choose_code, legal_action
from goldenspike.bots.policy_record import PLANNER, new_policy
from goldenspike.bots.searcher.race import Candidate, Race
from goldenspike.bots.searcher.search_record import new_search_memory
from goldenspike.bots.stream import Stream, stream_key
from goldenspike.bots.value_network.perceptron import WEIGHTS
from goldenspike.bots.value_network.trained_weights import network_remark, trained_weights
from goldenspike.game import View
from goldenspike.notation.actions import Action
from goldenspike.rules.codes import BUILDING, CLAIMING, claimed_track, decode, payment_index
from goldenspike.rules.compiled.preparation import begin, is_ready
from goldenspike.rules.engine import SINGLE_GAMES
from goldenspike.rules.record_layout import Row

POLICIES: tuple[dict[str, int], ...] = (
    {},  # the other seats
    {},  # the planner as it is
    {"eager": -500, "spare_trains": 12},  # draws more tickets
    {"eager": 9999},  # draws no more tickets
    {"patience": 0, "greed": 60},  # claims early
    {"patience": 500},  # claims late
    {"pace": 220},  # expects the end early
    {"pace": 95},  # expects the end late
    {"danger": 1500},  # expects to lose tracks
    {"greed": 180},  # saves trains for long tracks
)
"""Policies that play on, as changes to a planner's settings."""
MAX_ACTIONS = 14
SAMPLES = 8
"""Samples of the hidden cards for each world, of which the most plausible is used."""
MAX_ROUNDS = 1000
"""More rounds than any game has."""
MARGIN_LIMIT = 60
"""Margins are cut at this many points."""
WORLDS_BEFORE_DROPPING = 6
SEARCH = "goldenspike.bots.searcher.compiled_search"


class SearcherBot(Bot):
    """Samples what it can't see, simulates candidates for some turns, and takes the best one."""

    compiled_units = (SEARCH, SINGLE_GAMES)

    def __init__(
        self, share: float = 0.9, doubt: float = 1.0, games: int = 0, rounds: int = 2
    ) -> None:
        if not 0 < share <= 1:
            raise ValueError(f"share is the part of its time it uses, above 0 to 1, not {share:g}")
        if games < 0 or rounds < 0:
            raise ValueError("games and rounds are 0 or more")
        if rounds > MAX_ROUNDS:
            raise ValueError(f"rounds go up to {MAX_ROUNDS}, not {rounds}; 0 plays to the end")
        self._share = share
        self._doubt = doubt
        """How many standard errors another action must be ahead of the planner's choice."""
        self._games = games
        """Number of worlds, whatever the time; 0: as many as time allows."""
        self._rounds = rounds
        """Rounds of the table to simulate; 0: to the end of the game."""
        self._policies = np.array(
            [new_policy(PLANNER, PlannerSettings(**changes)) for changes in POLICIES]
        )

    def prepare(self) -> None:
        """Load its search, or begin to compile it: until that is ready, it decides as the planner.

        Who needs its full strength from the first decision on waits for its `compiled_units`.
        """
        begin(self.compiled_units)

    def remark(self, board: Board) -> str:
        """Say if there is no network of the board, and how to make one."""
        return network_remark(board) if self._rounds else ""

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """Return the planner's choice, unless another action is significantly better.

        While its search is being compiled, it is the planner's.
        """
        if len(legal) == 1:
            return legal[0]
        if not self._games and not all(is_ready(unit) for unit in self.compiled_units):
            return legal_action(legal, choose_code(self._policies[1], view, rng))
        end = time.perf_counter() + budget.seconds * self._share
        view = compiled_view(view)
        candidates = self._candidates(view, legal, rng)
        words = str(rng.getrandbits(128))
        best = candidates[0][0]
        if len({code for code, _ in candidates}) > 1:
            best = self._search(view, candidates, words, end, max(1, budget.cores))
        return legal_action(legal, best)

    def _candidates(self, view: View, legal: Sequence[Action], rng: Stream) -> list[Candidate]:
        """List what each policy would do now, the planner first; then other promising actions."""
        candidates = [
            (choose_code(self._policies[i], view, rng), i) for i in range(1, len(POLICIES))
        ]
        taken = {code for code, _ in candidates}
        others = promising_codes(view, legal, candidates[0][0])
        return candidates + [(code, 1) for code in others if code not in taken]

    def _search(
        self, view: View, candidates: list[Candidate], words: str, end: float, cores: int
    ) -> int:
        """Return the code of the best action; losing candidates are dropped every few worlds."""
        from goldenspike.bots.searcher import compiled_search

        weights = trained_weights(view.kernel_board)
        ahead = 0 if weights is None else self._rounds * view.state.players
        if weights is None:
            weights = np.zeros(WEIGHTS, np.float32)
        memories = [
            new_search_memory(
                seat=view.state.turn, samples=SAMPLES, turns_ahead=ahead, margin_limit=MARGIN_LIMIT
            )
            for _ in range(cores)
        ]
        race = Race(candidates, self._doubt)
        world = 0

        def simulate(memory: Row, number: int, alive: NDArray[np.int64]) -> NDArray[np.float64]:
            margins = np.zeros(len(alive))
            key = np.array(stream_key(f"{words} {number}"), np.int64)
            compiled_search.simulate(
                compiled_search.choose_code, view.raw, view.kernel_board.row, key, alive,
                self._policies, weights, memory, margins,
            )  # fmt: skip
            return margins

        with ThreadPoolExecutor(cores) if cores > 1 else nullcontext() as pool:
            done = False
            while not done and not race.decided():
                simulated = list(race.alive)
                alive = np.array([candidates[i] for i in simulated], np.int64)
                numbers = range(world, world + cores)
                if pool is None:
                    results = [simulate(memories[0], world, alive)]
                else:
                    results = list(pool.map(simulate, memories, numbers, [alive] * cores))
                done = not self._games and time.perf_counter() >= end
                # Worlds simulated in parallel are added one by one, as on a single core: more cores
                # only mean more worlds in the same time.
                for margins in results:
                    margin_of = dict(zip(simulated, margins, strict=True))
                    race.add([margin_of[i] for i in race.alive])
                    world += 1
                    if world == self._games:
                        done = True
                        break
                    if not done and world >= WORLDS_BEFORE_DROPPING and world % 3 == 0:
                        race.drop()
        return candidates[race.best()][0]


def promising_codes(view: View, legal: Sequence[Action], first: int) -> list[int]:
    """List at most `MAX_ACTIONS` codes: `first`, draws of cards and tickets, then claims by points.

    Each track is listed with its cheapest payment.
    """
    b: Any = view.kernel_board.plain
    hand = view.state.hands[view.state.turn]
    claims: dict[int, tuple[int, int]] = {}
    others = []
    for action in legal:
        code = action.code
        kind, argument = decode(b, code)
        if kind != CLAIMING:
            if code != first and kind != BUILDING:
                others.append(code)
            continue
        t = claimed_track(b, argument)
        payment = payment_index(b, t, argument)
        colour, wild = b.payment_colour[payment], b.payment_wild[payment]
        left = hand[colour] if colour < 8 else 0
        given = b.track_length[t] - wild - b.payment_coloured[payment]
        cost = 100 * wild + 200 * given - left
        if t not in claims or cost < claims[t][0]:
            claims[t] = (cost, code)
    kind, argument = decode(b, first)
    if kind == CLAIMING:
        claims.pop(claimed_track(b, argument), None)
    by_points = sorted(claims, key=lambda t: -b.track_points[t])
    codes = [first, *others[: MAX_ACTIONS - 4]]
    return codes + [claims[t][1] for t in by_points[: MAX_ACTIONS - len(codes)]]


def compiled_view(view: View) -> View:
    """Return the view with a compiled engine."""
    if view.kernel == "compiled":
        return view
    from goldenspike.rules.engine import engine

    fast = engine("compiled")
    return View(view.kernel_board, fast, fast.from_row(view.state.to_row()), view.state.turn)
