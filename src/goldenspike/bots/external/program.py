"""A program that is talked to line by line, and that can't hold us up whatever it does.

Two threads do what may block: one writes what we say, the other reads what the program says. A
program that does not read, or that says more than anybody hears, waits by itself.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence

MAX_LINE = 10_000
"""Bytes of a line; a longer one is heard in pieces."""
MAX_LINES = 1000
"""Lines read ahead; beyond that the program has to wait until they are heard."""
_CHUNK = 1 << 16
_POSIX = os.name == "posix"


class BotProgramError(Exception):
    """A bot program broke the protocol, died, or did not answer."""


class Program:
    """A running program; raises `BotProgramError` where it can't be started."""

    def __init__(self, arguments: Sequence[str], *, errors_shown: bool = False) -> None:
        try:
            # A session of its own: what the program starts can then be ended along with it.
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if errors_shown else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=_POSIX,
            )
        except OSError as error:
            raise BotProgramError(f"can't start {arguments[0]}: {error.strerror}") from None
        self._to_say: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._heard: deque[str] = deque()
        self._silent = False
        """Nothing more will be heard."""
        self._stopped = False
        self._change = threading.Condition()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    @property
    def running(self) -> bool:
        """Has it not ended yet?"""
        return self._process.poll() is None

    def say(self, line: str) -> None:
        """Say a line; this does not wait until it is read."""
        self._to_say.put(line)

    def hear(self, end: float) -> str | None:
        """The next line said before `end` (`time.monotonic`), None if none was."""
        with self._change:
            # The clock is looked at even where lines are waiting: there may be no end of them.
            left = end - time.monotonic()
            if left <= 0 or not self._change.wait_for(self._anything_new, left):
                return None
            if not self._heard:
                raise BotProgramError(self._how_it_ended())
            self._change.notify_all()
            return self._heard.popleft()

    def _how_it_ended(self) -> str:
        # It may have closed its output only, or not be buried yet: a moment tells.
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "the program has closed its output"
        if code < 0:
            return f"the program has ended by signal {-code}"
        return f"the program has ended with exit code {code}"

    def _anything_new(self) -> bool:
        return bool(self._heard) or self._silent

    def forget(self) -> int:
        """Lines that were said unasked are not heard any more; returns how many there were."""
        with self._change:
            unasked = len(self._heard)
            self._heard.clear()
            self._change.notify_all()
            return unasked

    def ends_within(self, seconds: float) -> bool:
        """Wait for it to end."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop(self, seconds: float) -> None:
        """Close its input, wait so long, then end it and whatever it has started."""
        with self._change:
            self._stopped = True
            self._change.notify_all()
        self._to_say.put(None)
        ended = self.ends_within(seconds)
        if _POSIX:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        elif not ended:
            self._process.kill()
        self._process.wait()

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError), pipe:
            while (line := self._to_say.get()) is not None:
                left = memoryview((line + "\n").encode())
                while left:
                    left = left[pipe.write(left) :]

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        begun = b""
        with contextlib.suppress(OSError, ValueError), pipe:
            while chunk := pipe.read(_CHUNK):
                # All lines of a chunk at once: what was written together is forgotten together.
                *whole, begun = (begun + chunk).split(b"\n")
                # Cut alike whether it came at once or bit by bit.
                lines = [piece for line in whole for piece in _pieces(line)]
                *cut, begun = _pieces(begun)
                if not self._put(lines + cut):
                    break
        with self._change:
            self._silent = True
            self._change.notify_all()

    def _put(self, lines: list[bytes]) -> bool:
        """Add lines once there is room; False if nobody will hear them."""
        with self._change:
            self._change.wait_for(lambda: self._stopped or len(self._heard) < MAX_LINES)
            self._heard.extend(line.decode("utf-8", "replace") for line in lines)
            self._change.notify_all()
            return not self._stopped


def _pieces(line: bytes) -> list[bytes]:
    """A line that is too long in pieces, the last of them not too long; others as they are."""
    return [line[at : at + MAX_LINE] for at in range(0, max(1, len(line)), MAX_LINE)]
