"""Output of commands: JSON or tables, with colour only on a terminal."""

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
"""The option `--json` of all listing commands."""


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    # If the output is not UTF-8, other characters than ASCII are escaped.
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    typer.echo(json.dumps(value, ensure_ascii=not utf8, indent=2))


@contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Redirect standard output to standard error, for what bots print while they play.

    File descriptors are redirected, so that it applies to child processes too.
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
    """Return the console for tables; in a pipe, they are plain text of 120 columns.

    Markup is disabled: names of boards, bots and files may contain brackets.
    """
    from rich.console import Console

    screen = Console(highlight=False, markup=False, emoji=False)
    if not screen.is_terminal:
        screen = Console(highlight=False, markup=False, emoji=False, width=120)
    return screen
