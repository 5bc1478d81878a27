"""The compiled kernel: a few entry points with fixed signatures, cached on disk.

An entry point is an attribute of this module, loaded or compiled on first use, so that nobody waits
for one that is not used; `load` gets several at once. Most are Numba functions, which are cheap to
call and can be called from other compiled code. The one that plays many games in a call is loaded
as machine code, without importing Numba, so that a command which uses nothing else starts at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import RLock
from typing import Any, NamedTuple

from goldenspike.rules import chacha, knowledge, scoring, setup, turns
from goldenspike.rules.codes import TOTAL
from goldenspike.rules.compiled import machine_code
from goldenspike.rules.compiled.compile_cache import cache_folder
from goldenspike.rules.compiled.machine_code import Kinds
from goldenspike.rules.kernel_types import Ints, Sheet
from goldenspike.rules.legal import legal as list_legal
from goldenspike.rules.playout import play_out, start_playout
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import SCRATCH_DTYPE as SCRATCH
from goldenspike.rules.record_layout import STATE_DTYPE as STATE
from goldenspike.rules.record_layout import Row

Key = Ints
Rows = Any
Sheets = Any

KINDS: dict[str, tuple[str, int] | None] = {
    "int": None,
    "Row": ("uint8", 1),
    "Rows": ("uint8", 2),
    "Key": ("int64", 1),
    "Ints": ("int32", 1),
    "Sheet": ("int32", 2),
    "Sheets": ("int32", 3),
}
"""Kinds of parameters, by the annotation in the source of an entry point."""

Entry = Callable[..., Any]


class Source(NamedTuple):
    """What an entry point is compiled from, and how it is loaded."""

    function: Entry
    kinds: Kinds
    returns: bool
    """Does it return an integer?"""
    as_machine_code: bool
    """Is it loaded as machine code, without Numba?"""


_sources: dict[str, Source] = {}
_loading = RLock()


def entry_point(function: Entry, as_machine_code: bool = False) -> Entry:
    """Register the function `_name` as the source of the entry point `name`."""
    *kinds, result = function.__annotations__.values()
    source = Source(function, [KINDS[kind] for kind in kinds], result == "int", as_machine_code)
    _sources[function.__name__.removeprefix("_")] = source
    return function


def machine_code_entry_point(function: Entry) -> Entry:
    """Register an entry point that is loaded without Numba; for one that does much in a call."""
    return entry_point(function, as_machine_code=True)


@entry_point
def _reset(row: Row, board: Row, players: int, key: Key, first: int) -> None:
    row[:] = 0
    setup.reset(row.view(STATE)[0], board.view(BOARD)[0], players, key, first)


@entry_point
def _legal(row: Row, board: Row, scratch: Row, out: Ints) -> int:
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    return list_legal(s, b, scratch.view(SCRATCH)[0], out)


@entry_point
def _step(row: Row, board: Row, code: int) -> None:
    turns.step(row.view(STATE)[0], board.view(BOARD)[0], code)


@entry_point
def _advance(row: Row, board: Row, code: int, scratch: Row, out: Ints) -> int:
    """Play a code and list the legal codes after it; returns their number.

    `Game.play` makes one call of this: a call from Python costs more than what is done in it.
    """
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    turns.step(s, b, code)
    return list_legal(s, b, scratch.view(SCRATCH)[0], out)


@entry_point
def _score(row: Row, board: Row, scratch: Row, sheet: Sheet) -> None:
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    scoring.score(s, b, scratch.view(SCRATCH)[0], sheet)


@entry_point
def _view(row: Row, board: Row, seat: int, out: Row) -> None:
    out[:] = 0
    knowledge.copy_visible(row.view(STATE)[0], board.view(BOARD)[0], seat, out.view(STATE)[0])


@entry_point
def _fill_hidden(row: Row, board: Row, seat: int, key: Key, scratch: Row) -> None:
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    knowledge.fill_hidden(s, b, seat, key, scratch.view(SCRATCH)[0])


@entry_point
def _playout(row: Row, board: Row, scratch: Row, out: Ints, sheet: Sheet) -> int:
    """Play random actions to the end, and score; returns the number of decisions made."""
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    return play_out(s, b, scratch.view(SCRATCH)[0], out, sheet)


@machine_code_entry_point
def _play_random_games(
    row: Row,
    board: Row,
    players: int,
    key: Key,
    first: int,
    scratch: Row,
    out: Ints,
    sheets: Sheets,
) -> int:
    """Play random games with consecutive seeds, a sheet each; returns the decisions made."""
    s = row.view(STATE)[0]
    b = board.view(BOARD)[0]
    space = scratch.view(SCRATCH)[0]
    decisions = 0
    for game in range(sheets.shape[0]):
        row[:] = 0
        setup.reset(s, b, players, key, first)
        decisions += play_out(s, b, space, out, sheets[game])
        chacha.next_key(key)
    return decisions


@machine_code_entry_point
def _play_out_worlds(
    start: Row,
    board: Row,
    seat: int,
    key: Key,
    row: Row,
    scratch: Row,
    out: Ints,
    sheet: Sheet,
    totals: Sheet,
) -> int:
    """Play random playouts with consecutive keys; returns the decisions made.

    Each begins in a world that fits `start`, the view of a seat (`playout.start_playout`), and
    writes the seats' final totals to its row of `totals`.
    """
    s = row.view(STATE)[0]
    b = board.view(BOARD)[0]
    space = scratch.view(SCRATCH)[0]
    decisions = 0
    for game in range(totals.shape[0]):
        for i in range(row.shape[0]):
            row[i] = start[i]
        start_playout(s, b, seat, key, space)
        decisions += play_out(s, b, space, out, sheet)
        for p in range(totals.shape[1]):
            totals[game, p] = sheet[p, TOTAL]
        chacha.next_key(key)
    return decisions


@machine_code_entry_point
def _imagine_worlds(start: Row, board: Row, seat: int, key: Key, scratch: Row, rows: Rows) -> int:
    """Make worlds that fit `start` with consecutive keys, a row each; returns how many."""
    b = board.view(BOARD)[0]
    space = scratch.view(SCRATCH)[0]
    for game in range(rows.shape[0]):
        row = rows[game]
        for i in range(row.shape[0]):
            row[i] = start[i]
        start_playout(row.view(STATE)[0], b, seat, key, space)
        chacha.next_key(key)
    return len(rows)


ENTRIES: tuple[str, ...] = tuple(_sources)
SINGLE_GAMES = ("reset", "legal", "step", "advance", "score", "view", "fill_hidden")
"""What `CompiledEngine` needs; reading the attribute `single_games` loads all of them."""


def load(names: Iterable[str] = ENTRIES, report: Callable[[str], None] | None = None) -> None:
    """Load or compile entry points now; `report` is called with the name of each before that."""
    for name in names:
        if report is not None:
            report(name)
        __getattr__(name)


def load_entry(name: str) -> Entry:
    """Load an entry point from the cache, or compile it."""
    function, kinds, returns, as_machine_code = _sources[name]
    if as_machine_code:

        def build() -> tuple[str, bytes]:
            from goldenspike.rules.compiled import compilation

            return compilation.machine_code_of(function, compilation.signature_of(kinds, returns))

        return machine_code.load(cache_folder(), name, kinds, build)
    from goldenspike.rules.compiled import compilation

    return compilation.compile_entry(
        function,
        compilation.signature_of(kinds, returns),
        cache_folder(),
        nogil=True,
        **compilation.KERNEL_OPTIONS,
    )


def __getattr__(name: str) -> Any:
    if name == "single_games":
        return load(SINGLE_GAMES)
    if name not in _sources:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _loading:
        if name not in globals():
            globals()[name] = load_entry(name)
        return globals()[name]
