"""Progress bars and notices on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console

    from goldenspike.boards.model import Board
    from goldenspike.bots.contract import Bot


class Update(Protocol):
    """Called with how much is done, and how much there is."""

    def __call__(self, done: int, total: int) -> None: ...  # noqa: D102


def notices() -> Console:
    """Return the console for notices: standard error, so that standard output has only results."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


@contextmanager
def progress_bar(what: str) -> Iterator[Update]:
    """Show a progress bar with the remaining time, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    name = TextColumn("{task.description}", markup=False)
    columns = (name, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notices(), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def prepare_bots(names: Iterable[str], board: Board) -> None:
    """Wait for compiled code that bots need to play at full strength, with a notice.

    What else is not compiled yet is compiled while games are played in plain Python. What bots have
    to say about the board is printed, once.
    """
    from goldenspike.bots.registry import make_bot

    units: list[str] = []
    bots = [make_bot(name) for name in dict.fromkeys(names) if name != "random"]
    print_remarks(bots, board)
    for bot in bots:
        units += bot.compiled_units
        bot.close()
    compile_units(dict.fromkeys(units))


def print_remarks(bots: Iterable[Bot], board: Board) -> None:
    """Print what bots have to say about a board, each remark once, on standard error."""
    remarks: dict[str, dict[str, None]] = {}
    for bot in bots:
        remarks.setdefault(bot.remark(board), {})[bot.name] = None
    for remark, names in remarks.items():
        if remark:
            # Not wrapped, so that a command in it can be copied.
            print(f"{', '.join(names)}: {remark}", file=sys.stderr)


def compile_units(units: Iterable[str]) -> None:
    """Load compiled code; what has to be compiled first is told, with the time it takes."""
    from goldenspike.rules.compiled import preparation

    missing = [unit for unit in units if not preparation.is_cached(unit)]
    if not missing:
        return
    what = "Compiling for this machine (once, then cached)"
    if not sys.stderr.isatty():
        print(f"{what} ...", file=sys.stderr)
        preparation.wait_for(missing)
        return
    start = time.monotonic()
    with notices().status(what) as status:
        preparation.wait_for(
            missing,
            lambda unit: status.update(
                f"{what}: {unit.removeprefix('goldenspike.')}, {time.monotonic() - start:.0f} s ..."
            ),
        )
