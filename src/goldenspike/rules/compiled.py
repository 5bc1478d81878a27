"""The kernel compiled by Numba: few entry points with fixed signatures, kept in a cache on disk.

An entry point is loaded or built when it is first asked for (`compiled.step`), so that nobody waits
for one that is not used; `load` gets several at once. Numba's cache notices changes only in the
file of an entry point itself, so the cache directory is named after everything that decides what
is compiled.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from platformdirs import user_cache_path

from goldenspike.boards import limits
from goldenspike.rules import (
    building,
    cards,
    claims,
    codes,
    fields,
    guessing,
    knowledge,
    network,
    options,
    playing,
    records,
    scoring,
    setup,
    stream,
    tickets,
    turns,
)
from goldenspike.rules.records import BOARD_DTYPE, STATE_DTYPE
from goldenspike.rules.shapes import Ints, Sheet

KERNEL: tuple[ModuleType, ...] = (
    stream, cards, tickets, claims, options, turns, setup, network, scoring, playing, guessing,
    knowledge,
)  # fmt: skip
"""The modules whose functions are compiled."""

SOURCES: tuple[ModuleType, ...] = (*KERNEL, codes, fields, records, limits, building)


def sources_digest(more: tuple[ModuleType, ...] = ()) -> str:
    """A name for everything the compiled code depends on, of the kernel and of `more` modules."""
    digest = hashlib.sha256()
    for module in (*SOURCES, *more):
        digest.update(Path(str(module.__file__)).read_bytes())
    digest.update(Path(__file__).read_bytes())
    settings: Any = numba.config
    about = (numba.__version__, np.__version__, sys.version, settings.BOUNDSCHECK)
    digest.update(repr(about).encode())
    return digest.hexdigest()[:16]


def cache_folder(more: tuple[ModuleType, ...] = ()) -> Path:
    """Where compiled code is kept: `GOLDENSPIKE_CACHE`, or the user's cache folder."""
    root = os.environ.get("GOLDENSPIKE_CACHE")
    base = Path(root) if root else user_cache_path("goldenspike")
    return base / f"kernel-{sources_digest(more)}"


make_jitable = building.make_jitable
make_jitable(KERNEL, **building.KERNEL_OPTIONS)

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

Entry = Callable[..., Any]
_signatures: dict[str, tuple[Entry, Any]] = {}
_loading = RLock()


def entry(
    signature: Any, sources: tuple[ModuleType, ...] = (), **options: Any
) -> Callable[[Entry], Entry]:
    """Compile an entry point of another room now, or take it from the cache.

    `sources` are the modules beside the kernel's own that it is compiled from.
    """
    return lambda function: building.compile_entry(
        function, signature, cache_folder(sources), **options
    )


def kernel(signature: Any) -> Callable[[Entry], Entry]:
    """Make `_name` the source of the kernel's own entry point `name`."""

    def note(function: Entry) -> Entry:
        _signatures[function.__name__.removeprefix("_")] = (function, signature)
        return function

    return note


@kernel(types.void(ROW, ROW, INT, KEY, INT))
def _reset(row: Ints, board: Ints, players: int, key: Ints, first: int) -> None:
    row[:] = 0
    setup.reset(row.view(STATE)[0], board.view(BOARD)[0], players, key, first)


@kernel(INT(ROW, ROW, WORK, OUT))
def _legal(row: Ints, board: Ints, work: Ints, out: Ints) -> int:
    return options.legal(row.view(STATE)[0], board.view(BOARD)[0], work, out)


@kernel(types.void(ROW, ROW, INT))
def _step(row: Ints, board: Ints, code: int) -> None:
    turns.step(row.view(STATE)[0], board.view(BOARD)[0], code)


@kernel(types.void(ROW, ROW, WORK, SHEET))
def _score(row: Ints, board: Ints, work: Ints, sheet: Sheet) -> None:
    scoring.score(row.view(STATE)[0], board.view(BOARD)[0], work, sheet)


@kernel(types.void(ROW, ROW, INT, ROW))
def _view(row: Ints, board: Ints, seat: int, out: Ints) -> None:
    out[:] = 0
    knowledge.copy_visible(row.view(STATE)[0], board.view(BOARD)[0], seat, out.view(STATE)[0])


@kernel(types.void(ROW, ROW, INT, KEY, WORK))
def _fill_hidden(row: Ints, board: Ints, seat: int, key: Ints, work: Ints) -> None:
    knowledge.fill_hidden(row.view(STATE)[0], board.view(BOARD)[0], seat, key, work)


@kernel(INT(ROW, ROW, WORK, OUT, SHEET))
def _playout(row: Ints, board: Ints, work: Ints, out: Ints, sheet: Sheet) -> int:
    """Play on at random to the end, and score; returns the decisions made."""
    return playing.play_out(row.view(STATE)[0], board.view(BOARD)[0], work, out, sheet)


@kernel(INT(ROW, ROW, INT, KEY, INT, WORK, OUT, SHEETS))
def _play_random_games(
    row: Ints, board: Ints, players: int, key: Ints, first: int, work: Ints, out: Ints, sheets: Any
) -> int:
    """Whole random games with consecutive seeds, one sheet each; returns the decisions made."""
    s = row.view(STATE)[0]
    b = board.view(BOARD)[0]
    decisions = 0
    for game in range(sheets.shape[0]):
        row[:] = 0
        setup.reset(s, b, players, key, first)
        decisions += playing.play_out(s, b, work, out, sheets[game])
        key[0] += 1
        if key[0] > stream.MASK:
            key[0] = 0
            key[1] += 1
    return decisions


ENTRIES: tuple[str, ...] = tuple(_signatures)


def load(names: Iterable[str] = ENTRIES, report: Callable[[str], None] | None = None) -> None:
    """Load or build entry points now; `report` is told the name of each before its turn."""
    for name in names:
        if report is not None:
            report(name)
        __getattr__(name)


def __getattr__(name: str) -> Any:
    if name not in _signatures:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _loading:
        if name not in globals():
            function, signature = _signatures[name]
            globals()[name] = building.compile_entry(
                function, signature, cache_folder(), nogil=True, **building.KERNEL_OPTIONS
            )
        return globals()[name]
