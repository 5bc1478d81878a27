"""Whole games between our own bots inside compiled code."""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from goldenspike.arena import game_counts
from goldenspike.boards.limits import MAX_PLAYERS, MAX_TRACKS
from goldenspike.bots.compiled_policies import CHOOSER, choose_code, policy_entry
from goldenspike.bots.nested_record import nested_dtype, span
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
        # Keys of the next game, and of the bots' random streams.
        Field("key", "i8", (8,)),
        Field("bot_key", "i8", (8,)),
        # Who starts; -1 if each game draws one.
        Field("first_seat", "i8"),
        # The number of the first game's deal.
        Field("first_deal", "i8"),
    )
)
"""What holds for all games of a batch."""

RESULT_DTYPE = record_dtype(
    (
        # Parts of each seat's score.
        Field("sheet", "i4", (MAX_PLAYERS, codes.SCORE_PARTS)),
        # Actions of each seat by kind.
        Field("action_counts", "i2", (MAX_PLAYERS, len(codes.ACTION_KINDS))),
        # 1 for each track that a seat held, and in the row behind the seats for each that was
        # contested: somebody else stood at both its ends.
        Field("tracks", "u1", (MAX_PLAYERS + 1, MAX_TRACKS)),
    )
)
"""What one game gives."""

MEMORY_DTYPE = nested_dtype(
    {
        "game": STATE,
        "seen": STATE,  # the view of the seat that acts
        "workspace": WORKSPACE_DTYPE,
        "counts": SCRATCH,  # of random games: what may be done, counted from move to move
    }
)
GAME, GAME_END = span(MEMORY_DTYPE, "game")
VIEW, VIEW_END = span(MEMORY_DTYPE, "seen")
WORKSPACE, WORKSPACE_END = span(MEMORY_DTYPE, "workspace")

make_jitable((game_counts,), **KERNEL_OPTIONS)


def new_memory() -> Row:
    """What games are played in; threads need one each."""
    return np.zeros(MEMORY_DTYPE.itemsize, np.uint8)


@register_jitable(**KERNEL_OPTIONS)
def deal(row, s, b, batch, game, streams):
    """Begin a game, each seat with its own part of the bots' stream."""
    players = streams.shape[0]
    row[:] = 0
    setup.reset(s, b, players, batch.key, batch.first_seat)
    for p in range(players):
        rng = streams[p].view(STREAM)[0]
        chacha.seed_stream(rng, batch.bot_key, 0)
        rng.rng_block = game_counts.first_block(batch.first_deal + game, p)


@register_jitable(**KERNEL_OPTIONS)
def finish(s, b, batch, scratch, result):
    """Score a game that is over and go on to the next seed; returns the decisions made."""
    scoring.score(s, b, scratch, result.sheet)
    game_counts.count_tracks(s, b, int(s.players), scratch, result.tracks)
    chacha.next_key(batch.key)
    return s.decisions


@policy_entry(INT(CHOOSER, ROWS, ROWS, ROW, ROW, ROW, ROWS), (game_counts,), nogil=True)
def play_games(choose, policies, streams, board, batch, memory, results):
    """Games with consecutive seeds, a result each; returns the decisions made.

    `policies` and `streams` have a row for each seat; `choose` is `choose_code`.
    """
    told = batch.view(BATCH_DTYPE)[0]
    work = memory.view(MEMORY_DTYPE)[0]
    s = work.game
    b = board.view(BOARD)[0]
    row = memory[GAME:GAME_END]
    view = memory[VIEW:VIEW_END]
    workspace = memory[WORKSPACE:WORKSPACE_END]
    decisions = 0
    for game in range(results.shape[0]):
        result = results[game].view(RESULT_DTYPE)[0]
        deal(row, s, b, told, game, streams)
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            view[:] = 0
            knowledge.copy_visible(s, b, p, work.seen)
            code = choose(view, board, policies[p], streams[p], workspace)
            result.action_counts[p][codes.kind_of_action(code)] += 1
            turns.step(s, b, code)
        decisions += finish(s, b, told, work.workspace.scratch, result)
    return decisions


@policy_entry(INT(ROWS, ROW, ROW, ROW, ROWS), (game_counts,), nogil=True)
def play_random_games(streams, board, batch, memory, results):
    """The same games where everybody plays at random, at the speed of the rules alone.

    Random looks at nothing but what it may do, so it needs no view.
    """
    told = batch.view(BATCH_DTYPE)[0]
    work = memory.view(MEMORY_DTYPE)[0]
    s = work.game
    b = board.view(BOARD)[0]
    row = memory[GAME:GAME_END]
    counts = work.counts
    options = work.workspace.codes
    decisions = 0
    for game in range(results.shape[0]):
        result = results[game].view(RESULT_DTYPE)[0]
        deal(row, s, b, told, game, streams)
        claims.invalidate_counts(counts)
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            code = legal.next_random_option(s, b, streams[p].view(STREAM)[0], counts, options)
            result.action_counts[p][codes.kind_of_action(code)] += 1
            turns.step(s, b, code)
        decisions += finish(s, b, told, work.workspace.scratch, result)
    return decisions
