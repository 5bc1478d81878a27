"""The kernel compiled by Numba: few entry points with fixed signatures, kept in a cache on disk.

Importing this module imports Numba and loads or builds the entry points; nothing that has to start
quickly may do so on its own account. Numba's cache notices changes only in the file of an entry
point itself, so the cache directory is named after everything that decides what is compiled.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import register_jitable
from platformdirs import user_cache_path

from goldenspike.boards import limits
from goldenspike.rules import (
    cards,
    claims,
    codes,
    fields,
    guessing,
    knowledge,
    network,
    options,
    records,
    scoring,
    setup,
    stream,
    tickets,
    turns,
)
from goldenspike.rules.records import BOARD_DTYPE, STATE_DTYPE

KERNEL: tuple[ModuleType, ...] = (
    stream, cards, tickets, claims, options, turns, setup, network, scoring, guessing, knowledge,
)  # fmt: skip
"""The modules whose functions are compiled."""

SOURCES: tuple[ModuleType, ...] = (*KERNEL, codes, fields, records, limits)


def sources_digest(more: tuple[ModuleType, ...] = ()) -> str:
    """A name for everything the compiled code depends on, of the kernel and of `more` modules."""
    digest = hashlib.sha256()
    for module in (*SOURCES, *more):
        digest.update(Path(str(module.__file__)).read_bytes())
    digest.update(Path(__file__).read_bytes())
    about = (numba.__version__, np.__version__, sys.version, numba.config.BOUNDSCHECK)
    digest.update(repr(about).encode())
    return digest.hexdigest()[:16]


def cache_folder(more: tuple[ModuleType, ...] = ()) -> Path:
    """Where compiled code is kept: `GOLDENSPIKE_CACHE`, or the user's cache folder."""
    root = os.environ.get("GOLDENSPIKE_CACHE")
    base = Path(root) if root else user_cache_path("goldenspike")
    return base / f"kernel-{sources_digest(more)}"


def make_jitable(modules: tuple[ModuleType, ...]) -> None:
    """Let compiled code call the modules' functions; called from Python they stay plain."""
    for module in modules:
        for value in list(vars(module).values()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                register_jitable(value)


def entry(
    signature: Any, sources: tuple[ModuleType, ...] = (), **jit_options: Any
) -> Callable[[FunctionType], Any]:
    """Compile an entry point now, from the cache where it has been compiled before.

    `sources` are the modules beside the kernel's own that it is compiled from.
    """

    def compile_now(function: FunctionType) -> Any:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder(sources))
        try:
            return numba.njit(signature, cache=True, **jit_options)(function)
        finally:
            numba.config.CACHE_DIR = before

    return compile_now


make_jitable(KERNEL)

ROW = types.Array(types.uint8, 1, "C")
ROWS = types.Array(types.uint8, 2, "C")
KEY = types.Array(types.int64, 1, "C")
WORK = types.Array(types.int32, 1, "C")
OUT = types.Array(types.int32, 1, "C")
SHEET = types.Array(types.int32, 2, "C")
SHEETS = types.Array(types.int32, 3, "C")
INT = types.int64
STATE = STATE_DTYPE
BOARD = BOARD_DTYPE


@entry(types.void(ROW, ROW, INT, KEY, INT))
def reset(row, board, players, key, first):
    row[:] = 0
    setup.reset(row.view(STATE)[0], board.view(BOARD)[0], players, key, first)


@entry(INT(ROW, ROW, WORK, OUT))
def legal(row, board, work, out):
    return options.legal(row.view(STATE)[0], board.view(BOARD)[0], work, out)


@entry(types.void(ROW, ROW, INT))
def step(row, board, code):
    turns.step(row.view(STATE)[0], board.view(BOARD)[0], code)


@entry(types.void(ROW, ROW, WORK, SHEET))
def score(row, board, work, sheet):
    scoring.score(row.view(STATE)[0], board.view(BOARD)[0], work, sheet)


@entry(types.void(ROW, ROW, INT, ROW))
def view(row, board, seat, out):
    out[:] = 0
    knowledge.copy_visible(row.view(STATE)[0], board.view(BOARD)[0], seat, out.view(STATE)[0])


@entry(types.void(ROW, ROW, INT, KEY, WORK))
def fill_hidden(row, board, seat, key, work):
    knowledge.fill_hidden(row.view(STATE)[0], board.view(BOARD)[0], seat, key, work)


@entry(INT(ROW, ROW, WORK, OUT, SHEET))
def playout(row, board, work, out, sheet):
    """Play on at random to the end, and score; returns the decisions made."""
    s = row.view(STATE)[0]
    b = board.view(BOARD)[0]
    before = s.decisions
    while s.phase != codes.OVER_PHASE:
        turns.step(s, b, options.random_option(s, b, s, work, out))
    scoring.score(s, b, work, sheet)
    return s.decisions - before


@entry(INT(ROW, ROW, INT, KEY, INT, WORK, OUT, SHEETS), nogil=True)
def play_random_games(row, board, players, key, first, work, out, sheets):
    """Whole random games with consecutive seeds, one score sheet each; returns the decisions made."""
    s = row.view(STATE)[0]
    b = board.view(BOARD)[0]
    decisions = 0
    for game in range(sheets.shape[0]):
        row[:] = 0
        setup.reset(s, b, players, key, first)
        while s.phase != codes.OVER_PHASE:
            turns.step(s, b, options.random_option(s, b, s, work, out))
        scoring.score(s, b, work, sheets[game])
        decisions += s.decisions
        key[0] += 1
        if key[0] > stream.MASK:
            key[0] = 0
            key[1] += 1
    return decisions
