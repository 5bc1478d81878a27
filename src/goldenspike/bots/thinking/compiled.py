"""Our bots' thinking compiled by Numba: one decision, or whole games between such bots.

Importing this module imports Numba and loads or builds the entry points, as `rules.compiled` does.
"""

from __future__ import annotations

from numba import types

from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.bots.thinking import (
    choosing,
    collecting,
    grabbing,
    memory,
    minds,
    paying,
    planning,
    routes,
    series,
)
from goldenspike.rules import codes, compiled, knowledge, options, scoring, setup, stream, turns
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
    entry,
    make_jitable,
)

THINKING = (paying, routes, choosing, collecting, grabbing, planning, minds, series)
compiled.SOURCES = (*compiled.SOURCES, *THINKING, memory)
make_jitable(THINKING)

STREAM = STREAM_DTYPE
MEMORY = types.Array(types.int64, 1, "C")
SETTINGS = types.Array(types.int64, 2, "C")
KINDS = types.Array(types.int64, 1, "C")
COUNTS = types.Array(types.int64, 2, "C")
OWNERS = types.Array(types.int8, 2, "C")


OPTION = INT(ROW, ROW, INT, KEY, ROW, MEMORY, WORK, OUT)
ASKED = types.FunctionType(OPTION)
"""Larger entry points are handed `option` and call it where it is, instead of compiling it again."""


@entry(OPTION)
def option(view, board, kind, settings, rng, m, work, out):
    """The action a mind takes on a view."""
    v = view.view(STATE)[0]
    b = board.view(BOARD)[0]
    return minds.option(v, b, kind, settings, rng.view(STREAM)[0], m, work, out)


@entry(
    INT(ASKED, ROW, ROW, ROW, INT, INT, KEY, INT, KINDS, SETTINGS, ROWS, KEY, MEMORY, WORK, OUT,
        SHEETS, COUNTS, OWNERS),
    nogil=True,
)  # fmt: skip
def play_games(
    ask, row, seen, board, players, first, key, number, kinds, settings, streams, bot_key,
    m, work, out, sheets, tally, owners,
):  # fmt: skip
    """Whole games with consecutive seeds between minds; returns the decisions made.

    `number` is the first game's number in its series; `tally[seat]` counts decisions by kind of
    action; `owners[game]` is who held each track at the end.
    """
    s = row.view(STATE)[0]
    v = seen.view(STATE)[0]
    b = board.view(BOARD)[0]
    decisions = 0
    for game in range(sheets.shape[0]):
        row[:] = 0
        setup.reset(s, b, players, key, first)
        for p in range(players):
            rng = streams[p].view(STREAM)[0]
            stream.seed_stream(rng, bot_key, 0)
            rng.rng_block = series.first_block(number + game, p)
        while s.phase != codes.OVER_PHASE:
            p = int(s.turn)
            if kinds[p] == series.RANDOM:
                # It looks at nothing but what it may do, so it needs no view.
                code = options.random_option(s, b, streams[p].view(STREAM)[0], work, out)
            else:
                seen[:] = 0
                knowledge.copy_visible(s, b, p, v)
                code = ask(seen, board, kinds[p], settings[p], streams[p], m, work, out)
            tally[p, series.kind_of_action(code)] += 1
            turns.step(s, b, code)
        scoring.score(s, b, work, sheets[game])
        for t in range(int(b.tracks)):
            owners[game, t] = s.owner[t]
        decisions += s.decisions
        key[0] += 1
        if key[0] > stream.MASK:
            key[0] = 0
            key[1] += 1
    return decisions
