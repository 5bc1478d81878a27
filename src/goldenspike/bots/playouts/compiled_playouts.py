"""Playouts by policy records in compiled code; importing this loads or compiles it."""

from __future__ import annotations

import numpy as np

from goldenspike.boards.limits import MAX_PLAYERS
from goldenspike.bots.compiled_policies import CHOOSER, choose_code, policy_entry
from goldenspike.bots.nested_record import nested_dtype, span
from goldenspike.bots.stream import STREAM_DTYPE as STREAM
from goldenspike.bots.workspace import WORKSPACE_DTYPE
from goldenspike.rules import chacha, codes, playout, scoring, turns
from goldenspike.rules.compiled.compilation import INT, KEY, ROW, ROWS, SHEET
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import STATE_DTYPE as STATE
from goldenspike.rules.record_layout import Row

__all__ = ["choose_code", "new_memory", "play_out_policies"]

MEMORY_DTYPE = nested_dtype(
    {
        "game": STATE,
        "rng": STREAM,
        "workspace": WORKSPACE_DTYPE,
        "sheet": ("i4", (MAX_PLAYERS, codes.SCORE_PARTS)),
    }
)
GAME, GAME_END = span(MEMORY_DTYPE, "game")
RNG, RNG_END = span(MEMORY_DTYPE, "rng")
WORKSPACE, WORKSPACE_END = span(MEMORY_DTYPE, "workspace")


def new_memory() -> Row:
    """Make the working memory for playouts; each thread needs its own."""
    return np.zeros(MEMORY_DTYPE.itemsize, np.uint8)


@policy_entry(INT(CHOOSER, ROW, ROW, INT, KEY, ROWS, ROW, SHEET), nogil=True)
def play_out_policies(choose, start, board, seat, key, policies, memory, totals):
    """Play playouts with consecutive keys, by a policy for each seat; returns the decisions made.

    `start` is the view of `seat` (`playout.start_playout`). Policies read only what their seat may
    know, so they get the state without a view.
    """
    work = memory.view(MEMORY_DTYPE)[0]
    b = board.view(BOARD)[0]
    s = work.game
    scratch = work.workspace.scratch
    row = memory[GAME:GAME_END]
    rng = memory[RNG:RNG_END]
    workspace = memory[WORKSPACE:WORKSPACE_END]
    decisions = 0
    for game in range(totals.shape[0]):
        for i in range(row.shape[0]):
            row[i] = start[i]
        playout.start_playout(s, b, seat, key, scratch)
        chacha.seed_stream(work.rng, key, playout.POLICY_STREAM)
        before = s.decisions
        while s.phase != codes.OVER_PHASE:
            turns.step(s, b, choose(row, board, policies[s.turn], rng, workspace))
        scoring.score(s, b, scratch, work.sheet)
        for p in range(totals.shape[1]):
            totals[game, p] = work.sheet[p][codes.TOTAL]
        decisions += s.decisions - before
        chacha.next_key(key)
    return decisions
