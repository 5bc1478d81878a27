"""uvicorn's WebSocket protocol, with limits for peers that do not read."""

from __future__ import annotations

import os
import socket
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from goldenspike.server.people.rate_limits import Bucket

WRITE_NOW = "goldenspike.write_now"
"""The extension of the ASGI scope with which the application writes at once."""
CONNECTION = "goldenspike.connection"
"""The extension with which it gives the connection of an unanswered request away."""
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
        self._wanted = False
        """Whether the application waits for a message."""

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; the one that this waits for pauses no reading."""
        self._wanted = True
        try:
            return await super().receive()
        finally:
            self._wanted = False

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, and read no more until it is taken, unless it is waited for.

        To stop and to go on are two calls of the system.
        """
        wanted, self._wanted = self._wanted, False
        if wanted:
            # Nothing waits in the queue, so reading is not paused. The base class leaves it alone
            # if it seems to be.
            self.read_paused = True
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        """Let the application write without a detour through tasks and queues."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WRITE_NOW] = {"write_now": self.write_now}
            self.scope["extensions"][CONNECTION] = {"connection": self}

    def detach(self) -> tuple[socket.socket, bytes]:
        """Stop reading; returns a second handle of the connection, and the request read from it."""
        self.transport.pause_reading()
        own = self.transport.get_extra_info("socket")
        return socket.socket(fileno=os.dup(own.fileno())), self.request.serialize()

    def detached(self, given: bool) -> None:
        """It was given to another process, or was not: then go on."""
        if given:
            # Nothing is answered here; closing this handle leaves the connection open.
            self.handshake_complete = True
            self.transport.abort()
        else:
            self.transport.resume_reading()

    def write_now(self, text: str) -> bool:
        """Write a message if the connection takes it at once; else the application has to wait."""
        if not self.handshake_complete or self.close_sent or not self.writable.is_set():
            return False
        if self.disconnected or self.conn.state is not State.OPEN:
            return False
        self.transport.write(text_frame(text.encode()))
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


def text_frame(text: bytes) -> bytes:
    """The frame of a message from a server, in one piece and not compressed (RFC 6455, 5.2).

    The library makes frames of every kind for both sides, which takes several times as long.

    >>> text_frame(b"hi").hex(" ")
    '81 02 68 69'
    """
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
