"""Engines: one interface to the rules, as plain Python or compiled.

Both give the same results bit for bit. The plain one starts at once and can be followed in a
debugger; the compiled one is far faster, but has to be loaded, and compiled the first time.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, Protocol, TypeVar

import numpy as np

from goldenspike.errors import InputError
from goldenspike.rules import knowledge, legal, scoring, setup, turns
from goldenspike.rules.codes import (
    ASKING,
    BUILDING,
    CLAIMING,
    DRAWING,
    GIVING,
    KEEPING,
    MAX_CODES,
    PASSING,
    PAYING,
    SCORE_PARTS,
    SHARING,
    TAKING,
    WITHDRAWING,
    kind_of_action,
)
from goldenspike.rules.compiled.preparation import is_cached, is_ready, waits
from goldenspike.rules.kernel_board import KernelBoard
from goldenspike.rules.record_layout import (
    SCRATCH_SIZE,
    STATE_DTYPE,
    STATE_SIZE,
    PlainScratch,
    PlainState,
    Row,
    RowReader,
)

State = Any
"""A state as an engine represents it: a `PlainState`, or a row of bytes. Only `step` changes one
that it was given; without it, states can be kept and shared."""

SEAT_AT: int = STATE_DTYPE.fields["turn"][1]  # type: ignore[index]
PHASE_AT: int = STATE_DTYPE.fields["phase"][1]  # type: ignore[index]
PLAYERS_AT: int = STATE_DTYPE.fields["players"][1]  # type: ignore[index]
"""Where these one-byte fields are in a row."""

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

    def legal(self, kernel_board: KernelBoard, state: State) -> list[int]:
        """List the codes of the legal actions."""

    def advance(
        self, kernel_board: KernelBoard, state: State, code: int
    ) -> tuple[State, list[int]]:
        """Play a legal action; returns the state after it, and the legal codes there."""

    def step(self, kernel_board: KernelBoard, state: State, code: int) -> None:
        """Play a legal action in place, on a state that is shared with nobody."""

    def seat(self, state: State) -> int:
        """Return the seat to act."""

    def phase(self, state: State) -> int:
        """Return the number of the phase."""

    def players(self, state: State) -> int:
        """Return the number of seats."""

    def view(self, kernel_board: KernelBoard, state: State, seat: int) -> State:
        """Make the state as a seat knows it, hidden fields zero; seat -1 is a spectator."""

    def resample(self, kernel_board: KernelBoard, view: State, seat: int, seed: int) -> State:
        """Make a random whole state that fits the view of a seat."""

    def score(self, kernel_board: KernelBoard, state: State) -> list[list[int]]:
        """Make the score sheet as if the game ended now: a row for each seat."""

    def read(self, state: State) -> Any:
        """Return an object with the fields as ints and lists, to be read only."""

    def plain(self, state: State) -> PlainState:
        """Make a `PlainState` of its own."""

    def row(self, state: State) -> Row:
        """Return the state as a row, to be read only."""

    def from_row(self, row: Row) -> State:
        """Make a state of a row."""


class ThreadScratch(threading.local):
    """A scratch record for the plain rules, one for each thread."""

    def __init__(self) -> None:
        self.scratch = PlainScratch()


LOG = frozenset({"log_offered", "log_kept", "log_offer", "log_seat", "log_mask"})
TICKETS = LOG | {"held", "spared", "ticket_deck", "removed"}
TRACKS = frozenset({"waiting", "open", "open_in", "open_sums", "owner", "blocked", "passengers"})
SHARES = frozenset({"share_n", "share_seats"})
MAP = TRACKS | SHARES | {"station_seats"}
UNCHANGED = {
    DRAWING: TICKETS | MAP,
    PASSING: TICKETS | MAP,
    WITHDRAWING: TICKETS | MAP,
    ASKING: LOG | MAP | {"held"},
    KEEPING: MAP,
    CLAIMING: TICKETS,
    GIVING: TICKETS,
    PAYING: TICKETS,
    TAKING: TICKETS,
    BUILDING: TICKETS | TRACKS | SHARES,
    SHARING: TICKETS | (MAP - SHARES),
}
"""By kind of action, large fields that it does not change: the states before and after share them,
since copying takes longer than playing, and a state of its own takes 75 KiB."""


Function = TypeVar("Function", bound=Callable[..., Any])
_plain_globals: dict[str, dict[str, Any]] = {}
"""By module of the rules: its globals, as the plain engine has them."""


def plain(function: Function) -> Function:
    """Return a function of the rules, and all that it calls, with a quicker `int`.

    `int(...)` is there for the compiler: plain states have whole numbers already. A move calls it
    hundreds of times, and this method returns the same for them in a third of the time.
    """
    made: Function = _globals_of(function.__module__)[function.__name__]
    return made


def _globals_of(name: str) -> dict[str, Any]:
    if name not in _plain_globals:
        own = _plain_globals[name] = {**vars(sys.modules[name]), "int": int.conjugate}
        for key, value in vars(sys.modules[name]).items():
            if not isinstance(value, FunctionType):
                continue
            if value.__module__ == name:
                # With code of its own, since what the interpreter learns of globals is kept there.
                code = value.__code__.replace()
                own[key] = FunctionType(code, own, value.__name__, value.__defaults__)
            elif value.__module__.startswith(f"{__package__}."):
                own[key] = plain(value)
    return _plain_globals[name]


class PlainEngine:
    """Runs the rules as plain Python, on `PlainState` objects."""

    name = "plain"

    def __init__(self) -> None:
        self._thread = ThreadScratch()
        self._legal, self._step = plain(legal.legal), plain(turns.step)

    def new(self, kernel_board: KernelBoard, players: int, seed: int, first: int) -> PlainState:
        state = PlainState()
        setup.reset(state, kernel_board.plain, players, key_words(seed), first)
        return state

    def legal(self, kernel_board: KernelBoard, state: PlainState) -> list[int]:
        out = [0] * kernel_board.codes
        return out[: self._legal(state, kernel_board.plain, self._thread.scratch, out)]

    def advance(
        self, kernel_board: KernelBoard, state: PlainState, code: int
    ) -> tuple[PlainState, list[int]]:
        after: PlainState = state.copy(UNCHANGED[kind_of_action(kernel_board.plain, code)])
        self._step(after, kernel_board.plain, code)
        return after, self.legal(kernel_board, after)

    def step(self, kernel_board: KernelBoard, state: PlainState, code: int) -> None:
        self._step(state, kernel_board.plain, code)

    def seat(self, state: PlainState) -> int:
        return int(state.turn)

    def phase(self, state: PlainState) -> int:
        return int(state.phase)

    def players(self, state: PlainState) -> int:
        return int(state.players)

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

    def read(self, state: PlainState) -> PlainState:
        return state

    def plain(self, state: PlainState) -> PlainState:
        own: PlainState = state.copy()
        return own

    def row(self, state: PlainState) -> Row:
        return state.to_row()

    def from_row(self, row: Row) -> PlainState:
        state: PlainState = PlainState.from_row(row)
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

    def legal(self, kernel_board: KernelBoard, state: Row) -> list[int]:
        arrays = self._arrays
        out = arrays.out
        n = self._kernel.legal(state, kernel_board.row, arrays.scratch, out)
        codes: list[int] = out[:n].tolist()
        return codes

    def advance(self, kernel_board: KernelBoard, state: Row, code: int) -> tuple[Row, list[int]]:
        arrays = self._arrays
        out = arrays.out
        after = state.copy()
        n = self._kernel.advance(after, kernel_board.row, code, arrays.scratch, out)
        return after, out[:n].tolist()

    def step(self, kernel_board: KernelBoard, state: Row, code: int) -> None:
        self._kernel.step(state, kernel_board.row, code)

    def seat(self, state: Row) -> int:
        return state.item(SEAT_AT)

    def phase(self, state: Row) -> int:
        return state.item(PHASE_AT)

    def players(self, state: Row) -> int:
        return state.item(PLAYERS_AT)

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
        return rows[: self.players(state)]

    def read(self, state: Row) -> RowReader:
        return RowReader(state)

    def plain(self, state: Row) -> PlainState:
        record: PlainState = PlainState.from_row(state)
        return record

    def row(self, state: Row) -> Row:
        return state

    def from_row(self, row: Row) -> Row:
        return row.copy()


COMPILED = "goldenspike.rules.compiled.compilation"
"""If this is imported, the process runs code that Numba compiled already."""
SINGLE_GAMES = "goldenspike.rules.compiled.entry_points:single_games"
"""All entry points of `CompiledEngine`."""

_engines: dict[str, Engine] = {}
NAMES: Sequence[str] = ("plain", "compiled")


def engine(name: str | None = None) -> Engine:
    """Return the engine of that name.

    The default is that of the environment variable `GOLDENSPIKE_KERNEL`; else the compiled one if
    this process runs compiled code already and needs not compile it; else the plain one, so that
    nobody waits for a compiler unasked.
    """
    if name is None:
        loaded = COMPILED in sys.modules and (waits() or is_cached(SINGLE_GAMES))
        name = os.environ.get("GOLDENSPIKE_KERNEL") or ("compiled" if loaded else "plain")
    if name not in NAMES:
        raise InputError(f"no kernel is called {name!r}: it is one of {', '.join(NAMES)}")
    if name not in _engines:
        _engines[name] = PlainEngine() if name == "plain" else CompiledEngine()
    return _engines[name]


def ready_engine(*units: str) -> Engine:
    """Return the compiled engine if its code and these units are ready, else the plain one."""
    ready = all(is_ready(unit) for unit in (SINGLE_GAMES, *units))
    return engine("compiled" if ready else "plain")
