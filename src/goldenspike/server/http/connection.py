"""One open socket; what its reader is too slow for waits in a bounded queue and blocks nobody."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from goldenspike.server.people.rate_limits import Bucket
from goldenspike.server.protocol.messages import FromServer

QUEUE_LIMIT = 512
"""Messages waiting for one reader; beyond that it is disconnected."""
QUEUE_SIZE = 1_000_000
"""Characters waiting for one reader; a snapshot, a whole log and the chat are far fewer."""


class Connection:
    """A socket at a table or in the lobby."""

    def __init__(
        self,
        send_text: Callable[[str], Coroutine[Any, Any, None]],
        close: Callable[[int, str], Coroutine[Any, Any, None]],
        bucket: Bucket,
        write_now: Callable[[str], bool] = lambda _text: False,
    ) -> None:
        """`write_now` writes a message if that needs no waiting, else it returns False."""
        self.person: str | None = None
        self.seat: int | None = None
        self.token_id: str | None = None
        """The public half of its token, to close it when that is logged out."""
        self.counted_for: str | None = None
        """The person for whom it is counted in the limits."""
        self.greeted = False
        self.watching = True
        """Whether it came without a token, to watch."""
        self.bucket = bucket
        self.overflow = 0
        """Consecutive messages over the rate limit."""
        self.close_after: tuple[int, str] | None = None
        """Close with this code once the refusal under way is sent."""
        self._send_text = send_text
        self.write_now = write_now
        self._close = close
        self._queue: deque[str | tuple[int, str]] = deque()
        """Messages that wait for a slow reader, and the close code after them."""
        self._waiting = 0
        """Characters in the queue."""
        self._task: asyncio.Task[None] | None = None
        """Sends what is queued; there is none for a reader that keeps up."""
        self.closed = False

    def send(self, message: FromServer) -> None:
        """Send a message."""
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, text: str) -> None:
        """Send a message that is encoded already: at once, or after those that wait."""
        if self.closed or (self._task is None and self.write_now(text)):
            return
        self._waiting += len(text)
        self._enqueue(text)
        if len(self._queue) > QUEUE_LIMIT or self._waiting > QUEUE_SIZE:
            self.closed = True
            if self._task is not None:
                self._task.cancel()
            # What is queued will not be read.
            self._queue.clear()
            self._task = asyncio.create_task(self._close(1008, "too slow"))

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued has been sent."""
        if not self.closed:
            self.closed = True
            self._enqueue((code, reason))

    async def finish(self) -> None:
        """Stop sending: the peer is gone, or the last message has been sent."""
        self.closed = True
        if self._task is not None:
            self._task.cancel()
            await self.drained()

    async def drained(self) -> None:
        """Wait until everything queued, and the close, has been sent."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def _enqueue(self, item: str | tuple[int, str]) -> None:
        self._queue.append(item)
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._queue:
            item = self._queue.popleft()
            if isinstance(item, tuple):
                # The task stays: nothing is sent after this.
                await self._close(*item)
                return
            self._waiting -= len(item)
            await self._send_text(item)
        self._task = None
