"""Our bots' thinking compiled by Numba: one decision on one view.

Importing this module imports Numba and loads or builds the entry points, as `rules.compiled` does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types

from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.bots.thinking import (
    choosing,
    collecting,
    grabbing,
    imagining,
    memory,
    minds,
    outlook,
    paying,
    planning,
    routes,
    series,
)
from goldenspike.rules.building import KERNEL_OPTIONS, make_jitable
from goldenspike.rules.compiled import BOARD, INT, KEY, OUT, ROW, STATE, WORK, entry

THINKING = (
    paying,
    routes,
    choosing,
    collecting,
    grabbing,
    planning,
    minds,
    series,
    outlook,
    imagining,
)


def thinking_entry(signature: Any, **options: Any) -> Callable[[Any], Any]:
    """An entry point whose place in the cache depends on the thinking too, not the rules alone."""
    return entry(signature, (*THINKING, memory), **KERNEL_OPTIONS, **options)


make_jitable(THINKING, **KERNEL_OPTIONS)

STREAM = STREAM_DTYPE
MEMORY = types.Array(types.int64, 1, "C")
OPTION = INT(ROW, ROW, INT, KEY, ROW, MEMORY, WORK, OUT)
ASKED = types.FunctionType(OPTION)
"""Larger entry points are handed `option` and call it, instead of compiling it once more."""


@thinking_entry(OPTION)
def option(view, board, kind, settings, rng, m, work, out):
    """The action a mind takes on a view."""
    v = view.view(STATE)[0]
    b = board.view(BOARD)[0]
    return minds.option(v, b, kind, settings, rng.view(STREAM)[0], m, work, out)
