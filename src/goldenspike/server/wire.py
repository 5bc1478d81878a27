"""A WebSocket's lowest layer: what a peer may cost that only sends, and never reads."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Bucket

PINGS_A_SECOND = 5.0
PINGS_AT_ONCE = 20


class PatientSocket(WebSocketsSansIOProtocol):
    """Closes politely, and then for good.

    Pings never reach the application and its limits, and each is answered: a flood of them costs
    time, and memory if the answers are not read. And a connection is closed after what was written
    to it has been read, which for a peer that does not read is never.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._pings = Bucket(PINGS_A_SECOND, PINGS_AT_ONCE)

    def handle_ping(self) -> None:
        """Answer, unless it is one of too many."""
        if self._pings.take() or not self.writable.is_set():
            # Not at once: more of what has just come in is still to be looked at.
            self.loop.call_soon(self.transport.abort)
        else:
            super().handle_ping()

    def keepalive_timeout(self) -> None:
        """Nobody has answered for a while."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Once the application is done, the other side has some time to close."""
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(self.close_timeout, self._let_go)

    def _let_go(self) -> None:
        if not self.disconnected:
            self.transport.abort()
