"""uvicorn's WebSocket protocol, with limits for peers that do not read."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from goldenspike.server.people.rate_limits import Bucket

WRITE_NOW = "goldenspike.write_now"
"""The extension of the ASGI scope with which the application writes at once."""
PINGS_A_SECOND = 5.0
PINGS_AT_ONCE = 20


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Limits pings, and aborts a connection that does not finish its close handshake in time.

    Pings are answered without reaching the application and its limits, so a flood of them costs
    time, and memory if the answers are not read. A connection is closed after what was written to
    it has been read, which a peer that does not read delays for ever.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._pings = Bucket(PINGS_A_SECOND, PINGS_AT_ONCE)

    def handle_connect(self, event: Request) -> None:
        """Let the application write without a detour through tasks and queues."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WRITE_NOW] = {"write_now": self.write_now}

    def write_now(self, text: str) -> bool:
        """Write a message if the connection takes it at once; else the application has to wait."""
        if not self.handshake_complete or self.close_sent or not self.writable.is_set():
            return False
        if self.disconnected or self.conn.state is not State.OPEN:
            return False
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer, unless it is one of too many."""
        if self._pings.take() or not self.writable.is_set():
            # Not at once: the data that came in is still being parsed.
            self.loop.call_soon(self.transport.abort)
        else:
            super().handle_ping()

    def keepalive_timeout(self) -> None:
        """A keepalive ping was not answered in time: do not wait for the close handshake."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Abort the connection if the close handshake takes longer than `close_timeout`."""
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(self.close_timeout, self._abort)

    def _abort(self) -> None:
        if not self.disconnected:
            self.transport.abort()
