"""The compiled kernel: few entry points with fixed signatures, kept in a cache on disk.

An entry point is loaded or built when it is first asked for (`compiled.step`), so that nobody waits
for one that is not used; `load` gets several at once. Most are functions of Numba, which are cheap
to call and which other compiled code can call too. Those that play many games at a call are loaded
as machine code, without Numba, so that a command which uses nothing else starts at once. For the
same reason Numba and what is made of it (`ROW`, `entry` ...) is imported only when asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from goldenspike.rules import (
    knowledge,
    machine_code,
    options,
    playing,
    scoring,
    setup,
    stream,
    turns,
)
from goldenspike.rules.cache import cache_folder
from goldenspike.rules.machine_code import Kinds
from goldenspike.rules.records import BOARD_DTYPE, STATE_DTYPE, Row
from goldenspike.rules.shapes import Ints, Sheet

if TYPE_CHECKING:
    from goldenspike.rules.building import INT as INT
    from goldenspike.rules.building import KEY as KEY
    from goldenspike.rules.building import OUT as OUT
    from goldenspike.rules.building import ROW as ROW
    from goldenspike.rules.building import ROWS as ROWS
    from goldenspike.rules.building import SHEET as SHEET
    from goldenspike.rules.building import SHEETS as SHEETS
    from goldenspike.rules.building import WORK as WORK
    from goldenspike.rules.building import entry as entry
    from goldenspike.rules.building import make_jitable as make_jitable

STATE = STATE_DTYPE
BOARD = BOARD_DTYPE
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

MADE_OF_NUMBA = {
    "INT", "KEY", "OUT", "ROW", "ROWS", "SHEET", "SHEETS", "WORK", "entry", "make_jitable",
}  # fmt: skip
"""Names of `building` that other rooms find here."""

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
def _legal(row: Row, board: Row, work: Ints, out: Ints) -> int:
    return options.legal(row.view(STATE)[0], board.view(BOARD)[0], work, out)


@kernel
def _step(row: Row, board: Row, code: int) -> None:
    turns.step(row.view(STATE)[0], board.view(BOARD)[0], code)


@kernel
def _score(row: Row, board: Row, work: Ints, sheet: Sheet) -> None:
    scoring.score(row.view(STATE)[0], board.view(BOARD)[0], work, sheet)


@kernel
def _view(row: Row, board: Row, seat: int, out: Row) -> None:
    out[:] = 0
    knowledge.copy_visible(row.view(STATE)[0], board.view(BOARD)[0], seat, out.view(STATE)[0])


@kernel
def _fill_hidden(row: Row, board: Row, seat: int, key: Key, work: Ints) -> None:
    knowledge.fill_hidden(row.view(STATE)[0], board.view(BOARD)[0], seat, key, work)


@kernel
def _playout(row: Row, board: Row, work: Ints, out: Ints, sheet: Sheet) -> int:
    """Play on at random to the end, and score; returns the decisions made."""
    return playing.play_out(row.view(STATE)[0], board.view(BOARD)[0], work, out, sheet)


@kernel_of_many_games
def _play_random_games(
    row: Row, board: Row, players: int, key: Key, first: int, work: Ints, out: Ints, sheets: Sheets
) -> int:
    """Whole random games with consecutive seeds, one sheet each; returns the decisions made."""
    s = row.view(STATE)[0]
    b = board.view(BOARD)[0]
    decisions = 0
    for game in range(sheets.shape[0]):
        row[:] = 0
        setup.reset(s, b, players, key, first)
        decisions += playing.play_out(s, b, work, out, sheets[game])
        stream.next_key(key)
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
            from goldenspike.rules import building

            return building.machine_code_of(function, building.signature_of(kinds, returns))

        return machine_code.load(cache_folder(), name, kinds, build)
    from goldenspike.rules import building

    return building.compile_entry(
        function,
        building.signature_of(kinds, returns),
        cache_folder(),
        nogil=True,
        **building.KERNEL_OPTIONS,
    )


def __getattr__(name: str) -> Any:
    if name in MADE_OF_NUMBA:
        from goldenspike.rules import building

        return getattr(building, name)
    if name not in _sources:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _loading:
        if name not in globals():
            globals()[name] = load_entry(name)
        return globals()[name]
