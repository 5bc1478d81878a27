"""Interrupting Python code that takes too long."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

REPEAT = 0.5
"""Code that catches the exception is interrupted again after this many seconds."""


class Interrupted(BaseException):
    """Raised inside code that takes too long; no `except Exception` catches it."""


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    """Raise `Interrupted` in the code inside if it takes longer.

    That needs the main thread and a system with interval timers; elsewhere nothing happens. Code
    that does not return to the interpreter, as a compiled loop, is interrupted once it does.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or not hasattr(signal, "setitimer"):
        yield
        return
    active = True

    def interrupt(number: int, frame: FrameType | None) -> None:
        if active:
            raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    # Somebody else's alarm (the timeout of a test, say) goes on afterwards.
    other, other_repeat = signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT)
    start = time.monotonic()
    try:
        yield
    finally:
        active = False
        signal.signal(signal.SIGALRM, before)
        left = max(1e-3, other - (time.monotonic() - start)) if other else 0.0
        signal.setitimer(signal.ITIMER_REAL, left, other_repeat)
