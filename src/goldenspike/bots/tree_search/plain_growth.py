"""Growing a tree in plain Python: the same as in compiled code, to follow in a debugger."""

from __future__ import annotations

from typing import Any

import numpy as np

from goldenspike.bots import dispatch
from goldenspike.bots.policy_record import PlainPolicy
from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.bots.tree_search import tree
from goldenspike.bots.tree_search.tree_record import Links, PlainDescent, Settings, Statistics
from goldenspike.bots.workspace import PlainWorkspace
from goldenspike.rules.chacha import seed_stream
from goldenspike.rules.codes import OVER_PHASE, SCORE_PARTS
from goldenspike.rules.engine import key_words
from goldenspike.rules.playout import POLICY_STREAM, play_out, start_playout
from goldenspike.rules.scoring import score
from goldenspike.rules.turns import step


def grow_plain(search: Settings, links: Links, statistics: Statistics, first: int) -> None:
    """As `compiled_tree.grow`."""
    kernel_board, seat = search.view.kernel_board, search.view.state.turn
    b, workspace, descent = kernel_board.plain, PlainWorkspace(), PlainDescent(search)
    policy = PlainPolicy.from_row(search.policy)
    choose: Any = dispatch.choose_code
    grown: Any = tree
    rng = np.zeros(1, np.dtype((np.record, STREAM_DTYPE)))[0]
    for node in range(1, len(links)):
        key = key_words(first + node - 1)
        s = search.view.state.copy()
        start_playout(s, b, seat, key, workspace.scratch)
        seed_stream(rng, key, POLICY_STREAM)
        depth = grown.descend(s, b, links, statistics, descent, node)
        sheet = [[0] * SCORE_PARTS for _ in range(search.players)]
        if search.at_random:
            play_out(s, b, workspace.scratch, workspace.codes, sheet)
        else:
            while s.phase != OVER_PHASE:
                step(s, b, int(choose(s, b, policy, rng, workspace)))
            score(s, b, workspace.scratch, sheet)
        grown.add_result(links, statistics, descent, depth, sheet, search.players)
