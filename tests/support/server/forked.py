"""Commands run by forks of a process that has loaded the server already: they start at once.

Loading takes over a second of computing, and the tests start about two hundred servers. A fork is
otherwise what `python -c` would be: a process of its own, with its own environment and session.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from pathlib import Path
from subprocess import TimeoutExpired
from unittest import mock

TESTS = Path(__file__).parents[2]

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["support.server.preloaded"])

_commands: list[ForkedCommand] = []


def cpu_seconds() -> float:
    """What all commands have used so far: they are no children of this process."""
    return sum(command.cpu_seconds() for command in _commands)


class ForkedCommand:
    """A `goldenspike` command in a fork, with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, arguments: Sequence[str], env: Mapping[str, str], log: Path) -> None:
        self._arguments = list(arguments)
        # What it loads is found by this alone: it does not get `sys.path` of the process it serves.
        path = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
        with mock.patch.dict(os.environ, PYTHONPATH=path):
            forkserver.ensure_running()
        # A daemon: it ends with the tests, even if they are interrupted.
        self._process = _forks.Process(
            target=_run, args=(self._arguments, dict(env), str(log)), daemon=True
        )
        self._process.start()
        self._ended = False
        self._cpu_seconds = 0.0
        _commands.append(self)

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        code = self._process.exitcode
        self._ended = code is not None
        return code

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise TimeoutExpired(self._arguments, timeout)
        return code

    def send_signal(self, number: int) -> None:
        self.cpu_seconds()
        os.kill(self.pid, number)

    def cpu_seconds(self) -> float:
        """What it has used so far; of one that has ended, until it was last asked or signalled."""
        # Not by `poll()`: it waits by `time.monotonic`, so for ever in a test that stops the clock.
        if not self._ended:
            with contextlib.suppress(OSError):  # only Linux has such a file
                text = Path(f"/proc/{self.pid}/stat").read_text("ascii", "replace")
                ticks = text.rpartition(")")[2].split()[11:13]
                self._cpu_seconds = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        return self._cpu_seconds


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
