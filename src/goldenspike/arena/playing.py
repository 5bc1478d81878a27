"""Playing a task: inside compiled code where all its bots are ours, decision by decision otherwise.

Both ways give the same games: every seat has its own random stream, numbered by deal and seat.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from functools import cache
from typing import Any

import numpy as np

from goldenspike.arena.outcome import Outcome
from goldenspike.arena.series import BY_LOT, SEED_SPAN, Task
from goldenspike.boards.limits import MAX_TRACKS
from goldenspike.boards.load import load_board
from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.minds import NO_SETTINGS
from goldenspike.bots.planner import PlannerBot
from goldenspike.bots.random_bot import RandomBot
from goldenspike.bots.registry import make_bot
from goldenspike.bots.safety import Sitting
from goldenspike.bots.stream import STREAM_SIZE, Stream, stream_key
from goldenspike.bots.thinking import memory, series
from goldenspike.game import Game, Score
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.rules.codes import SCORE_PARTS
from goldenspike.rules.engine import key_words
from goldenspike.rules.records import STATE_SIZE
from goldenspike.rules.tables import tables_of

COMPILED = (RandomBot, GreedyBot, PlannerBot)
"""Bots whose whole games can be played inside compiled code."""


def play_task(task: Task) -> Outcome:
    """Play a task."""
    bots = [_bot(spec) for spec in task.seats]
    # Exactly ours: somebody's subclass of one may decide otherwise.
    if all(type(bot) in COMPILED for bot in bots):
        return _play_compiled(task, bots)
    # Compiled views: most bots of ours think far faster on them, and it is loaded once a worker.
    return play_openly(task, bots, "compiled")


@cache
def _bot(spec: str) -> Bot:
    """One bot of a kind serves all the games of a process."""
    bot = make_bot(spec)
    bot.prepare()
    return bot


def stream_words(seed: int) -> str:
    """What the bots' random streams of a series are keyed by: never by the deals' own seeds."""
    return f"arena {seed}"


def _arrays(players: int) -> dict[str, Any]:
    """What a task is played in: its own, so that tasks in several threads keep apart."""
    return {
        "row": np.zeros(STATE_SIZE, np.uint8),
        "seen": np.zeros(STATE_SIZE, np.uint8),
        "streams": np.zeros((players, STREAM_SIZE), np.uint8),
        "m": np.zeros(memory.MEMORY, np.int64),
        "work": np.zeros(WORK_SIZE, np.int32),
        "counts": np.zeros(WORK_SIZE, np.int32),
        "out": np.zeros(1 << 15, np.int32),
    }


def _play_compiled(task: Task, bots: list[Any]) -> Outcome:
    from goldenspike.arena import compiled

    n = task.players
    a = _arrays(n)
    sheets = np.zeros((task.games, n, SCORE_PARTS), np.int32)
    tally = np.zeros((task.games, n, len(series.ACTIONS)), np.int16)
    tracks = np.zeros((task.games, n + 1, MAX_TRACKS), np.uint8)
    key = np.array(key_words(task.seed * SEED_SPAN + task.first_deal), np.int64)
    kinds = np.array([bot.kind for bot in bots], np.int64)
    settings = np.array([getattr(bot, "settings", NO_SETTINGS) for bot in bots], np.int64)
    bot_key = np.array(stream_key(stream_words(task.seed)), np.int64)
    board = tables_of(load_board(task.board)).row
    start = time.perf_counter()
    if (kinds == series.RANDOM).all():
        compiled.play_random_games(
            a["row"], board, n, key, task.first_seat, task.first_deal, a["streams"], bot_key,
            a["work"], a["counts"], a["out"], sheets, tally, tracks,
        )  # fmt: skip
    else:
        compiled.play_games(
            compiled.option, a["row"], a["seen"], board, n, key, task.first_seat, task.first_deal,
            kinds, settings, a["streams"], bot_key, a["m"], a["work"], a["out"], sheets, tally,
            tracks,
        )  # fmt: skip
    seconds = time.perf_counter() - start
    return Outcome(task, sheets.astype(np.int16), tally, np.packbits(tracks, axis=-1), seconds)


def play_openly(task: Task, bots: list[Bot], kernel: str | None = None) -> Outcome:
    """Play decision by decision, through the public face of the game."""
    n = task.players
    board = load_board(task.board)
    tables = tables_of(board)
    sheets = np.zeros((task.games, n, SCORE_PARTS), np.int16)
    tally = np.zeros((task.games, n, len(series.ACTIONS)), np.int16)
    tracks = np.zeros((task.games, n + 1, MAX_TRACKS), np.uint8)
    troubles: defaultdict[int, Counter[str]] = defaultdict(Counter)
    budget = Budget(task.seconds, task.cores)
    numbers: Any = series  # untyped, as everything written for Numba
    first = None if task.first_seat == BY_LOT else task.first_seat
    start = time.perf_counter()
    for g in range(task.games):
        deal = task.first_deal + g
        game = Game(board, n, task.seed * SEED_SPAN + deal, first, kernel=kernel)
        words = stream_words(task.seed)
        seats = [
            Sitting(bot, Stream(words, numbers.first_block(deal, p)), budget)
            for p, bot in enumerate(bots)
        ]
        while not game.over:
            seat = game.seat
            decision = seats[seat].decide(game.view(seat))
            if decision.trouble:
                troubles[deal][f"{task.seats[seat]}: {decision.trouble}"] += 1
            tally[g, seat, int(numbers.kind_of_action(decision.action.code))] += 1
            game.play(decision.action)
        sheets[g] = [score_row(score) for score in game.scores()]
        numbers.count_tracks(game.state, tables.plain, n, [0] * WORK_SIZE, tracks[g])
    seconds = time.perf_counter() - start
    return Outcome(
        task, sheets, tally, np.packbits(tracks, axis=-1), seconds,
        {deal: dict(what) for deal, what in troubles.items()},
    )  # fmt: skip


def score_row(score: Score) -> list[int]:
    """A score in the columns of a score sheet."""
    return [
        score.route_points,
        score.ticket_points,
        score.tickets_made,
        score.tickets_missed,
        score.longest,
        score.bonuses.get("longest_path", 0),
        score.bonuses.get("most_tickets", 0),
        score.passenger_points,
        score.total,
        score.rank,
    ]
