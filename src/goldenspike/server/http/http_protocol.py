"""uvicorn's HTTP protocol, with limits for peers that open connections and do not use them."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from goldenspike.server.http.gate import find_gate

INCOMPLETE = (h11.IDLE, h11.SEND_BODY)
"""States of a peer that has not sent a whole request."""


class BoundedHttp(H11Protocol):
    """Limits connections by address, and ends those whose request does not arrive in time.

    uvicorn itself waits for ever for a request's first and last byte. The time for a request starts
    with the connection or its first byte, and a byte now and then does not prolong it.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._limits = find_gate(self.app).connections
        self._counted: str | None = None
        """The address for which this connection is counted."""
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or end it."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "local"
        if self._limits.open(address):
            self._counted = address
            self._set_deadline()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on; a request that is still incomplete has to be complete in time."""
        if self._counted is None:
            return
        super().data_received(data)
        if self.conn.their_state not in INCOMPLETE:
            self._clear_deadline()
        elif self._deadline is None and self._counted is not None:
            self._set_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is counted as a socket."""
        self._release()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._release()
        super().connection_lost(exc)

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(self._limits.read_seconds, self._on_deadline)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _on_deadline(self) -> None:
        self._deadline = None
        if self.conn.their_state in INCOMPLETE:
            self._limits.refuse("requests_not_sent")
            self.transport.abort()

    def _release(self) -> None:
        self._clear_deadline()
        if self._counted is not None:
            self._limits.close(self._counted)
            self._counted = None
