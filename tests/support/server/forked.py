"""Commands run by forks of a process that has loaded the server already: they start at once.

Loading takes over a second of computing, and the tests start about two hundred servers. A fork is
otherwise what `python -c` would be: a process of its own, with its own environment and session.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import TimeoutExpired

LOADED = ("goldenspike.cli", "goldenspike.server.app", "goldenspike.server.run")

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(list(LOADED))


class ForkedCommand:
    """A `goldenspike` command in a fork, with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, arguments: Sequence[str], env: Mapping[str, str], log: Path) -> None:
        self._arguments = list(arguments)
        # A daemon: it ends with the tests, even if they are interrupted.
        self._process = _forks.Process(
            target=_run, args=(self._arguments, dict(env), str(log)), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutExpired(self._arguments, timeout)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


def _run(arguments: list[str], env: dict[str, str], log: str) -> None:
    os.setsid()
    os.environ.clear()
    os.environ.update(env)
    out = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(out, stream)
    sys.argv = ["goldenspike", *arguments]
    from goldenspike.cli import main

    main()
