"""Progress on a terminal, and silence in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console


class Update(Protocol):
    """Called with how much has been done, of how much."""

    def __call__(self, done: int, total: int) -> None: ...  # noqa: D102


def notices() -> Console:
    """Where people are told what is going on: standard error, so that output stays clean."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


@contextmanager
def progress_bar(what: str) -> Iterator[Update]:
    """A bar with the time left, if standard error is a terminal."""
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
    """Load entry points of the compiled kernel; the first time on a machine they are built."""
    from goldenspike.rules.compiled import entry_points

    if not sys.stderr.isatty():
        entry_points.load(entries)
        return
    with notices().status("Loading the compiled kernel (built once, then kept) ..."):
        entry_points.load(entries)
