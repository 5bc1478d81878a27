"""The two ways to run the rules behind one face: plain Python, or compiled.

Both give the same results bit for bit. Plain starts at once and can be followed in a debugger;
compiled is a hundred times faster but has to be loaded, and built the first time.
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
    STATE_SIZE,
    PlainScratch,
    PlainState,
    Row,
)

State = Any
"""What an engine keeps of a game: a `PlainState`, or a row."""

MAX_SEED = 1 << 256
_WORD = (1 << 32) - 1


def key_words(seed: int) -> list[int]:
    """A seed as the eight 32-bit words that key the random stream."""
    return [seed >> 32 * i & _WORD for i in range(8)]


class Engine(Protocol):
    """How a game is moved: states go in and come out, a `KernelBoard` says on which board."""

    name: str

    def new(self, kernel_board: KernelBoard, players: int, seed: int, first: int) -> State: ...
    def copy(self, state: State) -> State: ...
    def legal(self, kernel_board: KernelBoard, state: State) -> list[int]: ...
    def step(self, kernel_board: KernelBoard, state: State, code: int) -> None: ...
    def view(self, kernel_board: KernelBoard, state: State, seat: int) -> State: ...
    def resample(self, kernel_board: KernelBoard, view: State, seat: int, seed: int) -> State: ...
    def score(self, kernel_board: KernelBoard, state: State) -> list[list[int]]: ...
    def plain(self, state: State) -> PlainState: ...
    def from_plain(self, state: PlainState) -> State: ...


class PlainSpace(threading.local):
    """The scratch record of the plain rules, made once a thread."""

    def __init__(self) -> None:
        self.scratch = PlainScratch()


class PlainEngine:
    """The rules as they stand, on lists."""

    name = "plain"

    def __init__(self) -> None:
        self._own = PlainSpace()

    def new(self, kernel_board: KernelBoard, players: int, seed: int, first: int) -> PlainState:
        state = PlainState()
        setup.reset(state, kernel_board.plain, players, key_words(seed), first)
        return state

    def copy(self, state: PlainState) -> PlainState:
        twin: PlainState = state.copy()
        return twin

    def legal(self, kernel_board: KernelBoard, state: PlainState) -> list[int]:
        out = [0] * kernel_board.codes
        return out[: legal.legal(state, kernel_board.plain, self._own.scratch, out)]

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
        knowledge.fill_hidden(state, kernel_board.plain, seat, key_words(seed), self._own.scratch)
        return state

    def score(self, kernel_board: KernelBoard, state: PlainState) -> list[list[int]]:
        sheet = [[0] * SCORE_PARTS for _ in range(state_players(state))]
        scoring.score(state, kernel_board.plain, self._own.scratch, sheet)
        return sheet

    def plain(self, state: PlainState) -> PlainState:
        return state

    def from_plain(self, state: PlainState) -> PlainState:
        return state


def state_players(state: Any) -> int:
    return int(state.players)


class ThreadArrays(threading.local):
    """The arrays that compiled code works in, made once a thread: it lets go of the interpreter, so
    games in other threads go on meanwhile."""

    def __init__(self) -> None:
        self.scratch = np.zeros(SCRATCH_SIZE, np.uint8)
        self.out = np.zeros(MAX_CODES, np.int32)


class CompiledEngine:
    """The same rules compiled, on rows of bytes."""

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
        return rows[: self.plain_players(state)]

    def plain_players(self, state: Row) -> int:
        from goldenspike.rules.record_layout import STATE_DTYPE

        return int(state.view(STATE_DTYPE)[0]["players"])

    def plain(self, state: Row) -> PlainState:
        record: PlainState = PlainState.from_row(state)
        return record

    def from_plain(self, state: PlainState) -> Row:
        return state.to_row()


COMPILED = ("goldenspike.rules.compiled.entry_points", "goldenspike.rules.compiled.compilation")
"""Whoever has imported one of these runs compiled code."""

_engines: dict[str, Engine] = {}
NAMES: Sequence[str] = ("plain", "compiled")


def engine(name: str | None = None) -> Engine:
    """The engine of that name; by default what `GOLDENSPIKE_KERNEL` says, else the compiled one if
    something has loaded it already, else the plain one, so that nobody waits unasked."""
    if name is None:
        loaded = not sys.modules.keys().isdisjoint(COMPILED)
        name = os.environ.get("GOLDENSPIKE_KERNEL") or ("compiled" if loaded else "plain")
    if name not in NAMES:
        raise InputError(f"no kernel is called {name!r}: it is one of {', '.join(NAMES)}")
    if name not in _engines:
        _engines[name] = PlainEngine() if name == "plain" else CompiledEngine()
    return _engines[name]
