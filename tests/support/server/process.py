"""Real servers for tests: `goldenspike serve` in a process of its own, which tests may kill."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import IO

import httpx

from support.server.forked import ForkedCommand

GENEROUS = {
    "HTTP_RATE": "100000",
    "HTTP_BURST": "100000",
    "LOGIN_RATE": "100000",
    "LOGIN_BURST": "100000",
    "SOCKET_RATE": "100000",
    "SOCKET_BURST": "100000",
    "ACCOUNT_RATE": "100000",
    "ACCOUNT_BURST": "100000",
    "TABLE_RATE": "100000",
    "TABLE_BURST": "100000",
    "BOARD_RATE": "100000",
    "BOARD_BURST": "100000",
    "SOCKETS_PER_ADDRESS": "5000",
    "SOCKETS_PER_PERSON": "5000",
    "CONNECTIONS_PER_ADDRESS": "5000",
    "TABLES_PER_PERSON": "5000",
    "LOG": "debug",
}
"""Limits out of the way, for tests that are not about limits."""


PORTS = itertools.count(os.getpid())
RESERVATIONS = Path(tempfile.gettempdir()) / "goldenspike-test-ports"
_reserved: list[IO[str]] = []
"""Locked files, one for each port that this process was given."""


def free_port() -> int:
    """A port for a server that will be started soon, and until then for nobody else.

    It is below those that systems give to outgoing connections, which might take it before we do.
    Other test processes count through the same ports, and a server takes seconds to bind its own:
    a lock keeps them away from it as long as this process lives.
    """
    RESERVATIONS.mkdir(exist_ok=True)
    while True:
        port = 20_000 + next(PORTS) % 12_000
        lock = (RESERVATIONS / str(port)).open("w")
        with socket.socket() as probe, contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            probe.bind(("127.0.0.1", port))
            _reserved.append(lock)
            return port
        lock.close()


class ServerProcess:
    """One server. `kill()` is SIGKILL; `start()` after it serves the same database again."""

    def __init__(
        self, db: str, folder: Path, limits: bool = False, workers: int = 1, **settings: str
    ) -> None:
        self.workers = workers
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.db = db
        self.log_file = folder / f"server-{self.port}.log"
        chosen = {**({} if limits else GENEROUS), "DB": db, **settings}
        self.environment = {
            **os.environ,
            "XDG_DATA_HOME": str(folder / "data"),
            **{f"GOLDENSPIKE_{name}": value for name, value in chosen.items()},
        }
        self.process: subprocess.Popen[bytes] | ForkedCommand | None = None
        self.modules: Path | None = None
        """A folder with another version of the package, which is to be run."""

    def start(self, wait: bool = True) -> ServerProcess:
        self.log_file.touch()
        arguments = ["serve", "--port", str(self.port), "--workers", str(self.workers)]
        if self.workers == 1 and self.modules is None:
            self.process = ForkedCommand(arguments, self.environment, self.log_file)
        else:
            # Its workers are processes of multiprocessing, which a daemon must not have; and what
            # is forked has loaded this version.
            path = {} if self.modules is None else {"PYTHONPATH": str(self.modules)}
            command = [sys.executable, "-c", "from goldenspike.cli import main; main()"]
            with self.log_file.open("ab") as log:
                self.process = subprocess.Popen(
                    [*command, *arguments],
                    env={**self.environment, **path},
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        if wait:
            self.wait_until_up()
        return self

    def wait_until_up(self, seconds: float = 120.0) -> None:
        """Generous: three processes that start on a busy machine may take half a minute."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                break
            try:
                if httpx.get(self.base + "/health", timeout=2).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError(f"the server did not come up:\n{self.log()[-3000:]}")

    def log(self) -> str:
        return self.log_file.read_text()

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def interrupt(self) -> int:
        """Ctrl-C in a terminal: everyone who belongs to it hears of it, once."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(20)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(20)
        self.process = None
        return code

    def __enter__(self) -> ServerProcess:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        supervisor = self.process
        self.kill()
        if isinstance(supervisor, subprocess.Popen):
            # Its workers would go on without it.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(supervisor.pid, signal.SIGKILL)
        if error is not None:
            print(self.log()[-5000:])
