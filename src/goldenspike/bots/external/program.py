"""A child process that is driven line by line, and can't block us whatever it does.

Two threads do what may block: one writes to the program's input, the other reads its output. A
program that does not read, or writes more than is read, blocks only itself.
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
"""Bytes in a line; a longer one is read in pieces."""
MAX_LINES = 1000
"""Lines that are read ahead; beyond that, the program blocks until they are consumed."""
_CHUNK = 1 << 16
_POSIX = os.name == "posix"


class BotProgramError(Exception):
    """A bot program broke the protocol, died, or did not answer."""


class Program:
    """A running program; raises `BotProgramError` where it can't be started."""

    def __init__(self, arguments: Sequence[str], *, show_stderr: bool = False) -> None:
        try:
            # In its own session, so that processes it starts can be killed along with it.
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if show_stderr else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=_POSIX,
            )
        except OSError as error:
            raise BotProgramError(f"can't start {arguments[0]}: {error.strerror}") from None
        self._outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._incoming: deque[str] = deque()
        self._output_closed = False
        """No more lines will come."""
        self._stopped = False
        self._change = threading.Condition()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    @property
    def running(self) -> bool:
        """Is the process still running?"""
        return self._process.poll() is None

    def write_line(self, line: str) -> None:
        """Send a line to the program's input, without waiting until it is read."""
        self._outgoing.put(line)

    def read_line(self, deadline: float) -> str | None:
        """Return the next line of output; None if there is none until `deadline` (monotonic time).

        Raises `BotProgramError` if the program has ended.
        """
        with self._change:
            # The deadline holds even while lines are waiting: there may be no end of them.
            left = deadline - time.monotonic()
            if left <= 0 or not self._change.wait_for(self._readable, left):
                return None
            if not self._incoming:
                raise BotProgramError(self._exit_reason())
            self._change.notify_all()
            return self._incoming.popleft()

    def _exit_reason(self) -> str:
        # It may only have closed its output, or be about to exit: wait for a moment.
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "the program has closed its output"
        if code < 0:
            return f"the program has ended by signal {-code}"
        return f"the program has ended with exit code {code}"

    def _readable(self) -> bool:
        return bool(self._incoming) or self._output_closed

    def discard_lines(self) -> int:
        """Discard the lines that were not read yet; returns how many there were."""
        with self._change:
            discarded = len(self._incoming)
            self._incoming.clear()
            self._change.notify_all()
            return discarded

    def wait(self, seconds: float) -> bool:
        """Wait until the process ends; False if it does not within `seconds`."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop(self, seconds: float) -> None:
        """Close its input, wait for it to end, then kill it and the processes it has started."""
        with self._change:
            self._stopped = True
            self._change.notify_all()
        self._outgoing.put(None)
        ended = self.wait(seconds)
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
            while (line := self._outgoing.get()) is not None:
                left = memoryview((line + "\n").encode())
                while left:
                    left = left[pipe.write(left) :]

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        partial = b""
        with contextlib.suppress(OSError, ValueError), pipe:
            while chunk := pipe.read(_CHUNK):
                # All lines of a chunk at once: what was written together is discarded together.
                *complete, partial = (partial + chunk).split(b"\n")
                # Long lines are cut at the same places however they arrive.
                lines = [piece for line in complete for piece in _pieces(line)]
                *cut, partial = _pieces(partial)
                if not self._add_lines(lines + cut):
                    break
        with self._change:
            self._output_closed = True
            self._change.notify_all()

    def _add_lines(self, lines: list[bytes]) -> bool:
        """Add lines once there is room; False if nobody will read them."""
        with self._change:
            self._change.wait_for(lambda: self._stopped or len(self._incoming) < MAX_LINES)
            self._incoming.extend(line.decode("utf-8", "replace") for line in lines)
            self._change.notify_all()
            return not self._stopped


def _pieces(line: bytes) -> list[bytes]:
    """Split a line into pieces of at most `MAX_LINE` bytes."""
    return [line[at : at + MAX_LINE] for at in range(0, max(1, len(line)), MAX_LINE)]
