"""The player who thinks ahead: imagines the hidden cards, plays on in its head, and compares.

An idea is something to do now and a way to go on. In every imagined world each idea is played for
a few turns, against the same luck, and a small network says how that game will probably end (see
`thinking.outlook`). Ideas that fall behind are dropped; once those left agree on the action, it is
played. On a board that no network was taught for, imagined games are played to their end.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.minds import option_code
from goldenspike.bots.planner import planner_settings
from goldenspike.bots.stream import STREAM_SIZE, Stream, stream_key
from goldenspike.bots.thinking import memory, outlook
from goldenspike.bots.thinking.series import PLANNER
from goldenspike.notation.actions import Action
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.codes import CLAIM, SCORE_PARTS
from goldenspike.rules.records import STATE_SIZE
from goldenspike.rules.tables import Tables
from goldenspike.view import View

Codes = NDArray[np.int64]
Weights = NDArray[np.float32]
Idea = tuple[int, int]
"""The code of an action, and the row of `WAYS` by which to go on."""

WAYS: tuple[dict[str, int], ...] = (
    {},  # how the others are taken to play
    {},
    {"eager": -500, "spare_trains": 12},
    {"eager": 9999},
    {"patience": 0, "greed": 60},
    {"patience": 500},
    {"pace": 220},
    {"pace": 95},
    {"danger": 1500},
    {"greed": 180},
)
"""Ways to play on, as changes to a planner: as it is, with more tickets, with no more of them, in a
hurry to claim, in none, expecting the end soon or late, wary of losing tracks, after points."""
MOST_ACTIONS = 14
TRIES = 8
"""Guesses at the hidden cards, of which the one is taken that explains the others' tracks best."""
MOST_ROUNDS = 1000
"""No game has more."""
REACH = 60
"""Points ahead beyond which more is not better."""
FIRST_LOOK = 6
"""Worlds before any idea is dropped."""
DIGESTS = "boards.json"
"""Which network was taught on which board: the digest of each, and the name of its file."""
ALIKE = 0.5
"""Points that are not worth telling apart."""


class Scratch:
    """The arrays that one thread imagines games in."""

    def __init__(self) -> None:
        self.guess = np.zeros(STATE_SIZE, np.uint8)
        self.row = np.zeros(STATE_SIZE, np.uint8)
        self.spare = np.zeros(STATE_SIZE, np.uint8)
        self.rng = np.zeros(STREAM_SIZE, np.uint8)
        self.memory = np.zeros(memory.MEMORY, np.int64)
        self.work = np.zeros(WORK_SIZE, np.int32)
        self.out = np.zeros(1 << 15, np.int32)
        self.sheet = np.zeros((5, SCORE_PARTS), np.int32)
        self.figures = np.zeros(outlook.FLOATS, np.float32)


class SearcherBot(Bot):
    """Imagines what it can't see, plays its ideas on for some turns, and takes the best one."""

    def __init__(
        self, share: float = 0.9, doubt: float = 1.0, games: int = 0, rounds: int = 2
    ) -> None:
        if not 0 < share <= 1:
            raise ValueError(f"share is the part of its time it uses, above 0 to 1, not {share:g}")
        if games < 0 or rounds < 0:
            raise ValueError("games and rounds are 0 or more")
        if rounds > MOST_ROUNDS:
            raise ValueError(f"rounds go up to {MOST_ROUNDS}, not {rounds}; 0 plays to the end")
        self._share = share
        self._doubt = doubt
        """How many times the error another action must be ahead of the planner's own."""
        self._games = games
        """Worlds to imagine at most, whatever the time; 0: as many as time allows."""
        self._rounds = rounds
        """Rounds of the table to play on in each world; 0: to the end of the game."""
        self._minds = [planner_settings(**way) for way in WAYS]
        self._ways = np.array([planner_settings(hasty=1, **way) for way in WAYS])
        """The same in imagined games. Only there may a mind be hasty: a real decision starts from
        the view alone, not from what the mind was asked last."""

    def prepare(self) -> None:
        """Its compiled code, which takes a minute to build where it never was."""
        from goldenspike.bots import search_compiled  # noqa: F401

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Action:
        """The planner's choice, unless another did clearly better in the same imagined worlds."""
        if len(legal) == 1:
            return legal[0]
        end = time.perf_counter() + budget.seconds * self._share
        view = compiled_view(view)
        ideas = self._ideas(view, legal, rng)
        words = str(rng.getrandbits(128))
        best = ideas[0][0]
        if len({code for code, _ in ideas}) > 1:
            best = self._search(view, ideas, words, end, max(1, budget.cores))
        return next(action for action in legal if action.code == best)

    def _ideas(self, view: View, legal: Sequence[Action], rng: Stream) -> list[Idea]:
        """What each way to play would do now, then what else can be done; the planner's first."""
        ideas = [(option_code(PLANNER, self._minds[w], view, rng), w) for w in range(1, len(WAYS))]
        taken = {code for code, _ in ideas}
        others = candidates(view, legal, ideas[0][0])
        return ideas + [(code, 1) for code in others if code not in taken]

    def _search(self, view: View, ideas: list[Idea], words: str, end: float, cores: int) -> int:
        """Worlds in rounds; after each, ideas far behind the leader are looked at no more."""
        from goldenspike.bots import search_compiled

        desks = [Scratch() for _ in range(cores)]
        seat = view.state.turn
        weights = taught(view.tables)
        ahead = 0 if weights is None else self._rounds * view.state.players
        if weights is None:
            weights = np.zeros(outlook.WEIGHTS, np.float32)
        race = Race(ideas, self._doubt)
        world = 0

        def imagine(desk: Scratch, number: int, actions: Codes, ways: Codes) -> NDArray[np.float64]:
            margins = np.zeros(len(actions))
            key = np.array(stream_key(f"{words} {number}"), np.int64)
            search_compiled.try_ideas(
                search_compiled.option, view.raw, desk.guess, desk.row, desk.spare, seat,
                view.tables.row, key, TRIES, actions, ways, self._ways, ahead, weights,
                desk.figures, desk.rng, desk.memory, desk.work, desk.out, desk.sheet, REACH,
                margins,
            )  # fmt: skip
            return margins

        with ThreadPoolExecutor(cores) if cores > 1 else nullcontext() as pool:
            done = False
            while not done and not race.decided():
                asked = list(race.alive)
                chosen = np.array([ideas[i] for i in asked], np.int64)
                actions, ways = chosen[:, 0].copy(), chosen[:, 1].copy()
                numbers = range(world, world + cores)
                if pool is None:
                    every = [imagine(desks[0], world, actions, ways)]
                else:
                    every = list(
                        pool.map(imagine, desks, numbers, [actions] * cores, [ways] * cores)
                    )
                done = not self._games and time.perf_counter() >= end
                # Worlds imagined at once count one after the other, as on one core: how many cores
                # there are changes how many worlds there is time for, and nothing else.
                for margins in every:
                    found = dict(zip(asked, margins, strict=True))
                    race.add([found[i] for i in race.alive])
                    world += 1
                    if world == self._games:
                        done = True
                        break
                    if not done and world >= FIRST_LOOK and world % 3 == 0:
                        race.drop()
        return ideas[race.best()][0]


