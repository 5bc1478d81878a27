"""One open socket, with a bounded send queue so that a slow reader blocks nobody."""

from __future__ import annotations

import asyncio
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
    ) -> None:
        self.person: str | None = None
        self.seat: int | None = None
        self.token_id: str | None = None
        """The public half of its token, to close it when that is logged out."""
        self.greeted = False
        self.watching = True
        """Whether it came without a token, to watch."""
        self.bucket = bucket
        self.overflow = 0
        """Consecutive messages over the rate limit."""
        self.close_after: tuple[int, str] | None = None
        """Close with this code once the refusal under way is sent."""
        self._send_text = send_text
        self._close = close
        self._queue: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()
        self._waiting = 0
        """Characters in the queue."""
        self._task = asyncio.create_task(self._run())
        self.closed = False

    def send(self, message: FromServer) -> None:
        """Queue a message."""
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, text: str) -> None:
        """Queue a message that is encoded already."""
        if self.closed:
            return
        self._waiting += len(text)
        self._queue.put_nowait(text)
        if self._queue.qsize() > QUEUE_LIMIT or self._waiting > QUEUE_SIZE:
            self.closed = True
            self._task.cancel()
            # What is queued will not be read.
            self._queue = asyncio.Queue()
            self._task = asyncio.create_task(self._close(1008, "too slow"))

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued has been sent."""
        if not self.closed:
            self.closed = True
            self._queue.put_nowait((code, reason))

    async def finish(self) -> None:
        """Stop sending: the peer is gone, or the last message has been sent."""
        self.closed = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def drained(self) -> None:
        """Wait until everything queued, and the close, has been sent."""
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            item = await self._queue.get()
            if isinstance(item, tuple):
                await self._close(*item)
                return
            self._waiting -= len(item)
            await self._send_text(item)
