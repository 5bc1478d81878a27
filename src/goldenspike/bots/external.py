"""Bots that are other programs, in any language, over their standard input and output.

The protocol is described in docs/bot-protocol.md.

Every message is one line of words; the view is a line with JSON in it. We speak
first; the bot only answers. A bot that does not answer in time is ended and, at the next decision,
started again; after a few of those it is left alone and its seat plays on by the fallback.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.stream import Stream
from goldenspike.errors import InputError
from goldenspike.notation.actions import Action
from goldenspike.view import View

PROTOCOL = 1
START_SECONDS = 20.0
"""For a program to start and say it is ready."""
LATE = 1.0
"""Seconds beyond its budget that a bot is waited for."""
QUIT_SECONDS = 1.0
MAX_FAILURES = 3
MAX_LINE = 10_000


class BotProgramError(Exception):
    """A bot program broke the protocol, died, or did not answer."""


class ExternalBot(Bot):
    """Another program that speaks the bot protocol."""

    def __init__(self, command: str) -> None:
        self.name = f"exec:{command}"
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise InputError(f"{command!r} is no command: {error}") from None
        if not self._arguments:
            raise InputError("the command of a bot is empty")
        self.title = ""
        """What the program calls itself."""
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._failures = 0
        self._lock = threading.Lock()

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> str:
        """Ask the program; raises `BotProgramError` when there is no answer to be had."""
        if self._failures >= MAX_FAILURES:
            raise BotProgramError(f"left alone after {MAX_FAILURES} failures")
        with self._lock:
            try:
                self.start()
                self._say(f"seed {rng.getrandbits(32)}")
                self._say("view " + json.dumps(view.to_json(), separators=(",", ":")))
                self._say(f"go {max(1, round(budget.seconds * 1000))}")
                return self._expect("action", budget.seconds + LATE)
            except BotProgramError:
                self._failures += 1
                self.close()
                raise

    def start(self) -> None:
        """Start the program and exchange greetings, unless it is running."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        try:
            self._process = subprocess.Popen(
                self._arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            raise BotProgramError(f"can't start {self._arguments[0]}: {error.strerror}") from None
        self._lines = queue.Queue()
        reader = threading.Thread(
            target=_read_lines, args=(self._process, self._lines), daemon=True
        )
        reader.start()
        self._say(f"goldenspike {PROTOCOL}")
        self.title = self._expect("ready", START_SECONDS)

    def _say(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise BotProgramError("the program has ended") from None

    def _expect(self, word: str, seconds: float) -> str:
        """The rest of the next line that begins with `word`; `info` lines may stand before it."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise BotProgramError(f"no {word!r} line within {seconds:.1f} s") from None
            if line is None:
                raise BotProgramError("the program has ended")
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest.strip()
            if first not in ("info", ""):
                raise BotProgramError(f"expected a line {word!r}, got {line.strip()[:80]!r}")

    def close(self) -> None:
        """Ask the program to quit, and end it if it does not."""
        self.stop()

    def stop(self) -> bool:
        """The same; says whether it had to be ended by force."""
        process, self._process = self._process, None
        if process is None:
            return False
        assert process.stdin is not None
        if process.poll() is None:
            with contextlib.suppress(OSError, ValueError):
                process.stdin.write("quit\n")
        with contextlib.suppress(OSError, ValueError):
            process.stdin.close()
        if process.returncode is None:
            try:
                process.wait(QUIT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                return True
        return False

    def __del__(self) -> None:
        # When the interpreter ends, even modules may be gone: use none here.
        try:  # noqa: SIM105
            self.close()
        except Exception:
            pass


def _read_lines(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(ValueError, OSError):
        while True:
            line = process.stdout.readline(MAX_LINE)
            if not line:
                break
            lines.put(line)
    lines.put(None)
    with contextlib.suppress(OSError):
        process.stdout.close()
