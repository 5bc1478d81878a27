"""Progress on a terminal, and silence in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


class Advance(Protocol):
    """Called with how much more has been done."""

    def __call__(self, more: int) -> None: ...  # noqa: D102


class Reach(Protocol):
    """Called with how much has been done, of how much."""

    def __call__(self, done: int, total: int) -> None: ...  # noqa: D102


def notices() -> Console:
    """Where people are told what is going on: standard error, so that output stays clean."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


@contextmanager
def progress(what: str, total: int) -> Iterator[Advance]:
    """A bar with the time left, if somebody is looking."""
    with _bar() as bar:
        if bar is None:
            yield lambda more: None
            return
        task = bar.add_task(what, total=total)
        yield lambda more: bar.advance(task, more)


@contextmanager
def progress_of(what: str) -> Iterator[Reach]:
    """As `progress`, where how much there is to do is learned on the way."""
    with _bar() as bar:
        if bar is None:
            yield lambda done, total: None
            return
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def _bar() -> Iterator[Progress | None]:
    if not sys.stderr.isatty():
        yield None
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
        yield bar


def load_compiled(*entries: str) -> None:
    """Load entry points of the compiled kernel; the first time on a machine they are built."""
    from goldenspike.rules import compiled

    if not sys.stderr.isatty():
        compiled.load(entries)
        return
    with notices().status("Loading the compiled kernel (built once, then kept) ..."):
        compiled.load(entries)
