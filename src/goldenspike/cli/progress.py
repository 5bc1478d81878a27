"""Progress on a terminal, and silence in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console


class Advance(Protocol):
    """Called with how much more has been done."""

    def __call__(self, more: int) -> None: ...  # noqa: D102


def notices() -> Console:
    """Where people are told what is going on: standard error, so that output stays clean."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


@contextmanager
def progress(what: str, total: int) -> Iterator[Advance]:
    """A bar with the time left, if somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda more: None
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
        task = bar.add_task(what, total=total)
        yield lambda more: bar.advance(task, more)


def load_compiled(*entries: str) -> None:
    """Load entry points of the compiled kernel; the first time on a machine they are built."""
    from goldenspike.rules import compiled

    if not sys.stderr.isatty():
        compiled.load(entries)
        return
    with notices().status("Loading the compiled kernel (built once, then kept) ..."):
        compiled.load(entries)