class Race:
    """Ideas compared in the same imagined worlds; the planner's own is the first of them."""

    def __init__(self, ideas: list[Idea], doubt: float) -> None:
        self._ideas = ideas
        self._doubt = doubt
        self.alive = list(range(len(ideas)))
        self._results: list[list[float]] = [[] for _ in ideas]

    def add(self, margins: Sequence[float] | NDArray[np.float64]) -> None:
        """What became of the ideas still in the race, in one world."""
        for i, margin in zip(self.alive, margins, strict=True):
            self._results[i].append(float(margin))

    def decided(self) -> bool:
        """Do all that are left want the same action?"""
        return len({self._ideas[i][0] for i in self.alive}) == 1

    def drop(self) -> None:
        """Let go of what is surely behind, or surely no better than the leader by a difference."""
        leader = self._leader()
        kept = []
        for i in self.alive:
            gap, error = compare(self._results[leader], self._results[i])
            behind = gap > 2 * error + ALIKE
            alike = gap + 2 * error < ALIKE
            if i == leader or not (behind or alike):
                kept.append(i)
        self.alive = kept

    def best(self) -> int:
        """The leader, if it is ahead of the planner's own idea by more than chance may do."""
        leader = self._leader()
        if 0 not in self.alive:
            return leader
        gap, error = compare(self._results[leader], self._results[0])
        return leader if gap > self._doubt * error else 0

    def _leader(self) -> int:
        return max(self.alive, key=lambda i: (sum(self._results[i]), -i))


def compare(a: list[float], b: list[float]) -> tuple[float, float]:
    """By how much a is ahead of b in the worlds both saw, and the error of that."""
    n = min(len(a), len(b))
    gaps = np.array(a[:n]) - np.array(b[:n])
    error = float(gaps.std(ddof=1) / np.sqrt(n)) if n > 1 else float("inf")
    return float(gaps.mean()), error


@cache
def taught(tables: Tables) -> Weights | None:
    """The network that says how games on a board will end, where one was taught on that very board.

    A changed copy of a board has another digest, whatever it calls itself.
    """
    folder = files("goldenspike.bots") / "outlooks"
    digests = json.loads((folder / DIGESTS).read_text(encoding="utf-8"))
    if digest_of(tables) not in digests:
        return None
    board = digests[digest_of(tables)]
    with (folder / f"{board}.npy").open("rb") as data:
        weights: Weights = np.load(data, allow_pickle=False)
    if weights.shape != (outlook.WEIGHTS,):
        raise ValueError(
            f"the outlook of {board} has {weights.shape} weights, not {outlook.WEIGHTS}: "
            "teach it anew with tools/outlook/teach.py"
        )
    return weights


def digest_of(tables: Tables) -> str:
    """All that the rules know of a board; its names and its drawing make no difference."""
    return hashlib.sha256(tables.row.tobytes()).hexdigest()


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
    codes = [first, *others[: MOST_ACTIONS - 4]]
    return codes + [claims[t][1] for t in by_points[: MOST_ACTIONS - len(codes)]]


def compiled_view(view: View) -> View:
    """The same view for compiled code."""
    if view.kernel == "compiled":
        return view
    from goldenspike.rules.engine import engine

    fast = engine("compiled")
    return View(view.tables, fast, fast.from_plain(view.state), view.state.turn)
