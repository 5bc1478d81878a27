"""uvicorn's HTTP protocol, with limits for peers that open connections and do not use them."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from goldenspike.server.http.gate import find_gate

INCOMPLETE = (h11.IDLE, h11.SEND_BODY)
"""States of a peer that has not sent a whole request."""
TAKEN_BYTES = 16 * 1024
"""What a peer that is sent answers has to take of them in the time for that."""


class BoundedHttp(H11Protocol):
    """Limits connections by address, and ends those of peers that do not send, or do not read.

    uvicorn itself waits for ever for a request's first and last byte, and until an answer was read.
    The time for a request starts with the connection or its first byte, and a byte now and then
    does not prolong it; nor does one that is read of an answer.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._limits = find_gate(self.app).connections
        self._counted: str | None = None
        """The address for which this connection is counted."""
        self._deadline: asyncio.TimerHandle | None = None
        self._unread = 0
        """Bytes of answers that waited to be sent when that was looked at last."""
        self._reader_deadline: asyncio.TimerHandle | None = None

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

    def pause_writing(self) -> None:
        """More waits to be sent than should: the peer has to read."""
        super().pause_writing()
        self._watch_reader()

    def on_response_complete(self) -> None:
        """An answer is written, but perhaps not sent: then closing the connection waits as well."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch_reader()

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

    def _watch_reader(self) -> None:
        if self._reader_deadline is not None:
            self._reader_deadline.cancel()
        self._unread = self.transport.get_write_buffer_size()
        self._reader_deadline = self.loop.call_later(
            self._limits.write_seconds, self._on_reader_deadline
        )

    def _on_reader_deadline(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread > max(0, self._unread - TAKEN_BYTES):
            self._limits.refuse("answers_not_read")
            self.transport.abort()
        elif unread:
            self._watch_reader()

    def _release(self) -> None:
        self._clear_deadline()
        if self._reader_deadline is not None:
            self._reader_deadline.cancel()
            self._reader_deadline = None
        if self._counted is not None:
            self._limits.close(self._counted)
            self._counted = None
