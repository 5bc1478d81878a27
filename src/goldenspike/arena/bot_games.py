"""Games between bots: in compiled code if all are built-in, else decision by decision.

Both give the same games: every seat has its own random stream, numbered by deal and seat.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.arena import game_counts
from goldenspike.arena.batch import Batch, stream_words
from goldenspike.arena.forfeits import rank_forfeits
from goldenspike.arena.outcome import Activity, Outcome
from goldenspike.arena.playouts import COMPILED_GAMES
from goldenspike.arena.records.policy_history import history_of_policies
from goldenspike.boards.limits import MAX_TRACKS
from goldenspike.boards.load import load_board
from goldenspike.bots.compiled_play import is_random, policy_of, values_to
from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.registry import make_bot
from goldenspike.bots.safety import SeatedBot, fallback
from goldenspike.bots.stream import STREAM_SIZE, Stream, stream_key
from goldenspike.game import Game
from goldenspike.rules.codes import ACTION_KINDS, DRAW_DECK, SCORE_PARTS, kind_of_action
from goldenspike.rules.compiled.preparation import is_ready, wait_for
from goldenspike.rules.engine import SINGLE_GAMES, engine, key_words, ready_engine
from goldenspike.rules.kernel_board import kernel_board_of
from goldenspike.rules.record_layout import PlainScratch

Rows = NDArray[np.uint8]


def play_with_bots(batch: Batch) -> Outcome:
    """Play a batch with the bots of its seats, and return its outcome."""
    bots = [_bot(spec) for spec in batch.seats]
    known = [policy_of(bot) for bot in bots]
    if all(policy is not None for policy in known):
        if not is_ready(COMPILED_GAMES) or (batch.recorded and not is_ready(SINGLE_GAMES)):
            return play_by_decision(batch, bots, "plain")
        outcome = _play_compiled(batch, np.array(known), all(is_random(bot) for bot in bots))
        if batch.recorded:
            outcome.history = history_of_policies(batch, np.array(known))
        return outcome
    # With compiled views most bots are far faster.
    return play_by_decision(batch, bots, ready_engine().name)


@cache
def _bot(spec: str) -> Bot:
    """Make a bot, once in a process: it plays all games."""
    return make_bot(spec)


def _prepare(bots: list[Bot], kernel: str) -> None:
    """Let bots load what they need, before anybody's time is taken."""
    for bot in bots:
        # Whoever fails is told so, and forfeits, when it is asked.
        with suppress(Exception, SystemExit):
            wait_for(bot.compiled_units)
            bot.ensure_prepared(kernel)


def _play_compiled(batch: Batch, policies: Rows, at_random: bool) -> Outcome:
    from goldenspike.arena import compiled_games

    record = np.zeros(1, compiled_games.BATCH_DTYPE)
    record["key"] = key_words(batch.first_seed)
    record["bot_key"] = stream_key(stream_words(batch.seed))
    record["first_seat"] = -1 if batch.first_seat is None else batch.first_seat
    record["first_deal"] = batch.first_deal
    results = np.zeros((batch.games, compiled_games.RESULT_DTYPE.itemsize), np.uint8)
    arguments = (
        np.zeros((batch.players, STREAM_SIZE), np.uint8),
        kernel_board_of(load_board(batch.board)).row,
        record.view(np.uint8),
        # Not shared, since several threads may play batches.
        compiled_games.new_memory(),
        results,
    )
    start = time.perf_counter()
    if at_random:
        compiled_games.play_random_games(*arguments)
    else:
        compiled_games.play_games(compiled_games.choose_code, policies, *arguments)
    seconds = time.perf_counter() - start
    games, n = results.view(compiled_games.RESULT_DTYPE)[:, 0], batch.players
    # Row n, after those of the seats, has the contested tracks.
    activity = Activity(
        games["action_counts"][:, :n].copy(), np.packbits(games["tracks"][:, : n + 1], axis=-1)
    )
    sheets = games["sheet"][:, :n].astype(np.int16)
    luck = games["luck"][:, :n].copy()
    return Outcome(batch, sheets, activity.decisions(), seconds, activity, luck=luck)


def play_by_decision(batch: Batch, bots: list[Bot], kernel: str | None = None) -> Outcome:
    """Play a batch decision by decision, with `Game` and `View`; returns its outcome."""
    n = batch.players
    board = load_board(batch.board)
    kernel_board = kernel_board_of(board)
    sheets = np.zeros((batch.games, n, SCORE_PARTS), np.int16)
    action_counts = np.zeros((batch.games, n, len(ACTION_KINDS)), np.int16)
    tracks = np.zeros((batch.games, n + 1, MAX_TRACKS), np.uint8)
    luck = np.zeros((batch.games, n))
    troubles: defaultdict[int, Counter[str]] = defaultdict(Counter)
    forfeits: dict[int, tuple[int, ...]] = {}
    history: list[list[int]] = [[] for _ in batch.deals]
    budget = Budget(batch.seconds, batch.cores)
    kernel_name = engine(kernel).name
    counting: Any = game_counts  # untyped, as everything written for Numba
    _prepare(bots, kernel_name)
    start = time.perf_counter()
    for g, deal in enumerate(batch.deals):
        game = Game(board, n, batch.first_seed + g, batch.first_seat, kernel=kernel)
        words = stream_words(batch.seed)
        stand_in = Stream(words, counting.first_block(deal, n))
        seats = [
            SeatedBot(bot, Stream(words, counting.first_block(deal, p)), budget, interrupt=True)
            for p, bot in enumerate(bots)
        ]
        lost: list[int] = []
        while not game.over:
            seat = game.seat
            if seat in lost:
                # Somebody has to play on for it, so that the others can be ranked.
                game.play(fallback(game.view(seat), game.legal(), stand_in))
                continue
            view = game.view(seat)
            decision = seats[seat].decide(view)
            if decision.trouble:
                troubles[deal][f"{batch.seats[seat]}: {decision.trouble}"] += 1
            if (decision.failed or decision.late) and not batch.fallback:
                lost.append(seat)
                if len(lost) == n - 1:
                    break
                continue
            if decision.action.code == DRAW_DECK:
                values = values_to(bots[seat], view)
                if values is not None:
                    luck[g, seat] = counting.add_draw_luck(game.state, values, luck[g, seat])
            history[g].append(decision.action.code)
            action_counts[g, seat, kind_of_action(kernel_board.plain, decision.action.code)] += 1
            game.play(decision.action)
        sheets[g] = [score.to_row(game.board) for score in game.scores()]
        counting.count_tracks(game.state, kernel_board.plain, n, PlainScratch(), tracks[g])
        if lost:
            forfeits[deal] = tuple(lost)
            rank_forfeits(sheets[g], lost)
            tracks[g, lost] = 0
    seconds = time.perf_counter() - start
    activity = Activity(action_counts, np.packbits(tracks, axis=-1))
    by_deal = {deal: dict(what) for deal, what in troubles.items()}
    return Outcome(batch, sheets, activity.decisions(), seconds, activity, by_deal, forfeits, luck,
                   [np.array(codes, np.int32) for codes in history])  # fmt: skip
