"""Running our own bots on a view: compiled where the view is, plain where it is not.

Both give the same answers. A plain view (the interactive server, before anything is compiled) is
thought about in plain Python, which is slow for the planner but starts at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.bots.stream import Stream
from goldenspike.bots.thinking import grabbing
from goldenspike.notation.actions import Action
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.view import View

RANDOM, GREEDY, PLANNER = 0, 1, 2
"""The kinds of mind that compiled code knows."""


def think(kind: int, view: View, legal: Sequence[Action], rng: Stream) -> Action:
    """The action a mind of that kind takes."""
    code = grabbing.greedy_option(
        view.state, view.tables.plain, [0] * WORK_SIZE, [0] * view.tables.codes
    )
    for action in legal:
        if action.code == code:
            return action
    raise RuntimeError(f"code {code} is not among the legal actions")
