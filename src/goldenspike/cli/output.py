"""How commands write: JSON for programs, tables for people, and colour only on a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text for people.")]
"""The option that every listing command has."""


def print_json(value: Any) -> None:
    """One JSON value on standard output, readable by people too."""
    # JSON is UTF-8 by its standard; where output is anything else, it has a spelling in ASCII.
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    typer.echo(json.dumps(value, ensure_ascii=not utf8, indent=2))


@contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """What bots print while they play goes to standard error: standard output is for results.

    Done with file descriptors, so that it also holds for the processes that bots start or play in.
    """
    try:
        sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(2, 1)
    except OSError:
        # Standard output is closed.
        yield
        return
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def console() -> Console:
    """Where tables are printed; in a pipe they are plain text, wide enough not to be cut.

    Names of boards, bots and files are printed as they are: brackets in them are no markup.
    """
    from rich.console import Console

    screen = Console(highlight=False, markup=False, emoji=False)
    if not screen.is_terminal:
        screen = Console(highlight=False, markup=False, emoji=False, width=120)
    return screen
