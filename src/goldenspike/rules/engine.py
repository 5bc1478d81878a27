"""Engines: one interface to the rules, as plain Python or compiled.

Both give the same results bit for bit. The plain one starts at once and can be followed in a
debugger; the compiled one is far faster, but has to be loaded, and compiled the first time.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from goldenspike.errors import InputError
from goldenspike.rules import knowledge, legal, scoring, setup, turns
from goldenspike.rules.codes import MAX_CODES, SCORE_PARTS
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import (
    SCRATCH_SIZE,
    STATE_DTYPE,
    STATE_SIZE,
    PlainScratch,
    PlainState,
    Row,
)

State = Any
"""A state as an engine represents it: a `PlainState`, or a row of bytes."""

MAX_SEED = 1 << 256
_WORD = (1 << 32) - 1


def key_words(seed: int) -> list[int]:
    """Split a seed into the eight 32-bit words that key the random stream."""
    return [seed >> 32 * i & _WORD for i in range(8)]


class Engine(Protocol):
    """Operations on states of games on a `KernelBoard`."""

    name: str

    def new(self, kernel_board: KernelBoard, players: int, seed: int, first: int) -> State:
        """Deal a game; `first` is the seat that starts, or -1 for a random one."""

    def copy(self, state: State) -> State:
        """Make an independent copy."""

    def legal(self, kernel_board: KernelBoard, state: State) -> list[int]:
        """List the codes of the legal actions."""

    def step(self, kernel_board: KernelBoard, state: State, code: int) -> None:
        """Play a legal action: changes the state."""

    def view(self, kernel_board: KernelBoard, state: State, seat: int) -> State:
        """Make the state as a seat knows it, hidden fields zero; seat -1 is a spectator."""

    def resample(self, kernel_board: KernelBoard, view: State, seat: int, seed: int) -> State:
        """Make a random whole state that fits the view of a seat."""

    def score(self, kernel_board: KernelBoard, state: State) -> list[list[int]]:
        """Make the score sheet as if the game ended now: a row for each seat."""

    def plain(self, state: State) -> PlainState:
        """Convert to a `PlainState`; the plain engine returns the state itself."""

    def from_plain(self, state: PlainState) -> State:
        """Convert from a `PlainState`; the plain engine returns the state itself."""


class ThreadScratch(threading.local):
    """A scratch record for the plain rules, one for each thread."""

    def __init__(self) -> None:
        self.scratch = PlainScratch()


class PlainEngine:
    """Runs the rules as plain Python, on `PlainState` objects."""

    name = "plain"

    def __init__(self) -> None:
        self._thread = ThreadScratch()

    def new(self, kernel_board: KernelBoard, players: int, seed: int, first: int) -> PlainState:
        state = PlainState()
        setup.reset(state, kernel_board.plain, players, key_words(seed), first)
        return state

    def copy(self, state: PlainState) -> PlainState:
        twin: PlainState = state.copy()
        return twin

    def legal(self, kernel_board: KernelBoard, state: PlainState) -> list[int]:
        out = [0] * kernel_board.codes
        return out[: legal.legal(state, kernel_board.plain, self._thread.scratch, out)]

    def step(self, kernel_board: KernelBoard, state: PlainState, code: int) -> None:
        turns.step(state, kernel_board.plain, code)

    def view(self, kernel_board: KernelBoard, state: PlainState, seat: int) -> PlainState:
        seen = PlainState()
        knowledge.copy_visible(state, kernel_board.plain, seat, seen)
        return seen

    def resample(
        self, kernel_board: KernelBoard, view: PlainState, seat: int, seed: int
    ) -> PlainState:
        state: PlainState = view.copy()
        key, scratch = key_words(seed), self._thread.scratch
        knowledge.fill_hidden(state, kernel_board.plain, seat, key, scratch)
        return state

    def score(self, kernel_board: KernelBoard, state: PlainState) -> list[list[int]]:
        sheet = [[0] * SCORE_PARTS for _ in range(int(state.players))]
        scoring.score(state, kernel_board.plain, self._thread.scratch, sheet)
        return sheet

    def plain(self, state: PlainState) -> PlainState:
        return state

    def from_plain(self, state: PlainState) -> PlainState:
        return state


class ThreadArrays(threading.local):
    """Working memory for compiled code, one set for each thread: entry points release the GIL, so
    several threads may be inside at a time."""

    def __init__(self) -> None:
        self.scratch = np.zeros(SCRATCH_SIZE, np.uint8)
        self.out = np.zeros(MAX_CODES, np.int32)


class CompiledEngine:
    """Runs the rules compiled by Numba, on rows of bytes."""

    name = "compiled"

    def __init__(self) -> None:
        from goldenspike.rules.compiled import entry_points

        self._kernel = entry_points
        self._arrays = ThreadArrays()

    def new(self, kernel_board: KernelBoard, players: int, seed: int, first: int) -> Row:
        row = np.empty(STATE_SIZE, np.uint8)
        self._kernel.reset(
            row, kernel_board.row, players, np.array(key_words(seed), np.int64), first
        )
        return row

    def copy(self, state: Row) -> Row:
        return state.copy()

    def legal(self, kernel_board: KernelBoard, state: Row) -> list[int]:
        out = self._arrays.out
        n = self._kernel.legal(state, kernel_board.row, self._arrays.scratch, out)
        codes: list[int] = out[:n].tolist()
        return codes

    def step(self, kernel_board: KernelBoard, state: Row, code: int) -> None:
        self._kernel.step(state, kernel_board.row, code)

    def view(self, kernel_board: KernelBoard, state: Row, seat: int) -> Row:
        seen = np.empty(STATE_SIZE, np.uint8)
        self._kernel.view(state, kernel_board.row, seat, seen)
        return seen

    def resample(self, kernel_board: KernelBoard, view: Row, seat: int, seed: int) -> Row:
        state = view.copy()
        key = np.array(key_words(seed), np.int64)
        self._kernel.fill_hidden(state, kernel_board.row, seat, key, self._arrays.scratch)
        return state

    def score(self, kernel_board: KernelBoard, state: Row) -> list[list[int]]:
        sheet = np.zeros((5, SCORE_PARTS), np.int32)
        self._kernel.score(state, kernel_board.row, self._arrays.scratch, sheet)
        rows: list[list[int]] = sheet.tolist()
        return rows[: int(state.view(STATE_DTYPE)[0]["players"])]

    def plain(self, state: Row) -> PlainState:
        record: PlainState = PlainState.from_row(state)
        return record

    def from_plain(self, state: PlainState) -> Row:
        return state.to_row()


COMPILED = ("goldenspike.rules.compiled.entry_points", "goldenspike.rules.compiled.compilation")
"""If one of these is imported, the process runs compiled code already."""

_engines: dict[str, Engine] = {}
NAMES: Sequence[str] = ("plain", "compiled")


def engine(name: str | None = None) -> Engine:
    """Return the engine of that name.

    The default is that of the environment variable `GOLDENSPIKE_KERNEL`; else the compiled one if
    it is loaded already; else the plain one, so that nobody waits for a compiler unasked.
    """
    if name is None:
        loaded = not sys.modules.keys().isdisjoint(COMPILED)
        name = os.environ.get("GOLDENSPIKE_KERNEL") or ("compiled" if loaded else "plain")
    if name not in NAMES:
        raise InputError(f"no kernel is called {name!r}: it is one of {', '.join(NAMES)}")
    if name not in _engines:
        _engines[name] = PlainEngine() if name == "plain" else CompiledEngine()
    return _engines[name]
