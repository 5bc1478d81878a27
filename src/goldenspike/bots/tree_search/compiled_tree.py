"""Growing a tree in compiled code; importing this loads or compiles it."""

from __future__ import annotations

import numpy as np
from numba import types

from goldenspike.bots.compiled_policies import CHOOSER, choose_code, policy_entry
from goldenspike.bots.nested_record import span
from goldenspike.bots.tree_search import tree as tree_of
from goldenspike.bots.tree_search import tree_record
from goldenspike.bots.tree_search.tree_record import SEARCH_DTYPE as SEARCH
from goldenspike.rules import chacha, codes, playout, scoring, turns
from goldenspike.rules.compiled.compilation import (
    INT,
    KERNEL_OPTIONS,
    KEY,
    ROW,
    ROWS,
    SHEET,
    make_jitable,
)
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD

__all__ = ["choose_code", "grow"]

WORLD, WORLD_END = span(SEARCH, "world")
RNG, RNG_END = span(SEARCH, "rng")
WORKSPACE, WORKSPACE_END = span(SEARCH, "workspace")
STATISTICS = types.Array(types.float64, 2, "C")

make_jitable((tree_of,), **KERNEL_OPTIONS)


@policy_entry(
    types.void(CHOOSER, ROW, ROW, KEY, ROWS, SHEET, STATISTICS, INT, ROW),
    (tree_of, tree_record),
    nogil=True,
)
def grow(choose, view, board, key, policies, links, statistics, at_random, memory):
    """Grow a tree by a node for each row of `links`, from a root in row 0; see `tree`.

    Each iteration has the next key. Policies read only what their seat may know, so they get the
    world without a view; with `at_random` 1 there are none.
    """
    search = memory.view(SEARCH)[0]
    b = board.view(BOARD)[0]
    s = search.world
    scratch = search.workspace.scratch
    row = memory[WORLD:WORLD_END]
    rng = memory[RNG:RNG_END]
    workspace = memory[WORKSPACE:WORKSPACE_END]
    for nodes in range(1, links.shape[0]):
        for i in range(row.shape[0]):
            row[i] = view[i]
        playout.start_playout(s, b, int(s.turn), key, scratch)
        chacha.seed_stream(search.rng, key, playout.POLICY_STREAM)
        depth = tree_of.descend(s, b, links, statistics, search.tree, nodes)
        if at_random == 1:
            playout.play_out(s, b, scratch, search.workspace.codes, search.sheet)
        else:
            while s.phase != codes.OVER_PHASE:
                turns.step(s, b, choose(row, board, policies[s.turn], rng, workspace))
            scoring.score(s, b, scratch, search.sheet)
        tree_of.add_result(links, statistics, search.tree, depth, search.sheet, np.int64(s.players))
        chacha.next_key(key)
