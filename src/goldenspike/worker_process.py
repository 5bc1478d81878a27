"""Worker processes: modules of the package that run in a Python of their own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping
from typing import Any


async def start_worker(
    module: str, *arguments: str, environment: Mapping[str, str] | None = None, **pipes: Any
) -> Process:
    """Start a module as a process; `environment` is what it gets beside this process's own.

    It does not learn the address of the server's database. It has a session of its own, so that
    Ctrl-C in the terminal does not reach it: whoever started it ends it.
    """
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("GOLDENSPIKE_DB")}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        env={**inherited, **(environment or {})},
        start_new_session=True,
        **pipes,
    )


def kill_worker(process: Process | None) -> None:
    """Kill a process if there is one, and it runs."""
    if process is not None and process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


async def end_worker(process: Process) -> None:
    """Kill a process if it runs, and wait until it is gone."""
    if process.returncode is None:
        kill_worker(process)
        await process.wait()
