"""Whole games between built-in bots in compiled code."""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from goldenspike.arena import game_counts
from goldenspike.boards.limits import MAX_PLAYERS, MAX_TRACKS
from goldenspike.bots.compiled_policies import CHOOSER, choose_code, policy_entry
from goldenspike.bots.nested_record import nested_dtype, span
from goldenspike.bots.policy_record import PLANNER
from goldenspike.bots.policy_record import POLICY_DTYPE as POLICY
from goldenspike.bots.stream import STREAM_DTYPE as STREAM
from goldenspike.bots.workspace import WORKSPACE_DTYPE
from goldenspike.rules import chacha, claims, codes, knowledge, legal, scoring, setup, turns
from goldenspike.rules.compiled.compilation import INT, KERNEL_OPTIONS, ROW, ROWS, make_jitable
from goldenspike.rules.fields import Field
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import SCRATCH_DTYPE as SCRATCH
from goldenspike.rules.record_layout import STATE_DTYPE as STATE
from goldenspike.rules.record_layout import Row, record_dtype

__all__ = [
    "BATCH_DTYPE",
    "RESULT_DTYPE",
    "choose_code",
    "new_memory",
    "play_games",
    "play_random_games",
]

BATCH_DTYPE = record_dtype(
    (
        # The key of the next game, and that of the bots' random streams.
        Field("key", "i8", (8,)),
        Field("bot_key", "i8", (8,)),
        # The seat that starts; -1: each game draws it.
        Field("first_seat", "i8"),
        # The number of the first game's deal.
        Field("first_deal", "i8"),
    )
)
"""Parameters of a batch; `key` is incremented after each game."""

RESULT_DTYPE = record_dtype(
    (
        # Parts of each seat's score.
        Field("sheet", "i4", (MAX_PLAYERS, codes.SCORE_PARTS)),
        # Actions of each seat by kind.
        Field("action_counts", "i2", (MAX_PLAYERS, len(codes.ACTION_KINDS))),
        # 1 for each track that a seat owned; in the row after the seats, 1 for each that was
        # contested: another seat had tracks at both its ends.
        Field("tracks", "u1", (MAX_PLAYERS + 1, MAX_TRACKS)),
        # The luck of each seat's draws, if it is a planner.
        Field("luck", "f8", (MAX_PLAYERS,)),
    )
)
"""The result of one game."""

MEMORY_DTYPE = nested_dtype(
    {
        "game": STATE,
        "seen": STATE,  # the view of the seat that acts
        "workspace": WORKSPACE_DTYPE,
        "counts": SCRATCH,  # of random games: memoised counts of claims
    }
)
GAME, GAME_END = span(MEMORY_DTYPE, "game")
VIEW, VIEW_END = span(MEMORY_DTYPE, "seen")
WORKSPACE, WORKSPACE_END = span(MEMORY_DTYPE, "workspace")

make_jitable((game_counts,), **KERNEL_OPTIONS)


def new_memory() -> Row:
    """Make the working memory for games; each thread needs its own."""
    return np.zeros(MEMORY_DTYPE.itemsize, np.uint8)


@register_jitable(**KERNEL_OPTIONS)
def deal_game(row, s, b, batch, game, streams):
    """Deal a game, and start each seat's part of the bots' random stream."""
    players = streams.shape[0]
    row[:] = 0
    setup.reset(s, b, players, batch.key, batch.first_seat)
    for p in range(players):
        rng = streams[p].view(STREAM)[0]
        chacha.seed_stream(rng, batch.bot_key, 0)
        rng.rng_block = game_counts.first_block(batch.first_deal + game, p)


@register_jitable(**KERNEL_OPTIONS)
def finish_game(s, b, batch, scratch, result):
    """Write the result of a game that is over, and increment the key; returns its decisions."""
    scoring.score(s, b, scratch, result.sheet)
    game_counts.count_tracks(s, b, int(s.players), scratch, result.tracks)
    chacha.next_key(batch.key)
    return s.decisions


@register_jitable(**KERNEL_OPTIONS)
def plans(policy):
    """Does a policy make a plan before each of its draws?"""
    return policy.kind == PLANNER and policy.slips == 0


@policy_entry(INT(CHOOSER, ROWS, ROWS, ROW, ROW, ROW, ROWS), (game_counts,), nogil=True)
def play_games(choose, policies, streams, board, batch, memory, results):
    """Play games with consecutive seeds, and write their results; returns the decisions made.

    `policies` and `streams` have a row for each seat; `choose` is `choose_code`.
    """
    common = batch.view(BATCH_DTYPE)[0]
    work = memory.view(MEMORY_DTYPE)[0]
    s = work.game
    b = board.view(BOARD)[0]
    row = memory[GAME:GAME_END]
    view = memory[VIEW:VIEW_END]
    workspace = memory[WORKSPACE:WORKSPACE_END]
    decisions = 0
    for game in range(results.shape[0]):
        result = results[game].view(RESULT_DTYPE)[0]
        deal_game(row, s, b, common, game, streams)
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            view[:] = 0
            knowledge.copy_visible(s, b, p, work.seen)
            code = choose(view, board, policies[p], streams[p], workspace)
            result.action_counts[p][codes.kind_of_action(b, code)] += 1
            if code == codes.DRAW_DECK and plans(policies[p].view(POLICY)[0]):
                # It has just valued the cards.
                values = work.workspace.plan.card_value
                result.luck[p] = game_counts.add_draw_luck(s, values, result.luck[p])
            turns.step(s, b, code)
        decisions += finish_game(s, b, common, work.workspace.scratch, result)
    return decisions


@policy_entry(INT(ROWS, ROW, ROW, ROW, ROWS), (game_counts,), nogil=True)
def play_random_games(streams, board, batch, memory, results):
    """As `play_games`, with random bots in all seats.

    They need only the legal actions, so no views are made.
    """
    common = batch.view(BATCH_DTYPE)[0]
    work = memory.view(MEMORY_DTYPE)[0]
    s = work.game
    b = board.view(BOARD)[0]
    row = memory[GAME:GAME_END]
    counts = work.counts
    options = work.workspace.codes
    decisions = 0
    for game in range(results.shape[0]):
        result = results[game].view(RESULT_DTYPE)[0]
        deal_game(row, s, b, common, game, streams)
        claims.invalidate_counts(counts)
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            code = legal.next_random_option(s, b, streams[p].view(STREAM)[0], counts, options)
            result.action_counts[p][codes.kind_of_action(b, code)] += 1
            turns.step(s, b, code)
        decisions += finish_game(s, b, common, work.workspace.scratch, result)
    return decisions
