"""Bots that are other programs, in any language, over their standard input and output.

The protocol is described in docs/bot-protocol.md.

Every message is one line of words; the view is a line with JSON in it. We speak
first; the bot only answers. A bot that does not answer in time is ended and, at the next decision,
started again.
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
"""For a program to start and say it is ready."""
LATE = 1.0
"""Seconds beyond its budget that a bot is waited for."""
QUIT_SECONDS = 1.0
MAX_STARTS = 3
"""Failed starts in a row after which a program is not started again."""


class ExternalBot(Bot):
    """Another program that speaks the bot protocol."""

    def __init__(self, command: str, *, errors_shown: bool = False) -> None:
        self.name = f"exec:{command}"
        self._command = command
        self._errors_shown = errors_shown
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise InputError(f"{command!r} is no command: {error}") from None
        if not self._arguments:
            raise InputError("the command of a bot is empty")
        self.title = ""
        """What the program calls itself."""
        self.unasked = 0
        """Lines it has said when it was not to speak."""
        self._program: Program | None = None
        self._failed_starts: list[str] = []
        """Why it did not get ready, each time since it last did."""
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type[ExternalBot], tuple[str]]:
        # A copy starts a program of its own; one keeps nothing that the other would need.
        return type(self), (self._command,)

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> str:
        """Ask the program; raises `BotProgramError` when there is no answer to be had."""
        with self._lock:
            try:
                program = self.start()
                # An answer too many must not be taken for that to the next question.
                self.unasked += program.forget()
                program.say(f"seed {rng.getrandbits(32)}")
                program.say("view " + json.dumps(view.to_json(), separators=(",", ":")))
                program.say(f"go {max(1, round(budget.seconds * 1000))}")
                return _expect(program, "action", budget.seconds + LATE)
            except BaseException:
                # Whatever it is doing, its next answer would belong to an old question.
                self.close()
                raise

    def start(self) -> Program:
        """The program, greeted; it is started unless it is running."""
        if self._program is not None and self._program.running:
            return self._program
        self.close()
        if len(self._failed_starts) >= MAX_STARTS:
            # The same words as if it had been tried: what is told must not depend on the past.
            raise BotProgramError(self._failed_starts[-1])
        try:
            program = self._greeted()
        except BotProgramError as error:
            self._failed_starts.append(str(error))
            raise
        self._failed_starts.clear()
        return program

    def _greeted(self) -> Program:
        program = self._program = Program(self._arguments, errors_shown=self._errors_shown)
        # Also when the bot is forgotten, and while this process ends: not after its threads have.
        self._dismiss = weakref.finalize(self, _dismiss, program)
        program.say(f"goldenspike {PROTOCOL}")
        self.title = _expect(program, "ready", START_SECONDS)
        return program

    def close(self) -> None:
        """Ask the program to quit, and end it if it does not."""
        if self._program is not None:
            self._program = None
            self._dismiss()


def _dismiss(program: Program) -> None:
    program.say("quit")
    program.stop(QUIT_SECONDS)


def _expect(program: Program, word: str, seconds: float) -> str:
    """The rest of the next line that begins with `word`; `info` lines may stand before it."""
    end = time.monotonic() + seconds
    while (line := program.hear(end)) is not None:
        first, _, rest = line.strip().partition(" ")
        if first == word:
            return rest.strip()
        if first not in ("info", ""):
            raise BotProgramError(f"expected a line {word!r}, got {line.strip()[:80]!r}")
    raise BotProgramError(f"no {word!r} line within {seconds:.1f} s")
