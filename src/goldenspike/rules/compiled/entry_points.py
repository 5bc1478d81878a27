"""The compiled kernel: few entry points with fixed signatures, kept in a cache on disk.

An entry point is loaded or built when it is first asked for (`entry_points.step`), so that nobody
waits for one that is not used; `load` gets several at once. Most are functions of Numba, which are
cheap to call and which other compiled code can call too. Those that play many games at a call are
loaded as machine code, without Numba, so that a command which uses nothing else starts at once. For
the same reason Numba is imported only when something has to be built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import RLock
from typing import Any, NamedTuple

from goldenspike.rules import chacha, knowledge, scoring, setup, turns
from goldenspike.rules.compiled import machine_code
from goldenspike.rules.compiled.compile_cache import cache_folder
from goldenspike.rules.compiled.machine_code import Kinds
from goldenspike.rules.kernel_types import Ints, Sheet
from goldenspike.rules.legal import legal as list_legal
from goldenspike.rules.playout import play_out
from goldenspike.rules.record_layout import BOARD_DTYPE as BOARD
from goldenspike.rules.record_layout import SCRATCH_DTYPE as SCRATCH
from goldenspike.rules.record_layout import STATE_DTYPE as STATE
from goldenspike.rules.record_layout import Row

Key = Ints
Sheets = Any

KINDS: dict[str, tuple[str, int] | None] = {
    "int": None,
    "Row": ("uint8", 1),
    "Key": ("int64", 1),
    "Ints": ("int32", 1),
    "Sheet": ("int32", 2),
    "Sheets": ("int32", 3),
}
"""What an entry point takes, by the annotations of its source."""

Entry = Callable[..., Any]


class Source(NamedTuple):
    """What an entry point is compiled from."""

    function: Entry
    kinds: Kinds
    returns: bool
    many_games: bool


_sources: dict[str, Source] = {}
_loading = RLock()


def kernel(function: Entry, many_games: bool = False) -> Entry:
    """Make `_name` the source of the entry point `name`."""
    *kinds, result = function.__annotations__.values()
    source = Source(function, [KINDS[kind] for kind in kinds], result == "int", many_games)
    _sources[function.__name__.removeprefix("_")] = source
    return function


def kernel_of_many_games(function: Entry) -> Entry:
    """As `kernel`, for one that does much at a call."""
    return kernel(function, many_games=True)


@kernel
def _reset(row: Row, board: Row, players: int, key: Key, first: int) -> None:
    row[:] = 0
    setup.reset(row.view(STATE)[0], board.view(BOARD)[0], players, key, first)


@kernel
def _legal(row: Row, board: Row, scratch: Row, out: Ints) -> int:
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    return list_legal(s, b, scratch.view(SCRATCH)[0], out)


@kernel
def _step(row: Row, board: Row, code: int) -> None:
    turns.step(row.view(STATE)[0], board.view(BOARD)[0], code)


@kernel
def _score(row: Row, board: Row, scratch: Row, sheet: Sheet) -> None:
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    scoring.score(s, b, scratch.view(SCRATCH)[0], sheet)


@kernel
def _view(row: Row, board: Row, seat: int, out: Row) -> None:
    out[:] = 0
    knowledge.copy_visible(row.view(STATE)[0], board.view(BOARD)[0], seat, out.view(STATE)[0])


@kernel
def _fill_hidden(row: Row, board: Row, seat: int, key: Key, scratch: Row) -> None:
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    knowledge.fill_hidden(s, b, seat, key, scratch.view(SCRATCH)[0])


@kernel
def _playout(row: Row, board: Row, scratch: Row, out: Ints, sheet: Sheet) -> int:
    """Play on at random to the end, and score; returns the decisions made."""
    s, b = row.view(STATE)[0], board.view(BOARD)[0]
    return play_out(s, b, scratch.view(SCRATCH)[0], out, sheet)


@kernel_of_many_games
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
    """Whole random games with consecutive seeds, one sheet each; returns the decisions made."""
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


ENTRIES: tuple[str, ...] = tuple(_sources)


def load(names: Iterable[str] = ENTRIES, report: Callable[[str], None] | None = None) -> None:
    """Load or build entry points now; `report` is told the name of each before its turn."""
    for name in names:
        if report is not None:
            report(name)
        __getattr__(name)


def load_entry(name: str) -> Entry:
    """One entry point, from the cache or built."""
    function, kinds, returns, many_games = _sources[name]
    if many_games:

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
    if name not in _sources:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _loading:
        if name not in globals():
            globals()[name] = load_entry(name)
        return globals()[name]
