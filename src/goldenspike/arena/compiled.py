"""Whole games between our own bots inside compiled code."""

from __future__ import annotations

from numba import types
from numba.extending import register_jitable

from goldenspike.bots.stream import STREAM_DTYPE as STREAM
from goldenspike.bots.thinking import series
from goldenspike.bots.thinking.compiled import ASKED, MEMORY, option, thinking_entry
from goldenspike.rules import claims, codes, knowledge, options, scoring, setup, stream, turns
from goldenspike.rules.building import KERNEL_OPTIONS
from goldenspike.rules.compiled import (
    BOARD,
    INT,
    KEY,
    OUT,
    ROW,
    ROWS,
    SHEETS,
    STATE,
    WORK,
)

SETTINGS = types.Array(types.int64, 2, "C")
TALLY = types.Array(types.int16, 3, "C")
TRACKS = types.Array(types.uint8, 3, "C")

__all__ = ["option", "play_games", "play_random_games"]


@register_jitable(**KERNEL_OPTIONS)
def deal(row, s, b, players, key, first, number, streams, bot_key):
    """Begin a game, each seat with its own part of the bots' stream."""
    row[:] = 0
    setup.reset(s, b, players, key, first)
    for p in range(players):
        rng = streams[p].view(STREAM)[0]
        stream.seed_stream(rng, bot_key, 0)
        rng.rng_block = series.first_block(number, p)


@register_jitable(**KERNEL_OPTIONS)
def count(s, b, players, key, work, sheet, tracks):
    """Score a game that is over and go on to the next seed; returns the decisions made."""
    scoring.score(s, b, work, sheet)
    series.count_tracks(s, b, players, work, tracks)
    stream.next_key(key)
    return s.decisions


@thinking_entry(
    INT(ASKED, ROW, ROW, ROW, INT, KEY, INT, INT, KEY, SETTINGS, ROWS, KEY, MEMORY, WORK, OUT,
        SHEETS, TALLY, TRACKS),
    nogil=True,
)  # fmt: skip
def play_games(
    ask, row, seen, board, players, key, first, number, kinds, settings, streams, bot_key, m, work,
    out, sheets, tally, tracks,
):  # fmt: skip
    """Games with consecutive seeds; returns the decisions made.

    `first` is the seat that starts, or -1 for one by lot, `number` the first deal's number. Of each
    game, `tally[game, seat]` counts actions by kind, `tracks[game, seat]` says which tracks the
    seat held, and `tracks[game, players]` which were contested: somebody else stood at both their
    ends.
    """
    s = row.view(STATE)[0]
    v = seen.view(STATE)[0]
    b = board.view(BOARD)[0]
    decisions = 0
    for game in range(sheets.shape[0]):
        deal(row, s, b, players, key, first, number + game, streams, bot_key)
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            seen[:] = 0
            knowledge.copy_visible(s, b, p, v)
            code = ask(seen, board, kinds[p], settings[p], streams[p], m, work, out)
            tally[game, p, series.kind_of_action(code)] += 1
            turns.step(s, b, code)
        decisions += count(s, b, players, key, work, sheets[game], tracks[game])
    return decisions


@thinking_entry(
    INT(ROW, ROW, INT, KEY, INT, INT, ROWS, KEY, WORK, WORK, OUT, SHEETS, TALLY, TRACKS),
    nogil=True,
)
def play_random_games(
    row, board, players, key, first, number, streams, bot_key, work, counts, out, sheets, tally,
    tracks,
):  # fmt: skip
    """The same games where everybody plays at random, at the speed of the rules alone.

    Random looks at nothing but what it may do, so it needs no view; and what may be done is counted
    from move to move in `counts`.
    """
    s = row.view(STATE)[0]
    b = board.view(BOARD)[0]
    decisions = 0
    for game in range(sheets.shape[0]):
        deal(row, s, b, players, key, first, number + game, streams, bot_key)
        claims.forget_counts(counts)
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            code = options.random_option_later(s, b, streams[p].view(STREAM)[0], counts, out)
            tally[game, p, series.kind_of_action(code)] += 1
            turns.step(s, b, code)
        decisions += count(s, b, players, key, work, sheets[game], tracks[game])
    return decisions
