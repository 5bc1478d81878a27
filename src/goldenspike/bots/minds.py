"""Running our own bots on a view: compiled where the view is, plain where it is not.

Both give the same answers. A plain view (the interactive server, before anything is compiled) is
thought about in plain Python, which is slow for the planner but starts at once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenspike.bots.stream import Stream
from goldenspike.bots.thinking import memory
from goldenspike.bots.thinking import minds as plain_minds
from goldenspike.notation.actions import Action
from goldenspike.rules.claims import WORK_SIZE
from goldenspike.view import View

Settings = NDArray[np.int64]

NO_SETTINGS: Settings = np.zeros(memory.SETTINGS, np.int64)
_OUT_SIZE = 1 << 15


class _Scratch(threading.local):
    """Arrays that compiled thinking works in, made once a thread."""

    def __init__(self) -> None:
        self.memory = np.zeros(memory.MEMORY, np.int64)
        self.work = np.zeros(WORK_SIZE, np.int32)
        self.out = np.zeros(_OUT_SIZE, np.int32)


_scratch = _Scratch()


def option_code(kind: int, settings: Settings, view: View, rng: Stream) -> int:
    """The code of the action that a mind of that kind takes."""
    tables = view.tables
    if view.kernel == "compiled":
        from goldenspike.bots.thinking import compiled

        s = _scratch
        return int(
            compiled.option(view.raw, tables.row, kind, settings, rng.row, s.memory, s.work, s.out)
        )
    ask: Any = plain_minds.option
    m, work, out = [0] * memory.MEMORY, [0] * WORK_SIZE, [0] * tables.codes
    return int(ask(view.state, tables.plain, kind, settings.tolist(), rng.record, m, work, out))


def think(
    kind: int,
    view: View,
    legal: Sequence[Action],
    rng: Stream,
    settings: Settings = NO_SETTINGS,
) -> Action:
    """The action that a mind of that kind takes, out of the legal ones."""
    code = option_code(kind, settings, view, rng)
    for action in legal:
        if action.code == code:
            return action
    raise RuntimeError(f"code {code} is not among the legal actions")
