"""Many games at once: random ones wholly inside compiled code, others bot by bot."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.boards.model import Board
from goldenspike.errors import InputError
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.codes import RANK, SCORE_PARTS, TOTAL
from goldenspike.rules.engine import MAX_SEED, key_words
from goldenspike.rules.records import STATE_SIZE
from goldenspike.rules.tables import Tables, tables_of

Sheets = NDArray[np.int32]
"""Score sheets: game, seat, part."""

CHUNK = 1000
"""Random games between two signs of progress."""

AHEAD = 4
"""Chunks under way for each job: enough to keep it busy."""

FEW = 20
"""The same for games of bots that think."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """How one seat fared."""

    seat: int
    bot: str
    wins: int
    """Games in which nobody was ahead of it."""
    shared: int
    """Those of them it won together with others."""
    mean_score: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many games went, and how long playing them took."""

    board: str
    games: int
    seed: int
    jobs: int
    seconds: float
    decisions: int
    seats: list[SeatOutcome]
    troubles: dict[str, int] = field(default_factory=dict)
    """What went wrong with bots, and how often."""

    @property
    def games_per_second(self) -> float:
        """Games a second of playing time."""
        return self.games / self.seconds

    def to_json(self) -> dict[str, Any]:
        """One object; `wins` and `mean_score` are the seats' again, as columns."""
        return {
            "board": self.board,
            "players": len(self.seats),
            "games": self.games,
            "seed": self.seed,
            "jobs": self.jobs,
            "seconds": self.seconds,
            "decisions": self.decisions,
            "games_per_second": self.games_per_second,
            "decisions_per_second": self.decisions / self.seconds,
            "wins": [seat.wins for seat in self.seats],
            "mean_score": [seat.mean_score for seat in self.seats],
            "seats": [
                {
                    "seat": seat.seat,
                    "bot": seat.bot,
                    "wins": seat.wins,
                    "shared": seat.shared,
                    "mean_score": seat.mean_score,
                }
                for seat in self.seats
            ],
            "troubles": self.troubles,
        }


def run_games(
    board: Board,
    bots: list[str],
    games: int,
    *,
    seed: int = 1,
    jobs: int = 1,
    advance: Callable[[int], None] = lambda more: None,
) -> Outcome:
    """Play games with seeds from `seed` on, one bot a seat; the same whatever `jobs` is."""
    players = len(bots)
    if not board.min_players <= players <= board.max_players:
        raise InputError(
            f"{board.name} is for {board.min_players} to {board.max_players} players, not {players}"
        )
    if not 0 <= seed < MAX_SEED - games:
        raise InputError("seeds are numbers from 0 to 2**256 - 1")
    if any(bot != "random" for bot in bots):
        return _run_bots(board, bots, games, seed, jobs, advance)
    tables = tables_of(board)
    play_random(tables, players, seed, 1)  # whatever has to be loaded is loaded before the clock
    start = time.perf_counter()
    tally = Tally(players)
    spans = ((at, min(CHUNK, games - at)) for at in range(0, games, CHUNK))
    with ThreadPoolExecutor(jobs) as pool:
        # The kernel lets go of the interpreter while it plays, so threads use all cores.
        running: deque[Future[tuple[Sheets, int]]] = deque()
        for at, n in islice(spans, jobs * AHEAD):
            running.append(pool.submit(play_random, tables, players, seed + at, n))
        while running:
            sheets, decisions = running.popleft().result()
            for at, n in islice(spans, 1):
                running.append(pool.submit(play_random, tables, players, seed + at, n))
            tally.add(sheets, decisions)
            advance(len(sheets))
    seconds = time.perf_counter() - start
    return tally.outcome(board, bots, seed, jobs, seconds)


def play_random(tables: Tables, players: int, seed: int, games: int) -> tuple[Sheets, int]:
    """Random games of consecutive seeds: their score sheets, and the decisions made."""
    from goldenspike.rules import compiled

    sheets = np.zeros((games, 5, SCORE_PARTS), np.int32)
    decisions = compiled.play_random_games(
        np.zeros(STATE_SIZE, np.uint8),
        tables.row,
        players,
        np.array(key_words(seed), np.int64),
        -1,
        np.zeros(WORK_SIZE, np.int32),
        np.zeros(tables.codes, np.int32),
        sheets,
    )
    return sheets, int(decisions)


class Tally:
    """Adds score sheets up, so that any number of games takes no more room than a few."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.decisions = 0
        self.wins = np.zeros(players, np.int64)
        self.shared = np.zeros(players, np.int64)
        self.points = np.zeros(players, np.int64)

    def add(self, sheets: NDArray[Any], decisions: int) -> None:
        """Count some games in, and the decisions made in them."""
        played = sheets[:, : len(self.wins)]
        first = played[:, :, RANK] == 1
        alone = first.sum(axis=1, keepdims=True) == 1
        self.games += len(sheets)
        self.decisions += decisions
        self.wins += first.sum(axis=0)
        self.shared += (first & ~alone).sum(axis=0)
        self.points += played[:, :, TOTAL].sum(axis=0, dtype=np.int64)

    def outcome(
        self, board: Board, bots: list[str], seed: int, jobs: int, seconds: float
    ) -> Outcome:
        """What it comes to, seat by seat."""
        seats = [
            SeatOutcome(
                seat=seat,
                bot=bot,
                wins=int(self.wins[seat]),
                shared=int(self.shared[seat]),
                mean_score=int(self.points[seat]) / self.games,
            )
            for seat, bot in enumerate(bots)
        ]
        return Outcome(board.source, self.games, seed, jobs, seconds, self.decisions, seats)


def _run_bots(
    board: Board,
    bots: list[str],
    games: int,
    seed: int,
    jobs: int,
    advance: Callable[[int], None],
) -> Outcome:
    """Games of other bots, a second a decision: as in the arena, but a lot says who begins."""
    from goldenspike.arena.series import BY_LOT, SEED_SPAN, Task
    from goldenspike.arena.spread import play_here, play_on_cores
    from goldenspike.bots.registry import make_bot

    for bot in set(bots):
        make_bot(bot).close()
    if seed + games > SEED_SPAN:
        raise InputError(f"with bots other than random, seeds go up to {SEED_SPAN - 1}")
    tasks = (
        Task(board.source, len(bots), tuple(bots), 0, seed + at, min(FEW, games - at), 1.0, BY_LOT)
        for at in range(0, games, FEW)
    )
    tally = Tally(len(bots))
    playing = 0.0
    troubles: Counter[str] = Counter()
    for outcome in play_here(tasks) if jobs == 1 else play_on_cores(tasks, jobs):
        tally.add(outcome.sheets, outcome.decisions)
        playing += outcome.seconds
        troubles.update(outcome.troubles)
        advance(outcome.task.games)
    # Playing only: a worker that starts, and a bot that loads its network, are not playing yet.
    at_once = min(jobs, -(-games // FEW))
    result = tally.outcome(board, bots, seed, jobs, playing / at_once)
    return replace(result, troubles=dict(sorted(troubles.items())))
