"""Our bots' thinking compiled by Numba: one decision on one view.

Importing this module imports Numba and loads or builds the entry points, as `rules.compiled` does.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import types
from numba.extending import register_jitable

from goldenspike.bots.stream import STREAM_DTYPE
from goldenspike.bots.thinking import (
    choosing,
    collecting,
    grabbing,
    imagining,
    memory,
    minds,
    paying,
    planning,
    routes,
    series,
)
from goldenspike.rules import compiled
from goldenspike.rules.compiled import BOARD, INT, KEY, OUT, ROW, STATE, WORK, entry

THINKING = (paying, routes, choosing, collecting, grabbing, planning, minds, series, imagining)

ONCE = {"option", "planner_option", "needs_list", "choose_turn"}
"""Short functions called in one place. Numba compiles a function together with all it calls, again
at each level of calls: taking these into their callers saves the uppermost levels."""


def make_lean() -> None:
    """Let compiled code call the thinking's functions, with nothing built that is not called."""
    for module in THINKING:
        for name, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                register_jitable(
                    inline="always" if name in ONCE else "never",
                    no_cpython_wrapper=True,
                    no_cfunc_wrapper=True,
                )(value)


def thinking_entry(signature: Any, **jit_options: Any) -> Callable[[Any], Any]:
    """An entry point whose place in the cache depends on the thinking too, not the rules alone."""

    def compile_now(function: Any) -> Any:
        before = compiled.SOURCES
        compiled.SOURCES = (*before, *THINKING, memory)
        try:
            return entry(signature, **jit_options)(function)
        finally:
            compiled.SOURCES = before

    return compile_now


make_lean()

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
