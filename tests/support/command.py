"""Running `goldenspike` commands: in the test's own process, or as a process of their own."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from goldenspike.cli import main

COMMAND = Path(sys.executable).parent / "goldenspike"


class Ended(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run_command(
    *arguments: str | Path, input: str = "", encoding: str = "utf-8", cwd: Path | None = None
) -> Ended:
    """`run_command("replay", file, input="...")`: what it printed, and its exit code.

    `encoding` is the terminal's, for what is typed and what is printed. Starting Python takes
    longer than most commands do, so this calls the command's own `main`.
    """
    typed = io.TextIOWrapper(io.BytesIO(input.encode(encoding)), encoding)
    printed, complaints = (io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2))
    code: object = 0
    with (
        contextlib.chdir(cwd or Path.cwd()),
        mock.patch.multiple(
            sys,
            argv=[str(COMMAND), *map(str, arguments)],
            stdin=typed,
            stdout=printed,
            stderr=complaints,
        ),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    for stream in (printed, complaints):
        stream.flush()
    return Ended(int(str(code)), _text(printed), _text(complaints))


def _text(stream: io.TextIOWrapper) -> str:
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode(stream.encoding)


def run_process(*arguments: str | Path, input: str = "") -> Ended:
    """The same as a process, for commands whose own processes print or that change theirs."""
    done = subprocess.run(
        [COMMAND, *arguments],
        input=input,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=300,
    )
    return Ended(done.returncode, done.stdout, done.stderr)
