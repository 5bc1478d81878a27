"""Progress bars and notices on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console


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
        yield lambda done, total: bar.update(task, completed=done, total=total)


def load_compiled(*entries: str) -> None:
    """Load or compile entry points of the compiled kernel, with a notice on a terminal."""
    from goldenspike.rules.compiled import entry_points

    if not sys.stderr.isatty():
        entry_points.load(entries)
        return
    with notices().status("Loading the compiled kernel (compiled once, then cached) ..."):
        entry_points.load(entries)
