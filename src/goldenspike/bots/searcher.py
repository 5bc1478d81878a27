"""The player who thinks ahead: imagines the hidden cards, plays on in its head, and compares."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.minds import option_code
from goldenspike.bots.planner import planner_settings
from goldenspike.bots.stream import STREAM_SIZE, Stream, stream_key
from goldenspike.bots.thinking import memory
from goldenspike.bots.thinking.series import PLANNER
from goldenspike.notation.actions import Action
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.codes import CLAIM, SCORE_PARTS
from goldenspike.rules.records import STATE_SIZE
from goldenspike.view import View

Floats = NDArray[np.float64]
MOST_CANDIDATES = 14
REACH = 60
"""Points ahead beyond which more is not better."""


class _Hand:
    """The scratch arrays of one thread."""

    def __init__(self) -> None:
        self.guess = np.zeros(STATE_SIZE, np.uint8)
        self.row = np.zeros(STATE_SIZE, np.uint8)
        self.seen = np.zeros(STATE_SIZE, np.uint8)
        self.rng = np.zeros(STREAM_SIZE, np.uint8)
        self.memory = np.zeros(memory.MEMORY, np.int64)
        self.work = np.zeros(WORK_SIZE, np.int32)
        self.out = np.zeros(1 << 15, np.int32)
        self.sheet = np.zeros((5, SCORE_PARTS), np.int32)


class SearcherBot(Bot):
    """Imagines what it can't see and plays each of its choices on to the end, as time allows."""

    def __init__(self, share: float = 0.9, doubt: float = 1.0, games: int = 0) -> None:
        if not 0 < share <= 1:
            raise ValueError(f"share is the part of its time it uses, above 0 to 1, not {share:g}")
        self._share = share
        self._doubt = doubt
        self._games = games
        """Imagined worlds to look at whatever the time; 0: as many as time allows."""
        self._settings = planner_settings()

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """The planner's choice, unless another did clearly better in the same imagined worlds."""
        if len(legal) == 1:
            return legal[0]
        end = time.perf_counter() + budget.seconds * self._share
        view = compiled_view(view)
        first = option_code(PLANNER, self._settings, view, rng)
        codes = candidates(view, legal, first)
        words = str(rng.getrandbits(128))
        if len(codes) > 1:
            best = self._search(view, codes, words, end, max(1, budget.cores))
        else:
            best = first
        return next(action for action in legal if action.code == best)

    def _search(self, view: View, codes: list[int], words: str, end: float, cores: int) -> int:
        """Worlds in rounds; after each, those far behind the leader are looked at no more."""
        from goldenspike.bots import search_compiled

        hands = [_Hand() for _ in range(cores)]
        seat = view.state.turn
        alive = list(range(len(codes)))
        results: list[list[float]] = [[] for _ in codes]
        world = 0

        def imagine(hand: _Hand, number: int, which: NDArray[np.int64]) -> Floats:
            margins = np.zeros(len(which))
            key = np.array(stream_key(f"{words} {number}"), np.int64)
            search_compiled.try_options(
                search_compiled.option, view.raw, hand.guess, hand.row, hand.seen, seat,
                view.tables.row, key, which, PLANNER, self._settings, hand.rng, hand.memory,
                hand.work, hand.out, hand.sheet, REACH, margins,
            )  # fmt: skip
            return margins

        with ThreadPoolExecutor(cores) as pool:
            while len(alive) > 1:
                which = np.array([codes[i] for i in alive], np.int64)
                numbers = range(world, world + cores)
                world += cores
                if cores == 1:
                    rounds = [imagine(hands[0], numbers[0], which)]
                else:
                    rounds = list(pool.map(imagine, hands, numbers, [which] * cores))
                for margins in rounds:
                    for i, margin in zip(alive, margins, strict=True):
                        results[i].append(float(margin))
                done = world >= self._games if self._games else time.perf_counter() >= end
                if done:
                    break
                if world >= 6 and world % 3 == 0:
                    alive = self._still_good(alive, results)
        return codes[self._decide(alive, results)]

    def _still_good(self, alive: list[int], results: list[list[float]]) -> list[int]:
        leader = max(alive, key=lambda i: sum(results[i]))
        kept = []
        for i in alive:
            gap, error = compare(results[leader], results[i])
            if i in (leader, 0) or gap <= 2.0 * error + 0.5:
                kept.append(i)
        return kept

    def _decide(self, alive: list[int], results: list[list[float]]) -> int:
        """The leader, if it is ahead of the planner's own choice by more than chance may do."""
        leader = max(alive, key=lambda i: (sum(results[i]) / len(results[i]), -i))
        gap, error = compare(results[leader], results[0])
        return leader if gap > self._doubt * error else 0


def compare(a: list[float], b: list[float]) -> tuple[float, float]:
    """By how much a is ahead of b in the worlds both saw, and the error of that."""
    n = min(len(a), len(b))
    gaps = np.array(a[:n]) - np.array(b[:n])
    error = float(gaps.std(ddof=1) / np.sqrt(n)) if n > 1 else float("inf")
    return float(gaps.mean()), error


def candidates(view: View, legal: Sequence[Action], first: int) -> list[int]:
    """What is worth a look, the planner's own choice first: one payment a track, the best few."""
    b: Any = view.tables.plain
    hand = view.state.hands[view.state.turn]
    claims: dict[int, tuple[int, int]] = {}
    others = []
    for action in legal:
        code = action.code
        if code < CLAIM:
            if code != first:
                others.append(code)
            continue
        t = b.code_track[code - CLAIM]
        payment = b.class_payment[b.track_class[t]] + code - b.track_code[t]
        colour, wild = b.payment_colour[payment], b.payment_wild[payment]
        left = hand[colour] if colour < 8 else 0
        given = b.track_length[t] - wild - b.payment_coloured[payment]
        cost = 100 * wild + 200 * given - left
        if t not in claims or cost < claims[t][0]:
            claims[t] = (cost, code)
    if first >= CLAIM:
        claims.pop(b.code_track[first - CLAIM], None)
    by_points = sorted(claims, key=lambda t: -b.route_points[b.track_length[t]])
    codes = [first, *others[: MOST_CANDIDATES - 4]]
    return codes + [claims[t][1] for t in by_points[: MOST_CANDIDATES - len(codes)]]


def compiled_view(view: View) -> View:
    """The same view for compiled code."""
    if view.kernel == "compiled":
        return view
    from goldenspike.rules.engine import engine

    fast = engine("compiled")
    return View(view.tables, fast, fast.from_plain(view.state), view.state.turn)
