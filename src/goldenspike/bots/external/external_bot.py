"""Bots that are programs in any language, driven over standard input and output.

The protocol is described in docs/bot-protocol.md. A program that does not answer in time is killed,
and started again for the next decision.
"""

from __future__ import annotations

import json
import shlex
import threading
import time
import weakref
from collections.abc import Sequence

from goldenspike.bots.contract import Bot, Budget
from goldenspike.bots.external.program import BotProgramError, Program
from goldenspike.bots.stream import Stream
from goldenspike.errors import InputError
from goldenspike.game import View
from goldenspike.notation.actions import Action

PROTOCOL = 1
START_SECONDS = 20.0
"""Time for a program to start and to answer `ready`."""
GRACE_SECONDS = 1.0
"""Time beyond its budget until a bot is killed."""
QUIT_SECONDS = 1.0
MAX_STARTS = 3
"""Failed starts in a row after which a program is not started again."""


class ExternalBot(Bot):
    """Another program that speaks the bot protocol."""

    def __init__(self, command: str, *, show_stderr: bool = False) -> None:
        self.name = f"exec:{command}"
        self._command = command
        self._show_stderr = show_stderr
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise InputError(f"{command!r} is no command: {error}") from None
        if not self._arguments:
            raise InputError("the command of a bot is empty")
        self.title = ""
        """The name that the program gave when it was ready."""
        self.unrequested = 0
        """How many lines it has written without being asked."""
        self._program: Program | None = None
        self._failed_starts: list[str] = []
        """Errors of the failed starts since the last successful one."""
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type[ExternalBot], tuple[str]]:
        # A copy starts its own program: programs keep no state between decisions.
        return type(self), (self._command,)

    def ensure_prepared(self, kernel: str) -> None:
        """Start the program, unless it runs: starting it again is no thinking time either."""
        with self._lock:
            self.start()

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> str:
        """Ask the program for an action; raises `BotProgramError` if it gives none."""
        with self._lock:
            try:
                program = self.start()
                # A second answer must not be taken for the answer to this question.
                self.unrequested += program.discard_lines()
                program.write_line(f"seed {rng.getrandbits(32)}")
                program.write_line("view " + json.dumps(view.to_json(), separators=(",", ":")))
                program.write_line(f"go {max(1, round(budget.seconds * 1000))}")
                return _expect(program, "action", budget.seconds + GRACE_SECONDS)
            except BaseException:
                # Its next answer would be to an old question.
                self.close()
                raise

    def start(self) -> Program:
        """Return the running program; it is started first if it is not running."""
        if self._program is not None and self._program.running:
            return self._program
        self.close()
        if len(self._failed_starts) >= MAX_STARTS:
            # The same message as a new attempt would give: reports must not depend on the past.
            raise BotProgramError(self._failed_starts[-1])
        try:
            program = self._start_program()
        except BotProgramError as error:
            self._failed_starts.append(str(error))
            raise
        self._failed_starts.clear()
        return program

    def _start_program(self) -> Program:
        program = self._program = Program(self._arguments, show_stderr=self._show_stderr)
        # A finalizer also runs at garbage collection and at exit, before daemon threads stop.
        self._quit = weakref.finalize(self, _quit, program)
        program.write_line(f"goldenspike {PROTOCOL}")
        self.title = _expect(program, "ready", START_SECONDS)
        return program

    def close(self) -> None:
        """Ask the program to quit, and kill it if it does not."""
        if self._program is not None:
            self._program = None
            self._quit()


def _quit(program: Program) -> None:
    program.write_line("quit")
    program.stop(QUIT_SECONDS)


def _expect(program: Program, word: str, seconds: float) -> str:
    """Return the rest of the next line, which begins with `word`; `info` lines are skipped."""
    deadline = time.monotonic() + seconds
    while (line := program.read_line(deadline)) is not None:
        first, _, rest = line.strip().partition(" ")
        if first == word:
            return rest.strip()
        if first not in ("info", ""):
            raise BotProgramError(f"expected a line {word!r}, got {line.strip()[:80]!r}")
    raise BotProgramError(f"no {word!r} line within {seconds:.1f} s")
